import { createAlibabaConnector } from '@huoqiao/connector-1688'
import type { AlibabaConnector } from '@huoqiao/connector-1688'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { beforeAll, expect, it } from 'vitest'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()
/** The app before a backup was restored: what it ordered after that backup exists at 1688, and no longer here. */
let before: AlibabaConnector

beforeAll(async () => {
  const { gateway, appKey, appSecret, accessToken } = fixture.simulator.alibaba
  const rest = { refreshToken: null, expiresAt: null, refreshTokenExpiresAt: null, memberId: null, loginId: null }
  const tokens = { accessToken, aliId: null, ...rest }
  before = createAlibabaConnector({
    gateway,
    appKey,
    appSecret,
    tokens: { read: () => Promise.resolve(tokens), write: () => Promise.resolve() },
  })
  const entries = await fixture.app.ok('querySystemConfig', {})
  const { version } = entries.find((one) => one.key === 'purchase.lookFirst')!
  await fixture.app.ok('updateSystemConfig', { key: 'purchase.lookFirst', value: true, version })
})

async function boughtBefore(number: string, lines: PurchaseDetail['lines'], times = 1): Promise<string> {
  const [address] = await before.receiveAddresses()
  const made = await before.createOrder({
    flow: 'general',
    address: { addressId: address!.addressId },
    cargo: lines.map((line) => ({ offerId: line.offerId, specId: line.specId, quantity: line.quantity * times })),
    outOrderId: number,
  })
  return made.orders[0]!.orderId
}

it('a purchase whose order already exists at 1688 is not ordered again: the order is adopted', async () => {
  const purchase = await fixture.ready()
  const orderId = await boughtBefore(purchase.number, purchase.lines)
  await fixture.place(purchase.id)
  await fixture.until(purchase.id, 'to-pay')
  expect((await fixture.ordersOf(purchase.id)).map((order) => order.orderId)).toEqual([orderId])
  expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1 })
  expect(await fixture.verify()).toMatchObject({ ok: true })
})

it('a purchase that an unanswered 截单提醒 would stop is still looked up first', async () => {
  const purchase = await fixture.ready()
  const orderId = await boughtBefore(purchase.number, purchase.lines)
  // The state after restoring a backup that was made after an order was cancelled and before the 截单提醒 was answered.
  await fixture.app.db.pool.query(`update purchase_order set alarm_quantity = 1 where id = $1`, [purchase.id])
  await fixture.place(purchase.id)
  await fixture.until(purchase.id, 'to-pay')
  expect((await fixture.ordersOf(purchase.id)).map((order) => order.orderId)).toEqual([orderId])
})

it('an order of other goods under the same number stops the purchase, and is named', async () => {
  const purchase = await fixture.ready()
  const orderId = await boughtBefore(purchase.number, purchase.lines, 2)
  await fixture.place(purchase.id)
  const stopped = await fixture.until(purchase.id, 'place-failed')
  expect(stopped.reason).toContain(orderId)
  expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1 })
})

it('an order that was closed meanwhile is ignored: the purchase is ordered again', async () => {
  const purchase = await fixture.ready()
  const closed = await boughtBefore(purchase.number, purchase.lines)
  // 1688 refuses to close an order in its first ten seconds.
  await fixture.simulator.control('POST', '/clock', { advanceMs: 15_000 })
  await before.cancelOrder({ orderId: closed, reason: 'buyerCancel' })
  await fixture.place(purchase.id)
  await fixture.until(purchase.id, 'to-pay')
  const orders = await fixture.ordersOf(purchase.id)
  expect(orders).toHaveLength(1)
  expect(orders[0]!.orderId).not.toBe(closed)
})

it('a purchase without an order at 1688 is ordered as usual', async () => {
  const purchase = await fixture.placed()
  expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1 })
})
