// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  address,
  closeWindow,
  DICTIONARIES,
  EDITOR,
  go,
  openShellBench,
  openWindow,
  press,
  search,
  tab,
  tabs,
  typeTitle,
} from '../../../test/shell-bench.tsx'

const QUESTION = '有没保存的修改'
const ROLES = '/system/role'
const ALL = ['首页', '数据字典', '角色管理', '编辑 杯p1']

const bench = openShellBench({ 'GET /admin/role/queryRoles': () => ({ list: [], total: 0, page: 1 }) })

/** Opens 首页, two lists and, as the current page, a product. */
async function openAll(): Promise<void> {
  openWindow(bench, DICTIONARIES)
  await search()
  for (const [to, title] of [
    [ROLES, '角色管理'],
    [EDITOR, '编辑 杯p1'],
  ] as const) {
    await go(bench, to)
    await waitFor(() => expect(tabs()).toContain(title))
  }
  expect(tabs()).toEqual(ALL)
}
function choose(entry: string, of: string): void {
  fireEvent.contextMenu(tab(of))
  press(entry)
}
const titleNow = (): string => screen.getByLabelText<HTMLTextAreaElement>('英文标题').value
const answer = async (text: string): Promise<void> => {
  fireEvent.click(await screen.findByText(text))
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
}

test('关闭其他 on the current tab leaves it and 首页, and stays on the page', async () => {
  await openAll()
  choose('关闭其他', '编辑 杯p1')
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  expect(address(bench)).toBe(EDITOR)
})

test('关闭其他 on another tab opens it, and closes all others after that', async () => {
  await openAll()
  choose('关闭其他', '数据字典')
  await waitFor(() => expect(tabs()).toEqual(['首页', '数据字典']))
  expect(address(bench)).toBe(DICTIONARIES)
})

test('关闭所有 opens 首页 and closes all other tabs', async () => {
  await openAll()
  choose('关闭所有', '数据字典')
  await waitFor(() => expect(tabs()).toEqual(['首页']))
  expect(address(bench)).toBe('/')
})

test('关闭当前 on a background tab leaves the current page with what was typed, and asks nothing', async () => {
  await openAll()
  await typeTitle('Cup of tea')
  choose('关闭当前', '数据字典')
  await waitFor(() => expect(tabs()).toEqual(['首页', '角色管理', '编辑 杯p1']))
  expect([address(bench), titleNow(), screen.queryByText(QUESTION)]).toEqual([EDITOR, 'Cup of tea', null])
})

test('关闭其他 on the current tab asks nothing about what was typed in it', async () => {
  await openAll()
  await typeTitle('Cup of tea')
  choose('关闭其他', '编辑 杯p1')
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  expect([titleNow(), screen.queryByText(QUESTION)]).toEqual(['Cup of tea', null])
})

test.each([
  ['关闭其他', '数据字典'],
  ['关闭其他', '首页'],
  ['关闭所有', '角色管理'],
  ['关闭所有', '编辑 杯p1'],
  ['关闭当前', '编辑 杯p1'],
  ['刷新页面', '编辑 杯p1'],
])('%s on %s asks if something is not saved, and 留在这里 keeps every tab', async (entry, of) => {
  await openAll()
  await typeTitle('Cup of tea')
  choose(entry, of)
  await answer('留在这里')
  expect([tabs(), address(bench), titleNow()]).toEqual([ALL, EDITOR, 'Cup of tea'])
})

test.each([
  ['关闭其他', '数据字典', DICTIONARIES, ['首页', '数据字典']],
  ['关闭所有', '数据字典', '/', ['首页']],
])(
  '%s continues after 留着草稿离开, and the draft is there when the page is opened again',
  async (entry, of, at, left) => {
    await openAll()
    await typeTitle('Cup of tea')
    choose(entry, of)
    await answer('留着草稿离开')
    await waitFor(() => expect(tabs()).toEqual(left))
    expect(address(bench)).toBe(at)
    await go(bench, EDITOR)
    await screen.findByLabelText('英文标题')
    expect(titleNow()).toBe('Cup of tea')
  },
)

test('刷新页面 continues after 留着草稿离开, and renders the page again with its draft', async () => {
  await openAll()
  await typeTitle('Cup of tea')
  const read = bench.app.count('GET /api/alibaba/product/getProduct')
  choose('刷新页面', '编辑 杯p1')
  await answer('留着草稿离开')
  await waitFor(() => expect(bench.app.count('GET /api/alibaba/product/getProduct')).toBe(read + 1))
  await waitFor(() => expect(screen.queryByLabelText('英文标题')).not.toBeNull())
  expect([tabs(), address(bench), titleNow()]).toEqual([ALL, EDITOR, 'Cup of tea'])
})

test('a cancelled closing is not carried out later, when the person goes to that page in another way', async () => {
  await openAll()
  await typeTitle('Cup of tea')
  choose('关闭其他', '数据字典')
  await answer('留在这里')
  fireEvent.click(tab('数据字典'))
  await answer('留着草稿离开')
  await waitFor(() => expect(address(bench)).toBe(DICTIONARIES))
  await search()
  expect(tabs()).toEqual(ALL)
})

test('a completed closing is not repeated by a reload, nor by the back button', async () => {
  await openAll()
  choose('关闭其他', '数据字典')
  await waitFor(() => expect(tabs()).toEqual(['首页', '数据字典']))
  const { state } = window.history as { state: unknown }
  closeWindow(bench)
  openWindow(bench, DICTIONARIES)
  window.history.replaceState(state, '', DICTIONARIES)
  await search()
  await go(bench, ROLES)
  await waitFor(() => expect(tabs()).toEqual(['首页', '数据字典', '角色管理']))
  await act(() => bench.router.navigate(-1))
  await waitFor(() => expect(address(bench)).toBe(DICTIONARIES))
  expect(tabs()).toEqual(['首页', '数据字典', '角色管理'])
})

test('a background page, left with its draft, is closed by 关闭所有 and keeps its draft', async () => {
  await openAll()
  await typeTitle('Cup of tea')
  await go(bench, DICTIONARIES)
  await answer('留着草稿离开')
  await waitFor(() => expect(address(bench)).toBe(DICTIONARIES))
  choose('关闭所有', '数据字典')
  await waitFor(() => expect(tabs()).toEqual(['首页']))
  await go(bench, EDITOR)
  await screen.findByLabelText('英文标题')
  expect(titleNow()).toBe('Cup of tea')
})

test('the middle button closes a tab as its close icon does, and never 首页', async () => {
  await openAll()
  const middle = (title: string): boolean =>
    fireEvent(tab(title), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  middle('首页')
  middle('编辑 杯p1')
  await waitFor(() => expect(tabs()).toEqual(['首页', '数据字典', '角色管理']))
  expect(address(bench)).toBe(ROLES)
  fireEvent.contextMenu(tab('首页'))
  expect(screen.queryByText('关闭当前')).toBeNull()
})
