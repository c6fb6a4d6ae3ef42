// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { logIn } from '../../../test/person.ts'
import {
  address,
  closeWindow,
  DICTIONARIES,
  EDITOR,
  go,
  leaveWithDraft,
  LIST,
  openShellBench,
  openWindow,
  press,
  search,
  tab,
  tabs,
  typeTitle,
} from '../../../test/shell-bench.tsx'
import { queryClient } from '../../lib/query-client.ts'

const bench = openShellBench()

test('a page that is opened has one tab, and the window title and the tab show its name', async () => {
  openWindow(bench, DICTIONARIES)
  await search()
  expect(tabs()).toEqual(['首页', '数据字典'])
  expect(document.title).toBe('数据字典 · 货桥')
  await go(bench, `${DICTIONARIES}/new`)
  expect(tabs()).toEqual(['首页', '数据字典'])
})

test('a tab shows 加载中... until its page has its data', async () => {
  openWindow(bench, EDITOR)
  expect(tabs()).toEqual(['首页', '加载中...'])
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  expect(document.title).toBe('编辑 杯p1 · 货桥')
})

test('a page that can’t be read has a general name, and one that can’t be read again keeps its own', async () => {
  bench.isDown = true
  openWindow(bench, EDITOR)
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑商品']))
  bench.isDown = false
  fireEvent.click(await screen.findByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  bench.isDown = true
  await act(async () => {
    await queryClient.refetchQueries({ queryKey: ['getProduct'] })
    // The failure is rendered in the next timer.
    await new Promise((drawn) => setTimeout(drawn))
  })
  expect(tabs()).toEqual(['首页', '编辑 杯p1'])
})

test('a page in the background stays as it was left, and reads nothing again', async () => {
  openWindow(bench, DICTIONARIES)
  fireEvent.change(await search(), { target: { value: '颜色' } })
  await waitFor(() => expect(bench.app.count(LIST)).toBe(2))
  await go(bench, EDITOR)
  await screen.findByLabelText('英文标题')
  fireEvent.click(tab('数据字典'))
  expect((await search()).value).toBe('颜色')
  expect([address(bench), bench.app.count(LIST)]).toEqual([`${DICTIONARIES}?keyword=%E9%A2%9C%E8%89%B2`, 2])
})

test('a page whose tab was closed is a new one when it is opened again', async () => {
  openWindow(bench, DICTIONARIES)
  fireEvent.change(await search(), { target: { value: '颜色' } })
  await go(bench, EDITOR)
  await screen.findByLabelText('英文标题')
  fireEvent.click(screen.getByLabelText('关闭 数据字典'))
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  expect(address(bench)).toBe(EDITOR)
  await go(bench, DICTIONARIES)
  expect((await search()).value).toBe('')
})

test('a refreshed page is rendered and read again, at its own address and tab', async () => {
  openWindow(bench, DICTIONARIES)
  // A read that is still running would not be repeated.
  await screen.findByText(/^还没有字典/)
  fireEvent.change(await search(), { target: { value: '颜' } })
  fireEvent.contextMenu(tab('数据字典'))
  press('刷新页面')
  await waitFor(() => expect(bench.app.count(LIST)).toBe(2))
  expect((await search()).value).toBe('')
  expect([address(bench), tabs()]).toEqual([DICTIONARIES, ['首页', '数据字典']])
})

test('the tabs and their names are restored after a reload, for the person who opened them only', async () => {
  openWindow(bench, EDITOR)
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  closeWindow(bench)
  openWindow(bench, DICTIONARIES)
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1', '数据字典']))
  closeWindow(bench)
  logIn('u2')
  openWindow(bench, DICTIONARIES)
  await search()
  expect(tabs()).toEqual(['首页', '数据字典'])
})

test('somebody else who logs in finds no page of the former person', async () => {
  openWindow(bench, DICTIONARIES)
  fireEvent.change(await search(), { target: { value: '颜' } })
  act(() => logIn('u2'))
  await waitFor(async () => expect((await search()).value).toBe(''))
})

test('an unknown address opens a page that says so, without a tab', async () => {
  openWindow(bench, '/system/nowhere')
  await waitFor(() => expect(address(bench)).toBe('/404?from=%2Fsystem%2Fnowhere'))
  expect(tabs().slice(0, 1)).toEqual(['首页'])
  expect(screen.queryByText('nowhere')).toBeNull()
})

test('a tab with unsaved changes asks before it is closed, and keeps what was typed if the person stays', async () => {
  openWindow(bench, EDITOR)
  await typeTitle('Cup of tea')
  fireEvent.click(screen.getByLabelText('关闭 编辑 杯p1'))
  fireEvent.click(await screen.findByText('留在这里'))
  await waitFor(() => expect(screen.queryByText('有没保存的修改')).toBeNull())
  expect([address(bench), tabs()]).toEqual([EDITOR, ['首页', '编辑 杯p1']])
  expect(screen.getByLabelText<HTMLTextAreaElement>('英文标题').value).toBe('Cup of tea')
})

test('a page that was left with its draft asks again before it is left the next time', async () => {
  openWindow(bench, EDITOR)
  await typeTitle('Cup of tea')
  for (const _time of [1, 2, 3]) {
    await leaveWithDraft(bench)
    fireEvent.click(tab('编辑 杯p1'))
    await waitFor(() => expect(address(bench)).toBe(EDITOR))
    expect(screen.getByLabelText<HTMLTextAreaElement>('英文标题').value).toBe('Cup of tea')
  }
})

test('a page whose draft is discarded after returning is left without a question, and so is the next', async () => {
  openWindow(bench, EDITOR)
  await typeTitle('Cup of tea')
  await leaveWithDraft(bench)
  fireEvent.click(tab('编辑 杯p1'))
  await waitFor(() => expect(address(bench)).toBe(EDITOR))
  fireEvent.click(screen.getByText('放弃修改'))
  for (const to of [DICTIONARIES, EDITOR, DICTIONARIES]) {
    await go(bench, to)
    await waitFor(() => expect(address(bench)).toBe(to))
  }
  expect(screen.queryByText('有没保存的修改')).toBeNull()
})
