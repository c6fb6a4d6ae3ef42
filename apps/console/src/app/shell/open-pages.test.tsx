// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveInto, openApp } from '../../../test/app.ts'
import { logIn, PERSON } from '../../../test/person.ts'
import { productOf } from '../../../test/product.ts'
import { session, toast } from '../../lib/client.ts'
import { openSessionStorage } from '../../lib/local-storage.ts'
import { queryClient } from '../../lib/query-client.ts'
import Shell from './shell.tsx'

const LIST = 'GET /admin/dictionary/queryDictionaries'
const DICTIONARIES = '/system/dictionaries'
const EDITOR = '/shop/product/edit?id=p1'

let app: Awaited<ReturnType<typeof openApp>>
let router: ReturnType<typeof createBrowserRouter>
let isDown: boolean
beforeEach(async () => {
  isDown = false
  app = await openApp({
    'GET /admin/login/safe_userMession': () => {
      const { userInfo, apiRight } = session.get()
      return { userInfo, apiRight, roleIds: [], environment: 'sandbox', serverTime: 0 }
    },
    'GET /admin/menu/queryMenuByRoleId': () => [],
    'GET /admin/preference/queryPreferences': () => ({ list: [] }),
    'POST /admin/preference/savePreferences': () => ({ code: 200, data: null }),
    'GET /api/alibaba/product/getProduct': ({ query }) =>
      isDown ? { code: 500, msg: '服务器没有回答' } : productOf(query.get('productId') ?? ''),
    'GET /api/alibaba/product/getProductDraft': () => ({ code: 200, data: null }),
    'POST /api/alibaba/product/saveProductDraft': () => ({ savedAt: Date.now() }),
    [LIST]: () => ({ list: [], total: 0, page: 1 }),
  })
  moveInto(app.origin)
  logIn()
})
afterEach(() => {
  closeWindow()
  for (const id of [PERSON.id, 'u2']) openSessionStorage().removeItem(`huoqiao:tabs:${id}`)
  session.end()
  localStorage.clear()
  for (const one of toast.get()) toast.close(one.id)
  app.close()
})

function closeWindow(): void {
  cleanup()
  router.dispose()
  queryClient.clear()
}
function open(address: string): void {
  window.history.replaceState(null, '', address)
  router = createBrowserRouter([{ path: '*', element: <Shell /> }])
  render(<RouterProvider router={router} />)
}
const go = (to: string): Promise<void> => act(() => router.navigate(to))
const address = (): string => router.state.location.pathname + router.state.location.search
const row = (): HTMLElement => screen.getByRole('tablist', { name: '打开的页面' })
const tabs = (): (string | null)[] =>
  within(row())
    .getAllByRole('tab')
    .map((one) => one.textContent)
const tab = (title: string): HTMLElement => within(row()).getByText(title)
const press = (text: string): boolean => fireEvent.click(screen.getByText(text))
const search = (): Promise<HTMLInputElement> => screen.findByLabelText<HTMLInputElement>('编码或名称')
const typeTitle = async (text: string): Promise<boolean> =>
  fireEvent.change(await screen.findByLabelText('英文标题'), { target: { value: text } })
async function leaveWithDraft(): Promise<void> {
  await go(DICTIONARIES)
  fireEvent.click(await screen.findByText('留着草稿离开'))
  await waitFor(() => expect(screen.queryByText('留着草稿离开')).toBeNull())
  expect(address()).toBe(DICTIONARIES)
}

test('a page that is opened has one tab, and window and tab carry its name', async () => {
  open(DICTIONARIES)
  await search()
  expect(tabs()).toEqual(['首页', '数据字典'])
  expect(document.title).toBe('数据字典 · 货桥')
  await go(`${DICTIONARIES}/new`)
  expect(tabs()).toEqual(['首页', '数据字典'])
})

test('a tab says 加载中... until its page knows what it shows', async () => {
  open(EDITOR)
  expect(tabs()).toEqual(['首页', '加载中...'])
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  expect(document.title).toBe('编辑 杯p1 · 货桥')
})

