import { afterAll, beforeAll, expect, it } from 'vitest'
import { Script } from 'node:vm'
import type { Simulator } from '../../../compose.ts'
import { openTestShop, startSimulator } from '../shopify-client.testing.ts'
import type { TestShop } from '../shopify-client.testing.ts'
import { openCounter } from './orders.testing.ts'
import type { Counter, Witness } from './orders.testing.ts'

let sim: Simulator
let restart: () => Promise<Simulator>
let stop: () => Promise<void>
let shop: TestShop
let counter: Counter

beforeAll(async () => {
  ;({ sim, restart, stop } = await startSimulator())
  shop = await openTestShop(sim, 'bridge-eu')
  counter = await openCounter(shop)
})
afterAll(() => stop())

type Day = { orders: number; firstNumber: number; lastNumber: number; by: Record<string, number> }

it('creates a day of mixed orders that add up, line by line', async () => {
  const day = await counter.control<Day>('POST', 'busy-day', { count: 500 })
  expect(day).toMatchObject({ orders: 500, firstNumber: 1001, lastNumber: 1500 })
  for (const kind of [
    'multiLine',
    'foreign',
    'note',
    'pending',
    'highRisk',
    'split',
    'cancelled',
    'edited',
    'refunded',
  ])
    expect(day.by[kind], kind).toBeGreaterThan(0)
  const { orders } = await counter.control<{ orders: Witness[] }>('GET', 'orders?limit=500')
  expect(orders).toHaveLength(500)
  for (const order of orders) {
    const refunded = order.refunds.flatMap((refund) => refund.lines).reduce((sum, line) => sum + line.quantity, 0)
    const current = order.lines.reduce((sum, line) => sum + line.currentQuantity, 0)
    const waiting = order.fulfillmentOrders
      .flatMap((entry) => entry.lines)
      .reduce((sum, line) => sum + line.remaining, 0)
    expect(current).toBeGreaterThanOrEqual(0)
    if (refunded === 0 && order.cancelledAt === null) expect(waiting).toBe(current)
    if (order.cancelledAt !== null) expect([current, waiting]).toEqual([0, 0])
  }
  const { nodes } = await shop.get<{ nodes: { displayFinancialStatus: string }[] }>(
    '{ orders(first: 250) { nodes { displayFinancialStatus } } }',
  )
  expect(new Set(nodes.map((node) => node.displayFinancialStatus)).size).toBeGreaterThanOrEqual(4)
})

it('uses shares and variants as requested, and spreads orders over the hours before now', async () => {
  const [first] = counter.variants
  const shares = { multiLine: 0, foreign: 0, pending: 1, cancelled: 0, edited: 0, refunded: 0, held: 0, split: 0 }
  const day = await counter.control<Day>('POST', 'busy-day', {
    count: 20,
    shares,
    variantIds: [first!.variantId],
    hours: 10,
  })
  const { orders } = await counter.control<{ orders: (Witness & { createdAt: string })[] }>('GET', 'orders?limit=20')
  expect(orders.every((order) => order.financialStatus === 'PENDING' && order.lines.length === 1)).toBe(true)
  expect(new Set(orders.map((order) => order.createdAt.slice(0, 13))).size).toBeGreaterThan(5)
  expect(day.by['pending']).toBe(20)
  await expect(counter.control('POST', 'busy-day', { count: 1, shares: { nonsense: 1 } })).rejects.toThrow('shares are')
  await expect(counter.control('POST', 'busy-day', { count: 0 })).rejects.toThrow('count')
})

it('has a page in Chinese with a valid script', async () => {
  const html = await (await fetch(`${sim.core.origin}/control/shopify/`)).text()
  expect(html).toContain('店铺订单')
  expect(() => new Script(/<script>([\s\S]*)<\/script>/.exec(html)![1]!)).not.toThrow()
  await expect(counter.control('POST', 'orders/1001/dance')).rejects.toThrow('unknown action')
  await expect(counter.control('GET', 'orders/999999')).rejects.toThrow('no order')
})

it('shows a fulfilment whose answer was lost: it was created, and repeating the request does not double it', async () => {
  const order = await counter.buy({ lines: [{ variantId: counter.variants[0]!.variantId, quantity: 2 }], force: true })
  sim.core.faults.add({
    vendor: 'shopify',
    call: 'fulfillmentCreate',
    times: 1,
    every: 1,
    fault: { kind: 'drop-after' },
  })
  const create = () =>
    shop.get<{ userErrors: { message: string }[] }>(
      `mutation($id: ID!) { fulfillmentCreate(fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: $id }] }) {
        fulfillment { id } userErrors { message } } }`,
      { id: order.fulfillmentOrders[0]!.id },
    )
  await expect(create()).rejects.toThrow()
  expect((await create()).userErrors).toHaveLength(1)
  const { orders } = await counter.control<{ orders: { number: number; fulfillments: { units: number }[] }[] }>(
    'GET',
    'fulfillments',
  )
  expect(orders).toMatchObject([{ number: order.number, fulfillments: [{ units: 2 }] }])
  expect(sim.core.ledger.query({ call: 'fulfillmentCreate' }).entries.map((entry) => entry.outcome)).toEqual([
    'dropped',
    'refused',
  ])
})

it('keeps orders over a restart, and continues their numbers', async () => {
  const before = (await counter.control<{ orders: Witness[] }>('GET', 'orders?limit=3')).orders
  const again = await openCounter(await openTestShop(await restart(), 'bridge-eu'))
  expect((await again.control<{ orders: Witness[] }>('GET', 'orders?limit=3')).orders).toEqual(before)
  const next = await again.buy({ lines: [{ variantId: again.variants[0]!.variantId, quantity: 1 }], force: true })
  expect(next.number).toBe(before[0]!.number + 1)
})
