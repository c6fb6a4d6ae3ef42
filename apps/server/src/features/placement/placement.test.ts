import { describe, expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()

describe('placing a purchase at 1688', () => {
  it('makes one order under our number, for the expected price, and records it in the ledger', async () => {
    const purchase = await fixture.placed()
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1, open: 1, payments: 0 })
    const { attempts, orders } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(attempts).toMatchObject([{ state: 'placed', outOrderId: purchase.number }])
    expect(orders.map((order) => order.orderId)).toEqual((await fixture.witness(purchase.number)).orderIds)
    expect(purchase.alibabaOrderIds).toEqual(orders.map((order) => order.orderId))
    expect(await fixture.verify()).toMatchObject({ ok: true, open: 0 })
  })

  it('requested twice and by many at once, places it once', async () => {
    const purchase = await fixture.ready()
    const handed = await Promise.all(
      Array.from({ length: 8 }, () => fixture.app.ok('createAlibabaOrder', { purchaseIds: [purchase.id] })),
    )
    expect(handed.reduce((sum, one) => sum + one.succeeded, 0)).toBe(1)
    await fixture.until(purchase.id, 'to-pay')
    expect((await fixture.witness(purchase.number)).orders).toBe(1)
    const again = await fixture.app.ok('createAlibabaOrder', { purchaseIds: [purchase.id] })
    expect(again).toMatchObject({ succeeded: 0, rows: [{ ok: false }] })
  })

  it('whose answer was lost after the order was made, finds it at 1688 and adopts it, and never sends it again', async () => {
    const purchase = await fixture.ready()
    await fixture.fault('alibaba.trade.createCrossOrder', 'drop-after')
    await fixture.place(purchase.id)
    const resolved = await fixture.until(purchase.id, 'to-pay')
    expect(await fixture.witness(resolved.number)).toMatchObject({ orders: 1 })
    const { attempts } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(attempts).toMatchObject([{ state: 'adopted' }])
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('whose request never arrived, stays 结果未知 until it is certainly absent, and may then be repeated', async () => {
    const purchase = await fixture.ready()
    await fixture.fault('alibaba.trade.createCrossOrder', 'drop-before')
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'unknown')
    const back = await fixture.app.ok('backToPendingReviewStatus', { purchaseIds: [purchase.id] })
    expect(back).toMatchObject({ succeeded: 0 })
    const early = await fixture.app.ok('settleAlibabaOrder', { purchaseIds: [purchase.id] })
    expect(early.rows[0]).toMatchObject({ ok: false })
    expect((await fixture.detail(purchase.id)).state).toBe('unknown')
    fixture.later(11 * 60_000)
    await fixture.app.ok('settleAlibabaOrder', { purchaseIds: [purchase.id] })
    await fixture.app.call('settleAlibabaOrder', { purchaseIds: [purchase.id] })
    await fixture.until(purchase.id, 'to-place')
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'to-pay')
    expect((await fixture.witness(purchase.number)).orders).toBe(1)
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('stops at 待确认价格 when the price rose, shows both, and continues only for the total that was shown', async () => {
    const purchase = await fixture.ready(1)
    const offerId = purchase.lines[0]!.offerId
    await fixture.simulator.control('POST', '/scenario', { name: 'price-jump', percent: 20, offerIds: [offerId] })
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'price-check')
    const { priceCheck } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(priceCheck!.now.totalMinor).toBeGreaterThan(priceCheck!.expected.totalMinor + priceCheck!.toleranceMinor)
    expect((await fixture.witness(purchase.number)).orders).toBe(0)
    const wrong = await fixture.app.ok('acceptAlibabaPrice', {
      items: [{ purchaseId: purchase.id, totalMinor: priceCheck!.now.totalMinor - 1 }],
    })
    expect(wrong.rows[0]).toMatchObject({ ok: false, word: 'stale' })
    await fixture.app.ok('acceptAlibabaPrice', {
      items: [{ purchaseId: purchase.id, totalMinor: priceCheck!.now.totalMinor }],
    })
    const placed = await fixture.until(purchase.id, 'to-pay')
    expect(placed.actualMinor).toBe(priceCheck!.now.totalMinor)
  })

  it('stops for freight that nobody could estimate, names it, and continues after a person accepted it', async () => {
    // An offer whose seller charges freight.
    let purchase = await fixture.ready()
    for (let which = 1; purchase.freightMinor === 0; which++) purchase = await fixture.ready(which)
    await fixture.app.db.pool.query('update purchase_order set freight_minor = null where id = $1', [purchase.id])
    await fixture.place(purchase.id)
    const stopped = await fixture.until(purchase.id, 'price-check', 'to-pay')
    expect(stopped.state).toBe('price-check')
    expect(stopped.reason).toContain('没有预估过')
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 0 })
    const { priceCheck } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(priceCheck!.freightUnseen).toBe(true)
    const { totalMinor } = priceCheck!.now
    await fixture.app.ok('acceptAlibabaPrice', { items: [{ purchaseId: purchase.id, totalMinor }] })
    await fixture.until(purchase.id, 'to-pay')
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1 })
  })

  it('stores the order when 1688 refuses the next request', async () => {
    await fixture.quirk('createFlag', 'false-with-order')
    const first = await fixture.ready()
    await fixture.place(first.id)
    await fixture.until(first.id, 'to-pay')
    expect((await fixture.witness(first.number)).orders).toBe(1)
    await fixture.quirk('createFlag', 'true')
  })

  it('refused by 1688 because of missing stock, shows the reason and can be sent back to review', async () => {
    const purchase = await fixture.ready(2)
    const offerId = purchase.lines[0]!.offerId
    await fixture.simulator.control('POST', '/1688/forced-failures', { what: 'stock', offerId })
    await fixture.place(purchase.id)
    const failed = await fixture.until(purchase.id, 'place-failed')
    expect(failed.reason).toMatch(/^货源库存不足/)
    expect(failed.reason).not.toContain('alibaba.')
    expect((await fixture.witness(purchase.number)).orders).toBe(0)
    expect(await fixture.app.ok('backToPendingReviewStatus', { purchaseIds: [purchase.id] })).toMatchObject({
      succeeded: 1,
    })
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })
})

