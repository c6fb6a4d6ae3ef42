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

test('a page that is opened has one tab, and window and tab carry its name', async () => {
  openWindow(bench, DICTIONARIES)
  await search()
  expect(tabs()).toEqual(['首页', '数据字典'])
  expect(document.title).toBe('数据字典 · 货桥')
  await go(bench, `${DICTIONARIES}/new`)
  expect(tabs()).toEqual(['首页', '数据字典'])
})

test('a tab says 加载中... until its page knows what it shows', async () => {
  openWindow(bench, EDITOR)
  expect(tabs()).toEqual(['首页', '加载中...'])
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  expect(document.title).toBe('编辑 杯p1 · 货桥')
})

test('a page that cannot be read has a name of its kind, and one that cannot be read anew keeps its own', async () => {
  bench.isDown = true
  openWindow(bench, EDITOR)
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑商品']))
  bench.isDown = false
  fireEvent.click(await screen.findByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  bench.isDown = true
  await act(async () => {
    await queryClient.refetchQueries({ queryKey: ['getProduct'] })
    // What failed is drawn with the next timer.
    await new Promise((drawn) => setTimeout(drawn))
  })
  expect(tabs()).toEqual(['首页', '编辑 杯p1'])
})

test('a page left open is there as it was left, and asks nothing again', async () => {
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

test('a page that is refreshed is built anew and asks again, at its own address and tab', async () => {
  openWindow(bench, DICTIONARIES)
  // One that is still being read is not asked for twice.
  await screen.findByText(/^还没有字典/)
  fireEvent.change(await search(), { target: { value: '颜' } })
  fireEvent.contextMenu(tab('数据字典'))
  press('刷新页面')
  await waitFor(() => expect(bench.app.count(LIST)).toBe(2))
  expect((await search()).value).toBe('')
  expect([address(bench), tabs()]).toEqual([DICTIONARIES, ['首页', '数据字典']])
})

test('the tabs and their names are there after a reload, for the person who opened them only', async () => {
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

test('somebody else who logs in finds no page that was left open', async () => {
  openWindow(bench, DICTIONARIES)
  fireEvent.change(await search(), { target: { value: '颜' } })
  act(() => logIn('u2'))
  await waitFor(async () => expect((await search()).value).toBe(''))
})

test('an address that is no page leads to one that says so, and stands in no tab', async () => {
  openWindow(bench, '/system/nowhere')
  await waitFor(() => expect(address(bench)).toBe('/404?from=%2Fsystem%2Fnowhere'))
  expect(tabs().slice(0, 1)).toEqual(['首页'])
  expect(screen.queryByText('nowhere')).toBeNull()
})

test('a tab in which something is not saved asks before it is closed, and stays with what was typed', async () => {
  openWindow(bench, EDITOR)
  await typeTitle('Cup of tea')
  fireEvent.click(screen.getByLabelText('关闭 编辑 杯p1'))
  fireEvent.click(await screen.findByText('留在这里'))
  await waitFor(() => expect(screen.queryByText('有没保存的修改')).toBeNull())
  expect([address(bench), tabs()]).toEqual([EDITOR, ['首页', '编辑 杯p1']])
  expect(screen.getByLabelText<HTMLTextAreaElement>('英文标题').value).toBe('Cup of tea')
})

test('a page that was left with its draft and come back to asks again before it is left', async () => {
  openWindow(bench, EDITOR)
  await typeTitle('Cup of tea')
  for (const _time of [1, 2, 3]) {
    await leaveWithDraft(bench)
    fireEvent.click(tab('编辑 杯p1'))
    await waitFor(() => expect(address(bench)).toBe(EDITOR))
    expect(screen.getByLabelText<HTMLTextAreaElement>('英文标题').value).toBe('Cup of tea')
  }
})

test('a page whose draft is given up after coming back is left like any other, and so is the next', async () => {
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
