import { randomUUID } from 'node:crypto'
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import { SPARE_HISTORY } from '@huoqiao/contract/purchases/spares.status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'
import { blank, sender } from '../files/files.testing.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())

const sell = (quantity: number, ratio = { source: 1, sale: 1 }) =>
  bench.sell({ offer: bench.offers[0]!, quantity, ratio })
const request = (...sold: Sold[]) => ({
  orderLines: sold.flatMap(({ lineIds }) => lineIds.map((orderLineId) => ({ orderLineId }))),
})
const create = (...sold: Sold[]) => bench.app.ok('createPurchaseOrder', { key: randomUUID(), ...request(...sold) })
const spareOf = async (purchase: { id: string }): Promise<SpareLine | undefined> =>
  (await bench.app.ok('querySpares', { purchaseId: purchase.id })).list[0]
const spareUntil = (purchase: { id: string }, spare: number): Promise<SpareLine> =>
  until(
    () => spareOf(purchase).then((line) => line!),
    (line) => line?.spare === spare,
    (line) => `${line?.spare} to spare, not ${spare}`,
  )
/** Stock for a test: the received pieces of a cancelled order. */
const stocked = async (pieces: number) => {
  const sold = await sell(pieces)
  const purchase = await bench.buy(sold)
  await bench.receiveAll(purchase)
  await bench.staff(sold, 'cancel')
  return { sold, purchase, line: await spareUntil(purchase, purchase.lines[0]!.quantity) }
}
/** An order whose goods were sent; `put` puts some of them back into stock. */
const shipped = async (quantity: number, ratio?: { source: number; sale: number }) => {
  const sold = await sell(quantity, ratio)
  const purchase = await bench.buy(sold)
  await bench.receiveAll(purchase)
  const shipment = await bench.ship(sold.orderId, { carrier: 'SF Express', numbers: [`SF21${sold.number.slice(1)}`] })
  await bench.shipment(shipment, 'sent')
  const [{ demandId } = { demandId: '' }] = await bench.app.ok('getReturnable', { orderId: sold.orderId })
  const put = (saleQuantity: number, seen: number) =>
    bench.app.ok('returnToStock', { demandId, saleQuantity, seen, note: '退回' })
  return { sold, purchase, put }
}
const spend = async (purchase: { id: string }): Promise<void> => {
  const line = await spareOf(purchase)
  if (line && line.spare > 0)
    await bench.app.ok('writeOffSpare', { lineId: line.id, quantity: line.spare, seen: line.spare, cause: 'used' })
}

