import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())

const inShop = <T>(sold: Sold, act: string, body: object = {}): Promise<T> =>
  bench.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/${act}`, body)
const quirk = (name: string, value: unknown): Promise<unknown> =>
  bench.simulator.control('POST', '/quirks', { name: `shopify.${name}`, value })
/** What the app knows about it, once nothing is under way. */
async function returnsOf(sold: Sold): Promise<{ returns: OrderReturn[]; hidden: boolean; currency: string }> {
  await bench.app.ok('refreshOrder', { orderId: sold.orderId })
  await untilQuiet(bench.app)
  return bench.app.ok('getOrderReturns', { orderId: sold.orderId })
}
const notices = async (kind: 'return-requested' | 'order-cut', word: string): Promise<string[]> =>
  (await bench.app.ok('queryNotices', { kind, pageSize: 100 })).list
    .map(({ text }) => text)
    .filter((text) => text.includes(word))

/** An order that the shop itself has sent. */
async function sent(quantity: number): Promise<Sold> {
  const sold = await bench.sell({ offer: bench.offers[0]!, quantity })
  await bench.staff(sold, 'fulfil')
  return sold
}
const back = (sold: Sold, quantity: number, more: object = {}): Promise<unknown> =>
  inShop(sold, 'return', {
    lines: [{ lineId: sold.remoteLines[0], quantity, reason: 'DEFECTIVE', note: '坏了' }],
    ...more,
  })

describe('a return of an order', () => {
  it('is requested, approved, refunded and closed, as in the shop, and its request is reported once', async () => {
    const sold = await sent(3)
    await back(sold, 2, { requested: true })
    const asked = await returnsOf(sold)
    expect(asked).toMatchObject({
      hidden: false,
      currency: 'USD',
      returns: [
        {
          name: `${sold.number}-R1`,
          state: 'requested',
          lines: [
            {
              lineId: sold.lineIds[0],
              title: 'Box 0',
              quantity: 2,
              processed: 0,
              refunded: 0,
              reason: 'defective',
              note: '坏了',
            },
          ],
          exchanges: [],
          refunds: [],
          closedAt: null,
        },
      ],
    })
    await returnsOf(sold)
    expect(await notices('return-requested', sold.number)).toHaveLength(1)

    await inShop(sold, 'return-step', { step: 'approve' })
    await inShop(sold, 'return-step', { step: 'process' })
    await inShop(sold, 'return-step', { step: 'close' })
    const [done] = (await returnsOf(sold)).returns
    expect(done).toMatchObject({ state: 'closed', lines: [{ processed: 2, refunded: 2 }] })
    expect(done!.closedAt).not.toBeNull()
    const order = await bench.order(sold)
    expect(done!.refunds.map(({ totalMinor }) => totalMinor)).toEqual([order.amounts.refunded])
    expect(order).toMatchObject({ returnStatus: 'RETURNED', flags: expect.arrayContaining(['returned']) })
    const reported = order.events.map(({ text }) => text).filter((text) => text.includes('-R1'))
    expect(reported.some((text) => text.includes('申请中'))).toBe(true)
    expect(reported.some((text) => text.includes('已完成'))).toBe(true)
    expect(await notices('return-requested', sold.number)).toHaveLength(1)
  })

  it('that is declined shows the reason, and an exchange shows the replacement', async () => {
    const sold = await sent(2)
    await back(sold, 1, { requested: true })
    await inShop(sold, 'return-step', { step: 'decline', note: '超过期限' })
    const { variants } = await bench.simulator.control<{
      variants: { variantId: string; stock: number; sku: string }[]
    }>('GET', `/shopify/${sold.shop}/variants`)
    const variant = variants.find(({ stock }) => stock > 0)!
    await back(sold, 1, { exchanges: [{ variantId: variant.variantId, quantity: 1 }] })
    const open = (await returnsOf(sold)).returns
    expect(open.map(({ state }) => state).toSorted()).toEqual(['declined', 'open'])
    expect(open.find(({ state }) => state === 'declined')!.declined).toContain('超过期限')
    expect(open.find(({ state }) => state === 'open')!.exchanges).toMatchObject([{ quantity: 1, processed: 0 }])
    await inShop(sold, 'return-step', { step: 'process', refund: false })
    const after = (await returnsOf(sold)).returns.find(({ state }) => state === 'open')!
    expect(after.exchanges).toMatchObject([{ sku: variant.sku, quantity: 1, processed: 1 }])
    expect(await bench.app.ok('getOrderLines', { orderIds: sold.orderId })).toHaveLength(2)
  })

  it('names the replacement as it was sold before, while the shop returns only its variant', async () => {
    const sold = await sent(2)
    const { variants } = await bench.simulator.control<{
      variants: { variantId: string; stock: number; sku: string; product: string }[]
    }>('GET', `/shopify/${sold.shop}/variants`)
    const variant = variants.find(({ stock }) => stock > 2)!
    const lines = [{ variantId: variant.variantId, quantity: 1 }]
    await bench.simulator.control('POST', `/shopify/${sold.shop}/orders`, { lines })
    await bench.app.ok('pullOrders')
    await untilQuiet(bench.app)
    await back(sold, 1, { exchanges: [{ variantId: variant.variantId, quantity: 1 }] })
    const [open] = (await returnsOf(sold)).returns
    expect(open!.exchanges).toMatchObject([{ title: expect.stringContaining(variant.product), sku: variant.sku }])
  })

  it('is marked in the list, by which the list can be filtered and counted', async () => {
    const [with_, without] = [await sent(1), await sent(1)]
    await back(with_, 1)
    await returnsOf(with_)
    const list = async (hasReturn: 'true' | 'false') =>
      (await bench.app.ok('getOrdersByCondition', { hasReturn, pageSize: 200 })).list
    const marked = await list('true')
    expect(marked.every(({ flags }) => flags.includes('returned'))).toBe(true)
    expect(marked.map(({ id }) => id)).toContain(with_.orderId)
    expect(marked.map(({ id }) => id)).not.toContain(without.orderId)
    const others = await list('false')
    expect(others.map(({ id }) => id)).toContain(without.orderId)
    expect(others.some(({ flags }) => flags.includes('returned'))).toBe(false)
    expect((await bench.app.ok('getOrderCountByState', { hasReturn: 'true' })).all).toBe(marked.length)
  })

  it('points to the purchase that still brings more of the same, without changing its quantity', async () => {
    const sold = await bench.sell({ offer: bench.offers[0]!, quantity: 4 })
    const purchase = await bench.buy(sold)
    await bench.receive(purchase.id, [{ lineId: purchase.lines[0]!.id, quantity: 2 }])
    await bench.shipment(await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1ZR1'] }), 'sent')
    await back(sold, 1, { requested: true })
    await returnsOf(sold)
    const [hint, ...more] = await notices('order-cut', purchase.number)
    expect(hint).toContain(`${sold.number}-R1`)
    expect(more).toEqual([])
    expect((await bench.order(sold)).flags).not.toContain('cut')
    await inShop(sold, 'return-step', { step: 'approve' })
    await returnsOf(sold)
    expect(await notices('order-cut', purchase.number)).toHaveLength(1)
  })

  it('is known by the order alone where the app may not read returns', async () => {
    const sold = await sent(1)
    await quirk('withheld-scopes', 'read_returns,write_returns')
    await back(sold, 1)
    expect(await returnsOf(sold)).toMatchObject({ returns: [], hidden: true })
    expect((await bench.order(sold)).returnStatus).toBe('IN_PROGRESS')
    await quirk('withheld-scopes', '')
    expect(await returnsOf(sold)).toMatchObject({ returns: [{ state: 'open' }], hidden: false })
  })

  it('of an unknown order is not found', async () => {
    const orderId = '018f0000-0000-7000-8000-000000000009'
    expect((await bench.app.call('getOrderReturns', { orderId })).code).not.toBe(200)
  })
})
