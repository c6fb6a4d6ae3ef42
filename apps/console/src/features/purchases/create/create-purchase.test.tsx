// @vitest-environment happy-dom
import type { OrderLine } from '@huoqiao/contract/orders/orders.schema'
import type { PurchasePlan } from '@huoqiao/contract/purchases/purchases.schema'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import CreatePurchaseDrawer from './create-purchase.drawer.tsx'

const LINES = 'GET /api/order/center/getOrderLines'
const PLAN = 'POST /api/purchase/center/planPurchase'
const CREATE = 'POST /api/purchase/center/createPurchaseOrder'
const LINE: OrderLine = {
  id: 'l1',
  orderId: 'o1',
  orderNumber: '#1001',
  storeName: '店',
  sku: '',
  title: '杯',
  variantTitle: '',
  image: null,
  variantId: null,
  productId: null,
  quantity: 1,
  current: 1,
  toBuy: 1,
  purchased: 0,
  placed: 0,
  received: 0,
  shipped: 0,
  fulfilled: 0,
  returned: 0,
  unitPriceMinor: 100,
  discountMinor: null,
  totalMinor: null,
  currency: 'USD',
  ignored: false,
  requiresShipping: true,
  source: null,
  can: {},
}
const SPARE: PurchasePlan = {
  groups: [],
  left: [],
  covers: [
    {
      orderId: 'o1',
      orderName: '#1001',
      storeName: '店',
      orderLineId: 'l1',
      saleQuantity: 1,
      pieces: 1,
      purchaseId: 'p1',
      purchaseNumber: 'CG1',
      title: '杯',
      specText: '',
      image: null,
      arrived: true,
      place: '',
    },
  ],
}
const MADE = { purchases: [], rows: { succeeded: 0, failed: 0, rows: [] }, repeated: false }

/** the call that is answered with an internal error */
let down: string | undefined
const bench = openPageBench(
  Object.fromEntries(
    [[LINES, [LINE]] as const, [PLAN, SPARE] as const, [CREATE, MADE] as const].map(([name, answer]) => [
      name,
      () => (name === down ? { code: 500, msg: '服务器没有回答' } : answer),
    ]),
  ),
)
beforeEach(() => {
  down = undefined
})
const asked = (): number[] => [LINES, PLAN, CREATE].map((name) => bench.app.count(name))
const open = (): void =>
  showPage(bench, <CreatePurchaseDrawer orderIds={['o1']} lineIds={[]} onClose={() => undefined} />, '/order/list')
async function retry(): Promise<void> {
  const failure = await screen.findByRole('alert')
  down = undefined
  fireEvent.click(within(failure).getByRole('button', { name: /重\s*试/ }))
}

test('after a failed read of the lines, 重试 reads the lines', async () => {
  down = LINES
  open()
  await retry()
  await screen.findByText('订单需求：1 行商品，买 1 件')
  await screen.findByRole('button', { name: '用余货，不再购买' })
  expect(asked()).toEqual([2, 1, 0])
})

test('after a failed plan, 重试 plans again', async () => {
  down = PLAN
  open()
  await retry()
  await screen.findByRole('button', { name: '用余货，不再购买' })
  expect(asked()).toEqual([1, 2, 0])
})

test('after a failed creation, 重试 creates again, with the same key', async () => {
  open()
  const create = await screen.findByRole('button', { name: '用余货，不再购买' })
  down = CREATE
  fireEvent.click(create)
  await retry()
  await screen.findByText('没有生成采购单')
  const bodies = bench.app.asked.filter(({ name }) => name === CREATE).map(({ body }) => body)
  expect(bodies).toEqual([bodies[0], bodies[0]])
})