describe('a placed purchase', () => {
  it('is paid by one link for two orders, and read as paid', async () => {
    const two = [await fixture.ready(), await fixture.ready()]
    for (const one of two) await fixture.place(one.id)
    for (const one of two) await fixture.until(one.id, 'to-pay')
    const purchaseIds = two.map((one) => one.id)
    const {
      payments: [payment],
    } = await fixture.app.ok('requestPayLink', { purchaseIds })
    expect(payment!.orderIds).toHaveLength(2)
    expect(payment!.payUrl).toContain(payment!.orderIds[0])
    for (const orderId of payment!.orderIds) await fixture.simulator.control('POST', `/1688/orders/${orderId}/pay`, {})
    await fixture.app.ok('refreshAlibabaOrders', { purchaseIds })
    for (const one of two) expect(await fixture.until(one.id, 'to-send')).toMatchObject({ payment: 'paid' })
    const page = await fixture.app.ok('getPayments', { keyword: payment!.orderIds[0] })
    expect(page.list[0]).toMatchObject({ state: 'paid', totalMinor: payment!.totalMinor })
    // The counts of the tabs, with the list's other filters and without any.
    for (const keyword of [payment!.orderIds[0], two[0]!.number])
      expect(await fixture.app.ok('getPaymentCountByState', { keyword })).toEqual({
        counts: { paid: 1 },
        all: 1,
        capped: [],
      })
    expect(await fixture.app.ok('getPaymentCountByState', { to: page.list[0]!.at })).toMatchObject({ all: 0 })
    const { counts, all } = await fixture.app.ok('getPaymentCountByState')
    expect((await fixture.app.ok('getPayments', { state: 'paid' })).total).toBe(counts.paid)
    expect((await fixture.app.ok('getPayments')).total).toBe(all)
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('paid without a password, with the answer lost, is paid once', async () => {
    const purchase = await fixture.placed()
    await fixture.fault('alibaba.trade.pay.protocolPay.preparePay', 'drop-after')
    await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })
    await fixture.until(purchase.id, 'to-send')
    await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })
    expect(await fixture.witness(purchase.number)).toMatchObject({ payments: 1 })
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('cancelled at 1688 is cancelled here, after the ten seconds that 1688 requires', async () => {
    // An hour instead of ten seconds: the first try must happen before it has passed, on any machine.
    await fixture.quirk('cancelTooFastSeconds', 3_600)
    const purchase = await fixture.placed()
    const early = await fixture.app.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id] })
    expect(early.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('10秒') })
    await fixture.simulator.control('POST', '/clock', { advanceMs: 3_600_000 })
    await fixture.quirk('cancelTooFastSeconds', 10)
    expect(await fixture.app.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id] })).toMatchObject({ succeeded: 1 })
    await fixture.until(purchase.id, 'cancelled')
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1, open: 0 })
  })

  it('follows the seller and the buyer at 1688, step by step and never back', async () => {
    const purchase = await fixture.placed()
    const order = purchase.alibabaOrderIds[0]!
    await fixture.simulator.control('POST', `/1688/orders/${order}/advance`, {})
    await fixture.refresh(purchase.id)
    await fixture.until(purchase.id, 'to-send')
    // 1688 reports times in whole seconds.
    await fixture.simulator.control('POST', '/clock', { advanceMs: 1_000 })
    await fixture.simulator.control('POST', `/1688/orders/${order}/ship`, { how: 'whole' })
    await fixture.refresh(purchase.id)
    await fixture.until(purchase.id, 'to-receive')
    const { orders } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(orders[0]).toMatchObject({ statusLabel: '待收货', items: [{ quantity: 20 }] })
    expect(orders[0]!.sentAt).toBeGreaterThan(orders[0]!.paidAt!)
  })
})

