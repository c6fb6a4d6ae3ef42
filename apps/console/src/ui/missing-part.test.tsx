// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fillSlot, setMissingPart, Slot } from '../lib/slots.tsx'
import { MissingPart } from './missing-part.tsx'

const lost = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => {
  cleanup()
  reported.mockClear()
})

function Page({ children }: { children: ReactNode }): ReactNode {
  return (
    <>
      <input aria-label="备注" defaultValue="没有保存的字" />
      {children}
    </>
  )
}

it('a window whose code did not load says so over the page, which keeps what was typed', async () => {
  setMissingPart(MissingPart)
  fillSlot('sync-preview', lost)
  const closed = vi.fn()
  render(
    <Page>
      <Slot name="sync-preview" products={[]} onClose={closed} />
    </Page>,
  )
  expect(await screen.findByText('这一块没有载入，可能系统刚刚更新过，或网络断开了')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('备注').value).toBe('没有保存的字')
  fireEvent.click(screen.getByText('先不加载'))
  // Without the click event as an argument: `onClose` of bind-authenticator would take it as `isBound`.
  expect(closed.mock.calls).toEqual([[]])
  expect(reported).toHaveBeenCalledOnce()
})

it('a small part whose code did not load is one line in its place', async () => {
  setMissingPart(MissingPart)
  fillSlot('notice-bell', lost)
  render(
    <Page>
      <Slot name="notice-bell" />
    </Page>,
  )
  expect(await screen.findByRole('button', { name: '这一块没有载入，重新加载页面' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('备注').value).toBe('没有保存的字')
})