describe('goods that arrived for an order that is cancelled before they were sent', () => {
  it('become stock with their cost, and the next order takes them first', async () => {
    const { sold, purchase, line } = await stocked(4)
    expect(line).toMatchObject({ here: line.spare, arrived: true, used: 0, gone: 0 })
    expect(line.receivedAt).not.toBeNull()
    expect(await bench.line(sold)).toMatchObject({ purchased: 0, received: 0 })
    const charged = (await bench.app.ok('getPlacement', { purchaseId: purchase.id })).orders.reduce(
      (sum, order) => sum + order.totalMinor - order.refundMinor,
      0,
    )
    const whole = await until(
      () => spareOf(purchase),
      (now) => now?.costMinor === charged,
      (now) => `the stock bears ${now?.costMinor} of ${charged}`,
    )
    expect(whole?.costMinor).toBe(charged)
    const history = await bench.app.ok('getPurchaseHistory', { purchaseId: purchase.id })
    expect(history.list.map(({ reason }) => reason)).toContain('到货留作库存：订单不再需要')
    const next = await sell(2)
    const made = await create(next)
    expect(made).toMatchObject({ purchases: [], rows: { succeeded: 1 } })
    await until(
      () => bench.order(next),
      ({ state }) => state === 'to-ship',
    )
    await spend(purchase)
  })

  it('stay with the order as far as they were sent', async () => {
    const sold = await sell(4)
    const purchase = await bench.buy(sold)
    await bench.receiveAll(purchase)
    const shipment = await bench.ship(sold.orderId, {
      numbers: ['SF2000000001'],
      carrier: 'SF Express',
      lines: [{ orderLineId: sold.lineIds[0]!, quantity: 3 }],
    })
    await bench.shipment(shipment, 'sent')
    await bench.staff(sold, 'edit', { quantities: [{ lineId: sold.remoteLines[0], quantity: 3 }] })
    const line = await spareUntil(purchase, purchase.lines[0]!.quantity - 3)
    expect(line.here).toBe(line.spare)
    expect(await bench.line(sold)).toMatchObject({ purchased: 3, received: 3, shipped: 3 })
    await spend(purchase)
  })

  it('become stock also when only a part of them has arrived, and the rest that nobody wants is reported', async () => {
    const sold = await sell(6)
    const purchase = await bench.buy(sold)
    await bench.receive(purchase.id, [{ lineId: purchase.lines[0]!.id, quantity: 4 }])
    await bench.staff(sold, 'edit', { quantities: [{ lineId: sold.remoteLines[0], quantity: 1 }] })
    const detail = await until(
      () => bench.app.ok('getPurchaseOrderSkuDetails', { purchaseId: purchase.id }),
      ({ alarmQuantity }) => alarmQuantity === 2,
      ({ alarmQuantity }) => `${alarmQuantity} pieces that no order wants are reported, not 2`,
    )
    expect(await bench.line(sold)).toMatchObject({ purchased: 3, received: 1 })
    // Three pieces are spare. Two of them may be those that the seller has not sent yet, until a person has decided about these.
    expect(await spareOf(purchase)).toMatchObject({ spare: 3, here: 1, arrived: false })
    const { version } = detail
    await bench.app.ok('settlePurchaseAlarm', { purchaseId: purchase.id, version, action: 'keep' })
    expect(await spareOf(purchase)).toMatchObject({ spare: 5, here: 3 })
    expect(await bench.line(sold)).toMatchObject({ purchased: 1, received: 1 })
    await spend(purchase)
  })

  it('become stock when the shipment that was to send them is withdrawn', async () => {
    const sold = await sell(4)
    const purchase = await bench.buy(sold)
    await bench.receiveAll(purchase)
    await bench.shopFault('fulfillmentCreate', 'throttle')
    const shipment = await bench.ship(sold.orderId, { numbers: ['SF2000000011'], carrier: 'SF Express' })
    await bench.staff(sold, 'cancel')
    await untilQuiet(bench.app)
    // The shipment may still send them.
    expect(await bench.line(sold)).toMatchObject({ purchased: 4, received: 4 })
    expect(await bench.app.ok('cancelShipment', { shipmentIds: [shipment] })).toMatchObject({ succeeded: 1 })
    expect(await spareUntil(purchase, 4)).toMatchObject({ here: 4 })
    expect(await bench.line(sold)).toMatchObject({ purchased: 0, received: 0 })
    await spend(purchase)
  })

  it('become stock when they were sent, but their fulfilment is withdrawn in the shop', async () => {
    const sold = await sell(4)
    const purchase = await bench.buy(sold)
    await bench.receiveAll(purchase)
    const shipment = await bench.ship(sold.orderId, { numbers: ['SF2000000012'], carrier: 'SF Express' })
    await bench.shipment(shipment, 'sent')
    await bench.staff(sold, 'refund', { lines: [{ lineId: sold.remoteLines[0], quantity: 4, restock: false }] })
    await untilQuiet(bench.app)
    expect(await bench.line(sold)).toMatchObject({ shipped: 4, received: 4 })
    await bench.app.ok('cancelShipment', { shipmentIds: [shipment] })
    await bench.shipment(shipment, 'cancelled')
    expect(await spareUntil(purchase, 4)).toMatchObject({ here: 4 })
    expect(await bench.line(sold)).toMatchObject({ purchased: 0, received: 0, shipped: 0 })
    await spend(purchase)
  })
})

