import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import { blank, sender } from '../files/files.testing.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())

const demandOf = (view: Awaited<ReturnType<DeliveryBench['receiving']>>) =>
  view.lines[0]!.demand.map((one) => [one.orderName, one.allocated])

describe('goods that arrive in part', () => {
  it('go to the oldest order first, by a ratio of one to two, and what makes no whole piece stays in stock', async () => {
    const [offer] = bench.offers
    const ratio = { source: 2, sale: 1 }
    const first = await bench.sell({ offer: offer!, quantity: 3, ratio })
    const second = await bench.sell({ offer: offer!, quantity: 2, ratio })
    const purchase = await bench.buy(first, second)
    expect(purchase.lines).toMatchObject([{ quantity: 10 }])
    const lineId = purchase.lines[0]!.id
    await bench.send(purchase)

    const half = await bench.receive(purchase.id, [{ lineId, quantity: 7 }])
    expect(half).toMatchObject({ state: 'part-received', lines: [{ received: 7, rest: 3, stock: 1 }] })
    expect(demandOf(half)).toEqual([
      [first.number, 3],
      [second.number, 0],
    ])
    // Order numbers repeat between stores.
    expect(half.lines[0]!.demand[0]!.storeName).toBe((await bench.order(first)).storeName)
    expect(await bench.line(first)).toMatchObject({ received: 3 })
    expect(await bench.order(first)).toMatchObject({ state: 'to-ship' })
    expect(await bench.line(second)).toMatchObject({ received: 0 })

    const whole = await bench.receive(purchase.id, [{ lineId, quantity: 3 }])
    expect(whole).toMatchObject({ state: 'done', lines: [{ received: 10, rest: 0, stock: 0 }] })
    expect(await bench.line(second)).toMatchObject({ received: 2 })
  })

  it('split into three pieces per source piece are shared exactly between two orders', async () => {
    const [offer] = bench.offers
    const ratio = { source: 1, sale: 3 }
    const first = await bench.sell({ offer: offer!, quantity: 4, ratio })
    const second = await bench.sell({ offer: offer!, quantity: 5, ratio })
    const purchase = await bench.buy(first, second)
    expect(purchase.lines).toMatchObject([{ quantity: 3 }])
    const lineId = purchase.lines[0]!.id
    const part = await bench.receive(purchase.id, [{ lineId, quantity: 2 }])
    expect(demandOf(part)).toEqual([
      [first.number, 4],
      [second.number, 2],
    ])
    const whole = await bench.receive(purchase.id, [{ lineId, quantity: 1 }])
    expect(demandOf(whole)).toEqual([
      [first.number, 4],
      [second.number, 5],
    ])
    expect(whole.lines[0]!.stock).toBe(0)
  })

  it('are reversed once by an entry that refers to the first, with all its effects', async () => {
    const [offer] = bench.offers
    const sold = await bench.sell({ offer: offer!, quantity: 4 })
    const purchase = await bench.buy(sold)
    const lineId = purchase.lines[0]!.id
    const whole = await bench.receive(purchase.id, [{ lineId, quantity: 4 }])
    expect(whole.state).toBe('done')
    const receiptId = whole.receipts[0]!.id
    const back = await bench.app.ok('reverseReceipt', { receiptId, note: '点错了' })
    expect(back).toMatchObject({ state: 'to-receive', lines: [{ received: 0, rest: 4 }] })
    expect(back.receipts).toMatchObject([
      { id: receiptId, quantity: 4, reversedBy: back.receipts[1]!.id },
      { quantity: -4, reverses: receiptId, note: '点错了' },
    ])
    expect(await bench.line(sold)).toMatchObject({ received: 0 })
    expect(await bench.app.call('reverseReceipt', { receiptId, note: '再点一次' })).toMatchObject({ code: 409 })
    await expect(bench.app.db.pool.query('delete from receipt')).rejects.toThrow('append-only')
  })

  it('are described in the purchase’s history, also where its state stays the same', async () => {
    const [offer] = bench.offers
    const sold = await bench.sell({ offer: offer!, quantity: 5 })
    const purchase = await bench.buy(sold)
    const lineId = purchase.lines[0]!.id
    await bench.send(purchase)
    const reported = async () => {
      const { list } = await bench.app.ok('getPurchaseHistory', { purchaseId: purchase.id })
      return list.map(({ by, reason, changes }) => ({
        by,
        reason,
        changes: Object.fromEntries(changes.map((one) => [one.label.split(' · ')[0], [one.before, one.after]])),
      }))
    }
    const before = await reported()
    await bench.receive(purchase.id, [{ lineId, quantity: 2, defects: 1, defectReason: '压坏了' }], { note: '上午' })
    await bench.receive(purchase.id, [{ lineId, quantity: 1 }])
    const view = await bench.receive(purchase.id, [{ lineId, quantity: 3 }], { overReason: '卖家多发' })
    await bench.app.ok('reverseReceipt', { receiptId: view.receipts[1]!.id, note: '数错了' })
    const { by } = view.receipts[0]!
    const entries = (await reported()).slice(0, -before.length)
    expect(entries).toEqual([
      { by, reason: '冲销收货 1 件：数错了', changes: { 到货: ['6', '5'] } },
      {
        by,
        reason: '收货 3 件，多收的原因：卖家多发，比1688显示的多也收货的原因：货先到了',
        changes: { 状态: ['部分到货', '已完成'], 到货: ['3', '6'] },
      },
      { by, reason: '收货 1 件', changes: { 到货: ['2', '3'] } },
      {
        by,
        reason: '收货 2 件，另有不良 1 件（压坏了）：上午',
        changes: { 状态: ['待收货', '部分到货'], 到货: ['0', '2'] },
      },
    ])
  })

  it('beyond the ordered quantity are refused without a reason, and a repeated submit counts once', async () => {
    const [offer] = bench.offers
    const sold = await bench.sell({ offer: offer!, quantity: 2 })
    const purchase = await bench.buy(sold)
    const lineId = purchase.lines[0]!.id
    const lines = [{ lineId, quantity: 3 }]
    const refused = await bench.app.call('receiveGoods', { purchaseId: purchase.id, key: randomUUID(), lines })
    expect(refused).toMatchObject({ data: { refusal: 'over-received' } })
    const key = randomUUID()
    const request = { purchaseId: purchase.id, key, lines, overReason: '卖家多发一件', unsentReason: '货先到了' }
    await bench.app.ok('receiveGoods', request)
    expect(await bench.app.ok('receiveGoods', request)).toMatchObject({ lines: [{ received: 3, stock: 1 }] })
    expect(await bench.app.call('receiveGoods', { ...request, note: '另一份' })).toMatchObject({
      data: { refusal: 'key-reused' },
    })
    expect(await bench.line(sold)).toMatchObject({ received: 2 })
    // Otherwise the extra pieces would be used for the next order.
    await bench.app.ok('writeOffSpare', { lineId, quantity: 1, seen: 1, cause: 'sample' })
  })

  it('that are unusable are stored separately and allocated to no order', async () => {
    const [offer] = bench.offers
    const sold = await bench.sell({ offer: offer!, quantity: 3 })
    const purchase = await bench.buy(sold)
    const lineId = purchase.lines[0]!.id
    const seen = await bench.receive(purchase.id, [{ lineId, quantity: 2, defects: 1, defectReason: '压坏了' }])
    expect(seen).toMatchObject({ state: 'part-received', lines: [{ received: 2, defects: 1, rest: 1 }] })
    expect(await bench.line(sold)).toMatchObject({ received: 2 })
    const entries = await bench.app.ok('getReceipts', { purchaseId: purchase.id, defects: 'true' })
    expect(entries.list).toMatchObject([{ defects: 1, defectReason: '压坏了', photos: [] }])
  })

  it('that are unusable keep the photos of them, also when the receipt is reversed; a photo that does not exist is refused', async () => {
    const [offer] = bench.offers
    const purchase = await bench.buy(await bench.sell({ offer: offer!, quantity: 3 }))
    const lineId = purchase.lines[0]!.id
    const { url } = (
      await sender(bench.app.url, await bench.app.login('admin', 'admin888'))(
        'upload',
        await blank(30, 30).png().toBuffer(),
      )
    ).data
    const broken = { lineId, quantity: 1, defects: 1, defectReason: '压坏了', photos: [url] }
    const missing = url.replace(/[0-9a-f-]{36}/, randomUUID())
    const refused = await bench.app.call('receiveGoods', {
      purchaseId: purchase.id,
      key: randomUUID(),
      lines: [{ ...broken, photos: [missing] }],
      unsentReason: '货先到了',
    })
    expect(refused).toMatchObject({
      code: 422,
      data: { fields: { 'lines.0.photos': '照片不是上传到这里的，或已不存在，请重新上传' } },
    })
    await bench.receive(purchase.id, [broken])
    const [entry] = (await bench.app.ok('getReceipts', { purchaseId: purchase.id })).list
    expect(entry).toMatchObject({ defects: 1, photos: [url] })
    await bench.app.ok('reverseReceipt', { receiptId: entry!.id, note: '点错了' })
    const { list } = await bench.app.ok('getReceipts', { purchaseId: purchase.id })
    expect(list.map(({ defects, photos }) => [defects, photos])).toEqual([
      [-1, []],
      [1, [url]],
    ])
  })

  it('are reallocated by hand to another order, unless somebody else was faster', async () => {
    const [offer] = bench.offers
    const first = await bench.sell({ offer: offer!, quantity: 2 })
    const second = await bench.sell({ offer: offer!, quantity: 2 })
    const purchase = await bench.buy(first, second)
    const lineId = purchase.lines[0]!.id
    const view = await bench.receive(purchase.id, [{ lineId, quantity: 2 }])
    const [old, young] = view.lines[0]!.demand
    const parts = [
      { demandId: old!.demandId, from: 2, to: 0 },
      { demandId: young!.demandId, from: 0, to: 2 },
    ]
    const moved = await bench.app.ok('reallocate', { lineId, parts })
    expect(demandOf(moved)).toEqual([
      [first.number, 0],
      [second.number, 2],
    ])
    expect(await bench.line(second)).toMatchObject({ received: 2 })
    const historyOf = async () => (await bench.app.ok('getPurchaseHistory', { purchaseId: purchase.id })).list
    const [entry] = await historyOf()
    expect(entry).toMatchObject({
      by: expect.stringMatching(/./),
      reason: `改收货分配：2 件从 ${first.number} 改给 ${second.number}`,
      changes: [
        { label: expect.stringContaining(`分给 ${first.number}`), before: '2', after: '0' },
        { label: expect.stringContaining(`分给 ${second.number}`), before: '0', after: '2' },
      ],
    })
    for (const sold of [first, second]) {
      const { events } = await bench.order(sold)
      expect(events).toContainEqual(
        expect.objectContaining({
          kind: 'receipt',
          by: entry!.by,
          text: `采购单 ${purchase.number} 改收货分配：2 件从 ${first.number} 改给 ${second.number}`,
        }),
      )
    }
    const reported = (await historyOf()).length
    expect(await bench.app.call('reallocate', { lineId, parts })).toMatchObject({ data: { refusal: 'stale' } })
    const tooMuch = [{ demandId: old!.demandId, from: 0, to: 1 }]
    expect(await bench.app.call('reallocate', { lineId, parts: tooMuch })).toMatchObject({
      data: { refusal: 'state-not-allowed' },
    })
    // Refused calls are not part of the history.
    expect(await historyOf()).toHaveLength(reported)
  })
})

