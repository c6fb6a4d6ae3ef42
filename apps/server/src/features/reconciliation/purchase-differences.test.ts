import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBuyingApp } from '../placement/placement.testing.ts'
import type { BuyingApp } from '../placement/placement.testing.ts'
import { comparingPlaced } from './reconciliation.testing.ts'

let fixture: BuyingApp
let at: ReturnType<typeof comparingPlaced>

beforeAll(async () => {
  fixture = await startBuyingApp()
  at = comparingPlaced(fixture)
  // All messages are lost, so events at 1688 are found by comparing only.
  await fixture.simulator.control('DELETE', `/1688/push?appKey=${fixture.simulator.alibaba.appKey}`)
})
afterAll(() => fixture?.close())

const seller = (orderId: string | undefined, act: string, body: object = {}): Promise<{ goodsFen: number }> =>
  fixture.simulator.control('POST', `/1688/orders/${orderId}/${act}`, body)
const reported = (orderId: string | undefined): Promise<{ goodsFen: number; totalFen: number }> =>
  fixture.simulator.control('GET', `/1688/orders/${orderId}`)
const refresh = (purchaseId: string) => fixture.app.ok('refreshAlibabaOrders', { purchaseIds: [purchaseId] })

describe('a purchase compared with its 1688 order', () => {
  it('that was sent without an answer is reported after a quarter of an hour, and resolved by reading 1688', async () => {
    const purchase = await fixture.ready()
    await fixture.fault('alibaba.trade.getBuyerOrderList', 'drop-before', 1000)
    await fixture.fault('alibaba.trade.createCrossOrder', 'drop-after')
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'unknown')
    await at.reconcile()
    expect((await at.differences({ purchaseId: purchase.id })).map(({ kind }) => kind)).not.toContain('placement-open')
    fixture.later(16 * 60_000)
    expect((await at.reconcile()).state).toBe('partial')
    const found = await at.difference('placement-open', { purchaseId: purchase.id })
    expect(found).toMatchObject({ severity: 'urgent', repair: { name: 'settleAlibabaOrder' } })
    expect(found.why).toContain('没有收到1688的回答')
    await fixture.simulator.control('DELETE', '/faults')
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect(await at.next(found)).toBe('closed')
    expect((await fixture.witness(purchase.number)).orders).toBe(1)
  })

  it('that 1688 accepted only in part is reported, and its rest is terminated once everything else has arrived', async () => {
    const [first, second] = await sameSupplier()
    const made = await fixture.app.ok('createPurchaseOrder', {
      items: [first, second].map((offer) => ({ ...offer, quantity: 20 })),
      key: `failed lines ${Date.now()}`,
    })
    const [{ id } = { id: '' }] = made.purchases
    expect(made.purchases).toHaveLength(1)
    await at.quiet()
    await fixture.app.ok('completeReviewOrder', { purchaseIds: [id] })
    await fixture.simulator.control('POST', '/quirks', { name: '1688.dropFailedOffers', value: true })
    await fixture.simulator.control('POST', '/1688/forced-failures', { what: 'stock', offerId: second!.offerId })
    await fixture.place(id)
    await fixture.until(id, 'to-pay')
    await refresh(id)
    await at.reconcile()
    const waiting = await at.difference('failed-lines', { purchaseId: id })
    expect(waiting).toMatchObject({ repair: null, why: expect.stringContaining(second!.offerId) })

    const { alibabaOrderIds, lines } = await fixture.detail(id)
    await seller(alibabaOrderIds[0], 'pay')
    await refresh(id)
    await seller(alibabaOrderIds[0], 'ship', { how: 'whole' })
    await refresh(id)
    const line = lines.find(({ offerId }) => offerId === first!.offerId)!
    await fixture.app.ok('receiveGoods', {
      purchaseId: id,
      key: crypto.randomUUID(),
      lines: [{ lineId: line.id, quantity: line.quantity }],
    })
    await at.reconcile()
    const found = await at.difference('failed-lines', { purchaseId: id })
    expect(found).toMatchObject({ id: waiting.id, repair: { name: 'terminateRest' } })
    expect(await at.repair(found)).toMatchObject({ ok: true })
    expect(await at.next(found)).toBe('closed')
    expect((await fixture.detail(id)).state).toBe('ended')
  })

  it('shows goods that cost more or less than expected, until the seller restores the former price', async () => {
    const purchase = await at.placed()
    const [orderId] = purchase.alibabaOrderIds
    const { goodsFen } = await reported(orderId)
    await seller(orderId, 'price', { goodsFen: Math.round(goodsFen * 0.8) })
    await refresh(purchase.id)
    await at.reconcile()
    const found = await at.difference('price-differs', { purchaseId: purchase.id })
    expect(found).toMatchObject({
      severity: 'notice',
      repair: null,
      figures: [{ ours: goodsFen, theirs: Math.round(goodsFen * 0.8), unit: 'fen' }],
      amountMinor: goodsFen - Math.round(goodsFen * 0.8),
    })
    expect(found.what).toContain('少')
    await seller(orderId, 'price', { goodsFen })
    await refresh(purchase.id)
    expect(await at.next(found)).toBe('closed')
  })

  it('is behind 1688 when its messages are lost, and catches up by reading it', async () => {
    const purchase = await at.placed()
    await seller(purchase.alibabaOrderIds[0], 'pay')
    await at.reconcile()
    const found = await at.difference('state-differs', { purchaseId: purchase.id })
    expect(found.what).toContain('waitsellersend')
    expect(found.what).toContain('waitbuyerpay')
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect(await at.next(found)).toBe('closed')
    expect((await fixture.detail(purchase.id)).state).toBe('to-send')
  })
})