describe('goods that a shopper sent back', () => {
  it('are put into stock by a person, at most as many as were sent, and serve the next order', async () => {
    const sold = await sell(4)
    const purchase = await bench.buy(sold)
    await bench.receiveAll(purchase)
    const [none] = await bench.app.ok('getReturnable', { orderId: sold.orderId })
    expect(none).toBeUndefined()
    const shipment = await bench.ship(sold.orderId, { numbers: ['SF2000000002'], carrier: 'SF Express' })
    await bench.shipment(shipment, 'sent')
    const [one] = await bench.app.ok('getReturnable', { orderId: sold.orderId })
    expect(one).toMatchObject({ sent: 4, returned: 0, purchaseNumber: purchase.number })
    const put = (input: object) =>
      bench.app.call('returnToStock', { demandId: one!.demandId, seen: 0, note: '不合身', ...input })
    expect(await put({ saleQuantity: 5 })).toMatchObject({ code: 409 })
    expect(await put({ saleQuantity: 1, seen: 1 })).toMatchObject({ code: 409 })
    expect(await put({ saleQuantity: 1, demandId: randomUUID() })).toMatchObject({ code: 400 })
    const extra = purchase.lines[0]!.quantity - 4
    expect(await put({ saleQuantity: 3 })).toMatchObject({ data: { pieces: 3, line: { spare: extra + 3 } } })
    expect(await put({ saleQuantity: 3 })).toMatchObject({ code: 409 })
    expect(await put({ saleQuantity: 2, seen: 3 })).toMatchObject({ code: 409 })
    await until(
      () => bench.order(sold),
      ({ state }) => state === 'done',
      ({ state }) => `the order is ${state}, not done`,
    )
    // The order no longer bears the cost of what came back: the stock does.
    const charged = (await bench.app.ok('getPlacement', { purchaseId: purchase.id })).orders.reduce(
      (sum, order) => sum + order.totalMinor - order.refundMinor,
      0,
    )
    const sums = async () => {
      const { profit } = await bench.order(sold)
      const own = profit?.basis === 'actual' ? profit.goodsMinor + profit.freightMinor : Number.NaN
      return { own, stock: (await spareOf(purchase))!.costMinor ?? Number.NaN }
    }
    const { own, stock } = await until(
      sums,
      (now) => now.own < charged / 2,
      (now) => JSON.stringify(now),
    )
    expect(own + stock).toBe(charged)

    const next = await sell(extra + 3)
    expect((await create(next)).purchases).toEqual([])
    await until(
      () => bench.order(next),
      ({ state }) => state === 'to-ship',
    )
    expect(await spareOf(purchase)).toMatchObject({ spare: 0, used: extra + 3 })
    const entry = (await bench.app.ok('getSpareHistory', { lineId: one!.lineId })).entries[0]!
    expect(entry).toMatchObject({ kind: 'return', orderName: sold.number, pieces: 3, note: '不合身' })
    const undo = () => bench.app.call('undoSpareEntry', { entryId: entry.id, note: '记错了' })
    // The list says beforehand why it is refused.
    expect(await undo()).toMatchObject({ code: 409, data: { why: entry.can['undoSpareEntry'] } })
    const again = await bench.ship(next.orderId, { numbers: ['SF2000000003'], carrier: 'SF Express' })
    await bench.shipment(again, 'sent')
    expect(await bench.line(next)).toMatchObject({ shipped: extra + 3 })
  })

  it('belong to the order again when a person takes that back', async () => {
    const { sold, put } = await shipped(4)
    const paid = async (): Promise<number> => {
      const { profit } = await bench.order(sold)
      return profit?.basis === 'actual' ? profit.goodsMinor + profit.freightMinor : Number.NaN
    }
    const whole = await until(paid, (now) => now > 0)
    const { line } = await put(3, 0)
    expect(line).toMatchObject({ spare: 3, here: 3 })
    await until(paid, (now) => now < whole)
    const [entry] = (await bench.app.ok('getSpareHistory', { lineId: line.id })).entries
    const undone = await bench.app.ok('undoSpareEntry', { entryId: entry!.id, note: '记错了' })
    expect(undone).toMatchObject({ spare: 0, here: 0 })
    expect((await bench.app.ok('getReturnable', { orderId: sold.orderId }))[0]).toMatchObject({ sent: 4, returned: 0 })
    // The order bears their cost again.
    await until(
      paid,
      (now) => now === whole,
      (now) => `the order pays ${now} of ${whole}`,
    )
    expect((await bench.app.ok('getSpareHistory', { lineId: line.id })).entries).toMatchObject([
      { kind: 'undo', pieces: -3, before: 3, after: 0 },
      { kind: 'return', pieces: 3, undone: true },
    ])
  })

  it('are counted in whole source pieces, and none of these is promised twice', async () => {
    const half = { source: 1, sale: 2 }
    const { sold, purchase, put } = await shipped(8, half)
    // One sale piece is half a source piece, which adds no whole one to stock.
    expect(await put(1, 0)).toMatchObject({ pieces: 0, line: { spare: 0 } })
    const { pieces, line } = await put(1, 1)
    expect({ pieces, spare: line.spare }).toEqual({ pieces: 1, spare: 1 })
    expect((await bench.order(sold)).events.map(({ text }) => text).join('\n')).toContain(
      `退货入库销售 1 件，采购单 ${purchase.number} 的余货增加货源 1 件`,
    )
    const next = await sell(2, half)
    expect((await create(next)).purchases).toEqual([])
    await until(
      () => bench.order(next),
      ({ state }) => state === 'to-ship',
    )
    const [shippable] = await bench.app.ok('getShippable', { orderIds: [next.orderId] })
    expect(shippable!.lines).toMatchObject([{ open: 2, stock: [{ purchaseNumber: purchase.number, pieces: 1 }] }])
    const { entries } = await bench.app.ok('getSpareHistory', { lineId: line.id })
    const undo = (at: number) => bench.app.call('undoSpareEntry', { entryId: entries[at]!.id, note: '记错了' })
    // Undoing either half would give this order back the source piece that the next order holds.
    expect(await undo(0)).toMatchObject({ code: 409, data: { why: entries[0]!.can['undoSpareEntry'] } })
    expect(await undo(1)).toMatchObject({ code: 409, data: { why: entries[1]!.can['undoSpareEntry'] } })
    const { covers } = (await spareOf(purchase))!
    await bench.app.ok('giveBackSpare', { demandId: covers[0]!.demandId })
    expect((await bench.app.ok('getSpareHistory', { lineId: line.id })).entries).toMatchObject([
      { can: { undoSpareEntry: true } },
      { can: { undoSpareEntry: true } },
    ])
    // The entry added no whole piece, but the other half alone is none either: undoing the entry removes the piece.
    expect(await undo(1)).toMatchObject({ data: { spare: 0 } })
    expect((await bench.app.ok('getSpareHistory', { lineId: line.id })).entries[0]).toMatchObject({
      kind: 'undo',
      pieces: -1,
      before: 1,
      after: 0,
    })
    expect(await undo(0)).toMatchObject({ data: { spare: 0 } })
  })

  it('are not taken out again in parts of a source piece that another order got, until the rest has arrived', async () => {
    const ratio = { source: 2, sale: 3 }
    const [first, second] = [await sell(6, ratio), await sell(6, ratio)]
    const purchase = await bench.buy(first, second)
    expect(purchase.lines).toMatchObject([{ quantity: 8 }])
    const [line] = purchase.lines
    await bench.receive(purchase.id, [{ lineId: line!.id, quantity: 6 }])
    expect(await bench.line(second)).toMatchObject({ received: 3 })
    await bench.shipment(await bench.ship(first.orderId, { carrier: 'SF Express', numbers: ['SF2100000099'] }), 'sent')
    const [sent] = await bench.app.ok('getReturnable', { orderId: first.orderId })
    await bench.app.ok('returnToStock', { demandId: sent!.demandId, saleQuantity: 1, seen: 0, note: '退回' })
    expect(await bench.line(second)).toMatchObject({ received: 4 })
    const [entry] = (await bench.app.ok('getSpareHistory', { lineId: line!.id })).entries
    const undo = () => bench.app.call('undoSpareEntry', { entryId: entry!.id, note: '记错了' })
    const why = expect.stringContaining('退回的货已分给别的订单') as string
    expect(entry).toMatchObject({ can: { undoSpareEntry: why } })
    expect(await undo()).toMatchObject({ data: { refusal: 'state-not-allowed', why } })
    await bench.receive(purchase.id, [{ lineId: line!.id, quantity: 2 }])
    expect(await undo()).toMatchObject({ code: 200 })
    expect(await bench.line(second)).toMatchObject({ received: 6 })
  })
})

