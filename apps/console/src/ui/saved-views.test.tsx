// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { NO_NUMBER, useListQuery } from '../lib/list-query.ts'
import { DialogHost } from './dialog-host.tsx'
import { SavedViews } from './saved-views.tsx'
import { withView } from './saved-views.rules.ts'

afterEach(cleanup)

const DEFAULTS = { state: '', keyword: '', from: NO_NUMBER }
const soon = (check: () => void): Promise<void> => waitFor(check, { timeout: 20_000 })

function List(): ReactNode {
  const list = useListQuery('things', DEFAULTS)
  return (
    <>
      <SavedViews name="things" view={list.view} />
      <button onClick={list.reset}>清空</button>
      <output>{useLocation().search}</output>
      <DialogHost />
    </>
  )
}
const search = (): string | null => screen.getByRole('status').textContent
const open = (name: RegExp): void => {
  const button = screen.getByRole('button', { name })
  fireEvent.pointerDown(button)
  fireEvent.click(button)
}
const choose = async (text: string): Promise<void> => {
  fireEvent.click(await screen.findByText(text))
}

test('filters are saved under a name, without the page number and open drawers, and are restored by it', async () => {
  render(
    <MemoryRouter initialEntries={['/list?state=paid&from=5&page=3&thing=7']}>
      <List />
    </MemoryRouter>,
  )
  open(/常用视图/)
  await choose('把当前筛选存为视图')
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: ' 已付的 ' } })
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
  await soon(() => expect(screen.getByRole('button', { name: '常用视图：已付的' })).toBeTruthy())
  fireEvent.click(screen.getByText('清空'))
  expect(search()).toBe('?thing=7')
  open(/^常用视图$/)
  await choose('已付的')
  expect(search()).toBe('?thing=7&state=paid&from=5')
})

test('saving under an existing name replaces the filters, at the same position', () => {
  const views = [
    { name: 'a', address: 'x=1' },
    { name: 'b', address: 'x=2' },
  ]
  expect(withView(views, { name: 'a', address: 'x=3' })).toEqual([{ name: 'a', address: 'x=3' }, views[1]])
  expect(withView(views, { name: 'c', address: 'x=3' })).toHaveLength(3)
})