test('a page that cannot be read has a name of its kind, and one that cannot be read anew keeps its own', async () => {
  isDown = true
  open(EDITOR)
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑商品']))
  isDown = false
  fireEvent.click(await screen.findByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  isDown = true
  await act(async () => {
    await queryClient.refetchQueries({ queryKey: ['getProduct'] })
    // What failed is drawn with the next timer.
    await new Promise((drawn) => setTimeout(drawn))
  })
  expect(tabs()).toEqual(['首页', '编辑 杯p1'])
})

test('a page left open is there as it was left, and asks nothing again', async () => {
  open(DICTIONARIES)
  fireEvent.change(await search(), { target: { value: '颜色' } })
  await waitFor(() => expect(app.count(LIST)).toBe(2))
  await go(EDITOR)
  await screen.findByLabelText('英文标题')
  fireEvent.click(tab('数据字典'))
  expect((await search()).value).toBe('颜色')
  expect([address(), app.count(LIST)]).toEqual([`${DICTIONARIES}?keyword=%E9%A2%9C%E8%89%B2`, 2])
})

test('a page whose tab was closed is a new one when it is opened again', async () => {
  open(DICTIONARIES)
  fireEvent.change(await search(), { target: { value: '颜色' } })
  await go(EDITOR)
  await screen.findByLabelText('英文标题')
  fireEvent.click(screen.getByLabelText('关闭 数据字典'))
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  expect(address()).toBe(EDITOR)
  await go(DICTIONARIES)
  expect((await search()).value).toBe('')
})

test('a page that is refreshed is built anew and asks again, at its own address and tab', async () => {
  open(DICTIONARIES)
  fireEvent.change(await search(), { target: { value: '颜' } })
  fireEvent.contextMenu(tab('数据字典'))
  press('刷新页面')
  await waitFor(() => expect(app.count(LIST)).toBe(2))
  expect((await search()).value).toBe('')
  expect([address(), tabs()]).toEqual([DICTIONARIES, ['首页', '数据字典']])
})

test('the tabs and their names are there after a reload, for the person who opened them only', async () => {
  open(EDITOR)
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1']))
  closeWindow()
  open(DICTIONARIES)
  await waitFor(() => expect(tabs()).toEqual(['首页', '编辑 杯p1', '数据字典']))
  closeWindow()
  logIn('u2')
  open(DICTIONARIES)
  await search()
  expect(tabs()).toEqual(['首页', '数据字典'])
})

test('somebody else who logs in finds no page that was left open', async () => {
  open(DICTIONARIES)
  fireEvent.change(await search(), { target: { value: '颜' } })
  act(() => logIn('u2'))
  await waitFor(async () => expect((await search()).value).toBe(''))
})

test('an address that is no page leads to one that says so, and stands in no tab', async () => {
  open('/system/nowhere')
  await waitFor(() => expect(address()).toBe('/404?from=%2Fsystem%2Fnowhere'))
  expect(tabs().slice(0, 1)).toEqual(['首页'])
  expect(screen.queryByText('nowhere')).toBeNull()
})

test('a tab in which something is not saved asks before it is closed, and stays with what was typed', async () => {
  open(EDITOR)
  await typeTitle('Cup of tea')
  fireEvent.click(screen.getByLabelText('关闭 编辑 杯p1'))
  fireEvent.click(await screen.findByText('留在这里'))
  await waitFor(() => expect(screen.queryByText('有没保存的修改')).toBeNull())
  expect([address(), tabs()]).toEqual([EDITOR, ['首页', '编辑 杯p1']])
  expect(screen.getByLabelText<HTMLTextAreaElement>('英文标题').value).toBe('Cup of tea')
})

test('a page that was left with its draft and come back to asks again before it is left', async () => {
  open(EDITOR)
  await typeTitle('Cup of tea')
  for (const _time of [1, 2, 3]) {
    await leaveWithDraft()
    fireEvent.click(tab('编辑 杯p1'))
    await waitFor(() => expect(address()).toBe(EDITOR))
    expect(screen.getByLabelText<HTMLTextAreaElement>('英文标题').value).toBe('Cup of tea')
  }
})

test('a page whose draft is given up after coming back is left like any other, and so is the next', async () => {
  open(EDITOR)
  await typeTitle('Cup of tea')
  await leaveWithDraft()
  fireEvent.click(tab('编辑 杯p1'))
  await waitFor(() => expect(address()).toBe(EDITOR))
  fireEvent.click(screen.getByText('放弃修改'))
  for (const to of [DICTIONARIES, EDITOR, DICTIONARIES]) {
    await go(to)
    await waitFor(() => expect(address()).toBe(to))
  }
  expect(screen.queryByText('有没保存的修改')).toBeNull()
})