describe('a payment compared with the requested amount', () => {
  const link = (purchaseId: string) =>
    fixture.app.ok('requestPayLink', { purchaseIds: [purchaseId], way: 'alipay' as const })

  it('differs when the seller changed the price in between, and stays ignored once a person explained it', async () => {
    const purchase = await at.placed()
    const [orderId] = purchase.alibabaOrderIds
    const asked = await reported(orderId)
    await link(purchase.id)
    await seller(orderId, 'price', { goodsFen: asked.goodsFen - 10 })
    await seller(orderId, 'pay')
    await refresh(purchase.id)
    await at.reconcile()
    const found = await at.difference('paid-amount', { purchaseId: purchase.id })
    expect(found).toMatchObject({
      repair: null,
      why: expect.stringContaining('卖家改了价'),
      figures: [{ ours: asked.totalFen, theirs: asked.totalFen - 10, unit: 'fen' }],
      amountMinor: 10,
    })
    await fixture.app.ok('ignoreDifferences', { ids: [found.id], note: '卖家让了一毛' })
    expect(await at.next(found)).toBe('ignored')
  })

  it('in stages is compared stage by stage: one paid outside the app is reported, and the other is equal', async () => {
    const purchase = await fixture.ready()
    await fixture.simulator.control('POST', '/quirks', {
      name: '1688.stagedOffers',
      value: purchase.lines[0]!.offerId,
    })
    await fixture.app.ok('createAlibabaOrder', {
      purchaseIds: [purchase.id],
      staged: [{ purchaseId: purchase.id, tradeType: '37staged' }],
    })
    const [orderId] = (await fixture.until(purchase.id, 'to-pay')).alibabaOrderIds
    await fixture.simulator.control('POST', '/quirks', { name: '1688.stagedOffers', value: '' })
    await refresh(purchase.id)
    const { totalFen } = await reported(orderId)
    const deposit = Math.floor((totalFen * 30) / 100)
    const ofPayments = async () => {
      await at.reconcile()
      const all = await at.differences({ purchaseId: purchase.id })
      return all.filter(({ kind }) => ['paid-outside', 'paid-amount', 'unpaid-overdue'].includes(kind))
    }
    await link(purchase.id)
    await seller(orderId, 'pay')
    await refresh(purchase.id)
    expect(await ofPayments()).toEqual([])
    await seller(orderId, 'pay')
    await refresh(purchase.id)
    expect(await ofPayments()).toMatchObject([
      { kind: 'paid-outside', what: expect.stringContaining('第2阶段'), amountMinor: totalFen - deposit },
    ])
  })

  it('is equal when the link was requested twice: 1688 takes the money once', async () => {
    const purchase = await at.placed()
    await link(purchase.id)
    await link(purchase.id)
    await seller(purchase.alibabaOrderIds[0], 'pay')
    await refresh(purchase.id)
    await at.reconcile()
    const kinds = (await at.differences({ purchaseId: purchase.id })).map(({ kind }) => kind)
    expect(kinds).not.toContain('paid-amount')
    expect(kinds).not.toContain('paid-outside')
  })

  it('differs when its order counts as unpaid here, and is corrected by reading the order', async () => {
    const purchase = await at.placed()
    await link(purchase.id)
    await seller(purchase.alibabaOrderIds[0], 'pay')
    await refresh(purchase.id)
    // No call removes the payment of an order: this state exists only in damaged data.
    await at.sql('update alibaba_order set paid_at = null where purchase_id = $1', [purchase.id])
    await at.reconcile()
    const found = await at.difference('paid-amount', { purchaseId: purchase.id })
    expect(found.what).toContain('还没有付款')
    expect(await at.repair(found)).toMatchObject({ ok: true })
    expect(await at.next(found)).toBe('closed')
  })

  it('is overdue when 1688 no longer waits for it, and is not once somebody paid', async () => {
    await fixture.simulator.control('POST', '/quirks', { name: '1688.payTimeoutSeconds', value: 7_200 })
    const purchase = await at.placed()
    await at.reconcile()
    expect(await at.differences({ purchaseId: purchase.id })).toEqual([])
    fixture.later(3 * 3_600_000)
    await at.reconcile()
    const found = await at.difference('unpaid-overdue', { purchaseId: purchase.id })
    expect(found).toMatchObject({
      repair: { name: 'refreshAlibabaOrders' },
      affects: expect.stringContaining('关闭订单'),
    })
    expect(await at.repair(found)).toMatchObject({ message: expect.stringContaining('差异还在') })
    await seller(purchase.alibabaOrderIds[0], 'pay')
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect(await at.next(found)).toBe('closed')
  })
})

/** Two offers of one supplier, each with a SKU and stock. */
async function sameSupplier(): Promise<{ offerId: string; skuId: string | null; specId: string | null }[]> {
  type Live = { skus: { skuId: string; specId: string }[] }
  const { list } = await fixture.app.ok('keywordQuery', { keyword: '收纳', page: 1, pageSize: 50 })
  const bySupplier = new Map<string, string[]>()
  for (const { offerId } of list) {
    const offer = await fixture.app.ok('getOffer', { offerId })
    const some = [...(bySupplier.get(offer.supplierName ?? '') ?? []), offerId]
    bySupplier.set(offer.supplierName ?? '', some)
    if (some.length < 2) continue
    return Promise.all(
      some.map(async (id) => {
        await fixture.simulator.control('POST', '/market/offer', { offerId: id, change: { stock: 100_000 } })
        const live = await fixture.simulator.control<Live>('GET', `/market/offer/${id}`)
        return { offerId: id, skuId: live.skus[0]?.skuId ?? null, specId: live.skus[0]?.specId ?? null }
      }),
    )
  }
  throw new Error('the market has no supplier with two offers')
}
