import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())
afterEach(() => bench.simulator.control('DELETE', '/faults'))

const UPDATE = 'fulfillmentTrackingInfoUpdate'
const change = (shipmentId: string, number: string) =>
  bench.app.ok('changeTracking', { shipmentId, carrier: 'DHL', numbers: [number], notifyCustomer: true })
const numbersInShop = async (sold: Sold) =>
  (await bench.inShop(sold)).fulfillments.flatMap(({ tracking }) => tracking.map(({ number }) => number))
const requests = (): Promise<number> => bench.simulator.received(UPDATE)

const slow = (call: string) =>
  bench.simulator.control('POST', '/faults', {
    vendor: 'shopify',
    call,
    times: 1,
    every: 1,
    fault: { kind: 'slow', ms: 3_600_000 },
  })
/** Waits until the call that is to be slow has reached the shop. */
const isHeldBack = () =>
  until(
    () => bench.simulator.control<{ faults: unknown[] }>('GET', '/faults'),
    ({ faults }) => faults.length === 0,
  )
/** Runs the scheduled job, which continues what no other job does. */
async function resolved(): Promise<void> {
  await untilQuiet(bench.app)
  await runCron(bench.app, 'settle-shipments')
  await untilQuiet(bench.app)
}

async function arrived(): Promise<Sold> {
  const sold = await bench.sell({ offer: bench.offers[0]!, quantity: 2 })
  await bench.receiveAll(await bench.buy(sold))
  return sold
}
async function sent(number: string): Promise<{ sold: Sold; id: string }> {
  const sold = await arrived()
  const id = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: [number] })
  await bench.shipment(id, 'sent')
  return { sold, id }
}
/** One of the order's two pieces. */
async function shipOne(sold: Sold, number: string): Promise<string> {
  const lines = [{ orderLineId: sold.lineIds[0]!, quantity: 1 }]
  const id = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: [number], lines })
  await bench.shipment(id, 'sent')
  return id
}

describe('a change of the tracking number', () => {
  it('is sent once for each fulfilment, whatever the shop shows when the run is repeated', async () => {
    const { sold, id } = await sent('1ZT100')
    await change(id, 'JDT101')
    await bench.shipment(id, 'sent')
    const { rows } = await bench.app.db.pool.query<{ request: string }>(
      `select intent ->> 'requestId' as request from remote_act where kind = 'change-tracking' and intent ->> 'shipmentId' = $1`,
      [id],
    )
    await change(id, 'JDT102')
    await bench.shipment(id, 'sent')
    const before = await requests()
    // What a node leaves that dies after the shop's answer and before it records the end. The shop has shown another number since.
    await bench.app.db.pool.query(`update shipment set state = 'updating', change = $2 where id = $1`, [
      id,
      { requestId: rows[0]!.request, carrier: 'DHL', numbers: ['JDT101'], urls: [], notifyCustomer: true },
    ])
    await runCron(bench.app, 'settle-shipments')
    await bench.shipment(id, 'sent')
    expect(await requests()).toBe(before)
    expect(await numbersInShop(sold)).toEqual(['JDT102'])
  })

  it('that a person made while an earlier one was finished by another node reaches the shop', async () => {
    const { sold, id } = await sent('1ZT200')
    await slow(UPDATE)
    await change(id, 'JDT201')
    await until(
      async () =>
        (
          await bench.app.db.pool.query(
            `select from remote_act where kind = 'change-tracking' and state = 'sent' and intent ->> 'shipmentId' = $1`,
            [id],
          )
        ).rowCount,
      (sent) => sent === 1,
    )
    // What another node writes when it finishes the request while this one still waits for its answer.
    await bench.app.db.pool.query(
      `update shipment set state = 'sent', change = null, numbers = '{JDT201}', carrier = 'DHL' where id = $1`,
      [id],
    )
    await change(id, 'JDT202')
    await bench.simulator.control('DELETE', '/faults')
    // The order's job was still running when the change was made; the scheduled one finds it.
    await resolved()
    expect(await numbersInShop(sold)).toEqual(['JDT202'])
    expect(await bench.shipment(id, 'sent')).toMatchObject({ numbers: ['JDT202'] })
  })

  it('to that of another shipment of the same pieces is refused', async () => {
    const sold = await arrived()
    const id = await shipOne(sold, '1ZT220')
    await shipOne(sold, '1ZT221')
    const request = { shipmentId: id, carrier: 'DHL', numbers: ['1ZT221'] }
    expect(await bench.app.call('changeTracking', request)).toMatchObject({
      data: { refusal: 'state-not-allowed', why: '这个订单已有同样运单号和数量的发货' },
    })
    expect(await bench.shipment(id, 'sent')).toMatchObject({ numbers: ['1ZT220'] })
  })

  it('ends also when another shipment of the same pieces got that number meanwhile', async () => {
    const sold = await arrived()
    const id = await shipOne(sold, '1ZT230')
    await untilQuiet(bench.app)
    await slow(UPDATE)
    await change(id, 'JDT231')
    await isHeldBack()
    const lines = [{ orderLineId: sold.lineIds[0]!, quantity: 1 }]
    const other = await bench.ship(sold.orderId, { carrier: 'DHL', numbers: ['JDT231'], lines })
    await bench.simulator.control('DELETE', '/faults')
    await resolved()
    for (const one of [id, other]) expect(await bench.shipment(one, 'sent')).toMatchObject({ numbers: ['JDT231'] })
    expect(await numbersInShop(sold)).toEqual(['JDT231', 'JDT231'])
  })
})

