import { createAlibabaConnector } from '@huoqiao/connector-1688'
import type { AlibabaConnector } from '@huoqiao/connector-1688'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { Difference } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startBuyingApp } from '../placement/placement.testing.ts'
import type { BuyingApp } from '../placement/placement.testing.ts'
import { comparingPlaced } from './reconciliation.testing.ts'

let fixture: BuyingApp
let at: ReturnType<typeof comparingPlaced>
/** Somebody who buys at 1688 with the same account, outside the app. */
let other: AlibabaConnector

beforeAll(async () => {
  fixture = await startBuyingApp()
  at = comparingPlaced(fixture)
  await fixture.simulator.control('DELETE', `/1688/push?appKey=${fixture.simulator.alibaba.appKey}`)
  const { gateway, appKey, appSecret, accessToken } = fixture.simulator.alibaba
  const none = { refreshToken: null, expiresAt: null, refreshTokenExpiresAt: null }
  const tokens = { accessToken, ...none, memberId: null, loginId: null, aliId: null }
  other = createAlibabaConnector({
    gateway,
    appKey,
    appSecret,
    tokens: { read: () => Promise.resolve(tokens), write: () => Promise.resolve() },
  })
})
afterAll(() => fixture?.close())
afterEach(() => fixture.simulator.control('DELETE', '/faults'))

const CANCEL = 'alibaba.trade.cancel'
type Extra = { purchase: PurchaseDetail; meant: string; extra: string; found: Difference }

/** A placed purchase and a duplicate order at 1688 under its number, found and registered by the comparison. */
async function duplicateOrder(): Promise<Extra> {
  const purchase = await at.placed()
  const [address] = await other.receiveAddresses()
  const made = await other.createOrder({
    flow: 'general',
    address: { addressId: address!.addressId },
    cargo: purchase.lines.map((line) => ({ offerId: line.offerId, specId: line.specId, quantity: line.quantity })),
    outOrderId: purchase.number,
  })
  const extra = made.orders[0]!.orderId
  await at.reconcile()
  const unknown = await at.difference('unknown-order', { purchaseId: purchase.id })
  // The app does not know the order, but its link leads to the simulator all the same.
  const link = unknown.objects.find(({ kind }) => kind === 'alibaba-order')!
  const page = await fetch(new URL(link.to!, fixture.app.url))
  expect(page.url).toBe(`${fixture.simulator.origin}/1688/orders/${extra}`)
  expect(page.status).toBe(200)
  expect(await at.repair(unknown)).toMatchObject({ ok: true })
  await at.reconcile()
  const found = await at.difference('surplus-order', { purchaseId: purchase.id })
  expect(found).toMatchObject({ repair: { name: 'cancelAlibabaOrder', input: { orderIds: [extra] } } })
  expect(found.objects.find(({ kind }) => kind === 'alibaba-order')).toMatchObject({ id: extra })
  return { purchase, meant: purchase.alibabaOrderIds[0]!, extra, found }
}
/** 1688 refuses to close an order in its first ten seconds. */
const afterTenSeconds = () => fixture.simulator.control('POST', '/clock', { advanceMs: 15_000 })

type Entry = { kind: string; orderId: string }
/** How often 1688 itself recorded the end of an order. */
async function closings(orderId: string): Promise<number> {
  const { entries } = await fixture.simulator.control<{ entries: Entry[] }>('GET', `/1688/journal?orderId=${orderId}`)
  return entries.filter(({ kind }) => kind === 'close').length
}

async function isCancelled({ purchase, meant, extra, found }: Extra): Promise<void> {
  expect(await closings(extra)).toBe(1)
  expect(await closings(meant)).toBe(0)
  expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 2, open: 1, payments: 0 })
  expect((await fixture.detail(purchase.id)).state).toBe('to-pay')
  expect(await at.next(found)).toBe('closed')
  expect(await fixture.app.ok('verifyLedger', {})).toMatchObject({ ok: true })
}

describe('the repair that cancels a duplicate order', () => {
  it('closes that one at 1688, once, and leaves the original', async () => {
    const one = await duplicateOrder()
    await afterTenSeconds()
    expect(await at.repair(one.found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect(await at.repair(one.found)).toMatchObject({ ok: false, message: '已消除' })
    await isCancelled(one)
  })

  it('closes it once when two people start it at the same time', async () => {
    const one = await duplicateOrder()
    await afterTenSeconds()
    const both = await Promise.all([at.repair(one.found), at.repair(one.found)])
    expect(both.some(({ ok }) => ok)).toBe(true)
    await isCancelled(one)
  })

  it('whose answer was lost reads 1688 again, and closes nothing twice', async () => {
    const one = await duplicateOrder()
    await afterTenSeconds()
    await fixture.fault(CANCEL, 'drop-after')
    const before = await fixture.simulator.received(CANCEL)
    expect(await at.repair(one.found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect((await fixture.simulator.received(CANCEL)) - before).toBe(1)
    await isCancelled(one)
  })

  it('that 1688 does not allow yet says when to try again', async () => {
    const one = await duplicateOrder()
    await fixture.simulator.control('POST', '/quirks', { name: '1688.cancelTooFastSeconds', value: 3_600 })
    const early = await at.repair(one.found)
    expect(early).toMatchObject({ ok: false, message: expect.stringContaining('10秒之后才能取消，请稍候再试') })
    expect(await closings(one.extra)).toBe(0)
    await fixture.simulator.control('POST', '/quirks', { name: '1688.cancelTooFastSeconds', value: 10 })
    await afterTenSeconds()
    expect(await at.repair(one.found)).toMatchObject({ ok: true })
    await isCancelled(one)
  })

  it('is refused with an explanation if somebody paid the order, and names the refund as the next step', async () => {
    const { purchase, extra, found } = await duplicateOrder()
    await afterTenSeconds()
    await fixture.simulator.control('POST', `/1688/orders/${extra}/pay`, {})
    const answer = await at.repair(found)
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('差异还在') })
    expect(answer.message).toMatch(/不允许取消/)
    expect(await closings(extra)).toBe(0)
    expect(await at.difference('surplus-order', { purchaseId: purchase.id })).toMatchObject({
      id: found.id,
      repair: null,
      next: expect.stringContaining('申请退款'),
      repairMessage: answer.message,
    })
    // Started from a page that still shows the button.
    expect(await at.repair(found)).toMatchObject({ ok: false, message: '没有能自动执行的修复' })
  })

  it('is not offered where the order is the only one of the purchase', async () => {
    const purchase = await at.placed()
    await at.sql('delete from alibaba_order where purchase_id = $1', [purchase.id])
    await at.reconcile()
    await at.repair(await at.difference('unknown-order', { purchaseId: purchase.id }))
    await at.reconcile()
    expect(await at.difference('surplus-order', { purchaseId: purchase.id })).toMatchObject({
      repair: null,
      next: expect.stringContaining('没有别的1688订单'),
    })
  })
})
