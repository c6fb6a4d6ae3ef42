import { randomUUID } from 'node:crypto'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { until } from '../../../test/until.ts'
import type { Bought } from '../purchases/purchases.testing.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

let bench: DeliveryBench
/** Sold only in packs of several pieces. */
let offer: Bought
let lot = 0
beforeAll(async () => {
  bench = await startDeliveryBench()
  const { list } = await bench.app.ok('keywordQuery', { keyword: '收纳', pageSize: 50 })
  for (const { offerId } of list) {
    const { skus, minOrderQuantity } = await bench.app.ok('getOffer', { offerId })
    const skuId = skus[0]?.skuId
    if (skuId === undefined) continue
    const { groups } = await bench.app.ok('planPurchase', {
      items: [{ offerId, skuId, quantity: 1 }],
      estimate: false,
    })
    const batch = groups[0]?.lines[0]?.batchNumber ?? 1
    if (batch < 5 || (minOrderQuantity ?? 1) > batch) continue
    await bench.simulator.control('POST', '/market/offer', { offerId, change: { stock: 100_000 } })
    lot = batch
    offer = { offerId, supplierName: '', skuIds: skus.map((sku) => sku.skuId), minOrderQuantity: 1 }
    break
  }
  if (lot === 0) throw new Error('the market has no offer that is sold by the lot')
})
afterAll(() => bench?.close())

const request = (...sold: Sold[]) => ({
  orderLines: sold.flatMap(({ lineIds }) => lineIds.map((orderLineId) => ({ orderLineId }))),
})
const plan = (...sold: Sold[]) => bench.app.ok('planPurchase', { ...request(...sold), estimate: false })
const create = (...sold: Sold[]) => bench.app.ok('createPurchaseOrder', { key: randomUUID(), ...request(...sold) })
const detail = (purchaseId: string): Promise<PurchaseDetail> =>
  bench.app.ok('getPurchaseOrderSkuDetails', { purchaseId })
const spareOf = async (purchase: { id: string }): Promise<SpareLine> =>
  (await bench.app.ok('querySpares', { purchaseId: purchase.id })).list[0]!
const spareUntil = (purchase: { id: string }, spare: number): Promise<SpareLine> =>
  until(
    () => spareOf(purchase),
    (now) => now.spare === spare,
    (now) => `${now.spare} to spare, not ${spare}`,
  )
const counted = async (sold: Sold) => {
  const { purchased, placed, received } = await bench.line(sold)
  return { purchased, placed, received }
}
/** Writes off the spare pieces that a test left, so that the next test begins with none. */
async function spend(purchase: { id: string }): Promise<void> {
  const { id: lineId, spare } = await spareOf(purchase)
  if (spare > 0)
    await bench.app.ok('writeOffSpare', { lineId, quantity: spare, seen: spare, cause: 'used', note: '试验用完' })
}

