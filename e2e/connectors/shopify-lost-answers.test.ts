import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { custom, openShops, read, wordOf, workOf } from './shopify-shoppers.ts'
import type { Shops } from './shopify-shoppers.ts'

/**
 * Calls to a shop that must not run twice, when the change is made but their answer is lost or broken: sent once, and the result is found
 * by reading.
 */
let shops: Shops
beforeAll(async () => {
  shops = await openShops()
})
afterAll(() => shops.stop())

describe.each(['drop-after', 'fail-after'])('an answer lost after the work (%s)', (kind) => {
  const sold = async () => {
    const bought = await shops.buy({ lines: custom(1, 3) })
    const request = { fulfillmentOrders: workOf(await read(shops.us, bought.id)), notifyCustomer: true }
    return { bought, request }
  }

  it('of a fulfilment has an unknown outcome; the shop sent once', async () => {
    const { bought, request } = await sold()
    await shops.fault('fulfillmentCreate', kind)
    expect(await wordOf(shops.us.createFulfillment(request))).toBe('unknown-outcome')
    expect((await shops.witness(bought)).fulfillments).toMatchObject([{ units: 3 }])
    expect((await read(shops.us, bought.id)).fulfillments).toMatchObject([{ lines: [{ quantity: 3 }] }])
  })

  it('of a cancelled fulfilment shows on the order, with a new fulfilment order', async () => {
    const { bought, request } = await sold()
    const { fulfillmentId } = await shops.us.createFulfillment(request)
    await shops.fault('fulfillmentCancel', kind)
    expect(await wordOf(shops.us.cancelFulfillment(fulfillmentId))).toBe('unknown-outcome')
    const order = await read(shops.us, bought.id)
    expect(order.fulfillments).toMatchObject([{ status: 'CANCELLED' }])
    expect(workOf(order)).toMatchObject([{ lines: [{ quantity: 3 }] }])
  })

  it('of tracking that notifies the customer is not sent again automatically', async () => {
    const { bought, request } = await sold()
    const { fulfillmentId } = await shops.us.createFulfillment(request)
    await shops.fault('fulfillmentTrackingInfoUpdate', kind)
    const tracking = { company: 'Other', numbers: ['X1'], urls: ['https://t.example/X1'] }
    expect(await wordOf(shops.us.updateTracking(fulfillmentId, tracking, true))).toBe('unknown-outcome')
    expect((await read(shops.us, bought.id)).fulfillments).toMatchObject([{ tracking: [{ number: 'X1' }] }])
    await shops.fault('fulfillmentTrackingInfoUpdate', kind)
    // Without a notification it is safe to send again until it is answered.
    const silent = await shops.us.updateTracking(fulfillmentId, { ...tracking, numbers: ['X2'] }, false)
    expect(silent.tracking).toMatchObject([{ number: 'X2' }])
  })

  it('of a cancelled order shows on the order, and a second one is refused', async () => {
    const { bought } = await sold()
    const cancel = () =>
      shops.us.cancelOrder(bought.id, { reason: 'STAFF', restock: true, refund: true, notifyCustomer: false })
    await shops.fault('orderCancel', kind)
    expect(await wordOf(cancel())).toBe('unknown-outcome')
    expect(await read(shops.us, bought.id)).toMatchObject({ cancelReason: 'STAFF', financialStatus: 'REFUNDED' })
    expect(await wordOf(cancel())).toBe('rejected')
  })
})