describe('the rest of a purchase that will never arrive', () => {
  it('is released to its orders, to be bought elsewhere, and the purchase ends', async () => {
    const [offer] = bench.offers
    const first = await bench.sell({ offer: offer!, quantity: 2 })
    const second = await bench.sell({ offer: offer!, quantity: 3 })
    const purchase = await bench.buy(first, second)
    await bench.send(purchase)
    await bench.until(purchase.id, 'to-receive')
    await bench.receive(purchase.id, [{ lineId: purchase.lines[0]!.id, quantity: 3 }])
    const done = await bench.app.ok('terminateRest', { purchaseIds: [purchase.id], reason: '卖家缺货' })
    expect(done).toMatchObject({ succeeded: 1 })
    await bench.until(purchase.id, 'ended')
    expect(await bench.line(first)).toMatchObject({ purchased: 2, received: 2, toBuy: 0 })
    expect(await bench.line(second)).toMatchObject({ purchased: 1, received: 1, toBuy: 2 })
    const again = await bench.app.ok('terminateRest', { purchaseIds: [purchase.id], reason: '再来' })
    expect(again).toMatchObject({ succeeded: 0, rows: [{ word: 'state-not-allowed' }] })
    const key = randomUUID()
    const lines = [{ lineId: purchase.lines[0]!.id, quantity: 1 }]
    expect(await bench.app.call('receiveGoods', { purchaseId: purchase.id, key, lines })).toMatchObject({ code: 409 })
    // Nothing more will arrive, and what arrived stays: the screen offers neither action.
    const seen = await bench.receiving(purchase.id)
    expect(seen).toMatchObject({ state: 'ended', lines: [{ quantity: 5, received: 3, rest: 0 }] })
    expect(seen.receipts.map((one) => one.can['reverseReceipt'])).toEqual(['采购单当前是已终止，不能冲销'])
    const { list } = await bench.app.ok('getReceipts', { purchaseId: purchase.id })
    expect(list[0]!.can['reverseReceipt']).toBe('采购单当前是已终止，不能冲销')
    const back = { receiptId: seen.receipts[0]!.id, note: '收错了' }
    expect(await bench.app.call('reverseReceipt', back)).toMatchObject({ code: 409 })
  })
})
