import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { credentials } from '../shopify-client.testing.ts'
import { openReceiver } from '../webhooks/receiver.testing.ts'
import { openOrderFixture } from './orders.testing.ts'
import type { OrderFixture, Witness } from './orders.testing.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.sim.core.quirks.reset())

const READ = `query($id: ID!) { order(id: $id) {
  totalPriceSet { ...M } currentTotalPriceSet { ...M } subtotalPriceSet { ...M } totalShippingPriceSet { ...M }
  totalTipReceivedSet { ...M } originalTotalDutiesSet { ...M } currentTotalDutiesSet { ...M }
  displayFinancialStatus displayFulfillmentStatus
  lineItems(first: 5) { nodes { id title requiresShipping nonFulfillableQuantity duties { id price { ...M } } } }
  nonFulfillableLineItems(first: 5) { nodes { title } }
  fulfillmentOrders(first: 5) { nodes { lineItems(first: 5) { nodes { lineItem { title } } } } }
  refunds { duties { amountSet { ...M } originalDuty { id } } }
} } fragment M on MoneyBag { shopMoney { amount } presentmentMoney { amount } }`
type Money = { shopMoney: { amount: string }; presentmentMoney: { amount: string } }
type Reported = {
  totalPriceSet: Money
  currentTotalPriceSet: Money
  subtotalPriceSet: Money
  totalShippingPriceSet: Money
  totalTipReceivedSet: Money
  originalTotalDutiesSet: Money | null
  currentTotalDutiesSet: Money | null
  displayFinancialStatus: string
  displayFulfillmentStatus: string
  lineItems: { nodes: { id: string; title: string; nonFulfillableQuantity: number; duties: { id: string }[] }[] }
  refunds: { duties: { amountSet: Money; originalDuty: { id: string } }[] }[]
}
const read = (order: Witness): Promise<Reported> => fixture.shop.get<Reported>(READ, { id: order.id })
const cents = (money: Money | null): number => Math.round(Number(money!.shopMoney.amount) * 100)

const ABROAD = { address1: '1 King St', city: 'Toronto', zip: 'M5H', countryCode: 'CA', country: 'Canada' }
const buy = async (more: object = {}, quantity = 4): Promise<Witness> => {
  return fixture.counter.buy({
    lines: [{ variantId: fixture.mug.variantId, quantity }],
    force: true,
    shippingAddress: ABROAD,
    ...more,
  })
}
const refund = (order: Witness, input: object) =>
  fixture.shop.get<{ userErrors: { field: string[]; message: string }[] }>(
    `mutation($input: RefundInput!) { refundCreate(input: $input) @idempotent(key: "${crypto.randomUUID()}") { userErrors { field message } } }`,
    { input: { orderId: order.id, ...input } },
  )

describe('an order without a tip and without duties', () => {
  it('shows a tip of zero, and no duties at all', async () => {
    expect(await read(await buy())).toMatchObject({
      totalTipReceivedSet: { shopMoney: { amount: '0.00' } },
      originalTotalDutiesSet: null,
      currentTotalDutiesSet: null,
    })
  })
})

describe('a tip', () => {
  it('is a line that can’t be fulfilled, in the total and not in the subtotal, without tax and discount', async () => {
    const order = await buy({ tipMinor: 500, discount: { code: 'HALF', percent: 50 } })
    const reported = await read(order)
    expect(reported).toMatchObject({
      totalTipReceivedSet: { shopMoney: { amount: '5.00' } },
      displayFinancialStatus: 'PAID',
      lineItems: { nodes: [{}, { title: 'Tip', requiresShipping: false, nonFulfillableQuantity: 1 }] },
      nonFulfillableLineItems: { nodes: [{ title: 'Tip' }] },
      fulfillmentOrders: { nodes: [{ lineItems: { nodes: [{ lineItem: { title: 'Enamel Camp Mug' } }] } }] },
    })
    expect(cents(reported.totalPriceSet)).toBe(
      cents(reported.subtotalPriceSet) + cents(reported.totalShippingPriceSet) + 500,
    )
    await fixture.counter.act(order, 'fulfil')
    expect((await read(order)).displayFulfillmentStatus).toBe('FULFILLED')
  })

  it('is paid in the customer’s currency, is refunded with a cancelled order, and is still shown as received', async () => {
    const order = await buy({ tipMinor: 500, currency: 'JPY' })
    expect((await read(order)).totalTipReceivedSet).toEqual({
      shopMoney: { amount: '5.00' },
      presentmentMoney: { amount: '762' },
    })
    await fixture.counter.act(order, 'cancel')
    const reported = await read(order)
    expect([cents(reported.currentTotalPriceSet), cents(reported.totalTipReceivedSet)]).toEqual([0, 500])
  })

  it('is not a line whose quantity staff can increase', async () => {
    const order = await buy({ tipMinor: 500 })
    const edit = { quantities: [{ lineId: order.lines[1]!.id, quantity: 2 }] }
    await expect(fixture.counter.act(order, 'edit', edit)).rejects.toThrow('Tips cannot be edited')
  })
})

