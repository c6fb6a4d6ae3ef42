// @vitest-environment happy-dom
import type { OrderRow } from '@huoqiao/contract/orders/orders.schema'
import type { OrderState } from '@huoqiao/contract/orders/orders.status'
import type { Can } from '@huoqiao/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { PERSON } from '../../../../test/person.ts'
import { session } from '../../../lib/client.ts'
// Fills the slot for shipping orders.
import '../../deliveries/deliveries.routes.tsx'
import OrderListPage from './order-list.page.tsx'

const BASE = '/api/order/center'
const AT = Date.UTC(2026, 0, 2, 3, 4, 5)
const orderOf = (id: string, state: OrderState): OrderRow => ({
  id,
  number: `#${id}`,
  store: 0,
  state,
  payment: 'paid',
  tracking: 'none',
  total: 100,
  currency: 'USD',
  profit: null,
  country: 'US',
  customer: null,
  lines: 1,
  pieces: 1,
  flags: [],
  at: AT,
})
const STEPS: Can = {
  noteOrder: true,
  ignoreLines: true,
  exportShopifyOrderSkuInfo: true,
  confirmOrders: '没有要放行的',
}
const CANS: Partial<Record<OrderState, Can>> = {
  'to-buy': { ...STEPS, createPurchaseOrder: true, holdOrders: true, releaseOrders: '没有搁置' },
  held: { ...STEPS, createPurchaseOrder: '搁置中', holdOrders: '已经搁置', releaseOrders: true },
  'to-ship': { ...STEPS, createPurchaseOrder: '都买了', holdOrders: true, releaseOrders: '没有搁置' },
}

let orders: OrderRow[]
/** ids that the server refuses */
let refused: Set<string>
let areLinesDown: boolean
const outcomeOf = (ids: readonly string[], message: string) => {
  const rows = ids.map((key) => ({ key, ok: !refused.has(key), message: refused.has(key) ? message : '' }))
  const failed = rows.filter(({ ok }) => !ok).length
  const outcome = { succeeded: rows.length - failed, failed, rows }
  return outcome.succeeded > 0 ? outcome : { code: 409, msg: message, data: outcome }
}
const move = (ids: readonly string[], state: OrderState): void => {
  orders = orders.map((one) => (ids.includes(one.id) && !refused.has(one.id) ? { ...one, state } : one))
}
const bench = openPageBench({
  [`GET ${BASE}/getOrdersByCondition`]: ({ query }) => {
    const state = query.get('state')
    const list = orders.filter((one) => state === null || one.state === state)
    return { list, total: list.length, page: 1, stores: [{ id: 's1', name: '店' }], cans: CANS, pulledAt: AT }
  },
  [`GET ${BASE}/getOrderCountByState`]: () => ({ counts: {}, all: orders.length, capped: [] }),
  [`GET ${BASE}/getOrderLines`]: () => (areLinesDown ? { code: 500, msg: '服务器没有回答' } : []),
  'GET /admin/dictionary/queryDictionariesByCodes': () => [],
  'GET /api/shopify/store/getAllShopifyStores': () => [],
  [`POST ${BASE}/holdOrders`]({ body }) {
    const { orderIds } = JSON.parse(body) as { orderIds: string[] }
    move(orderIds, 'held')
    return outcomeOf(orderIds, '已在店铺发货')
  },
  [`POST ${BASE}/releaseOrders`]: ({ body }) =>
    outcomeOf((JSON.parse(body) as { orderIds: string[] }).orderIds, '没有搁置'),
})
beforeEach(() => {
  refused = new Set()
  areLinesDown = false
  orders = [orderOf('1001', 'to-buy'), orderOf('1002', 'to-buy'), orderOf('1003', 'held'), orderOf('1004', 'to-ship')]
})

async function open(at = '/order/list'): Promise<void> {
  showPage(bench, <OrderListPage />, at)
  await screen.findByText('#1001')
}
const box = (id: string): HTMLInputElement => screen.getByRole('checkbox', { name: `选择 #${id}` })
const choose = (...ids: string[]): void => ids.forEach((id) => fireEvent.click(box(id)))
const chosen = (): string[] => orders.map(({ id }) => id).filter((id) => box(id)?.checked)
const bar = (): HTMLElement => screen.getByRole('toolbar', { name: '批量操作' })
const button = (name: RegExp): HTMLButtonElement => within(bar()).getByRole('button', { name })
const offered = (): string[] =>
  ['生成采购单', '关联货源', '发货', '确认放行', '搁置', '取消搁置', '导出'].filter(
    (text) => !button(new RegExp(`^(loading )?${Array.from(text).join(String.raw`\s*`)}$`)).disabled,
  )
async function hold(reason: string): Promise<void> {
  fireEvent.click(button(/^搁\s*置$/))
  fireEvent.change(await screen.findByLabelText('原因'), { target: { value: reason } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^搁\s*置$/ }))
}

