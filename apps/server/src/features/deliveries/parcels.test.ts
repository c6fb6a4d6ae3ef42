import type { Parcel } from '@huoqiao/contract/deliveries/deliveries.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())

const HOUR_MS = 3_600_000

async function bought(quantity = 4) {
  const [offer] = bench.offers
  const sold = await bench.sell({ offer: offer!, quantity })
  return { sold, purchase: await bench.buy(sold) }
}
/** Runs the next step of the 1688 order: its parcels reach their next node. */
const advance = (orderId: string) => bench.simulator.control('POST', `/1688/orders/${orderId}/advance`, {})

/** Waits until no message of 1688 is under way any more, nor any job that follows from it. */
async function heard(): Promise<void> {
  await until(
    () => bench.simulator.control<{ total: number }>('GET', '/1688/messages?state=waiting'),
    ({ total }) => total === 0,
  )
  await untilQuiet(bench.app)
}

describe('parcels of a purchase', () => {
  it('have their contents, move with the messages of 1688, and show every step', async () => {
    const { sold, purchase } = await bought()
    await bench.send(purchase, 'parcels')
    const seen = await bench.parcels(purchase.id, (list) => list.length === 2)
    expect(seen.every((parcel) => parcel.state === 'waiting')).toBe(true)
    const inside = seen.flatMap((parcel) => parcel.items)
    expect(inside.map((item) => item.lineId)).toEqual(seen.map(() => purchase.lines[0]!.id))
    expect(inside.reduce((sum, item) => sum + (item.quantity ?? 0), 0)).toBe(4)
    for (let node = 0; node < 4; node++) await advance(purchase.alibabaOrderIds[0]!)
    const isHome = (parcel: Parcel): boolean =>
      parcel.state === 'signed' && (parcel.lastStep?.text.includes('签收') ?? false)
    const signed = await bench.parcels(purchase.id, (list) => list.every(isHome))
    const detail = await bench.app.ok('getParcel', { parcelId: signed[0]!.id })
    expect(detail.steps).toHaveLength(5)
    expect(detail.signedAt).not.toBeNull()
    const ofOrder = await bench.app.ok('getOrderParcels', { orderIds: sold.orderId })
    expect(ofOrder[0]!.parcels).toHaveLength(2)
  })

  it('are not moved back by messages that arrive late', async () => {
    const { purchase } = await bought(2)
    const orderId = purchase.alibabaOrderIds[0]!
    await bench.send(purchase)
    for (let node = 0; node < 4; node++) await advance(orderId)
    const [parcel] = await bench.parcels(purchase.id, (list) => list[0]?.state === 'signed')
    await heard()
    const reported = async () => (await bench.app.ok('queryInbox', { source: '1688', keyword: orderId })).total
    const before = await reported()
    await bench.simulator.control('POST', '/1688/messages', {
      type: 'LOGISTICS_BUYER_VIEW_TRACE',
      data: {
        OrderLogisticsTracingModel: {
          logisticsId: parcel!.logisticsId,
          cpCode: 'ZTO',
          mailNo: parcel!.trackingNo,
          statusChanged: 'ACCEPT',
          changeTime: '2020-01-01 00:00:00',
          orderLogsItems: [{ orderId, orderEntryId: orderId }],
        },
      },
    })
    await heard()
    expect(await reported()).toBe(before + 1)
    const [after] = await bench.parcels(purchase.id, (list) => list.length === 1)
    expect(after!.state).toBe('signed')
  })

  it('are found by the old and the new waybill number after the seller changed it', async () => {
    const { purchase } = await bought(3)
    await bench.send(purchase)
    const [parcel] = await bench.parcels(purchase.id, (list) => list.length === 1)
    const old = parcel!.trackingNo!
    await bench.simulator.control('POST', `/1688/orders/${purchase.alibabaOrderIds[0]}/mail-number`, {
      logisticsId: parcel!.logisticsId,
      carrierNo: 'ZTO',
      mailNo: '76543210987654',
    })
    const [changed] = await bench.parcels(purchase.id, (list) => list[0]?.trackingNo === '76543210987654')
    expect(changed!.formerNumbers).toEqual([old])
    for (const code of [old, '76543210987654', purchase.number, purchase.alibabaOrderIds[0]!]) {
      const [found] = await bench.app.ok('getReceiving', { code })
      expect(found).toMatchObject({ purchaseId: purchase.id })
      const page = await bench.app.ok('getParcels', { keyword: code })
      expect(page.list.map((one) => one.id)).toEqual([changed!.id])
    }
    // As many digits as an order number, but larger than any bigint.
    expect(await bench.app.ok('getReceiving', { code: '9223372036854776000' })).toEqual([])
    const [scanned] = await bench.app.ok('getReceiving', { code: old })
    expect(scanned).toMatchObject({ parcelId: changed!.id, lines: [{ inParcel: 3, rest: 3 }] })
    const received = await bench.receive(purchase.id, [{ lineId: purchase.lines[0]!.id, quantity: 3 }], {
      parcelId: changed!.id,
    })
    expect(received).toMatchObject({ state: 'done', receipts: [{ trackingNo: '76543210987654' }] })
  })

  it('whose contents 1688 does not list are only known to hold the whole order once everything was sent', async () => {
    await bench.simulator.control('POST', '/quirks', { name: '1688.parcelGoods', value: 'unlisted' })
    const [partly, wholly] = [(await bought(4)).purchase, (await bought(4)).purchase]
    await bench.send(partly, 'partial')
    await bench.send(wholly)
    const inside = async ({ id }: { id: string }) =>
      (await bench.parcels(id, (list) => list.length > 0)).map(({ items }) => items.map(({ quantity }) => quantity))
    expect([await inside(partly), await inside(wholly)]).toEqual([[[]], [[4]]])
    expect((await bench.receiving(partly.id)).lines).toMatchObject([{ sent: null }])
    await bench.simulator.control('POST', '/quirks', { name: '1688.parcelGoods', value: 'quantities' })
    // The contents are read again when the order changes.
    await bench.send(partly)
    await bench.parcels(partly.id, (list) => list.length === 2)
    expect(await inside(partly)).toEqual([[2], [2]])
  })

  it('of an order are found by the order number that the shopper sees, and counted by tab', async () => {
    const { sold, purchase } = await bought(2)
    await bench.send(purchase)
    const [parcel] = await bench.parcels(purchase.id, (list) => list.length === 1)
    const found = async (keyword: string) =>
      (await bench.app.ok('getParcels', { keyword, tab: 'waiting' })).list.map(({ id }) => id)
    expect(await found(sold.number)).toEqual([parcel!.id])
    // Four digits may occur in other numbers too: purchase numbers contain their date.
    expect(await found(sold.number.slice(1))).toContain(parcel!.id)
    const { counts, all } = await bench.app.ok('getParcelCountByTab', { purchaseId: purchase.id })
    expect({ counts, all }).toEqual({ counts: { waiting: 1 }, all: 1 })
  })

  it('without an event for longer than the rule allows are marked and reported, until there is an event', async () => {
    const { purchase } = await bought(2)
    await bench.send(purchase)
    await bench.parcels(purchase.id, (list) => list.length === 1)
    const rule = (await bench.app.ok('queryWarningRules')).find((one) => one.kind === 'parcel-stalled')!
    const { kind, enabled, level, roleIds, version } = rule
    await bench.app.ok('updateWarningRule', { kind, enabled, level, roleIds, version, threshold: 2 })
    bench.later(3 * HOUR_MS)
    await bench.app.ok('refreshParcels', { purchaseIds: [purchase.id] })
    const [stalled] = await bench.parcels(purchase.id, (list) => list[0]?.stalledSince != null)
    const tab = await bench.app.ok('getParcels', { tab: 'stalled', purchaseId: purchase.id })
    expect(tab.list.map((one) => one.id)).toEqual([stalled!.id])
    const { list } = await bench.app.ok('queryNotices', { kind: 'parcel-stalled' })
    expect(list.some((notice) => notice.text.includes(purchase.number))).toBe(true)
    await advance(purchase.alibabaOrderIds[0]!)
    await bench.app.ok('refreshParcels', { purchaseIds: [purchase.id] })
    const [moving] = await bench.parcels(purchase.id, (parcels) => parcels[0]?.state === 'moving')
    expect(moving!.lastStep).not.toBeNull()
  })
})

