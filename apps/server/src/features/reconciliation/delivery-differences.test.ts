import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'
import { comparing } from './reconciliation.testing.ts'

let bench: DeliveryBench
let at: ReturnType<typeof comparing>

beforeAll(async () => {
  bench = await startDeliveryBench()
  at = comparing(bench)
})
afterAll(() => bench?.close())
afterEach(() => bench.simulator.control('POST', '/quirks', { name: 'shopify.webhook-loss-chance', value: 0 }))

const HOUR = 3_600_000
/** Sets a limit. Tests use limits shorter than a day, because the session would expire after a day. */
const patience = (key: string, value: number) => bench.app.ok('updateSystemConfig', { key, value, version: 0 })
const kindsOf = async (of: Parameters<typeof at.differences>[0]): Promise<string[]> =>
  (await at.differences(of)).map(({ kind }) => kind)
const sell = (quantity: number): Promise<Sold> => bench.sell({ offer: bench.offers[0]!, quantity })
/** An order whose goods have arrived. */
async function arrived(quantity: number): Promise<Sold> {
  const sold = await sell(quantity)
  await bench.receiveAll(await bench.buy(sold))
  return sold
}
const inShop = (sold: Sold, act: string, body: object = {}): Promise<unknown> =>
  bench.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/${act}`, body)

describe('a purchase compared with what arrived', () => {
  it('is reported when its parcel was signed for long ago and nobody received it', async () => {
    const purchase = await bench.buy(await sell(4))
    await bench.send(purchase)
    for (let node = 0; node < 4; node++)
      await bench.simulator.control('POST', `/1688/orders/${purchase.alibabaOrderIds[0]}/advance`, {})
    const [parcel] = await bench.parcels(purchase.id, (list) => list.every((one) => one.state === 'signed'))
    await patience('reconcile.signedHours', 2)
    await at.reconcile()
    expect(await kindsOf({ purchaseId: purchase.id })).not.toContain('signed-not-received')
    bench.later(2.1 * HOUR)
    await at.reconcile()
    const found = await at.difference('signed-not-received', { purchaseId: purchase.id })
    expect(found).toMatchObject({ repair: null, what: expect.stringContaining(parcel!.trackingNo!) })
    await bench.receiveAll(purchase)
    expect(await at.next(found)).toBe('closed')
  })
})

describe('an order compared with what was sent', () => {
  it('is reported when its goods arrived long ago and were not sent', async () => {
    const sold = await arrived(3)
    await patience('reconcile.shippingHours', 6)
    bench.later(2 * HOUR)
    await at.reconcile()
    expect(await kindsOf({ orderId: sold.orderId })).not.toContain('received-unshipped')
    bench.later(3 * HOUR)
    await at.reconcile()
    const found = await at.difference('received-unshipped', { orderId: sold.orderId })
    expect(found).toMatchObject({ repair: null, figures: [{ ours: 0, theirs: 3, unit: 'pieces' }] })
    await bench.shipment(await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z500'] }), 'sent')
    expect(await at.next(found)).toBe('closed')
  })

  it('that the shop sent by itself is reported, until the shop withdraws that', async () => {
    const sold = await sell(4)
    await bench.buy(sold)
    await bench.staff(sold, 'fulfil', { company: 'UPS', number: '1Z600' })
    await at.reconcile()
    const found = await at.difference('shipped-outside', { orderId: sold.orderId })
    expect(found).toMatchObject({
      why: '店铺里另外发了 4 件，不是从这里发的',
      severity: 'notice',
      figures: [{ ours: 4, theirs: 0 }],
      next: expect.stringContaining('减少数量'),
    })
    await bench.staff(sold, 'unfulfil')
    expect(await at.next(found)).toBe('closed')
  })

  it('whose count differs from the shop is read again, and a fulfilment that the shop still shows is not withdrawn', async () => {
    const sold = await arrived(2)
    // A message of the shop that is still on its way would cause a read of the order, and repair the count before the comparison.
    await bench.simulator.control('POST', '/quirks', { name: 'shopify.webhook-loss-chance', value: 1 })
    const shipmentId = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z700'] })
    await bench.shipment(shipmentId, 'sent')
    await bench.app.ok('refreshOrder', { orderId: sold.orderId })
    await at.quiet()
    bench.later(11 * 60_000)
    // Every read of the order sets the count, so a lower one exists only in damaged data.
    await at.sql('update sales_order_line set fulfilled = 0 where id = $1', [sold.lineIds[0]])
    await at.reconcile()
    const found = await at.difference('shipped-count', { orderId: sold.orderId })
    expect(found).toMatchObject({
      figures: [{ ours: 2, theirs: 0, unit: 'pieces' }],
      repair: { name: 'withdrawShipments' },
    })
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect(await at.next(found)).toBe('closed')
    expect((await bench.inShop(sold)).fulfillments.map(({ status }) => status)).toEqual(['SUCCESS'])
    expect((await bench.app.ok('getShipment', { shipmentId })).state).toBe('sent')
  })

  it('whose tracking number the shop refused is reported with the reason, and is sent by trying again', async () => {
    const sold = await arrived(2)
    // If the message about the hold arrived in time, the number would not be sent at all.
    await bench.simulator.control('POST', '/quirks', { name: 'shopify.webhook-loss-chance', value: 1 })
    await inShop(sold, 'hold', { reason: 'INCORRECT_ADDRESS' })
    const shipmentId = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z800'] })
    const { reason } = await bench.shipment(shipmentId, 'failed')
    await at.reconcile()
    const found = await at.difference('tracking-failed', { orderId: sold.orderId })
    expect(found).toMatchObject({ why: reason, repair: { name: 'retryShipments' } })
    await bench.staff(sold, 'release')
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('自动再核对') })
    await bench.shipment(shipmentId, 'sent')
    expect(await at.next(found)).toBe('closed')
  })
})