describe('pieces of a pack that no order needs', () => {
  it('are spare as soon as the purchase is placed at 1688, and cover the next order before anything is bought', async () => {
    const first = await bench.sell({ offer, quantity: 2 })
    const draft = (await create(first)).purchases[0]!
    expect(draft).toMatchObject({ quantity: lot })
    const next = await bench.sell({ offer, quantity: 2 })
    // A draft has no spare pieces: it is not ordered yet.
    expect((await plan(next)).covers).toEqual([])
    await bench.app.ok('deletePurchaseOrder', { purchaseIds: [draft.id] })

    const purchase = await bench.buy(first)
    expect(await spareOf(purchase)).toMatchObject({
      quantity: lot,
      spare: lot - 2,
      used: 0,
      arrived: false,
      covers: [],
    })
    const planned = await plan(next)
    expect(planned).toMatchObject({
      groups: [],
      left: [],
      covers: [{ orderName: next.number, saleQuantity: 2, pieces: 2, purchaseNumber: purchase.number, arrived: false }],
    })
    const key = randomUUID()
    const made = await bench.app.ok('createPurchaseOrder', { key, ...request(next) })
    expect(made).toMatchObject({ purchases: [], repeated: false, rows: { succeeded: 1, failed: 0 } })
    expect(made.rows.rows[0]!.message).toBe(`用余货 ${purchase.number} 2 件`)
    expect(await counted(next)).toEqual({ purchased: 2, placed: 2, received: 0 })
    expect((await bench.order(next)).state).toBe('arriving')
    expect(await spareOf(purchase)).toMatchObject({
      spare: lot - 4,
      used: 2,
      covers: [{ orderName: next.number, pieces: 2 }],
    })
    // Submitting again takes nothing more.
    expect(await bench.app.ok('createPurchaseOrder', { key, ...request(next) })).toMatchObject({ repeated: true })
    expect(await spareOf(purchase)).toMatchObject({ spare: lot - 4 })

    // The goods arrive like those of any purchase, and the order is shipped without a purchase of its own.
    await bench.send(purchase)
    await bench.receiveAll(purchase)
    expect(await counted(next)).toEqual({ purchased: 2, placed: 2, received: 2 })
    expect((await bench.order(next)).state).toBe('to-ship')
    expect(await spareOf(purchase)).toMatchObject({ spare: lot - 4, arrived: true })
    const history = await bench.app.ok('getPurchaseHistory', { purchaseId: purchase.id })
    expect(history.list.map(({ reason }) => reason)).toContain(`余货给 ${next.number}`)
    await spend(purchase)
  })

  it('that have arrived already belong to the order at once, which can be sent', async () => {
    const first = await bench.sell({ offer, quantity: 1 })
    const purchase = await bench.buy(first)
    await bench.send(purchase)
    await bench.receiveAll(purchase)
    const next = await bench.sell({ offer, quantity: 3 })
    expect((await plan(next)).covers).toMatchObject([{ arrived: true }])
    await create(next)
    await until(
      () => bench.order(next),
      ({ state }) => state === 'to-ship',
    )
    expect(await counted(next)).toEqual({ purchased: 3, placed: 3, received: 3 })
    await spend(purchase)
  })

  it('cover a part where they are too few, and the rest is bought; a deleted draft returns them', async () => {
    const first = await bench.sell({ offer, quantity: lot - 2 })
    const purchase = await bench.buy(first)
    const next = await bench.sell({ offer, quantity: 5 })
    expect(await plan(next)).toMatchObject({
      covers: [{ saleQuantity: 2 }],
      groups: [{ lines: [{ need: 3, quantity: lot }] }],
    })
    const made = await create(next)
    expect(made.rows.rows[0]!.message).toBe(
      `用余货 ${purchase.number} 2 件；其余已加入采购单 ${made.purchases[0]!.number}`,
    )
    expect(await counted(next)).toEqual({ purchased: 5, placed: 2, received: 0 })
    expect(await spareOf(purchase)).toMatchObject({ spare: 0, used: 2 })
    await bench.app.ok('deletePurchaseOrder', { purchaseIds: [made.purchases[0]!.id] })
    await spareUntil(purchase, 2)
    expect(await counted(next)).toEqual({ purchased: 0, placed: 0, received: 0 })
    await spend(purchase)
  })

  it('are never allocated twice, however many request them at the same time', async () => {
    const first = await bench.sell({ offer, quantity: lot - 3 })
    const purchase = await bench.buy(first)
    const rivals = [
      await bench.sell({ offer, quantity: 2 }),
      await bench.sell({ offer, quantity: 2 }),
      await bench.sell({ offer, quantity: 2 }),
    ]
    const made = await Promise.all(rivals.map((sold) => create(sold)))
    const [line] = (await detail(purchase.id)).lines
    expect(line).toMatchObject({ spare: 0, spareUsed: 3 })
    const bought = (await Promise.all(made.flatMap(({ purchases }) => purchases.map(({ id }) => detail(id))))).flatMap(
      ({ lines }) => lines,
    )
    expect(bought.reduce((sum, { need }) => sum + need, 0)).toBe(6 - 3)
    for (const sold of rivals) expect(await counted(sold)).toMatchObject({ purchased: 2 })
    await bench.app.ok('deletePurchaseOrder', {
      purchaseIds: made.flatMap(({ purchases }) => purchases.map(({ id }) => id)),
    })
    // One order was covered completely and keeps its pieces; what another order had taken in addition to its draft is returned.
    await spareUntil(purchase, 1)
    await spend(purchase)
  })

  it('are calculated by exact ratios: half a pack is no piece, and three orders of two pieces each take six', async () => {
    const first = await bench.sell({ offer, quantity: 1 })
    const purchase = await bench.buy(first)
    const { spare } = await spareOf(purchase)
    const next = await bench.sell({ offer, quantity: 50, ratio: { source: 2, sale: 1 } })
    const { covers } = await plan(next)
    expect(covers).toMatchObject([{ saleQuantity: Math.floor(spare / 2), pieces: Math.floor(spare / 2) * 2 }])
    await spend(purchase)
  })
})

