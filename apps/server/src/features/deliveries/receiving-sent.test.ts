import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())

/** A purchase of four pieces, paid. */
async function bought() {
  const purchase = await bench.buy(await bench.sell({ offer: bench.offers[0]!, quantity: 4 }))
  return { purchase, lineId: purchase.lines[0]!.id }
}
const receive = (purchaseId: string, lineId: string, quantity: number, more: object = {}) =>
  bench.app.call('receiveGoods', { purchaseId, key: randomUUID(), lines: [{ lineId, quantity }], ...more })
const entries = async () =>
  (await bench.app.db.pool.query<{ n: number }>('select count(*)::int as n from receipt')).rows[0]!.n

describe('goods that are in no parcel', () => {
  it('are not received without a reason: the seller has sent nothing yet', async () => {
    const { purchase, lineId } = await bought()
    const before = await entries()
    expect((await bench.receiving(purchase.id)).lines).toMatchObject([{ sent: 0, rest: 4 }])
    expect(await receive(purchase.id, lineId, 4)).toMatchObject({
      code: 400,
      data: { refusal: 'beyond-sent', why: expect.stringContaining('1688显示发出 0 件，收到就是 4 件') },
    })
    expect(await entries()).toBe(before)
    const done = await receive(purchase.id, lineId, 4, { unsentReason: '卖家送货上门' })
    expect(done).toMatchObject({ code: 200, data: { receipts: [{ quantity: 4, unsentReason: '卖家送货上门' }] } })
  })

  it('include those that a seller who sends in parts has not sent yet', async () => {
    const { purchase, lineId } = await bought()
    await bench.send(purchase, 'partial')
    const { lines } = await bench.receiving(purchase.id)
    const sent = lines[0]!.sent!
    expect(sent).toBeGreaterThan(0)
    expect(await receive(purchase.id, lineId, sent + 1, { overReason: '多' })).toMatchObject({
      data: { refusal: 'beyond-sent' },
    })
    expect(await receive(purchase.id, lineId, sent)).toMatchObject({ code: 200 })
    // Defective pieces were sent by the seller too.
    const request = { lineId, quantity: 0, defects: 1, defectReason: '碎了' }
    const again = { purchaseId: purchase.id, key: randomUUID(), lines: [request] }
    expect(await bench.app.call('receiveGoods', again)).toMatchObject({ data: { refusal: 'beyond-sent' } })
  })
})

describe('a parcel', () => {
  it('is known as received, also by the number of its purchase, and is not offered again', async () => {
    const { purchase, lineId } = await bought()
    await bench.send(purchase)
    const parcel = async () => (await bench.parcels(purchase.id, (all) => all.length > 0))[0]!
    expect(await parcel()).toMatchObject({ received: { pieces: 0, isWhole: false }, can: { receiveGoods: true } })
    const { trackingNo } = await parcel()
    const part = await receive(purchase.id, lineId, 3)
    expect(part).toMatchObject({ data: { receipts: [{ quantity: 3, trackingNo }] } })
    expect(await parcel()).toMatchObject({ received: { pieces: 3, isWhole: false }, can: { receiveGoods: true } })
    const whole = await bench.app.ok('receiveGoods', {
      purchaseId: purchase.id,
      key: randomUUID(),
      lines: [{ lineId, quantity: 0, defects: 1, defectReason: '碎了' }],
    })
    expect(await parcel()).toMatchObject({
      received: { pieces: 4, isWhole: true },
      can: { receiveGoods: '这个包裹已经收完' },
    })
    await bench.app.ok('reverseReceipt', { receiptId: whole.receipts[0]!.id, note: '点错了' })
    expect(await parcel()).toMatchObject({ received: { pieces: 1, isWhole: false }, can: { receiveGoods: true } })
  })

  it('is not received a second time without a reason: neither by another clerk, nor by a phone that was offline', async () => {
    const { purchase, lineId } = await bought()
    await bench.send(purchase, 'parcels')
    const [x, y] = await bench.parcels(purchase.id, (all) => all.length === 2)
    const line = { lineId, quantity: 0, defects: 1, defectReason: '碎了' }
    expect(await receive(purchase.id, lineId, 2, { parcelId: x!.id })).toMatchObject({ code: 200 })
    expect(await receive(purchase.id, lineId, 2, { parcelId: x!.id })).toMatchObject({
      data: {
        refusal: 'beyond-sent',
        why: expect.stringMatching(new RegExp(`^包裹 ${x!.trackingNo}.*1688显示 2 件，已收 2 件，再收 2 件$`)),
      },
    })
    expect(await receive(purchase.id, lineId, 0, { parcelId: x!.id, lines: [line] })).toMatchObject({
      data: { refusal: 'beyond-sent' },
    })
    expect(await receive(purchase.id, lineId, 2, { parcelId: y!.id })).toMatchObject({ code: 200 })
    const more = { parcelId: x!.id, lines: [line], unsentReason: '箱里多一件' }
    expect(await receive(purchase.id, lineId, 0, more)).toMatchObject({ code: 200 })
    expect(await bench.receiving(purchase.id)).toMatchObject({ lines: [{ received: 4, defects: 1 }] })
  })
})
