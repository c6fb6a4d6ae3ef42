import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { until } from '../../../test/until.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())
afterEach(async () => {
  await bench.simulator.control('DELETE', '/faults')
  await messagesLost(0)
})

const messagesLost = (chance: 0 | 1) =>
  bench.simulator.control('POST', '/quirks', { name: 'shopify.webhook-loss-chance', value: chance })

/** An order whose goods have arrived. */
async function arrived(quantity: number, ...more: number[]): Promise<Sold> {
  const [offer] = bench.offers
  const wanted = [quantity, ...more].map((pieces, index) => ({ offer: offer!, quantity: pieces, sku: index }))
  const sold = await bench.sell(...wanted)
  await bench.receiveAll(await bench.buy(sold))
  return sold
}
const live = async (sold: Sold) => (await bench.inShop(sold)).fulfillments.filter((one) => one.status === 'SUCCESS')

/** Waits until this many pieces of the order may be shipped. */
async function shippable(sold: Sold, pieces: number): Promise<void> {
  await until(
    async () => {
      const [order] = await bench.app.ok('getShippable', { orderIds: sold.orderId })
      return order!.lines.reduce((sum, line) => sum + line.open, 0)
    },
    (open) => open === pieces,
  )
}

describe('a tracking number for the shop', () => {
  it('becomes one fulfilment of exactly what arrived, however often it is submitted', async () => {
    const sold = await arrived(4)
    const request = { carrier: '云途物流', numbers: ['YT2612345678901234'] }
    const id = await bench.ship(sold.orderId, request)
    const sent = await bench.shipment(id, 'sent')
    expect(sent).toMatchObject({ knownCarrier: 'YunExpress', lines: [{ quantity: 4 }] })
    expect(await bench.ship(sold.orderId, request)).toBe(id)
    expect(await live(sold)).toMatchObject([
      { units: 4, notified: true, tracking: [{ company: 'YunExpress', number: 'YT2612345678901234' }] },
    ])
    expect(await bench.line(sold)).toMatchObject({ shipped: 4 })
    // The shop closes an order when everything was shipped.
    const order = await bench.order(sold)
    expect([order.tracking, ['shipped', 'done'].includes(order.state)]).toEqual(['sent', true])
    const nothing = await bench.app.ok('shipOrders', {
      items: [{ orderId: sold.orderId, carrier: '云途物流', numbers: ['YT9999'] }],
    })
    expect(nothing.rows[0]).toMatchObject({ ok: false, word: 'state-not-allowed' })
  })

  it('of a part leaves the rest to be sent, and never more than arrived', async () => {
    const [offer] = bench.offers
    const sold = await bench.sell({ offer: offer!, quantity: 5 })
    const purchase = await bench.buy(sold)
    await bench.receive(purchase.id, [{ lineId: purchase.lines[0]!.id, quantity: 3 }])
    const lines = (quantity: number) => [{ orderLineId: sold.lineIds[0]!, quantity }]
    const request = { carrier: 'UPS', notifyCustomer: false }
    const tooMany = await bench.app.ok('shipOrders', {
      items: [{ orderId: sold.orderId, ...request, numbers: ['1Z0000'], lines: lines(4) }],
    })
    expect(tooMany.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('只能发 3 件') })
    await bench.shipment(await bench.ship(sold.orderId, { ...request, numbers: ['1Z0001'], lines: lines(2) }), 'sent')
    expect(await live(sold)).toMatchObject([{ units: 2, notified: false }])
    expect(await bench.app.ok('getShippable', { orderIds: sold.orderId })).toMatchObject([
      { lines: [{ received: 3, shipped: 2, open: 1 }] },
    ])
    await bench.shipment(await bench.ship(sold.orderId, { ...request, numbers: ['1Z0002'] }), 'sent')
    expect((await live(sold)).map((one) => one.units)).toEqual([2, 1])
  })

  it('whose answer was lost is found in the shop and never sent twice', async () => {
    const sold = await arrived(3)
    await bench.shopFault('fulfillmentCreate', 'drop-after')
    const id = await bench.ship(sold.orderId, { carrier: 'DHL', numbers: ['JD014600001'] })
    const sent = await bench.shipment(id, 'sent')
    expect(sent.fulfilments).toMatchObject([{ state: 'sent', message: expect.stringContaining('认领') }])
    expect(await live(sold)).toMatchObject([{ units: 3 }])
    expect(await bench.line(sold)).toMatchObject({ shipped: 3 })
  })

  it('whose request never arrived stays 结果未知 until it is certainly absent, and is then sent once', async () => {
    const sold = await arrived(2)
    await bench.shopFault('fulfillmentCreate', 'drop-before')
    const id = await bench.ship(sold.orderId, { carrier: 'DHL', numbers: ['JD014600002'] })
    await bench.shipment(id, 'unknown')
    expect(await bench.order(sold)).toMatchObject({ tracking: 'failed' })
    const cancel = await bench.app.ok('cancelShipment', { shipmentIds: [id] })
    expect(cancel.rows[0]).toMatchObject({ ok: false })
    // Waits for the first of the two necessary look-ups. If the first one came after `later`, the second would wait by the database's
    // clock, which `later` does not move.
    await until(
      async () =>
        (
          await bench.app.db.pool.query(
            `select id from remote_act where kind = 'fulfil' and state = 'unknown' and looks = 0`,
          )
        ).rows,
      (unlooked) => unlooked.length === 0,
    )
    bench.later(3 * 60_000)
    await bench.app.ok('retryShipments', { shipmentIds: [id] })
    expect((await bench.shipment(id, 'sent')).fulfilments.map((one) => one.state)).toEqual(['absent', 'sent'])
    expect(await live(sold)).toMatchObject([{ units: 2 }])
  })

  it('of goods that the shop keeps at two locations becomes one fulfilment per location', async () => {
    const sold = await arrived(3, 2)
    await bench.staff(sold, 'split')
    await bench.staff(sold, 'move')
    const id = await bench.ship(sold.orderId, { carrier: '燕文', numbers: ['YW100200300'] })
    const sent = await bench.shipment(id, 'sent')
    expect(sent.fulfilments).toHaveLength(2)
    const made = await live(sold)
    expect(made).toHaveLength(2)
    expect(made.reduce((sum, one) => sum + one.units, 0)).toBe(5)
    // Shopify does not know the courier, so it gets a tracking address.
    for (const one of made)
      expect(one.tracking).toMatchObject([
        { company: '燕文', number: 'YW100200300', url: 'https://t.17track.net/en#nums=YW100200300' },
      ])
  })

  it('of a courier that Shopify does not know is sent with the typed address and the courier’s name', async () => {
    const { carriers, known, urlTemplate } = await bench.app.ok('getShipCarriers')
    expect(carriers).toContainEqual({ code: 'sf', label: '顺丰速运', knownCarrier: 'SF Express', urlTemplate: null })
    expect(carriers).toContainEqual({ code: 'zto', label: '中通快递', knownCarrier: null, urlTemplate })
    expect(known).toContain('云途')
    const sold = await arrived(2)
    const request = { carrier: 'zto', numbers: ['ZT700100'], urls: ['https://zto.example/ZT700100'] }
    await bench.shipment(await bench.ship(sold.orderId, request), 'sent')
    expect(await live(sold)).toMatchObject([
      { tracking: [{ company: '中通快递', number: 'ZT700100', url: 'https://zto.example/ZT700100' }] },
    ])
  })

  it('that staff already typed into the shop is adopted, not sent again', async () => {
    const sold = await arrived(2)
    await messagesLost(1)
    await bench.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/fulfil`, {
      company: 'UPS',
      number: '1Z777',
    })
    const id = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z777'] })
    await bench.shipment(id, 'sent')
    expect(await live(sold)).toHaveLength(1)
  })
})

describe('a shipment', () => {
  it('of an order that was cancelled in the shop meanwhile fails with an explanation and a notice', async () => {
    const sold = await arrived(2)
    // The shop cancels, but the app gets no message.
    await messagesLost(1)
    await bench.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/cancel`, {})
    const id = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z900'] })
    expect(await bench.shipment(id, 'failed')).toMatchObject({ reason: expect.stringContaining('拦截') })
    const { list } = await bench.app.ok('queryNotices', { kind: 'tracking-failed' })
    expect(list[0]!.text).toContain(sold.number)
    // Once the cancellation is known, shipping is not even begun.
    await bench.app.ok('refreshOrder', { orderId: sold.orderId })
    const items = [{ orderId: sold.orderId, carrier: 'UPS', numbers: ['1Z903'] }]
    const [row] = (await bench.app.ok('shipOrders', { items })).rows
    expect(row).toMatchObject({ ok: false, message: expect.stringContaining('拦截') })
    expect(await live(sold)).toEqual([])
  })

  it('of an order on hold is refused, and sent after the release', async () => {
    const sold = await arrived(2)
    await bench.staff(sold, 'hold', { reason: 'INCORRECT_ADDRESS' })
    const items = [{ orderId: sold.orderId, carrier: 'UPS', numbers: ['1Z901'] }]
    const held = await bench.app.ok('shipOrders', { items })
    expect(held.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('搁置') })
    await bench.staff(sold, 'release')
    await bench.shipment(await bench.ship(sold.orderId, items[0]!), 'sent')
  })

  it('blocks the reversal of its goods’ receipt until it is cancelled', async () => {
    const [offer] = bench.offers
    const sold = await bench.sell({ offer: offer!, quantity: 2 })
    const purchase = await bench.buy(sold)
    const { receipts } = await bench.receiveAll(purchase)
    const id = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z902'] })
    const request = { receiptId: receipts[0]!.id, note: '收错了' }
    expect(await bench.app.call('reverseReceipt', request)).toMatchObject({ data: { refusal: 'already-shipped' } })
    await bench.shipment(id, 'sent')
    expect(await bench.app.call('reverseReceipt', request)).toMatchObject({ data: { refusal: 'already-shipped' } })
    await bench.app.ok('cancelShipment', { shipmentIds: [id] })
    await bench.shipment(id, 'cancelled')
    expect(await bench.app.ok('reverseReceipt', request)).toMatchObject({ lines: [{ received: 0 }] })
  })
})