describe('spare pieces that an order took', () => {
  it('are returned when the order is cancelled, although they have arrived', async () => {
    const first = await bench.sell({ offer, quantity: 1 })
    const purchase = await bench.buy(first)
    await bench.receiveAll(purchase)
    const next = await bench.sell({ offer, quantity: 2 })
    await create(next)
    await until(
      () => counted(next),
      ({ received }) => received === 2,
    )
    await bench.staff(next, 'cancel')
    await spareUntil(purchase, lot - 1)
    expect(await counted(next)).toEqual({ purchased: 0, placed: 0, received: 0 })
    expect((await detail(purchase.id)).alarmQuantity).toBe(0)
    await spend(purchase)
  })

  it('are returned by hand, but not after they were sent on', async () => {
    const first = await bench.sell({ offer, quantity: 1 })
    const purchase = await bench.buy(first)
    await bench.receiveAll(purchase)
    const [one, two] = [await bench.sell({ offer, quantity: 1 }), await bench.sell({ offer, quantity: 1 })]
    await create(one, two)
    await until(
      () => counted(two),
      ({ received }) => received === 1,
    )
    const { covers } = await spareOf(purchase)
    const of = (sold: Sold) => covers.find(({ orderId }) => orderId === sold.orderId)!.demandId
    await bench.ship(one.orderId, { numbers: ['SF1000000001'], carrier: 'SF Express' })
    expect(await bench.app.call('giveBackSpare', { demandId: of(one) })).toMatchObject({ code: 409 })
    expect(await bench.app.ok('giveBackSpare', { demandId: of(two), reason: '改发别的' })).toEqual({
      saleQuantity: 1,
    })
    expect(await counted(two)).toEqual({ purchased: 0, placed: 0, received: 0 })
    expect(await spareOf(purchase)).toMatchObject({ spare: lot - 2, used: 1 })
    expect(await bench.app.call('giveBackSpare', { demandId: of(two) })).toMatchObject({ code: 409 })
    expect(await bench.app.call('giveBackSpare', { demandId: randomUUID() })).toMatchObject({ code: 400 })
    await spend(purchase)
  })

  it('are lost when their purchase is cancelled at 1688: their order is bought again', async () => {
    const first = await bench.sell({ offer, quantity: 1 })
    const { purchases } = await create(first)
    const id = purchases[0]!.id
    await until(
      () => detail(id),
      ({ freightMinor }) => freightMinor !== null,
    )
    await bench.app.ok('completeReviewOrder', { purchaseIds: [id] })
    await bench.app.ok('createAlibabaOrder', { purchaseIds: [id] })
    const placed = await bench.until(id, 'to-pay')
    const next = await bench.sell({ offer, quantity: 2 })
    await create(next)
    expect(await counted(next)).toEqual({ purchased: 2, placed: 2, received: 0 })
    await bench.simulator.control('POST', `/1688/orders/${placed.alibabaOrderIds[0]}/close`, { by: 'seller' })
    await bench.app.ok('refreshAlibabaOrders', { purchaseIds: [id] })
    await bench.until(id, 'cancelled')
    expect(await counted(next)).toEqual({ purchased: 0, placed: 0, received: 0 })
    expect((await plan(next)).covers).toEqual([])
  })
})

