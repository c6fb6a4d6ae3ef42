import { randomUUID } from 'node:crypto'
import { yuanText } from '@huoqiao/kit'
import { describe, expect, it } from 'vitest'
import { byHand, item } from './by-hand.testing.ts'
import { WAREHOUSE, withBuying } from './purchases.testing.ts'

const buying = withBuying()
const { buy, detail, history, edit, undo } = byHand(buying)

/** What a person sees of a purchase, without version and times. */
const seen = async (purchaseId: string) => {
  const { version: _version, updatedAt: _at, ...rest } = await detail(purchaseId)
  return rest
}
describe('the history of a purchase', () => {
  it('describes every change in words, with its consequences', async () => {
    const { app, offers } = buying
    const far = await app.ok('addReceivingAddress', { ...WAREHOUSE, name: `广州仓 ${randomUUID().slice(0, 4)}` })
    const made = await buy(item(offers[2]!, 60))
    const [line] = (await detail(made.id)).lines
    const after = await edit(made.id, {
      lines: [{ id: line!.id, quantity: 10, shortReason: '仓库还有50件' }],
      message: '请发中通',
      freightMinor: 800,
      addressId: far.id,
    })
    const [latest] = await history(made.id)
    const reported = new Map(
      latest!.changes.map(({ label, before, after: now }) => [label.split(' · ')[0], [before, now]]),
    )
    expect(Object.fromEntries(reported)).toMatchObject({
      收货地址: ['义乌仓', far.name],
      采购数量: ['60', '10'],
      少买的原因: [null, '仓库还有50件'],
      给卖家的留言: [null, '请发中通'],
      预计运费: [null, '¥8.00'],
      预计货款: [yuanText(made.goodsMinor), yuanText(after.goodsMinor)],
    })
    expect(JSON.stringify(latest!.changes)).not.toContain(far.id)
  })

  it('shows the whole purchase at any past time, also after it was deleted', async () => {
    const { app, offers } = buying
    const made = await buy(item(offers[3]!, 60))
    await edit(made.id, { note: '第一次' })
    const [first] = await history(made.id)
    await edit(made.id, { note: '第二次' })
    const then = await app.ok('getPurchaseHistory', { purchaseId: made.id, until: first!.at })
    expect(then.list[0]).toMatchObject({ id: first!.id, snapshot: { note: '第一次', lines: [{ quantity: 60 }] } })
    expect(then.total).toBe(2)
    await app.ok('deletePurchaseOrder', { purchaseIds: made.id })
    const [gone, second] = await history(made.id)
    expect(gone).toMatchObject({ reason: '删除', changes: [{ label: '采购单', before: '有', after: '不再有' }] })
    expect(second).toMatchObject({
      snapshot: { note: '第二次', supplierName: made.supplierName },
      can: { undoPurchaseChange: '采购单已被删除，不能撤销' },
    })
  })
})

describe('a deleted purchase', () => {
  it('is found by number, supplier or goods, with the person who deleted it and a link to its history; others are not', async () => {
    const { app, offers } = buying
    const [gone, kept] = [await buy(item(offers[3]!, 60)), await buy(item(offers[3]!, 60))]
    const titles = (await detail(gone.id)).lines.map((line) => line.title)
    await app.ok('deletePurchaseOrder', { purchaseIds: gone.id })
    const find = async (keyword: string) => (await app.ok('queryDeletedPurchases', { keyword })).list
    const [found, ...others] = await find(gone.number)
    expect(others).toEqual([])
    expect(found).toMatchObject({ purchaseId: gone.id, reason: '删除', quantity: 60, goodsMinor: gone.goodsMinor })
    expect([found!.by, found!.titles]).toEqual([expect.any(String), titles])
    const title = titles[0]!.slice(0, 6)
    for (const word of [gone.supplierName, title, `${gone.number} ${title}`])
      expect((await find(word)).map(({ number }) => number)).toContain(gone.number)
    expect(await find(kept.number)).toEqual([])
    expect(await find('100%_')).toEqual([])
    expect((await history(found!.purchaseId)).map(({ reason }) => reason)).toContain('删除')
  })
})

