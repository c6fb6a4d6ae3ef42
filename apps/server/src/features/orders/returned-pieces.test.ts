import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())
afterEach(() => withhold(''))

const withhold = (scopes: string): Promise<unknown> =>
  bench.simulator.control('POST', '/quirks', { name: 'shopify.withheld-scopes', value: scopes })

/** Three pieces were ordered and bought; two arrived and were sent. */
async function partSent(carrier: string) {
  const sold = await bench.sell({ offer: bench.offers[0]!, quantity: 3 })
  const purchase = await bench.buy(sold)
  const lineId = purchase.lines[0]!.id
  await bench.receive(purchase.id, [{ lineId, quantity: 2 }])
  await bench.shipment(await bench.ship(sold.orderId, { carrier, numbers: [`${carrier}-1ST`] }), 'sent')
  const arrive = () => bench.receive(purchase.id, [{ lineId, quantity: 1 }])
  return { sold, purchase, arrive }
}

const inShop = (sold: Sold, act: string, body: object): Promise<unknown> =>
  bench.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/${act}`, body)

/** One of the two sent pieces comes back and is refunded, in each of the ways that a shop has. */
const REFUNDS: Readonly<Record<string, (sold: Sold) => Promise<unknown>>> = {
  'restocked by staff': (sold) =>
    inShop(sold, 'refund', { restockType: 'RETURN', lines: [{ lineId: sold.remoteLines[0], quantity: 1 }] }),
  'through a return': async (sold) => {
    await inShop(sold, 'return', {
      lines: [{ lineId: sold.remoteLines[0], quantity: 1, reason: 'DEFECTIVE', note: '坏了' }],
    })
    await inShop(sold, 'return-step', { step: 'process' })
  },
}

/** Waits until the app knows the refund: by the shop's messages (`told`), or by reading the whole order. */
async function learned(sold: Sold, how: 'told' | 'read'): Promise<void> {
  if (how === 'read') await bench.app.ok('refreshOrder', { orderId: sold.orderId })
  await untilQuiet(bench.app)
}

describe.each(['told', 'read'] as const)('a piece that was sent, came back and is refunded, as it is %s', (how) => {
  it.each(Object.keys(REFUNDS))('%s takes nothing from the pieces that are still owed', async (way) => {
    const { sold, purchase, arrive } = await partSent('UPS')
    await REFUNDS[way]!(sold)
    await learned(sold, how)
    expect(await bench.line(sold)).toMatchObject({ quantity: 3, current: 2, returned: 1, fulfilled: 2, toBuy: 0 })
    const order = await bench.order(sold)
    expect(order.state).toBe('part-shipped')
    expect(order.flags).not.toContain('cut')
    expect(order.events.filter(({ text }) => text.includes('减少'))).toEqual([])
    expect((await bench.app.ok('getPurchaseOrderSkuDetails', { purchaseId: purchase.id })).alarmQuantity).toBe(0)

    await arrive()
    await bench.shipment(await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['UPS-2ND'] }), 'sent')
    expect((await bench.inShop(sold)).fulfillments.map(({ units }) => units)).toEqual([2, 1])
    await learned(sold, how)
    expect((await bench.order(sold)).state).toBe('shipped')
  })

  it('leaves one piece less to send where it is refunded without restock and belongs to no return', async () => {
    const { sold, purchase } = await partSent('UPS')
    await inShop(sold, 'refund', { lines: [{ lineId: sold.remoteLines[0], quantity: 1 }] })
    await learned(sold, how)
    expect(await bench.line(sold)).toMatchObject({ current: 2, returned: 0, fulfilled: 2 })
    expect((await bench.app.ok('getPurchaseOrderSkuDetails', { purchaseId: purchase.id })).alarmQuantity).toBe(1)
  })
})

describe('while the shop cannot be read', () => {
  const reads = (areDown: boolean): Promise<unknown> =>
    areDown ? bench.shopFault('nodes', 'drop-before', 1000) : bench.simulator.control('DELETE', '/faults')
  afterEach(() => reads(false))

  it('a message that says that a piece came back is enough', async () => {
    const { sold } = await partSent('DHL')
    await reads(true)
    await REFUNDS['restocked by staff']!(sold)
    const line = await until(
      () => bench.line(sold),
      ({ current }) => current === 2,
    )
    expect(line).toMatchObject({ returned: 1, fulfilled: 2 })
  })

  it('a message of a refund without restock changes nothing, because it may be of a piece that came back', async () => {
    const { sold, purchase } = await partSent('FedEx')
    const before = (await bench.app.ok('queryInbox', { pageSize: 1 })).total
    await reads(true)
    await REFUNDS['through a return']!(sold)
    await until(
      () => bench.app.ok('queryInbox', { pageSize: 100 }),
      ({ list, total }) =>
        list.slice(0, total - before).some(({ topic, state }) => topic === 'orders/updated' && state === 'handled'),
    )
    expect(await bench.line(sold)).toMatchObject({ current: 3, returned: 0 })
    await reads(false)
    await learned(sold, 'read')
    expect(await bench.line(sold)).toMatchObject({ current: 2, returned: 1 })
    const { alarmQuantity } = await bench.app.ok('getPurchaseOrderSkuDetails', { purchaseId: purchase.id })
    expect(alarmQuantity).toBe(0)
  })
})

it('an order is still read where the shop did not grant its returns', async () => {
  const { sold } = await partSent('UPS')
  await withhold('read_returns,write_returns')
  await REFUNDS['through a return']!(sold)
  await learned(sold, 'read')
  expect(await bench.line(sold)).toMatchObject({ current: 2, returned: 0 })
})

it('an order of which every sent piece came back is finished', async () => {
  const sold = await bench.sell({ offer: bench.offers[0]!, quantity: 2 })
  await bench.staff(sold, 'fulfil')
  await inShop(sold, 'refund', { restockType: 'RETURN', lines: [{ lineId: sold.remoteLines[0], quantity: 2 }] })
  await learned(sold, 'read')
  expect(await bench.line(sold)).toMatchObject({ current: 0, returned: 2, toBuy: 0 })
  expect((await bench.order(sold)).state).toBe('done')
})
