import { createAlibabaConnector } from '@huoqiao/connector-1688'
import type { AlibabaConnector } from '@huoqiao/connector-1688'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { askMoneyBack, withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()
/** Somebody who buys at 1688 with the same account, outside the app. */
let other: AlibabaConnector

beforeAll(() => {
  const { gateway, appKey, appSecret, accessToken } = fixture.simulator.alibaba
  const tokens = {
    accessToken,
    refreshToken: null,
    expiresAt: null,
    refreshTokenExpiresAt: null,
    memberId: null,
    loginId: null,
    aliId: null,
  }
  other = createAlibabaConnector({
    gateway,
    appKey,
    appSecret,
    tokens: { read: () => Promise.resolve(tokens), write: () => Promise.resolve() },
  })
})

/** A placed purchase, and one more order at 1688 with the same goods under its number. */
async function withStray(): Promise<{ purchase: PurchaseDetail; stray: string }> {
  const purchase = await fixture.placed()
  const [address] = await other.receiveAddresses()
  const made = await other.createOrder({
    flow: 'general',
    address: { addressId: address!.addressId },
    cargo: purchase.lines.map((line) => ({ offerId: line.offerId, specId: line.specId, quantity: line.quantity })),
    outOrderId: purchase.number,
  })
  const stray = made.orders[0]!.orderId
  await fixture.refresh(purchase.id)
  return { purchase: await fixture.detail(purchase.id), stray }
}

describe('a second order at 1688 under the number of a placed purchase', () => {
  it('is stored as 多余, shown with what to do, and not counted in the cost of the purchase', async () => {
    const { purchase, stray } = await withStray()
    const orders = await fixture.ordersOf(purchase.id)
    expect(orders.filter((order) => order.duplicate).map((order) => order.orderId)).toEqual([stray])
    const meant = orders.find((order) => !order.duplicate)!
    expect(purchase.actualMinor).toBe(meant.totalMinor)
    const { list } = await fixture.app.ok('queryNotices', {})
    const notice = list.find((one) => one.text.includes(stray))!
    expect(notice.text).toContain('取消这个订单')
    expect(notice.text).toContain('申请退款')
    const duplicate = orders.find((order) => order.duplicate)!
    expect(duplicate.can).toMatchObject({ cancelAlibabaOrder: true })
    expect(duplicate.can['requestPayLink']).not.toBe(true)
    const proof = await fixture.verify()
    expect(proof.ok).toBe(false)
    expect(proof.problems.map(({ message }) => message).join()).toContain(stray)
  })

  it('is never paid with the others, and is cancelled alone', async () => {
    const { purchase, stray } = await withStray()
    const {
      payments: [payment],
    } = await fixture.app.ok('requestPayLink', { purchaseIds: [purchase.id] })
    expect(payment!.orderIds).not.toContain(stray)
    await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] })
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 2, payments: 1 })
    await fixture.simulator.control('POST', '/clock', { advanceMs: 15_000 })
    const done = await fixture.app.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id], orderIds: [stray] })
    expect(done).toMatchObject({ succeeded: 1 })
    expect(await fixture.witness(purchase.number)).toMatchObject({ open: 1 })
    expect((await fixture.detail(purchase.id)).state).toBe('to-send')
  })

  it('that was paid at 1688 by mistake gets a refund offered, and carried out', async () => {
    const { purchase, stray } = await withStray()
    await fixture.simulator.control('POST', `/1688/orders/${stray}/pay`, {})
    await fixture.refresh(purchase.id)
    const duplicate = (await fixture.ordersOf(purchase.id)).find((order) => order.duplicate)!
    expect(duplicate.can).toMatchObject({ applyAlibabaRefund: true })
    expect((await askMoneyBack(fixture.app, stray)).code).toBe(200)
    await fixture.simulator.control('POST', '/clock', { advanceMs: 31 * 60_000 })
    await fixture.refresh(purchase.id)
    const after = (await fixture.ordersOf(purchase.id)).find((order) => order.orderId === stray)!
    expect(after).toMatchObject({ refundMinor: after.totalMinor, status: 'cancel' })
    expect((await fixture.detail(purchase.id)).state).toBe('to-pay')
  })
})