describe('undoPurchaseChange', () => {
  it('restores texts, quantities, address and the typed freight, and can itself be undone', async () => {
    const { app, offers } = buying
    const far = await app.ok('addReceivingAddress', { ...WAREHOUSE, name: `东莞仓 ${randomUUID().slice(0, 4)}` })
    const made = await buy(item(offers[4]!, 60))
    await edit(made.id, { freightMinor: 800, note: '约好8元' })
    const before = await seen(made.id)
    const changed = await edit(made.id, {
      lines: [{ id: before.lines[0]!.id, quantity: 90 }],
      addressId: far.id,
      note: '换仓',
    })
    expect(changed.freightMinor).toBe(null)
    const [latest] = await history(made.id)
    expect(latest!.can.undoPurchaseChange).toBe(true)
    expect(await undo(made.id, latest!.id)).toMatchObject({ code: 200, data: { quantity: 60, freightMinor: 800 } })
    expect(await seen(made.id)).toEqual(before)
    const [undoing] = await history(made.id)
    expect(undoing).toMatchObject({ reason: '撤销：修改', can: { undoPurchaseChange: true } })
    expect(await undo(made.id, undoing!.id)).toMatchObject({
      code: 200,
      data: { quantity: 90, addressName: far.name, note: '换仓' },
    })
  })

  it('never overwrites what was changed since, and names it', async () => {
    const made = await buy(item(buying.offers[5]!, 60))
    await edit(made.id, { note: '甲', message: '请包好' })
    const [first] = await history(made.id)
    await edit(made.id, { note: '乙' })
    const again = (await history(made.id)).find(({ id }) => id === first!.id)
    expect(again!.can.undoPurchaseChange).toBe('之后又改过：内部备注')
    expect(await undo(made.id, first!.id)).toMatchObject({ code: 409, data: { refusal: 'state-not-allowed' } })
    expect(await detail(made.id)).toMatchObject({ note: '乙', message: '请包好' })
  })

  it('refuses a purchase that is no longer under review, a stale version, and an entry that is not an edit', async () => {
    const { app, offers } = buying
    const [made, other] = [await buy(item(offers[6]!, 60)), await buy(item(offers[7]!, 60))]
    const { version } = await edit(made.id, { note: '甲' })
    const [latest, creation] = await history(made.id)
    expect(creation!.can.undoPurchaseChange).toBe('这一条没有可撤销的改动')
    const call = (purchaseId: string, at: number) =>
      app.call('undoPurchaseChange', { purchaseId, version: at, revisionId: latest!.id })
    expect(await call(made.id, version - 1)).toMatchObject({ code: 409, data: { refusal: 'stale' } })
    expect(await call(other.id, other.version)).toMatchObject({ code: 400, data: { refusal: 'not-found' } })
    await app.ok('completeReviewOrder', { purchaseIds: made.id })
    expect(await undo(made.id, latest!.id)).toMatchObject({
      code: 409,
      data: { why: '待下单的采购单不能修改，请先退回待审核' },
    })
    expect((await history(made.id))[0]!.can.undoPurchaseChange).toContain('请先退回待审核')
    await app.ok('backToPendingReviewStatus', { purchaseIds: made.id })
    expect(await undo(made.id, latest!.id)).toMatchObject({ code: 200, data: { note: '' } })
  })
})

describe('a bulk edit', () => {
  it('gives many the same address, names those that stayed, and is undone as a whole', async () => {
    const { app, offers } = buying
    const far = await app.ok('addReceivingAddress', { ...WAREHOUSE, name: `宁波仓 ${randomUUID().slice(0, 4)}` })
    const [one, two, three] = [
      await buy(item(offers[8]!, 60)),
      await buy(item(offers[9]!, 60)),
      await buy(item(offers[10]!, 60)),
    ]
    await app.ok('completeReviewOrder', { purchaseIds: three.id })
    const done = await app.ok('modifyPurchaseOrders', {
      purchaseIds: [one.id, two.id, three.id],
      change: { addressId: far.id, note: '改送' },
    })
    expect(done).toMatchObject({ succeeded: 2, failed: 1 })
    expect(done.rows[2]).toMatchObject({ key: three.id, ok: false, message: expect.stringContaining('请先退回待审核') })
    expect(await detail(one.id)).toMatchObject({ addressName: far.name, note: '改送' })
    await edit(two.id, { note: '我改的' })
    const back = await app.ok('undoPurchaseBatch', { batchId: done.batchId })
    expect(back.rows.map(({ key, ok, message }) => [key, ok, message])).toEqual([
      [one.number, true, '已撤销'],
      [two.number, false, '之后又改过：内部备注'],
    ])
    expect(await detail(one.id)).toMatchObject({ addressName: '义乌仓', note: '' })
    expect(await detail(two.id)).toMatchObject({ addressName: far.name, note: '我改的' })
    expect((await history(one.id))[0]!.reason).toBe('撤销：批量修改')
  })

  it('is undone in one field alone: the address is restored, the texts stay, and a text that was changed since is no obstacle', async () => {
    const { app, offers } = buying
    const far = await app.ok('addReceivingAddress', { ...WAREHOUSE, name: `金华仓 ${randomUUID().slice(0, 4)}` })
    const made = await buy(item(offers[12]!, 60))
    const { batchId } = await app.ok('modifyPurchaseOrders', {
      purchaseIds: [made.id],
      change: { addressId: far.id, note: '改送', message: '请包好' },
    })
    await edit(made.id, { note: '我改的' })
    expect(await app.ok('undoPurchaseBatch', { batchId, field: 'addressId' })).toMatchObject({ succeeded: 1 })
    expect(await detail(made.id)).toMatchObject({ addressName: '义乌仓', note: '我改的', message: '请包好' })
    expect(await app.ok('undoPurchaseBatch', { batchId, field: 'note' })).toMatchObject({
      rows: [{ key: made.number, ok: false, message: '之后又改过：内部备注' }],
    })
    expect(await app.ok('undoPurchaseBatch', { batchId, field: 'accountId' })).toMatchObject({ failed: 1 })
    expect(await app.call('undoPurchaseBatch', { batchId, field: 'goodsMinor' })).toMatchObject({ code: 422 })
  })

  it('without a change, without purchases, or of an unknown batch is refused', async () => {
    const { app, offers } = buying
    const made = await buy(item(offers[11]!, 60))
    const modify = (change: object) => app.call('modifyPurchaseOrders', { purchaseIds: [made.id], change })
    expect(await modify({})).toMatchObject({ code: 422 })
    expect(await modify({ addressId: randomUUID() })).toMatchObject({ code: 400, data: { refusal: 'not-found' } })
    expect(await app.call('undoPurchaseBatch', { batchId: randomUUID() })).toMatchObject({
      code: 400,
      data: { refusal: 'not-found' },
    })
    expect((await detail(made.id)).version).toBe(made.version)
  })
})
