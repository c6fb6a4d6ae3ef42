// @vitest-environment happy-dom
import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draw, enterApp, leaveApp } from '../../test/page.tsx'
import type { OpenedApp } from '../../test/page.tsx'
import { productOf } from '../../test/product.ts'
import ProductListPage from '../features/products/list/product-list.page.tsx'
import { toast } from '../lib/client.ts'

const LIST = 'GET /api/alibaba/product/getProductsByCondition'
const COUNTS = 'GET /api/alibaba/product/getProductCountByState'
const RECYCLE = 'POST /api/alibaba/product/batchDeleteProducts'
const DOWN = { code: 500, msg: '服务器没有回答' }

type Outcome = { succeeded: number; failed: number; rows: { key: string; ok: boolean; message: string }[] }
let app: OpenedApp
let products: ProductCard[]
let down: Set<string>
/** products that cannot be deleted */
let stuck: Set<string>
beforeEach(async () => {
  products = Array.from({ length: 30 }, (_none, at) => productOf(`p${at + 1}`))
  down = new Set()
  stuck = new Set()
  const outcomeOf = (ids: readonly string[]): Outcome => {
    const rows = ids.map((key) => ({ key, ok: !stuck.has(key), message: stuck.has(key) ? '还在店铺里在线' : '已移走' }))
    const failed = rows.filter(({ ok }) => !ok).length
    products = products.filter(({ id }) => stuck.has(id) || !ids.includes(id))
    return { succeeded: rows.length - failed, failed, rows }
  }
  app = await enterApp({
    [LIST]({ query }) {
      if (down.has(LIST) || down.has(`page ${query.get('page')} of ${query.get('pageSize')}`)) return DOWN
      const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))]
      return { list: products.slice((page - 1) * size, page * size), total: products.length, page }
    },
    [COUNTS]: () => ({ all: products.length, capped: [], counts: {} }),
    'GET /api/shopify/store/getAllShopifyStores': () => [],
    [RECYCLE]: ({ body }) =>
      down.has(RECYCLE) ? DOWN : outcomeOf((JSON.parse(body) as { productIds: string[] }).productIds),
  })
})
afterEach(() => leaveApp(app))

async function open(): Promise<void> {
  draw(<ProductListPage />)
  await screen.findByText('杯p1')
}
const box = (name: string): HTMLInputElement | null => screen.queryByLabelText(`选择 ${name}`)
const choose = (...names: string[]): void => {
  for (const name of names) fireEvent.click(box(name)!)
}
const bar = (): HTMLElement => screen.getByRole('toolbar', { name: '批量操作' })
const chosen = (): string | null => within(bar()).getByText(/^已选/).textContent
const press = (text: string): boolean => fireEvent.click(within(bar()).getByText(text))
async function recycle(): Promise<void> {
  fireEvent.click(within(bar()).getByText(/更多/))
  fireEvent.click(await screen.findByRole('menuitem', { name: '移到回收站' }))
  await screen.findByText(/移到回收站？/)
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '移到回收站' }))
}

test('the bar appears as soon as a row is selected and disappears with the selection', async () => {
  await open()
  expect(screen.queryByRole('toolbar')).toBeNull()
  choose('杯p1', '杯p2')
  expect(chosen()).toBe('已选 2 项')
  press('选中本页 24 项')
  expect(chosen()).toBe('已选 24 项')
  press('取消选择')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('all rows of the list are selected on request, beyond the page as well, and one can be deselected', async () => {
  await open()
  choose('杯p1')
  press('选中全部 30 项')
  await waitFor(() => expect(chosen()).toBe('已选 30 项'))
  choose('杯p2')
  expect(chosen()).toBe('已选 29 项')
  await recycle()
  await waitFor(() => expect(products.map(({ id }) => id)).toEqual(['p2']))
})

test('if not all rows can be read, the former selection stays', async () => {
  down.add('page 1 of 200')
  await open()
  choose('杯p1', '杯p2')
  press('选中全部 30 项')
  await waitFor(() => expect(toast.get().map(({ text }) => text)).toEqual(['服务器没有回答']))
  expect(chosen()).toBe('已选 2 项')
  expect(within(bar()).getByText('选中全部 30 项')).toBeDefined()
})

test('with other filters, rows beyond the page are deselected', async () => {
  await open()
  choose('杯p1')
  press('选中全部 30 项')
  await waitFor(() => expect(chosen()).toBe('已选 30 项'))
  fireEvent.click(screen.getByRole('tab', { name: /^已认领/ }))
  await waitFor(() => expect(chosen()).toBe('已选 24 项'))
})

test('the outcome of each row is shown by its name and cause; failed rows stay selected, the others are gone', async () => {
  stuck.add('p2')
  await open()
  choose('杯p1', '杯p2', '杯p3')
  await recycle()
  const answer = await screen.findByRole('region', { name: '移到回收站的结果' })
  expect(answer.textContent).toContain('部分成功：2 成功，1 失败')
  const [failed, done] = within(answer).getAllByRole('group')
  expect([failed!.textContent, done!.textContent]).toEqual(['还在店铺里在线1 条杯p2', '已移走2 条杯p1杯p3'])
  await waitFor(() => expect(chosen()).toBe('已选 1 项'))
  expect(box('杯p2')?.checked).toBe(true)
})

test('a call that fails as a whole is shown per row and keeps the selection', async () => {
  down.add(RECYCLE)
  await open()
  choose('杯p1', '杯p2')
  await recycle()
  const answer = await screen.findByRole('region', { name: '移到回收站的结果' })
  expect(within(answer).getByRole('group').textContent).toBe('服务器没有回答2 条杯p1杯p2')
  expect(chosen()).toBe('已选 2 项')
})

test('a list whose refresh fails keeps its rows and the selection, shows the error, and can be tried again', async () => {
  await open()
  choose('杯p1', '杯p2')
  down.add(LIST)
  await recycle()
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('服务器没有回答')
  expect(box('杯p1')).not.toBeNull()
  expect(chosen()).toBe('已选 2 项')
  down.delete(LIST)
  fireEvent.click(within(note).getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(box('杯p1')).toBeNull())
  expect([screen.queryByRole('alert'), screen.queryByRole('toolbar')]).toEqual([null, null])
})
