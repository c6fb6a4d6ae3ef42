import { expect, test } from 'vitest'
import { compareOrder } from './order-compare.rules.ts'
import type { OrderFacts, OrderLineFacts } from './order-compare.rules.ts'

const NOW = Date.UTC(2026, 10, 3)
const PATIENCE = {
  unbought: 1,
  placement: 1,
  signed: 1,
  shipping: 1,
  fulfilment: 1,
  unpushed: 1,
  window: 1,
  priceSlackPercent: 0,
}
/** Three pieces were ordered and bought; two arrived and were sent. */
const line: OrderLineFacts = {
  id: 'line',
  sku: 'CUP',
  title: '杯子',
  current: 3,
  returned: 0,
  fulfilled: 2,
  asksForGoods: true,
  hasSource: true,
  purchased: 3,
  received: 2,
  shipped: 2,
  held: 3,
  allocated: 2,
  reported: 2,
  allocatedAt: null,
  purchases: [{ id: 'purchase', number: 'CG1', alarm: false }],
}
const order = (over: Partial<OrderLineFacts>): OrderFacts => ({
  id: 'order',
  number: '#1001',
  state: 'part-shipped',
  paid: true,
  cancelled: false,
  orderedAt: new Date(NOW - 86_400_000),
  lines: [{ ...line, ...over }],
  shipments: [],
  sentIds: [],
})
const kinds = (over: Partial<OrderLineFacts>): string[] =>
  compareOrder(order(over), NOW, PATIENCE).map(({ kind }) => kind)

test('a piece that the shopper did not keep counts as bought in excess, unless it was sent and returned', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ current: 2 })).toEqual(['bought-twice'])
  expect(kinds({ current: 2, returned: 1 })).toEqual([])
})