describe('a count', () => {
  const count = (lineId: string, counted: number, seen: number) =>
    bench.app.call('countSpare', { lineId, counted, seen, note: '月末盘点' })

  it('finds pieces again up to what an earlier count missed, relative to the quantity that the person saw, and only of received goods', async () => {
    const { purchase, line } = await stocked(4)
    expect(await count(line.id, 2, 4)).toMatchObject({ data: { spare: 2, here: 2, gone: 2 } })
    expect(await count(line.id, 3, 4)).toMatchObject({ code: 409 })
    expect(await count(line.id, 5, 2)).toMatchObject({ code: 409 })
    expect(await count(line.id, 4, 2)).toMatchObject({ data: { spare: 4, here: 4, gone: 0 } })
    expect(await count(line.id, 5, 4)).toMatchObject({ code: 409 })
    expect(await count(line.id, 4, 4)).toMatchObject({ data: { spare: 4 } })
    await spend(purchase)

    const coming = await bench.buy(await sell(2))
    expect(await count(coming.lines[0]!.id, 0, 0)).toMatchObject({ code: 409 })
  })

  it('is shown with the newest records of its line, of which there may be more than are shown', async () => {
    const { purchase, line } = await stocked(2)
    await bench.app.db.pool.query(
      `insert into purchase_spare_entry (id, line_id, kind, pieces, before, after, note, at)
       select gen_random_uuid(), $1, 'count', 0, 2, 2, 'n' || n, now() - n * interval '1 minute' from generate_series(0, $2::int) n`,
      [line.id, SPARE_HISTORY],
    )
    const { entries } = await bench.app.ok('getSpareHistory', { lineId: line.id })
    expect(entries.map(({ note }) => note)).toEqual(Array.from({ length: SPARE_HISTORY }, (_, at) => `n${at}`))
    await spend(purchase)
  })
})

