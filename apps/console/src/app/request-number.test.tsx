// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../lib/call-error.ts'
import { toast } from '../lib/client.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { Toasts } from './toasts.tsx'

afterEach(() => {
  cleanup()
  for (const { id } of toast.get()) toast.close(id)
  vi.restoreAllMocks()
})

const NUMBER = '0123456789abcdef'

test('the toast of an internal error has the request id beside the sentence, and a click copies it', async () => {
  render(<Toasts />)
  toast.error('网络错误', NUMBER)
  const alert = await screen.findByRole('alert')
  expect(alert.querySelector(':scope > div')!.textContent).toBe('网络错误')
  const copy = vi.fn<() => boolean>(() => true)
  document.execCommand = copy
  fireEvent.click(screen.getByRole('button', { name: NUMBER }))
  await screen.findByText('复制成功')
  expect(copy).toHaveBeenCalledWith('copy')
})

test('the notice of a failure shows the request id, also for a plain refusal', () => {
  render(<FailureNote failure={new CallError('refused', '已被修改', { call: 'save', code: 409, requestId: NUMBER })} />)
  expect(screen.getByRole('alert').textContent).toContain(`请求编号${NUMBER}`)
})