describe('a tracking number that is corrected before it was sent', () => {
  /** Corrects the number after the job has begun with the former one, while it waits for the shop. */
  async function corrected(number: string, more: object = {}) {
    const sold = await arrived()
    await untilQuiet(bench.app)
    await slow('nodes')
    const id = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1ZT300'], notifyCustomer: true })
    await isHeldBack()
    await bench.app.ok('changeTracking', { shipmentId: id, carrier: 'UPS', numbers: [number], ...more })
    await bench.simulator.control('DELETE', '/faults')
    const { numbers } = await bench.shipment(id, 'sent')
    const { fulfillments } = await bench.inShop(sold)
    return { numbers, shop: fulfillments.map(({ notified, tracking }) => [notified, tracking[0]!.number]) }
  }

  it('is the one that the shop gets, also when the job had already begun with the former one', async () => {
    expect(await corrected('1ZT301')).toEqual({ numbers: ['1ZT301'], shop: [[true, '1ZT301']] })
  })

  it('is sent without a message to the shopper, if the correction says so', async () => {
    expect(await corrected('1ZT302', { notifyCustomer: false })).toMatchObject({ shop: [[false, '1ZT302']] })
  })
})

describe('a shop that uninstalled the app', () => {
  it('gets a change and a cancellation when it is connected again; what an earlier version gave up is retried', async () => {
    const [changed, withdrawn, given] = [await sent('1ZT500'), await sent('1ZT510'), await sent('1ZT520')]
    const storeId = (await bench.order(changed.sold)).storeId
    await bench.simulator.control('POST', `/shopify/${changed.sold.shop}/app`, { action: 'uninstall' })
    await until(
      () => bench.app.ok('getAllShopifyStores'),
      (stores) => stores.find(({ id }) => id === storeId)?.health === 'uninstalled',
    )
    await change(changed.id, 'JDT501')
    await bench.app.ok('cancelShipment', { shipmentIds: [withdrawn.id] })
    const refused = (id: string) =>
      until(
        () => bench.app.ok('getShipment', { shipmentId: id }),
        ({ reason }) => reason.includes('卸载了应用'),
      )
    expect([(await refused(changed.id)).state, (await refused(withdrawn.id)).state]).toEqual(['updating', 'cancelling'])
    expect(await bench.app.ok('checkShopifyStore', { id: storeId })).toMatchObject({ health: 'ok' })
    bench.later(600_000)
    await resolved()
    expect(await bench.shipment(changed.id, 'sent')).toMatchObject({ numbers: ['JDT501'] })
    await bench.shipment(withdrawn.id, 'cancelled')

    await bench.app.db.pool.query(`update shipment set state = 'failed' where id = $1`, [given.id])
    const before = await bench.simulator.received('fulfillmentCreate')
    await bench.app.ok('retryShipments', { shipmentIds: [given.id] })
    await resolved()
    expect((await bench.app.ok('getShipment', { shipmentId: given.id })).state).toBe('sent')
    expect(await bench.simulator.received('fulfillmentCreate')).toBe(before)
  })
})