test.each([
  [['1001'], ['生成采购单', '搁置', '导出']],
  [['1003'], ['取消搁置', '导出']],
  [['1004'], ['发货', '搁置', '导出']],
  [
    ['1001', '1003'],
    ['生成采购单', '搁置', '取消搁置', '导出'],
  ],
])('for %j the bar offers %j', async (ids, actions) => {
  await open()
  choose(...ids)
  expect(bar().textContent).toContain(`已选 ${ids.length} 项`)
  expect(offered()).toEqual(actions)
})

test('an action that is possible for none of the selected orders shows the reason', async () => {
  await open()
  choose('1003')
  expect(button(/^生成采购单$/).title).toBe('搁置中')
  expect(button(/^发\s*货$/).title).toContain('货到了才能发')
  expect(button(/^关联货源$/).title).toBe('选中的订单都有货源')
})

test('without the right an action is not offered, whatever the order allows', async () => {
  const { holdOrders, ...rest } = CALLS
  expect(holdOrders.path).toContain('holdOrders')
  session.refresh(
    PERSON,
    Object.values(rest)
      .map(({ path }) => path)
      .join(','),
  )
  await open()
  choose('1001')
  expect(offered()).toEqual(['生成采购单', '导出'])
  expect(button(/^搁\s*置$/).title).toBe('没有操作权限，请管理员在角色管理中授权')
})

test('发货 includes those of the selected orders for which goods may have arrived', async () => {
  await open()
  choose('1001', '1004')
  fireEvent.click(button(/^发\s*货$/))
  await waitFor(() => {
    const asked = bench.app.asked.find(({ name }) => name.endsWith('/getShippable'))
    expect(`${asked?.query} ${asked?.body}`).toContain('1004')
    expect(`${asked?.query} ${asked?.body}`).not.toContain('1001')
  })
})

test('the outcome lists refused orders with their numbers and reasons, and they stay selected where they leave the tab', async () => {
  refused.add('1002')
  await open('/order/list?state=to-buy')
  choose('1001', '1002')
  await hold('客户要求')
  const answer = await screen.findByRole('region', { name: '搁置的结果' })
  expect(answer.textContent).toContain('部分成功：1 成功，1 失败')
  expect(within(answer).getAllByRole('group')[0]!.textContent).toBe('已在店铺发货1 条#1002')
  await waitFor(() => expect(screen.queryByText('#1001', { selector: 'li *' })).toBeNull())
  expect(bar().textContent).toContain('已选 1 项')
  expect(box('1002').checked).toBe(true)
})

test('lines that can’t be read are not shown as loading, and can be read again', async () => {
  areLinesDown = true
  await open()
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('服务器没有回答')
  expect(screen.getAllByText(/^商品没有读到/)).toHaveLength(orders.length)
  areLinesDown = false
  fireEvent.click(within(failure).getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(screen.queryByText(/^商品没有读到/)).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('orders that stay on the list stay selected, for the next action', async () => {
  await open()
  choose('1001', '1002')
  await hold('客户要求')
  await waitFor(() => expect(orders.map(({ state }) => state)).toEqual(['held', 'held', 'held', 'to-ship']))
  await waitFor(() => expect(offered()).toEqual(['取消搁置', '导出']))
  expect(chosen()).toEqual(['1001', '1002'])
})

test('an action that was refused for every row shows the reason per row and keeps the selection', async () => {
  refused = new Set(['1003'])
  await open()
  choose('1003')
  fireEvent.click(button(/^取消搁置$/))
  const answer = await screen.findByRole('region', { name: '取消搁置的结果' })
  expect(answer.textContent).toContain('全部失败（1）')
  expect(answer.textContent).toContain('没有搁置')
  expect(chosen()).toEqual(['1003'])
})

test('another tab deselects what it does not show', async () => {
  await open()
  choose('1001', '1003')
  fireEvent.click(within(screen.getByRole('tablist', { name: '状态' })).getByRole('tab', { name: /搁置/ }))
  await waitFor(() => expect(screen.queryByText('#1001')).toBeNull())
  expect(bar().textContent).toContain('已选 1 项')
})

const fields = (): object => Object.fromEntries(new URLSearchParams(bench.router.state.location.search))

test.each(['?settings=rates', '?desk=rates'])(
  'the address %s opens 拉单与汇率 at its tab, and closing removes it',
  async (search) => {
    await open(`/order/list${search}&state=to-buy`)
    const drawer = await screen.findByRole('dialog')
    expect(drawer.textContent).toContain('拉单与汇率')
    expect(within(drawer).getByRole('radio', { name: '汇率' })).toHaveProperty('checked', true)
    fireEvent.click(within(drawer).getByRole('radio', { name: '国际运费' }))
    await waitFor(() => expect(fields()).toEqual({ state: 'to-buy', settings: 'freights' }))
    fireEvent.click(within(drawer).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(fields()).toEqual({ state: 'to-buy' }))
  },
)
