import { describe, expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'
import { photo, sender } from '../files/files.testing.ts'
import { askMoneyBack, withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()

/** One purchase that 1688 made two orders of. */
async function split() {
  await fixture.quirk('splitOrders', true)
  const purchase = await fixture.placed()
  await fixture.quirk('splitOrders', false)
  await fixture.refresh(purchase.id)
  await fixture.simulator.control('POST', '/clock', { advanceMs: 15_000 })
  return purchase
}

describe('one of several 1688 orders', () => {
  it('is cancelled alone; the other and the purchase continue, and its cost is subtracted', async () => {
    const purchase = await split()
    const [first, second] = await fixture.ordersOf(purchase.id)
    const done = await fixture.app.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id], orderIds: [first!.orderId] })
    expect(done).toMatchObject({ succeeded: 1 })
    expect(await fixture.ordersOf(purchase.id)).toMatchObject([{ status: 'cancel' }, { status: 'waitbuyerpay' }])
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 2, open: 1 })
    expect(await fixture.detail(purchase.id)).toMatchObject({ state: 'to-pay', actualMinor: second!.totalMinor })
  })

  it('cancelled again before the cancellation was read, is not cancelled at 1688 again', async () => {
    const purchase = await split()
    await fixture.quirk('pushLossPercent', 100)
    // Waits for the reads that the messages about the order's creation cause: the next read is that of the cancellation.
    await untilQuiet(fixture.app)
    const [first] = await fixture.ordersOf(purchase.id)
    const cancel = () =>
      fixture.app.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id], orderIds: [first!.orderId] })
    const fault = { kind: 'slow', ms: 600_000 }
    const call = 'alibaba.trade.get.buyerView'
    await fixture.simulator.control('POST', '/faults', { vendor: '1688', call, fault, times: 1 })
    const slow = cancel()
    await until(
      () => fixture.simulator.control<{ faults: unknown[] }>('GET', '/faults'),
      ({ faults }) => faults.length === 0,
    )
    expect(await fixture.ordersOf(purchase.id)).toMatchObject([{ status: 'waitbuyerpay' }, { status: 'waitbuyerpay' }])
    expect(await cancel()).toMatchObject({ succeeded: 1 })
    await fixture.simulator.control('DELETE', '/faults')
    expect(await slow).toMatchObject({ succeeded: 1 })
    await fixture.quirk('pushLossPercent', 0)
    expect(await fixture.ordersOf(purchase.id)).toMatchObject([{ status: 'cancel' }, { status: 'waitbuyerpay' }])
    const { rows } = await fixture.app.db.pool.query(
      `select state from remote_act where kind = 'cancel' and intent -> 'about' ->> 'orderId' = $1`,
      [first!.orderId],
    )
    expect(rows).toEqual([{ state: 'done' }])
  })

  it('cancelled again while 1688 does not show it yet is reported as cancelled, and sends nothing', async () => {
    const purchase = await split()
    await fixture.quirk('pushLossPercent', 100)
    // Waits for the reads that the messages about the order's creation cause: the next read is that of the cancellation.
    await untilQuiet(fixture.app)
    const [first] = await fixture.ordersOf(purchase.id)
    const cancel = () =>
      fixture.app.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id], orderIds: [first!.orderId] })
    const call = 'alibaba.trade.get.buyerView'
    await fixture.simulator.control('POST', '/faults', {
      vendor: '1688',
      call,
      fault: { kind: 'drop-before' },
      times: 40,
    })
    expect(await cancel()).toMatchObject({ succeeded: 1 })
    const again = await fixture.app.call('cancelAlibabaOrder', {
      purchaseIds: [purchase.id],
      orderIds: [first!.orderId],
    })
    expect(JSON.stringify(again.data)).toContain('1688已答应取消，还没有显示已关闭')
    await fixture.simulator.control('DELETE', '/faults')
    await fixture.quirk('pushLossPercent', 0)
    await fixture.refresh(purchase.id)
    expect(await fixture.ordersOf(purchase.id)).toMatchObject([{ status: 'cancel' }, { status: 'waitbuyerpay' }])
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 2, open: 1 })
  })

  it('that does not exist, or of another purchase, cancels nothing', async () => {
    const purchase = await split()
    const done = await fixture.app.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id], orderIds: ['123456789'] })
    expect(done).toMatchObject({ succeeded: 0, rows: [{ ok: false }] })
    expect(await fixture.witness(purchase.number)).toMatchObject({ open: 2 })
  })

  it('is refunded alone', async () => {
    const purchase = await split()
    const [first] = await fixture.ordersOf(purchase.id)
    for (const order of await fixture.ordersOf(purchase.id))
      await fixture.simulator.control('POST', `/1688/orders/${order.orderId}/pay`, {})
    await fixture.refresh(purchase.id)
    await askBack(first!.orderId)
    await fixture.simulator.control('POST', '/clock', { advanceMs: 31 * 60_000 })
    await fixture.refresh(purchase.id)
    expect(await fixture.ordersOf(purchase.id)).toMatchObject([
      { status: 'cancel', refundMinor: first!.totalMinor, refunds: [{ state: 'asked' }] },
      { refundMinor: 0 },
    ])
    expect(['to-send', 'to-receive']).toContain((await fixture.detail(purchase.id)).state)
  })
})

