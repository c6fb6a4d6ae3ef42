import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withBuyingApp } from './placement.testing.ts'
import { PREPARE } from './staged.testing.ts'

const fixture = withBuyingApp()

/** A purchase that 1688 refused because of missing stock. */
async function failed(which: number) {
  const purchase = await fixture.ready(which)
  const offerId = purchase.lines[0]!.offerId
  await fixture.simulator.control('POST', '/1688/forced-failures', { what: 'stock', offerId })
  await fixture.place(purchase.id)
  const now = await fixture.until(purchase.id, 'place-failed')
  await fixture.simulator.control('DELETE', '/1688/forced-failures')
  await fixture.simulator.control('POST', '/market/offer', { offerId, change: { stock: 100_000 } })
  return now
}

/** Back to review, another quantity, and reviewed again. */
async function withQuantity(purchaseId: string, quantity: number) {
  await fixture.app.ok('backToPendingReviewStatus', { purchaseIds: [purchaseId] })
  const { version, lines } = await fixture.detail(purchaseId)
  await fixture.app.ok('editPurchaseOrder', { purchaseId, version, lines: [{ id: lines[0]!.id, quantity }] })
  await fixture.app.ok('completeReviewOrder', { purchaseIds: [purchaseId] })
}

describe('a purchase in 下单失败', () => {
  it('is placed again unchanged, once however often and by however many people it is requested', async () => {
    const purchase = await failed(3)
    expect(purchase.can['createAlibabaOrder']).toBe(true)
    const handed = await Promise.all(
      Array.from({ length: 8 }, () => fixture.app.ok('createAlibabaOrder', { purchaseIds: [purchase.id] })),
    )
    expect(handed.reduce((sum, one) => sum + one.succeeded, 0)).toBe(1)
    await fixture.until(purchase.id, 'to-pay')
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1, open: 1 })
    const { attempts } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(attempts.map((attempt) => attempt.state)).toEqual(['placed', 'refused'])
    expect(await fixture.verify()).toMatchObject({ ok: true, open: 0 })
  })

  it('checks the price again: a price accepted for an earlier placement does not count any more', async () => {
    const purchase = await fixture.ready(4)
    const offerId = purchase.lines[0]!.offerId
    const jump = (percent: number) =>
      fixture.simulator.control('POST', '/scenario', { name: 'price-jump', percent, offerIds: [offerId] })
    await withQuantity(purchase.id, 60)
    await jump(20)
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'price-check')
    const { priceCheck } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    await fixture.simulator.control('POST', '/1688/forced-failures', { what: 'stock', offerId })
    await fixture.app.ok('acceptAlibabaPrice', {
      items: [{ purchaseId: purchase.id, totalMinor: priceCheck!.now.totalMinor }],
    })
    await fixture.until(purchase.id, 'place-failed')
    await fixture.simulator.control('POST', '/market/offer', { offerId, change: { stock: 100_000 } })
    // A third of the pieces at a new price: the total is still less than what was accepted.
    await withQuantity(purchase.id, 20)
    await jump(60)
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'price-check')
    const seen = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(seen.priceCheck!.now.totalMinor).toBeLessThan(priceCheck!.now.totalMinor)
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 0 })
  })

  it('whose answer is lost when it is placed again, is found and not sent a third time', async () => {
    const purchase = await failed(5)
    await fixture.fault('alibaba.trade.createCrossOrder', 'drop-after')
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'to-pay')
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1 })
    expect(await fixture.verify()).toMatchObject({ ok: true, open: 0 })
  })
})

