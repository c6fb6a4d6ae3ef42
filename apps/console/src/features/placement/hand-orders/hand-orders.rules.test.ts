import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import { expect, test } from 'vitest'
import { countKinds, searchOrders } from './hand-orders.rules.ts'

const order = (orderId: string, more: Partial<HandOrder> = {}): HandOrder => ({
  orderId,
  orderedAt: 0,
  status: 'waitbuyerpay',
  sellerName: '义乌厂',
  totalMinor: 100,
  paid: false,
  items: [{ title: '陶瓷花瓶 Vase', image: null, spec: '红', quantity: 1 }],
  purchase: null,
  reasons: [],
  together: [],
  obstacle: null,
  ...more,
})
const purchase = {
  id: 'p',
  number: 'CG001',
  state: 'to-place',
  supplierName: '广州行',
  pieces: 1,
  totalMinor: 100,
} as const
const ORDERS = [
  order('11'),
  order('12', { purchase }),
  order('13', { purchase, obstacle: '件数不同', items: [{ title: '碗', image: null, spec: '', quantity: 2 }] }),
]

test('hand-placed orders are found by number, seller, goods with spec, and the proposed purchase, all words together', () => {
  const found = (keyword: string) => searchOrders(ORDERS, keyword).map(({ orderId }) => orderId)
  expect(found('')).toEqual(['11', '12', '13'])
  expect(found('12')).toEqual(['12'])
  expect(found('vase 红')).toEqual(['11', '12'])
  expect(found('cg001 花瓶')).toEqual(['12'])
  expect(found('广州')).toEqual(['12', '13'])
  expect(found('义乌 碗')).toEqual(['13'])
  expect(found('没有')).toEqual([])
})

test('the tabs count the orders that can be taken over, that do not match, and that have no proposal', () => {
  expect(countKinds(ORDERS)).toEqual({ counts: { none: 1, ready: 1, mismatch: 1 }, all: 3, capped: [] })
})
