// @vitest-environment happy-dom
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import OrderDrawer from './order.drawer.tsx'

const BASE = '/api/order/center'
const AT = Date.UTC(2026, 0, 2, 3, 4, 5)
const NOTHING = {
  goods: 100,
  shipping: 0,
  tax: 0,
  taxIncluded: false,
  discount: 0,
  shippingDiscount: 0,
  tip: 0,
  duties: 0,
  other: 0,
  total: 100,
  refunded: 0,
  adjusted: 0,
  editedAway: 0,
  current: 100,
}
const ORDER: OrderDetail = {
  id: 'o1',
  version: 1,
  number: '#1001',
  storeId: 's1',
  storeName: '店',
  adminUrl: '',
  shopifyId: 'gid://shopify/Order/1',
  state: 'to-buy',
  payment: 'paid',
  tracking: 'none',
  financialStatus: 'PAID',
  fulfillmentStatus: 'UNFULFILLED',
  returnStatus: 'NO_RETURN',
  cancelReason: null,
  risk: 'none',
  riskAdvice: null,
  flags: [],
  holdReason: null,
  note: '',
  tags: [],
  currency: 'USD',
  amounts: NOTHING,
  presentment: { minor: 100, currency: 'USD' },
  profit: {
    saleMinor: 700,
    goodsMinor: 0,
    freightMinor: 0,
    abroadMinor: null,
    abroadBasis: 'unknown',
    feeMinor: 0,
    profitMinor: 700,
    basis: 'expected',
    parts: null,
    rate: '7',
    rateDay: '2026-01-02',
  },
  profitMissing: null,
  person: {
    name: null,
    email: null,
    phone: null,
    address: [],
    country: null,
    note: '',
    masked: false,
    status: 'absent',
  },
  lines: [],
  fulfillments: [],
  events: [],
  createdAt: AT,
  shopUpdatedAt: AT,
  readAt: AT,
  cancelledAt: null,
  closedAt: null,
  can: { noteOrder: true },
}

let order: OrderDetail
let closed: number
/** Changes the order on the server, as the shop or another person does. */
const move = (more: Partial<OrderDetail>): void => void (order = { ...order, ...more, version: order.version + 1 })
const bench = openPageBench({
  [`GET ${BASE}/getOrder`]: () => order,
  'GET /api/shopify/store/getAllShopifyStores': () => [],
  [`POST ${BASE}/noteOrder`]({ body }) {
    const { version, note } = JSON.parse(body) as { version: number; note?: string }
    if (version !== order.version)
      return { code: 409, msg: '已被改过', data: { refusal: 'stale', what: '已被改过', current: order } }
    move({ note: note ?? '' })
    return order
  },
})
beforeEach(async () => {
  order = ORDER
  closed = 0
  showPage(
    bench,
    <OrderDrawer orderId="o1" onClose={() => (closed += 1)} onRelate={() => undefined} onBuy={() => undefined} />,
    '/order/list?order=o1',
  )
  await screen.findByLabelText('订单备注')
})
const note = (): string => screen.getByLabelText<HTMLTextAreaElement>('订单备注').value
const type = (text: string): boolean => fireEvent.change(screen.getByLabelText('订单备注'), { target: { value: text } })
const press = (name: RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }))
const readAgain = (): Promise<void> =>
  act(async () => {
    await queryClient.refetchQueries()
    // The new data is rendered in the next timer.
    await new Promise((drawn) => setTimeout(drawn))
  })

test('a note that is being typed stays when the order changes, and is saved on the new version without a question', async () => {
  type('客户催过')
  move({ state: 'buying' })
  await readAgain()
  expect([note(), screen.getAllByText('采购中').length]).toEqual(['客户催过', 1])
  press(/保存备注$/)
  await waitFor(() => expect(toasts()).toEqual(['备注已保存']))
  expect(order.note).toBe('客户催过')
  await readAgain()
  expect([note(), screen.queryByRole('button', { name: /保存备注$/ })]).toEqual(['客户催过', null])
})

test('a note that somebody else saved meanwhile is shown, and mine overwrites it only on confirmation', async () => {
  type('客户催过')
  move({ note: '别人写的' })
  await readAgain()
  press(/保存备注$/)
  await screen.findByText(/现在的备注是：别人写的/)
  expect([note(), order.note]).toEqual(['客户催过', '别人写的'])
  press(/仍用我的/)
  await waitFor(() => expect(order.note).toBe('客户催过'))
  await waitFor(() => expect(screen.queryByText(/现在的备注是/)).toBeNull())
})

test('a note that somebody else saved can be taken instead', async () => {
  type('客户催过')
  move({ note: '别人写的' })
  press(/保存备注$/)
  await screen.findByText(/现在的备注是：别人写的/)
  press(/采用它/)
  await waitFor(() => expect(note()).toBe('别人写的'))
  await waitFor(() => expect(screen.queryByText(/现在的备注是/)).toBeNull())
  expect(screen.queryByRole('button', { name: /保存备注$/ })).toBeNull()
})

test('a note that nobody is editing shows what was saved', async () => {
  move({ note: '别人写的' })
  await readAgain()
  expect([note(), screen.queryByRole('button', { name: /保存备注$/ })]).toEqual(['别人写的', null])
})

test('a click beside the order does not lose a note that is being typed', async () => {
  const clickBeside = (): boolean => fireEvent.click(document.querySelector('.ant-drawer-mask')!)
  type('客户催过')
  clickBeside()
  expect(closed).toBe(0)
  press(/保存备注$/)
  await waitFor(() => expect(screen.queryByRole('button', { name: /保存备注$/ })).toBeNull())
  clickBeside()
  expect(closed).toBe(1)
})

test('an international freight that is being typed stays when the order changes', async () => {
  press(/录入国际运费/)
  fireEvent.change(screen.getByLabelText('国际运费'), { target: { value: '12.5' } })
  move({ state: 'buying' })
  await readAgain()
  expect(screen.getByLabelText<HTMLInputElement>('国际运费').value).toBe('12.5')
})