describe('a write-off', () => {
  it('has photos that were uploaded here, and none from elsewhere', async () => {
    const { purchase, line } = await stocked(2)
    const send = sender(bench.app.url, await bench.app.login('admin', 'admin888'))
    const { url } = (await send('upload?purpose=rich-text', await blank(8, 8).png().toBuffer())).data
    const writeOff = (photo: string) =>
      bench.app.call('writeOffSpare', { lineId: line.id, quantity: 1, seen: 2, cause: 'damaged', photos: [photo] })
    for (const wrong of [
      `https://evil.example${url}`,
      `javascript:alert(1)//x${url}`,
      `//evil.example${url}`,
      `/files/${randomUUID()}/${'0'.repeat(32)}.png`,
      url.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    ])
      expect(await writeOff(wrong), wrong).toMatchObject({ code: 422 })
    expect(await writeOff(url)).toMatchObject({ data: { spare: 1 } })
    expect((await bench.app.ok('getSpareHistory', { lineId: line.id })).entries[0]).toMatchObject({ photos: [url] })
    await spend(purchase)
  })
})

describe('the time since which goods are here', () => {
  it('is that of the last receipt that was not reversed', async () => {
    const purchase = await bench.buy(await sell(4))
    const [{ id: lineId } = { id: '' }] = purchase.lines
    const since = async (): Promise<number | undefined> => {
      const { rows } = await bench.app.db.pool.query<{ at: Date | null }>(
        'select received_at as at from purchase_line where id = $1',
        [lineId],
      )
      return rows[0]!.at?.getTime()
    }
    await bench.receive(purchase.id, [{ lineId, quantity: 1 }])
    const first = await since()
    bench.later(600_000)
    await bench.receive(purchase.id, [{ lineId, quantity: 3 }])
    expect(await since()).toBeGreaterThanOrEqual(first! + 600_000)
    const { list } = await bench.app.ok('getReceipts', { purchaseId: purchase.id })
    const receipt = (quantity: number) => list.find((one) => one.quantity === quantity)!.id
    await bench.app.ok('reverseReceipt', { receiptId: receipt(3), note: '数错了' })
    expect(await since()).toBe(first)
    await bench.app.ok('reverseReceipt', { receiptId: receipt(1), note: '数错了' })
    expect(await since()).toBeUndefined()
  })
})