describe('the seller', () => {
  it('is urged while there is something to send, and only once a day', async () => {
    const { purchase } = await bought(2)
    const purchaseIds = [purchase.id]
    expect(await bench.app.ok('urgeParcel', { purchaseIds })).toMatchObject({ succeeded: 1 })
    expect(await bench.app.ok('urgeParcel', { purchaseIds })).toMatchObject({ succeeded: 0, rows: [{ ok: false }] })
  })

  it('is paid by the confirmation at 1688 only after everything was received here', async () => {
    const { purchase } = await bought(2)
    const purchaseIds = [purchase.id]
    await bench.send(purchase)
    const early = await bench.app.ok('confirmAlibabaReceipt', { purchaseIds })
    expect(early.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('还没有收齐') })
    await bench.receiveAll(purchase)
    expect(await bench.app.ok('confirmAlibabaReceipt', { purchaseIds })).toMatchObject({ succeeded: 1 })
    const witness = await bench.simulator.control<{ order: { status: string } } & { status?: string }>(
      'GET',
      `/1688/orders/${purchase.alibabaOrderIds[0]}`,
    )
    expect(JSON.stringify(witness)).toMatch(/confirm_goods|success/)
    expect(await bench.app.ok('confirmAlibabaReceipt', { purchaseIds })).toMatchObject({ succeeded: 0 })
    // The order is read again by a job.
    await until(
      () => bench.receiving(purchase.id),
      ({ can }) => can['confirmAlibabaReceipt'] === '已在1688确认收货',
    )
  })

  it('is paid for a partial receipt only by a person who names the 1688 order and gives a reason', async () => {
    const { purchase } = await bought(3)
    const [purchaseIds, [orderId]] = [[purchase.id], purchase.alibabaOrderIds]
    expect((await bench.receiving(purchase.id)).can['confirmAlibabaReceipt']).toBe('卖家还没有发货')
    await bench.send(purchase)
    const seen = await bench.receive(purchase.id, [{ lineId: purchase.lines[0]!.id, quantity: 1 }])
    expect(seen.can['confirmAlibabaReceipt']).toBe(true)
    expect(seen.alibabaOrders).toMatchObject([
      { orderId, confirmable: true, missing: [{ lineId: purchase.lines[0]!.id, quantity: 3, received: 1 }] },
    ])
    const early = await bench.app.ok('confirmAlibabaReceipt', { purchaseIds })
    expect(early.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('还没有收齐') })
    const request = { purchaseIds, accept: [orderId] }
    expect(await bench.app.call('confirmAlibabaReceipt', request)).toMatchObject({ code: 422 })
    const done = await bench.app.ok('confirmAlibabaReceipt', { ...request, reason: '缺的两件卖家已退款' })
    expect(done).toMatchObject({ succeeded: 1 })
    const witness = await bench.simulator.control<{ status?: string }>('GET', `/1688/orders/${orderId}`)
    expect(JSON.stringify(witness)).toMatch(/confirm_goods|success/)
  })
})