describe('duties', () => {
  it('are added to the prices, for customers abroad only', async () => {
    const reported = await read(await buy({ dutyPercent: 10 }))
    const duty = cents(reported.subtotalPriceSet) / 10
    expect([cents(reported.originalTotalDutiesSet), cents(reported.currentTotalDutiesSet)]).toEqual([duty, duty])
    expect(cents(reported.totalPriceSet)).toBe(
      cents(reported.subtotalPriceSet) + cents(reported.totalShippingPriceSet) + duty,
    )
    expect(reported.lineItems.nodes[0]!.duties).toMatchObject([{ id: expect.stringMatching(/\/Duty\/\d+$/) }])
    await expect(buy({ dutyPercent: 10, shippingAddress: { ...ABROAD, countryCode: 'US' } })).rejects.toThrow('abroad')
  })

  it('fall by their refund: the part of its pieces, then the rest, and never more', async () => {
    const order = await buy({ dutyPercent: 10 })
    const before = await read(order)
    const duty = cents(before.originalTotalDutiesSet)
    const dutyId = before.lineItems.nodes[0]!.duties[0]!.id
    const pieces = [{ lineItemId: order.lines[0]!.id, quantity: 1, restockType: 'NO_RESTOCK' }]
    const part = { refundLineItems: pieces, refundDuties: [{ dutyId, refundType: 'PROPORTIONAL' }] }
    expect(await refund(order, part)).toEqual({ userErrors: [] })
    expect(cents((await read(order)).currentTotalDutiesSet)).toBe(duty - duty / 4)
    expect(await refund(order, { refundDuties: [{ dutyId }] })).toEqual({ userErrors: [] })
    await refund(order, { refundLineItems: pieces, refundDuties: [{ dutyId, refundType: 'PROPORTIONAL' }] })
    const reported = await read(order)
    expect([cents(reported.originalTotalDutiesSet), cents(reported.currentTotalDutiesSet)]).toEqual([duty, 0])
    expect(cents(reported.currentTotalPriceSet)).toBe(
      cents(reported.subtotalPriceSet) / 2 + cents(reported.totalShippingPriceSet),
    )
    const given = reported.refunds.map(({ duties }) => duties.map((row) => [cents(row.amountSet), row.originalDuty.id]))
    expect(given).toEqual([[[duty / 4, dutyId]], [[(duty * 3) / 4, dutyId]], []])
    expect(await refund(order, { refundDuties: [{ dutyId: 'gid://shopify/Duty/1' }] })).toMatchObject({
      userErrors: [{ field: ['input', 'refundDuties', '0', 'dutyId'] }],
    })
  })

  it('stay complete when only goods are refunded, and are refunded with a cancelled order', async () => {
    const order = await buy({ dutyPercent: 10 })
    const duty = cents((await read(order)).originalTotalDutiesSet)
    await fixture.counter.act(order, 'refund', { lines: [{ lineId: order.lines[0]!.id, quantity: 2 }] })
    expect(cents((await read(order)).currentTotalDutiesSet)).toBe(duty)
    await fixture.counter.act(order, 'cancel')
    const reported = await read(order)
    expect([cents(reported.currentTotalDutiesSet), cents(reported.currentTotalPriceSet)]).toEqual([0, 0])
  })
})

it('are in webhooks, with tips, in the format of REST', async () => {
  fixture.sim.core.quirks.set('shopify.webhook-timeout-ms', 3_600_000)
  const receiver = await openReceiver((await credentials(fixture.sim, 'bridge-us')).clientSecret)
  try {
    for (const topic of ['ORDERS_CREATE', 'REFUNDS_CREATE'])
      await fixture.shop.get(
        `mutation($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) { userErrors { message } } }`,
        { topic, input: { uri: receiver.uri } },
      )
    await buy()
    await receiver.until(1)
    expect(receiver.got[0]!.body).toMatchObject({
      total_tip_received: '0.00',
      original_total_duties_set: null,
      current_total_duties_set: null,
    })
    const order = await buy({ tipMinor: 250, dutyPercent: 10 })
    await receiver.until(2)
    const duty = (await read(order)).originalTotalDutiesSet!.shopMoney.amount
    expect(receiver.got[1]!.body).toMatchObject({
      total_tip_received: '2.50',
      original_total_duties_set: { shop_money: { amount: duty, currency_code: 'USD' } },
      current_total_duties_set: { shop_money: { amount: duty } },
      line_items: [
        { duties: [{ shop_money: { amount: duty } }] },
        { title: 'Tip', requires_shipping: false, duties: [] },
      ],
    })
    await fixture.counter.act(order, 'refund', { duties: true })
    await receiver.until(3)
    expect(receiver.got[2]!.body).toMatchObject({
      duties: [{ duty_id: expect.any(Number), amount_set: { shop_money: { amount: duty } } }],
      transactions: [{ kind: 'refund', amount: duty }],
    })
  } finally {
    await receiver.close()
  }
})

it('a busy day has tips and duties where requested, and leaves its other orders unchanged', async () => {
  type Done = { by: Record<string, number> }
  const { by } = await fixture.counter.control<Done>('POST', 'busy-day', { count: 40, shares: { tip: 1, duties: 1 } })
  expect(by['tip']).toBe(40)
  expect(by['duties']).toBeGreaterThan(0)
  expect((await fixture.counter.control<Done>('POST', 'busy-day', { count: 40 })).by).not.toHaveProperty('tip')
})