const askBack = (orderId: string) => askMoneyBack(fixture.app, orderId)

describe('a refund application', () => {
  const CREATE = 'alibaba.trade.createRefund'
  const applied = async (orderId: string) =>
    (await fixture.simulator.control<{ refunds: { orderId: string }[] }>('GET', '/1688/refunds')).refunds.filter(
      (refund) => refund.orderId === orderId,
    )
  async function paid() {
    const purchase = await fixture.placed()
    await fixture.simulator.control('POST', `/1688/orders/${purchase.alibabaOrderIds[0]!}/pay`, {})
    await fixture.refresh(purchase.id)
    return { id: purchase.id, orderId: purchase.alibabaOrderIds[0]! }
  }
  /** On its way to the buyer: 1688 can refund a part, and the rest allows a second application. */
  async function shipped() {
    const { id, orderId } = await paid()
    await fixture.simulator.control('POST', `/1688/orders/${orderId}/ship`, { how: 'whole' })
    await fixture.refresh(id)
    return { id, orderId }
  }
  const refundsOf = async (purchaseId: string) => (await fixture.ordersOf(purchaseId))[0]!.refunds

  it('sent twice at the same time is made once', async () => {
    const { orderId } = await paid()
    const answers = await Promise.all([askBack(orderId), askBack(orderId), askBack(orderId)])
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(await applied(orderId)).toHaveLength(1)
  })

  it('for a reason that 1688 does not offer is refused at its field, and nothing is written or sent', async () => {
    const { id, orderId } = await paid()
    const refused = await fixture.app.call('applyAlibabaRefund', {
      orderId,
      requestKey: 'no such reason',
      itemIds: (await fixture.ordersOf(id))[0]!.items.map((item) => item.id),
      kind: 'refund',
      paymentMinor: 1,
      reasonId: '1',
      description: '不想要了',
    })
    expect(refused).toMatchObject({ code: 422, data: { fields: { reasonId: expect.stringContaining('退款原因') } } })
    expect(await refundsOf(id)).toEqual([])
    expect(await applied(orderId)).toEqual([])
  })

  it('whose answer was lost is found at 1688, and not made again', async () => {
    const { id, orderId } = await paid()
    await fixture.fault(CREATE, 'drop-after')
    await askBack(orderId)
    const again = await fixture.app.call('applyAlibabaRefund', {
      orderId,
      requestKey: 'another form',
      itemIds: (await fixture.ordersOf(id))[0]!.items.map((item) => item.id),
      kind: 'refund',
      paymentMinor: 1,
      reasonId: '20028',
      description: '再来一次',
    })
    expect(again.code).toBe(409)
    const [refund] = await until(
      () => refundsOf(id),
      ([one]) => one!.state === 'asked',
    )
    expect(refund).toMatchObject({ refundId: expect.stringMatching(/^TQ/) })
    expect(await applied(orderId)).toHaveLength(1)
  })

  it('whose form is sent again, because its answer never arrived, is the same application, also after the refund', async () => {
    const { id, orderId } = await shipped()
    const { maxRefundMinor } = await fixture.app.ok('getRefundOptions', { orderId })
    const form = { requestKey: 'form-1', paymentMinor: Math.floor(maxRefundMinor / 2), freightMinor: 0 }
    const first = await askMoneyBack(fixture.app, orderId, form)
    expect(first).toMatchObject({ code: 200, data: { refundId: expect.stringMatching(/^TQ/) } })
    await fixture.simulator.control('POST', '/clock', { advanceMs: 31 * 60_000 })
    await fixture.refresh(id)
    const again = () => askMoneyBack(fixture.app, orderId, form)
    for (const answer of await Promise.all([again(), again()]))
      expect(answer).toMatchObject({ code: 200, data: first.data })
    const changed = await askMoneyBack(fixture.app, orderId, { ...form, paymentMinor: form.paymentMinor - 1 })
    expect(changed).toMatchObject({ code: 409, data: { why: expect.stringContaining('已经提交过') } })
    expect(await applied(orderId)).toHaveLength(1)
  })

  async function half(requestKey: string) {
    // Without pushes only the form reads the order.
    await fixture.quirk('pushLossPercent', 100)
    const { id, orderId } = await shipped()
    const { maxRefundMinor } = await fixture.app.ok('getRefundOptions', { orderId })
    const form = { requestKey, paymentMinor: Math.floor(maxRefundMinor / 2), freightMinor: 0 }
    return { id, orderId, ask: () => askMoneyBack(fixture.app, orderId, form) }
  }
  /** 1688 delays the next such call until the faults are removed. */
  const hold = (call: string) =>
    fixture.simulator.control('POST', '/faults', {
      vendor: '1688',
      call,
      fault: { kind: 'slow', ms: 600_000 },
      times: 1,
    })
  const isHeld = () =>
    until(
      () => fixture.simulator.control<{ faults: unknown[] }>('GET', '/faults'),
      ({ faults }) => faults.length === 0,
    )

  it('whose form was frozen before it was stored sends nothing if the form was sent again and has ended', async () => {
    const { id, orderId, ask } = await half('form-stalled')
    await hold('alibaba.trade.get.buyerView')
    const stalled = ask()
    await isHeld()
    expect(await ask()).toMatchObject({ code: 200 })
    await fixture.simulator.control('POST', '/clock', { advanceMs: 31 * 60_000 })
    await fixture.simulator.control('DELETE', '/faults')
    expect(await stalled).toMatchObject({ code: 409, data: { why: expect.stringContaining('已经提交过') } })
    await fixture.refresh(id)
    expect(await applied(orderId)).toHaveLength(1)
  })

  it('is not made a second time by another form that was checked before the first, and stalled at its photos', async () => {
    const { id, orderId, ask } = await half('form-first')
    const token = await fixture.app.login('admin', 'admin888')
    const { url } = (await sender(fixture.app.url, token)('upload?purpose=rich-text', await photo(900))).data
    await hold('alibaba.trade.uploadRefundVoucher')
    const { maxRefundMinor } = await fixture.app.ok('getRefundOptions', { orderId })
    const form = {
      requestKey: 'form-second',
      paymentMinor: Math.floor(maxRefundMinor / 2),
      freightMinor: 0,
      photos: [url],
    }
    const stalled = askMoneyBack(fixture.app, orderId, form)
    await isHeld()
    expect(await ask()).toMatchObject({ code: 200 })
    await fixture.simulator.control('DELETE', '/faults')
    expect(await stalled).toMatchObject({ code: 409, data: { why: expect.stringContaining('另一次退款申请') } })
    await fixture.refresh(id)
    expect(await applied(orderId)).toHaveLength(1)
    expect((await refundsOf(id)).map(({ state }) => state).toSorted()).toEqual(['asked', 'refused'])
  })

  it('that was given up and is answered late, after its form was sent again, is adopted beside the second', async () => {
    const { id, orderId, ask } = await half('form-late')
    await hold(CREATE)
    const late = ask()
    await isHeld()
    await fixture.app.db.pool.query(
      `update remote_act set until = until - interval '1 day', intended_at = intended_at - interval '1 day', next_look_at = now()
        where kind = 'refund' and settled_at is null`,
    )
    await fixture.refresh(id)
    expect(await refundsOf(id)).toMatchObject([{ state: 'absent' }])
    expect(await ask()).toMatchObject({ code: 200 })
    await fixture.simulator.control('POST', '/clock', { advanceMs: 31 * 60_000 })
    await fixture.simulator.control('DELETE', '/faults')
    expect(await late).toMatchObject({ code: 200 })
    expect(await refundsOf(id)).toMatchObject([{ state: 'asked' }, { state: 'asked' }])
    expect(await applied(orderId)).toHaveLength(2)
  })

  it('that is refused may be corrected in the same form', async () => {
    const { id, orderId } = await paid()
    const { maxRefundMinor } = await fixture.app.ok('getRefundOptions', { orderId })
    const form = { requestKey: 'form-2', freightMinor: 0 }
    expect((await askMoneyBack(fixture.app, orderId, { ...form, paymentMinor: maxRefundMinor + 1 })).code).not.toBe(200)
    expect(await refundsOf(id)).toMatchObject([{ state: 'refused' }])
    expect((await askMoneyBack(fixture.app, orderId, { ...form, paymentMinor: maxRefundMinor })).code).toBe(200)
    expect(await applied(orderId)).toHaveLength(1)
  })

  it('whose request never arrived may be repeated after the time of the setting', async () => {
    const { id, orderId } = await paid()
    await fixture.fault(CREATE, 'drop-before')
    await askBack(orderId)
    await fixture.refresh(id)
    expect(await refundsOf(id)).toMatchObject([{ state: 'unknown' }])
    fixture.later(31 * 60_000)
    await fixture.refresh(id)
    expect(await refundsOf(id)).toMatchObject([{ state: 'absent' }])
    expect((await askBack(orderId)).code).toBe(200)
    expect(await applied(orderId)).toHaveLength(1)
  })
})

