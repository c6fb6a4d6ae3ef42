import { beforeEach, describe, expect, it } from 'vitest'
import { withBuyingApp } from './placement.testing.ts'
import { PREPARE, sees, stagedOrders } from './staged.testing.ts'

const fixture = withBuyingApp()
const staged = stagedOrders(fixture)
beforeEach(async () => {
  await fixture.quirk('laterTerms', 'all')
  await fixture.quirk('stepStatus', 'waitbuyerpay')
})

describe('a 1688 order that is paid in stages', () => {
  it('is paid without a password stage by stage, each with its own amount to the fen', async () => {
    const one = await staged.ordered(0)
    const { totalMinor } = await staged.orderOf(one)
    const deposit = Math.floor((totalMinor * 30) / 100)
    const first = await staged.dueOf(one)
    expect(first).toMatchObject({
      stage: 1,
      stages: 2,
      dueMinor: deposit,
      paidMinor: 0,
      laterMinor: totalMinor - deposit,
    })

    expect(await staged.press(one)).toMatchObject({ ok: false, message: expect.stringContaining('现在应付第1阶段') })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 0 })
    expect(await staged.press(one, sees(first))).toMatchObject({ ok: true })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 1, paidFen: deposit })
    expect(await fixture.detail(one.id)).toMatchObject({ state: 'to-pay', payment: 'part-paid' })
    expect(await staged.orderOf(one)).toMatchObject({
      stages: [{ state: 'paid', amountMinor: deposit, paidAt: expect.any(Number) }, { state: 'due' }],
      paidMinor: deposit,
      dueMinor: totalMinor - deposit,
      laterMinor: 0,
      can: {
        cancelAlibabaOrder: expect.stringContaining('已付了一部分'),
        applyAlibabaRefund: expect.stringContaining('与卖家协商关闭'),
      },
    })

    const second = await staged.dueOf(one)
    expect(second).toMatchObject({ stage: 2, dueMinor: totalMinor - deposit, paidMinor: deposit, laterMinor: 0 })
    expect(await staged.press(one, sees(second))).toMatchObject({ ok: true })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 2, paidFen: totalMinor })
    expect(await fixture.until(one.id, 'to-send')).toMatchObject({ payment: 'paid' })
    expect(await staged.paymentsOf(one)).toMatchObject([
      { state: 'paid', parts: [{ stage: 1, amountMinor: deposit }] },
      { state: 'paid', parts: [{ stage: 2, amountMinor: totalMinor - deposit }] },
    ])
    expect(await staged.paidLines(one)).toEqual([deposit, totalMinor - deposit])
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('is not paid further by a repeated request, later or at the same moment', async () => {
    const one = await staged.ordered(1)
    const first = await staged.dueOf(one)
    const pressed = await Promise.all(Array.from({ length: 4 }, () => staged.press(one, sees(first))))
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await staged.press(one, sees(first))).toMatchObject({
      ok: false,
      message: expect.stringContaining('第1阶段已付过'),
    })
    expect(await staged.press(one)).toMatchObject({ ok: false })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 1, paidFen: first.dueMinor })
    expect(await staged.paidLines(one)).toEqual([first.dueMinor])
  })

  it('of which only its number is known is read first, for a link and for the amount due', async () => {
    const one = await staged.ordered(5)
    const { totalMinor } = await staged.orderOf(one)
    const dueMinor = Math.floor((totalMinor * 30) / 100)
    /** The state between the answer to the placement and the first read. */
    const forget = () =>
      fixture.app.db.pool.query("update alibaba_order set read = false, stages = '[]' where order_id = $1", [
        one.orderId,
      ])
    await forget()
    expect(await staged.dueOf(one)).toMatchObject({ stage: 1, dueMinor })
    await forget()
    const {
      payments: [payment],
    } = await fixture.app.ok('requestPayLink', { purchaseIds: [one.id] })
    expect(payment).toMatchObject({ totalMinor: dueMinor, parts: [{ stage: 1 }] })
  })

  it('whose answer was lost is looked up, and its stage is not paid a second time', async () => {
    const one = await staged.ordered(2)
    const first = await staged.dueOf(one)
    await fixture.fault(PREPARE, 'drop-after')
    await fixture.fault('alibaba.trade.get.buyerView', 'drop-before', 1)
    await staged.press(one, sees(first))
    await fixture.simulator.control('DELETE', '/faults')
    await fixture.refresh(one.id)
    expect(await staged.paymentsOf(one)).toMatchObject([{ state: 'paid', totalMinor: first.dueMinor }])
    expect(await staged.press(one, sees(first))).toMatchObject({ ok: false })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 1 })
    // A payment whose request never arrived blocks its stage until it is certainly absent; then the stage is paid once.
    const second = await staged.dueOf(one)
    await fixture.fault(PREPARE, 'drop-before')
    await staged.press(one, sees(second))
    expect(await staged.press(one, sees(second))).toMatchObject({ message: expect.stringContaining('不会再付') })
    fixture.later(60 * 60_000)
    await fixture.refresh(one.id)
    expect(await staged.press(one, sees(second))).toMatchObject({ ok: true })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 2, paidFen: first.totalMinor })
    expect(await fixture.verify()).toMatchObject({ ok: true, problems: [] })
  })

  it('accepts no refund application between two stages, and is refunded when both sides close it', async () => {
    const one = await staged.ordered(6)
    const first = await staged.dueOf(one)
    await staged.press(one, sees(first))
    const refused = await fixture.app.call('getRefundOptions', { orderId: one.orderId, itemIds: [] })
    expect(refused).toMatchObject({ code: 409, data: { why: expect.stringContaining('付清以后可以申请退款') } })
    expect(await fixture.ok('cancelAlibabaOrder', { purchaseIds: [one.id], reason: 'buyerCancel' })).toMatchObject({
      rows: [{ ok: false, message: expect.stringContaining('与卖家协商关闭') }],
    })
    await fixture.simulator.control('POST', `/1688/orders/${one.orderId}/finish-close`, {})
    await fixture.refresh(one.id)
    expect(await fixture.until(one.id, 'cancelled')).toMatchObject({ payment: 'refunded' })
    expect(await staged.orderOf(one)).toMatchObject({ refundMinor: first.dueMinor, laterMinor: 0 })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 1, refundedFen: first.dueMinor })
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('that 1688 already shows as to be sent accepts one, for no more than was paid', async () => {
    await fixture.quirk('stepStatus', 'waitsellersend')
    const one = await staged.ordered(7)
    const first = await staged.dueOf(one)
    await staged.press(one, sees(first))
    expect(await staged.orderOf(one)).toMatchObject({ can: { applyAlibabaRefund: true } })
    expect(await fixture.ok('getRefundOptions', { orderId: one.orderId, itemIds: [] })).toMatchObject({
      goodsStatus: 'refundWaitSellerSend',
      maxRefundMinor: first.dueMinor,
    })
  })

  it('asks again when the seller changes the price between two stages', async () => {
    const one = await staged.ordered(3)
    const first = await staged.dueOf(one)
    await staged.press(one, sees(first))
    const second = await staged.dueOf(one)
    const { freightMinor } = await staged.orderOf(one)
    await fixture.simulator.control('POST', `/1688/orders/${one.orderId}/price`, {
      goodsFen: first.totalMinor - freightMinor - 500,
    })
    const changed = await staged.press(one, sees(second))
    expect(changed).toMatchObject({ ok: false, message: expect.stringContaining('金额变了') })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 1 })
    const now = await staged.dueOf(one)
    expect(now).toMatchObject({ stage: 2, dueMinor: second.dueMinor - 500, totalMinor: first.totalMinor - 500 })
    expect(await staged.press(one, sees(now))).toMatchObject({ ok: true })
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 2, paidFen: first.totalMinor - 500 })
    expect((await staged.paidLines(one)).reduce<number>((sum, minor) => sum + minor!, 0)).toBe(first.totalMinor - 500)
  })

  it.each(['all', 'uncreated', 'absent'])(
    'is paid by links, one per stage, with later stages shown as %s, also when 1688 shows it as to be sent meanwhile',
    async (laterTerms) => {
      await fixture.quirk('laterTerms', laterTerms)
      await fixture.quirk('stepStatus', 'waitsellersend')
      const one = await staged.ordered(4, '631staged')
      const { totalMinor } = await staged.orderOf(one)
      const parts = [60, 30].map((percent) => Math.floor((totalMinor * percent) / 100))
      parts.push(totalMinor - parts[0]! - parts[1]!)
      for (const [index, part] of parts.entries()) {
        const {
          payments: [payment],
        } = await fixture.app.ok('requestPayLink', { purchaseIds: [one.id] })
        expect(payment).toMatchObject({ totalMinor: part, parts: [{ stage: index + 1, amountMinor: part }] })
        // A person requests the link again: it is the same payment.
        await fixture.app.ok('requestPayLink', { purchaseIds: [one.id] })
        await fixture.simulator.control('POST', `/1688/orders/${one.orderId}/pay`, {})
        await fixture.refresh(one.id)
        expect((await fixture.detail(one.id)).state).toBe(index === 2 ? 'to-send' : 'to-pay')
      }
      expect(await fixture.witness(one.number)).toMatchObject({ payments: 3, paidFen: totalMinor })
      const made = await staged.paymentsOf(one)
      expect(made.map(({ state, totalMinor: of }) => [state, of])).toEqual(
        parts.flatMap((part) => [
          ['paid', part],
          ['paid', part],
        ]),
      )
      expect(await staged.paidLines(one)).toEqual(parts)
      expect(await fixture.verify()).toMatchObject({ ok: true })
    },
  )
})
