import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOrderFixture, readOrder } from './orders.testing.ts'
import type { OrderFixture, Read, Witness } from './orders.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.sim.core.quirks.reset())

const MUG = 'Enamel Camp Mug'
const read = (order: Witness): Promise<Read> => readOrder(fixture.shop, order)

describe('an action of staff on an order', () => {
  it('marks it paid once, also by GraphQL', async () => {
    const order = await fixture.counter.buy({
      lines: [{ variantId: fixture.mug.variantId, quantity: 1 }],
      payment: 'pending',
    })
    expect(order.financialStatus).toBe('PENDING')
    const pay = `mutation($id: ID!) { orderMarkAsPaid(input: { id: $id }) { order { displayFinancialStatus } userErrors { message } } }`
    expect(await fixture.shop.get<object>(pay, { id: order.id })).toEqual({
      order: { displayFinancialStatus: 'PAID' },
      userErrors: [],
    })
    expect(await fixture.shop.get<object>(pay, { id: order.id })).toMatchObject({
      order: null,
      userErrors: [{ message: 'Order cannot be marked as paid' }],
    })
  })

  it('edits it: quantity never falls, removed units are no longer current, added lines get fulfilment orders', async () => {
    const socks = await fixture.counter.variant('Merino Crew Socks')
    const order = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 3 }] })
    await fixture.counter.act(order, 'edit', {
      quantities: [{ lineId: order.lines[0]!.id, quantity: 1 }],
      additions: [{ variantId: socks.variantId, quantity: 2 }],
    })
    const seen = await read(order)
    expect(seen.edited).toBe(true)
    expect(seen.lineItems.nodes).toMatchObject([
      { quantity: 3, currentQuantity: 1, unfulfilledQuantity: 1, nonFulfillableQuantity: 2 },
      { quantity: 2, currentQuantity: 2, unfulfilledQuantity: 2 },
    ])
    const waiting = seen.fulfillmentOrders.nodes.flatMap((entry) => entry.lineItems.nodes)
    expect(waiting.map((part) => part.remainingQuantity)).toEqual([1, 2])
    expect(seen.displayFinancialStatus).toBe('PARTIALLY_PAID')
  })

  it('refunds with and without removing the goods from the open fulfilment, never more than was paid', async () => {
    const order = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 3 }] })
    const lineId = order.lines[0]!.id
    const refund = (input: object, key: string) =>
      fixture.shop.get<{ refund: { id: string } | null; userErrors: { message: string }[] }>(
        `mutation($input: RefundInput!) { refundCreate(input: $input) @idempotent(key: "${key}") {
          refund { id } userErrors { field message } } }`,
        { input: { orderId: order.id, ...input } },
      )
    const line = (restockType: string) => ({ refundLineItems: [{ lineItemId: lineId, quantity: 1, restockType }] })
    const money = (amount: string) => ({
      transactions: [{ orderId: order.id, kind: 'REFUND', gateway: 'shopify_payments', amount }],
    })
    const unkeyed = await fixture.shop.ask(
      'mutation($input: RefundInput!) { refundCreate(input: $input) { refund { id } } }',
      {
        input: { orderId: order.id },
      },
    )
    expect(unkeyed.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
    const first = await refund({ ...line('CANCEL'), ...money('16.50') }, 'r1')
    expect(await refund({ ...line('CANCEL'), ...money('16.50') }, 'r1')).toEqual(first)
    expect((await refund(line('NO_RESTOCK'), 'r2')).userErrors).toEqual([])
    expect((await refund({ refundLineItems: [{ lineItemId: lineId, quantity: 2 }] }, 'r3')).userErrors).toHaveLength(1)
    expect((await refund(money('500'), 'r4')).userErrors[0]?.message).toContain('larger than')
    const seen = await read(order)
    expect(seen.displayFinancialStatus).toBe('PARTIALLY_REFUNDED')
    expect(seen.totalRefundedSet.shopMoney.amount).toBe('16.50')
    /* fewer are wanted than are unfulfilled: a buyer must use the smaller (reference shopify-admin 4) */
    expect(seen.lineItems.nodes[0]).toMatchObject({ quantity: 3, currentQuantity: 1, unfulfilledQuantity: 2 })
    expect(seen.refunds).toHaveLength(2)
  })

  it('cancels it finally: money refunded, nothing to fulfil, stock restored', async () => {
    const mug = await fixture.counter.variant(MUG)
    const order = await fixture.counter.buy({ lines: [{ variantId: mug.variantId, quantity: 2 }] })
    const cancel = `mutation($id: ID!) { orderCancel(orderId: $id, reason: CUSTOMER, restock: true, refundMethod: { originalPaymentMethodsRefund: true }) {
      job { id done } orderCancelUserErrors { code message } } }`
    const { job } = await fixture.shop.get<{ job: { id: string; done: boolean } }>(cancel, { id: order.id })
    expect(job.done).toBe(false)
    expect(await fixture.shop.get<object>('query($id: ID!) { job(id: $id) { done } }', { id: job.id })).toEqual({
      done: true,
    })
    expect(await read(order)).toMatchObject({
      cancelReason: 'CUSTOMER',
      displayFinancialStatus: 'REFUNDED',
      currentTotalPriceSet: { shopMoney: { amount: '0.00' } },
      lineItems: { nodes: [{ quantity: 2, currentQuantity: 0, unfulfilledQuantity: 0 }] },
      fulfillmentOrders: { nodes: [{ status: 'CANCELLED', supportedActions: [] }] },
    })
    expect((await fixture.counter.variant(MUG)).stock).toBe(mug.stock)
    const unpaid = await fixture.counter.buy({ lines: [{ variantId: mug.variantId, quantity: 1 }], payment: 'pending' })
    expect(await fixture.counter.act(unpaid, 'cancel')).toMatchObject({
      financialStatus: 'VOIDED',
      total: '0.00',
      refunds: [{ total: '0.00' }],
    })
    expect(await fixture.shop.get<object>(cancel, { id: order.id })).toMatchObject({
      job: null,
      orderCancelUserErrors: [{ code: 'INVALID' }],
    })
  })

  it('updates note and tags, adds and removes tags', async () => {
    const order = await fixture.counter.buy({ lines: [{ variantId: fixture.mug.variantId, quantity: 1 }] })
    await fixture.shop.get(
      'mutation($input: OrderInput!) { orderUpdate(input: $input) { order { id } userErrors { message } } }',
      { input: { id: order.id, note: '已采购', tags: ['bought', 'a'] } },
    )
    await fixture.shop.get('mutation($id: ID!) { tagsAdd(id: $id, tags: ["B"]) { userErrors { message } } }', {
      id: order.id,
    })
    await fixture.shop.get('mutation($id: ID!) { tagsRemove(id: $id, tags: ["A"]) { userErrors { message } } }', {
      id: order.id,
    })
    expect(await read(order)).toMatchObject({ note: '已采购', tags: ['B', 'bought'] })
  })
})