describe('a sent shipment', () => {
  it('gets another number in the shop, and is withdrawn there so that it can be sent again', async () => {
    const sold = await arrived(3)
    const id = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z100'] })
    await bench.shipment(id, 'sent')
    await bench.app.ok('changeTracking', { shipmentId: id, carrier: 'DHL', numbers: ['JD900'] })
    expect(await bench.shipment(id, 'sent')).toMatchObject({ numbers: ['JD900'], carrier: 'DHL' })
    expect(await live(sold)).toMatchObject([{ tracking: [{ company: 'DHL Express', number: 'JD900' }] }])

    await bench.shopFault('fulfillmentCancel', 'drop-after')
    await bench.app.ok('cancelShipment', { shipmentIds: [id] })
    await bench.shipment(id, 'cancelled')
    expect(await live(sold)).toEqual([])
    expect(await bench.line(sold)).toMatchObject({ shipped: 0 })
    // Without any action of a person: the order is read again automatically.
    await shippable(sold, 3)
    const again = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z101'] })
    await bench.shipment(again, 'sent')
    expect(await live(sold)).toMatchObject([{ units: 3 }])
  })

  it('that its staff cancelled in the shop can be sent again, with a notice', async () => {
    const sold = await arrived(2)
    const id = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z110'] })
    await bench.shipment(id, 'sent')
    await bench.staff(sold, 'unfulfil')
    expect(await bench.shipment(id, 'cancelled')).toMatchObject({
      reason: expect.stringContaining('店铺里有人撤销'),
      fulfilments: [{ state: 'cancelled' }],
    })
    expect(await bench.line(sold)).toMatchObject({ shipped: 0, received: 2 })
    expect(await bench.order(sold)).toMatchObject({ state: 'to-ship', tracking: 'none' })
    const { list } = await bench.app.ok('queryNotices', { kind: 'tracking-failed' })
    expect(list.some((notice) => notice.text.includes(sold.number))).toBe(true)
    await shippable(sold, 2)
    const again = await bench.ship(sold.orderId, { carrier: 'UPS', numbers: ['1Z110'] })
    expect(again).not.toBe(id)
    await bench.shipment(again, 'sent')
    expect(await live(sold)).toMatchObject([{ units: 2 }])
  })

  it('is found by number and state, and pasted rows show what they would do', async () => {
    const [ready, other] = [await arrived(2), await arrived(2)]
    const partly = await bench.sell({ offer: bench.offers[0]!, quantity: 5 })
    const purchase = await bench.buy(partly)
    await bench.receive(purchase.id, [{ lineId: purchase.lines[0]!.id, quantity: 3 }])
    const text = [
      '订单号\t承运商\t运单号',
      `${ready.number}\t云途\tYT300`,
      `${ready.number.slice(1)},DHL,JD301`,
      '#999999 UPS 1Z302',
      `${other.number} YT`,
      `${other.number} 顺丰速运 SF304`,
      `${partly.number} UPS 1Z305`,
    ].join('\n')
    const rows = await bench.app.ok('parseShipments', { text })
    expect(rows.map((row) => [row.row, row.orderName, row.refusal === null])).toEqual([
      [2, ready.number, true],
      [3, ready.number, false],
      [4, null, false],
      [5, null, false],
      [6, other.number, true],
      [7, partly.number, true],
    ])
    expect(rows[0]).toMatchObject({ knownCarrier: 'YunExpress', lines: [{ quantity: 2 }], remaining: 0 })
    expect(rows[5]).toMatchObject({ lines: [{ quantity: 3 }], remaining: 2 })
    const id = await bench.ship(ready.orderId, { carrier: '云途', numbers: ['YT300'] })
    await bench.shipment(id, 'sent')
    const page = await bench.app.ok('getShipments', { keyword: 'yt300', state: 'sent' })
    expect(page.list).toMatchObject([{ id, orderName: ready.number }])
    const { counts } = await bench.app.ok('getShipmentCountByState', { orderId: ready.orderId })
    expect(counts).toEqual({ sent: 1 })
  })
})