describe('a payment without a password', () => {
  afterEach(() => fixture.quirk('pushLossPercent', 0))
  const payments = async (orderId: string) => (await fixture.app.ok('getPayments', { keyword: orderId })).list

  it('that never arrived blocks a second one until the time of the setting has passed, and is then made once', async () => {
    const purchase = await fixture.placed(0)
    const orderId = purchase.alibabaOrderIds[0]!
    const config = await fixture.app.ok('querySystemConfig', {})
    const { key, version } = config.find((entry) => entry.key === 'purchase.paymentGiveUpMinutes')!
    await fixture.app.ok('updateSystemConfig', { key, version, value: 8 })
    await fixture.fault(PREPARE, 'drop-before')
    await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })
    expect(await payments(orderId)).toMatchObject([{ state: 'unknown' }])
    const early = await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })
    expect(early.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('不会再付') })
    fixture.later(7 * 60_000)
    await fixture.refresh(purchase.id)
    expect(await payments(orderId)).toMatchObject([{ state: 'unknown' }])
    fixture.later(2 * 60_000)
    await fixture.refresh(purchase.id)
    expect(await payments(orderId)).toMatchObject([{ state: 'failed', message: expect.stringContaining('8 分钟') }])
    expect(await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })).toMatchObject({ succeeded: 1 })
    expect(await fixture.witness(purchase.number)).toMatchObject({ payments: 1 })
    await fixture.until(purchase.id, 'to-send')
  })

  it('whose answer was lost after the money moved is resolved by reading, and never given up', async () => {
    const purchase = await fixture.placed(1)
    await fixture.fault(PREPARE, 'drop-after')
    await fixture.fault('alibaba.trade.get.buyerView', 'drop-before', 1)
    await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })
    await fixture.simulator.control('DELETE', '/faults')
    fixture.later(60 * 60_000)
    await fixture.refresh(purchase.id)
    expect(await payments(purchase.alibabaOrderIds[0]!)).toMatchObject([{ state: 'paid' }])
    expect(await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })).toMatchObject({ succeeded: 0 })
    expect(await fixture.witness(purchase.number)).toMatchObject({ payments: 1 })
  })

  it('is not made for another amount than the one on the screen', async () => {
    const purchase = await fixture.placed(2)
    const orderId = purchase.alibabaOrderIds[0]!
    // The app gets no message; its screen shows the former amount.
    await fixture.quirk('pushLossPercent', 100)
    await fixture.simulator.control('POST', `/1688/orders/${orderId}/price`, { goodsFen: 77_777 })
    const answer = await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })
    expect(answer.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('金额变了') })
    expect(await fixture.witness(purchase.number)).toMatchObject({ payments: 0 })
    expect(await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })).toMatchObject({ succeeded: 1 })
  })

  it('is not made for a price that came after the screen was read, though it was stored before the press', async () => {
    const purchase = await fixture.placed(2)
    const purchaseIds = [purchase.id]
    const { orders } = await fixture.app.ok('queryPayable', { purchaseIds })
    const amounts = orders.map(({ orderId, dueMinor }) => ({ orderId, amountMinor: dueMinor }))
    await fixture.simulator.control('POST', `/1688/orders/${amounts[0]!.orderId}/price`, { goodsFen: 88_888 })
    await fixture.refresh(purchase.id)
    const answer = await fixture.app.ok('payByProtocol', { purchaseIds, amounts })
    expect(answer.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('金额变了') })
    // An order that was not on the screen.
    const others = [{ orderId: '1', amountMinor: 1 }]
    const unseen = await fixture.app.ok('payByProtocol', { purchaseIds, amounts: others })
    expect(unseen.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('没有付款') })
    expect(await fixture.witness(purchase.number)).toMatchObject({ payments: 0 })
    const now = await fixture.app.ok('queryPayable', { purchaseIds })
    const seen = now.orders.map(({ orderId, dueMinor }) => ({ orderId, amountMinor: dueMinor }))
    expect(await fixture.app.ok('payByProtocol', { purchaseIds, amounts: seen })).toMatchObject({ succeeded: 1 })
  })

  it('by a link waits for a transaction that stores what 1688 reported of the order, without a deadlock', async () => {
    const purchase = await fixture.placed(6)
    const { pool } = fixture.app.db
    const reader = await pool.connect()
    try {
      await reader.query('begin')
      await reader.query('select 1 from purchase_order where id = $1 for update', [purchase.id])
      const link = fixture.app.call('requestPayLink', { purchaseIds: [purchase.id] })
      const waiting = `select query from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%purchase_order%'`
      await until(
        async () => (await pool.query(waiting)).rows,
        (rows) => rows.length > 0,
      )
      await reader.query('select 1 from alibaba_order where purchase_id = $1 for update', [purchase.id])
      await reader.query('commit')
      expect(await link).toMatchObject({ code: 200, data: { rows: { succeeded: 1 } } })
    } finally {
      reader.release()
    }
  })

  it('by a link ends when its order was closed without a payment', async () => {
    const purchase = await fixture.placed(0)
    const orderId = purchase.alibabaOrderIds[0]!
    await fixture.app.ok('requestPayLink', { purchaseIds: [purchase.id] })
    await fixture.simulator.control('POST', `/1688/orders/${orderId}/close`, { by: 'seller' })
    await fixture.refresh(purchase.id)
    expect(await payments(orderId)).toMatchObject([{ state: 'failed', message: expect.stringContaining('已关闭') }])
  })
})
