import type { Difference } from '@huoqiao/contract/reconciliation/reconciliation.schema'
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
afterEach(() => bench.simulator.control('DELETE', '/faults'))

const CANCEL = 'fulfillmentCancel'
const lose = (chance: 0 | 1): Promise<unknown> =>
  bench.simulator.control('POST', '/quirks', { name: 'shopify.webhook-loss-chance', value: chance })
type Reported = { sold: Sold; shipmentId: string; found: Difference }

/** An order with a fulfilment in the shop whose parcel the carrier could not deliver: the shop counts nothing as sent. */
async function failedParcel(number: string, quantity = 2): Promise<Reported> {
  // The app's clock is ahead of the shop's by now, so a pull would miss a new order: its message must arrive.
  await lose(0)
  const sold = await bench.sell({ offer: bench.offers[0]!, quantity })
  await bench.receiveAll(await bench.buy(sold))
  const lines = [{ orderLineId: sold.lineIds[0]!, quantity: 2 }]
  const shipmentId = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: [number], lines })
  await bench.shipment(shipmentId, 'sent')
  // From here on no message arrives, so the order is read only when the test requests it.
  await lose(1)
  await bench.staff(sold, 'fail-parcel')
  await at.quiet()
  bench.later(11 * 60_000)
  await at.reconcile()
  const found = await at.difference('shipped-count', { orderId: sold.orderId })
  expect(found).toMatchObject({
    figures: [{ ours: 2, theirs: 0, unit: 'pieces' }],
    repair: { name: 'withdrawShipments' },
  })
  await bench.simulator.control('DELETE', '/ledger')
  return { sold, shipmentId, found }
}

const statuses = async (sold: Sold): Promise<string[]> =>
  (await bench.inShop(sold)).fulfillments.map(({ status }) => status)
/** How often the shop really cancelled a fulfilment, whatever happened to the answer. */
const cancelled = async (): Promise<number> => {
  const { entries } = await bench.simulator.control<{ entries: { effect?: string }[] }>('GET', `/ledger?call=${CANCEL}`)
  return entries.filter(({ effect }) => effect !== undefined).length
}

/** Checks that the fulfilment was cancelled once in the shop, is no longer counted here, and that the goods can be sent again. */
async function isWithdrawn({ sold, shipmentId, found }: Reported): Promise<void> {
  await bench.shipment(shipmentId, 'cancelled')
  await at.gone(found)
  expect(await statuses(sold)).toEqual(['CANCELLED'])
  expect(await cancelled()).toBe(1)
  expect(await bench.line(sold)).toMatchObject({ shipped: 0, received: 2 })
}

describe('the repair that withdraws a fulfilment that the shop shows as not sent', () => {
  it('cancels the fulfilment in the shop once, and the goods are sent again', async () => {
    const reported = await failedParcel('1Z900')
    expect(await at.repair(reported.found)).toMatchObject({ ok: true, message: expect.stringContaining('自动再核对') })
    await isWithdrawn(reported)
    expect(await at.repair(reported.found)).toMatchObject({ ok: false, message: '已消除' })
    expect(await cancelled()).toBe(1)
    const { sold } = reported
    await bench.app.ok('refreshOrder', { orderId: sold.orderId })
    await bench.shipment(await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z901'] }), 'sent')
    expect(await statuses(sold)).toEqual(['CANCELLED', 'SUCCESS'])
  })

  it('is carried out once when two people start it at the same time', async () => {
    const reported = await failedParcel('1Z902')
    const both = await Promise.all([at.repair(reported.found), at.repair(reported.found)])
    expect(both.some(({ ok }) => ok)).toBe(true)
    await isWithdrawn(reported)
  })

  it('whose answer was lost is looked up in the shop, and not done twice', async () => {
    const reported = await failedParcel('1Z903')
    await bench.shopFault(CANCEL, 'drop-after')
    await at.repair(reported.found)
    await isWithdrawn(reported)
    expect(await bench.simulator.received(CANCEL)).toBe(1)
  })

  it('whose request never arrived is sent again, and done once', async () => {
    const reported = await failedParcel('1Z904')
    await bench.shopFault(CANCEL, 'drop-before')
    await at.repair(reported.found)
    await isWithdrawn(reported)
  })

  it('does nothing if the shop sent goods meanwhile, and says what to do next', async () => {
    const { sold, shipmentId, found } = await failedParcel('1Z905', 3)
    // Staff send the third piece manually, after the difference was found.
    await bench.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/fulfil`, {
      company: 'UPS',
      number: '1Z906',
    })
    const answer = await at.repair(found)
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('店铺里还有发货') })
    expect(await at.difference('shipped-count', { orderId: sold.orderId })).toMatchObject({
      id: found.id,
      figures: [{ ours: 2, theirs: 1 }],
      repair: { name: 'refreshOrder' },
      next: expect.stringContaining('到发货记录里撤销后重发'),
    })
    expect(await bench.simulator.received(CANCEL)).toBe(0)
    expect(await statuses(sold)).toEqual(['FAILURE', 'SUCCESS'])
    expect((await bench.app.ok('getShipment', { shipmentId })).state).toBe('sent')
  })

  it('that the shop refuses changes nothing, and shows the reason', async () => {
    const { sold, shipmentId, found } = await failedParcel('1Z907')
    // The parcel was delivered after all.
    await bench.simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: CANCEL,
      times: 1,
      every: 1,
      fault: { kind: 'refuse', code: 'INVALID', message: 'The fulfillment is delivered and cannot be cancelled.' },
    })
    await at.repair(found)
    expect(await bench.shipment(shipmentId, 'sent')).toMatchObject({ reason: expect.stringContaining('撤销失败') })
    expect(await statuses(sold)).toEqual(['FAILURE'])
    expect(await at.next(found)).toBe('open')
    expect(await at.repair(found)).toMatchObject({ ok: true })
    await bench.shipment(shipmentId, 'cancelled')
    expect(await cancelled()).toBe(1)
  })
})