describe('the list of spare pieces', () => {
  it('counts and finds them, and reduces them by hand with a reason that is kept', async () => {
    const first = await bench.sell({ offer, quantity: 1 })
    const purchase = await bench.buy(first)
    const priced = await until(
      () => spareOf(purchase),
      ({ costMinor }) => costMinor !== null,
    )
    const { id: lineId, spare } = priced
    const counts = () => bench.app.ok('getSpareCounts', { keyword: purchase.number })
    expect(await counts()).toEqual({
      counts: { here: 0, coming: 1, used: 0, gone: 0 },
      all: 1,
      pieces: spare,
      here: { pieces: 0, worthMinor: 0 },
      coming: { pieces: spare, worthMinor: priced.costMinor },
      gone: { pieces: 0, worthMinor: 0 },
      unpriced: 0,
    })
    const writeOff = (input: object) =>
      bench.app.call('writeOffSpare', { lineId, cause: 'lost', note: '少发', ...input })
    expect(await writeOff({ quantity: spare + 1, seen: spare })).toMatchObject({ code: 409 })
    expect(await writeOff({ quantity: 1, seen: spare + 1 })).toMatchObject({ code: 409 })
    expect(await writeOff({ quantity: 1, seen: spare, cause: 'other', note: '' })).toMatchObject({ code: 422 })
    expect(await writeOff({ quantity: 2, seen: spare })).toMatchObject({ data: { spare: spare - 2, gone: 2 } })
    const first2 = (await bench.app.ok('getSpareHistory', { lineId })).entries[0]!
    expect(first2).toMatchObject({ kind: 'write-off', pieces: -2, cause: 'lost', note: '少发', undone: false })
    const undo = () => bench.app.call('undoSpareEntry', { entryId: first2.id, note: '找到了' })
    expect(await undo()).toMatchObject({ data: { spare, gone: 0 } })
    expect(await undo()).toMatchObject({ code: 409 })
    expect(await writeOff({ quantity: 1, seen: spare })).toMatchObject({ data: { spare: spare - 1, gone: 1 } })
    const history = await bench.app.ok('getPurchaseHistory', { purchaseId: purchase.id })
    expect(history.list.map(({ reason }) => reason)).toContain('余货报损 2 件：丢失，少发')
    const { rows } = await bench.app.db.pool.query<{ changes: unknown }>(
      "select changes from operation_log where call = 'writeOffSpare' and outcome = 'ok'",
    )
    expect(JSON.stringify(rows)).toContain('丢失，少发')
    await bench.app.ok('writeOffSpare', {
      lineId,
      quantity: spare - 1,
      seen: spare - 1,
      cause: 'sample',
    })
    const { list } = await bench.app.ok('querySpares', { tab: 'used', keyword: purchase.number })
    expect(list).toMatchObject([{ id: lineId, spare: 0, gone: spare }])
    expect(await counts()).toEqual({
      counts: { here: 0, coming: 0, used: 1, gone: 1 },
      all: 1,
      pieces: 0,
      here: { pieces: 0, worthMinor: 0 },
      coming: { pieces: 0, worthMinor: 0 },
      gone: { pieces: spare, worthMinor: priced.costMinor },
      unpriced: 0,
    })
    expect((await bench.app.ok('querySpares', { tab: 'coming', keyword: purchase.number })).list).toEqual([])
  })

  it('has its cost to the fen: no order pays for what it does not need, and it pays for what it takes', async () => {
    const first = await bench.sell({ offer, quantity: 2 })
    const purchase = await bench.buy(first)
    const charged = async () =>
      (await bench.app.ok('getPlacement', { purchaseId: purchase.id })).orders.reduce(
        (sum, order) => sum + order.totalMinor - order.refundMinor,
        0,
      )
    const paidFor = async (sold: Sold) => {
      const { profit } = await bench.order(sold)
      return profit?.basis === 'actual' ? profit.goodsMinor + profit.freightMinor : undefined
    }
    const whole = await charged()
    const own = await until(
      () => paidFor(first),
      (cost) => cost !== undefined,
    )
    const { costMinor } = await spareUntil(purchase, lot - 2)
    expect(own! + costMinor!).toBe(whole)
    expect(own! / whole).toBeCloseTo(2 / lot, 2)
    const next = await bench.sell({ offer, quantity: 3 })
    await create(next)
    const taken = await until(
      () => paidFor(next),
      (cost) => cost !== undefined,
    )
    const left = await until(
      () => spareOf(purchase),
      (now) => now.costMinor !== costMinor,
    )
    expect((await paidFor(first))! + taken! + left.costMinor!).toBe(whole)
    await spend(purchase)
  })

  it('says of every line how many are here, as the sums and the tabs say it', async () => {
    const prefix = 'CGHERE'
    await bench.app.db.pool.query(
      `with supplier as (select id from supplier limit 1), made as (
         insert into purchase_order (id, number, state, origin, supplier_id, supplier_name, payment)
         select gen_random_uuid(), $1 || state || payment || received || gone, state, 'manual', supplier.id, '', payment
         from supplier, unnest(array['to-receive', 'part-received', 'done', 'ended']) state,
           unnest(array['paid', 'part-refunded', 'refunded']) payment, unnest(array[0, 4, 9, 12]) received,
           unnest(array[0, 3]) gone
         returning id, number, state, payment)
       insert into purchase_line (id, purchase_id, position, offer_id, title, spec_text, need, quantity, received, missing,
         spare, spare_gone, spare_gone_here)
       select gen_random_uuid(), id, 0, '1', '', '', 2, 10, received, missing, 5, gone, least(gone, here, received)
       from made, unnest(array[0, 4, 9, 12]) received, unnest(array[0, 3]) gone, lateral (select
         case when state = 'done' then 2 else 0 end as missing, case when payment = 'paid' then 3 else 1 end as here) of_it
       where number = $1 || state || payment || received || gone`,
      [prefix],
    )
    const { list, total } = await bench.app.ok('querySpares', { keyword: prefix, pageSize: 100 })
    expect([list.length, total]).toEqual([96, 96])
    for (const { purchaseId, purchaseNumber, here, spare } of list) {
      const sums = await bench.app.ok('getSpareCounts', { purchaseId })
      expect([sums.here.pieces, sums.coming.pieces], purchaseNumber).toEqual([here, spare - here])
    }
    expect(new Set(list.map(({ here }) => here)).size).toBeGreaterThan(3)
    const tab = async (name: 'here' | 'coming') =>
      (await bench.app.ok('querySpares', { keyword: prefix, pageSize: 100, tab: name })).list.map(({ id }) => id).sort()
    const idsOf = (some: SpareLine[]) => some.map(({ id }) => id).sort()
    expect(await tab('here')).toEqual(idsOf(list.filter(({ here }) => here > 0)))
    expect(await tab('coming')).toEqual(idsOf(list.filter(({ here, spare }) => here < spare)))
    await bench.app.db.pool.query(
      `delete from purchase_line where purchase_id in (select id from purchase_order where number like $1)`,
      [`${prefix}%`],
    )
  })
})