describe('the amounts of a 1688 order', () => {
  it('add up to the fen: the list price less discount, with freight, is what is paid', async () => {
    const purchase = await fixture.ready()
    await fixture.place(purchase.id)
    const { alibabaOrderIds } = await fixture.until(purchase.id, 'to-pay')
    await fixture.simulator.control('POST', `/1688/orders/${alibabaOrderIds[0]!}/price`, {
      goodsFen: 33_333,
      freightFen: 777,
    })
    await fixture.refresh(purchase.id)
    const [order] = await fixture.ordersOf(purchase.id)
    expect(order!.totalMinor).toBe(34_110)
    expect(order!.listMinor - order!.discountMinor + order!.adjustMinor + order!.freightMinor).toBe(order!.totalMinor)
    for (const item of order!.items) {
      expect(item.listMinor).toBe(item.unitMinor * item.quantity)
      expect(item.listMinor - item.discountMinor).toBe(item.amountMinor)
    }
    expect(order!.items.reduce((sum, item) => sum + item.amountMinor, 0)).toBe(33_333)
  })

  it('link to its page at the sandbox where it was made, and to 1688 for all others', async () => {
    const purchase = await fixture.ready()
    await fixture.place(purchase.id)
    const { alibabaOrderIds } = await fixture.until(purchase.id, 'to-pay')
    const [order] = await fixture.ordersOf(purchase.id)
    const page = await fetch(new URL(order!.url, fixture.app.url))
    expect(page.url).toBe(`${fixture.simulator.origin}/1688/orders/${alibabaOrderIds[0]!}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(alibabaOrderIds[0])
    const other = await fetch(new URL('/api/purchase/center/alibabaOrder/77', fixture.app.url), { redirect: 'manual' })
    expect(other.headers.get('location')).toBe('https://trade.1688.com/order/new_step_order_detail.htm?orderId=77')
  })
})