describe('a message of 1688', () => {
  it('updates the purchase automatically, in whatever order and however often it arrives', async () => {
    await fixture.quirk('pushDuplicatePercent', 100)
    const purchase = await fixture.placed()
    const order = purchase.alibabaOrderIds[0]!
    await fixture.simulator.control('POST', `/1688/orders/${order}/pay`, {})
    await fixture.until(purchase.id, 'to-send')
    await fixture.simulator.control('POST', `/1688/orders/${order}/ship`, { how: 'whole' })
    await fixture.until(purchase.id, 'to-receive')
    // A message that arrives late, about an earlier time.
    await fixture.simulator.control('POST', '/1688/messages', {
      type: 'ORDER_BUYER_VIEW_BUYER_MAKE',
      data: { orderId: order, currentStatus: 'waitbuyerpay', msgSendTime: '2020-01-01 00:00:00' },
    })
    // Created, paid, sent, and the late one: all of them have been handled.
    await until(
      async () => (await fixture.app.ok('queryInbox', { source: '1688', keyword: order })).list,
      (list) => list.length >= 4 && list.every((message) => message.state !== 'waiting'),
    )
    await untilQuiet(fixture.app)
    expect((await fixture.detail(purchase.id)).state).toBe('to-receive')
    await fixture.quirk('pushDuplicatePercent', 0)
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('that is forged is refused and leaves nothing', async () => {
    const accounts = await fixture.app.ok('queryMarketplaceAccounts')
    const body = new URLSearchParams({
      message: JSON.stringify({ msgId: 99, type: 'ORDER_BUYER_VIEW_ORDER_PAY', data: { orderId: 1 } }),
      _aop_signature: 'A'.repeat(40),
    })
    const answer = await fetch(`${fixture.app.url}/webhooks/1688/${accounts[0]!.id}`, { method: 'POST', body })
    expect(answer.status).toBe(401)
  })
})

describe('the ledger', () => {
  it('accepts no update and no delete, from any user', async () => {
    await expect(fixture.app.db.pool.query('update ledger_entry set by = $1', ['x'])).rejects.toThrow('append-only')
    await expect(fixture.app.db.pool.query('delete from ledger_entry')).rejects.toThrow('append-only')
    await expect(fixture.app.db.pool.query('truncate ledger_entry')).rejects.toThrow('append-only')
  })

  it('that was changed behind the trigger is reported as broken', async () => {
    const client = await fixture.app.db.pool.connect()
    try {
      await client.query('alter table ledger_entry disable trigger all')
      const { rows } = await client.query(
        'select seq, amount_minor from ledger_entry where amount_minor is not null order by seq limit 1',
      )
      await client.query('update ledger_entry set amount_minor = amount_minor + 1 where seq = $1', [rows[0].seq])
      expect((await fixture.verify()).problems).toMatchObject([{ seq: Number(rows[0].seq) }])
      await client.query('update ledger_entry set amount_minor = amount_minor - 1 where seq = $1', [rows[0].seq])
      await client.query('alter table ledger_entry enable trigger all')
    } finally {
      client.release()
    }
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('is listed newest first, by kind and by number', async () => {
    const purchase = await fixture.placed()
    const page = await fixture.app.ok('getLedger', { keyword: purchase.number })
    expect(page.list.map((line) => line.kind)).toEqual(['place-answer', 'place-intent'])
  })
})
