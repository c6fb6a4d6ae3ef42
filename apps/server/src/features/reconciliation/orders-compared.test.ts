import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'
import { sellUnknown } from '../../../test/shop-orders.ts'
import { startBuyingApp } from '../placement/placement.testing.ts'
import type { BuyingApp } from '../placement/placement.testing.ts'
import { comparing } from './reconciliation.testing.ts'

let fixture: BuyingApp
let at: ReturnType<typeof comparing>
let offer: { offerId: string; skuId: string | null }

beforeAll(async () => {
  fixture = await startBuyingApp()
  at = comparing(fixture)
  const [line] = (await fixture.ready()).lines
  offer = { offerId: line!.offerId, skuId: line!.skuId }
})
afterAll(() => fixture?.close())

/** A shopper buys three of a linked variant; the app has read the order. */
async function sell(): Promise<{ orderId: string; number: string; lineId: string }> {
  const { orderId, number } = await sellUnknown(fixture, 'Box', 3)
  const { lines } = await fixture.app.ok('getOrder', { orderId })
  const lineId = lines[0]!.id
  await fixture.app.ok('relateShopifyOrder', { lineIds: [lineId], ...offer, scope: 'this-order' })
  return { orderId, number, lineId }
}

async function buy(lineId: string): Promise<string> {
  const made = await fixture.app.ok('createPurchaseOrder', {
    orderLines: [{ orderLineId: lineId }],
    key: `${Date.now()}-${Math.random()}`,
  })
  if (made.rows.failed > 0) throw new Error(made.rows.rows[0]?.message)
  return made.purchases[0]!.id
}

/** Sets a counter to a value that no call would set. Locks the order, because a concurrent read of the order rewrites its lines completely. */
const spoil = (lineId: string, purchased: number): Promise<unknown> =>
  at.sql(
    `update sales_order_line set purchased = $2
     from (select id from sales_order where id = (select order_id from sales_order_line where id = $1) for update) as locked
     where sales_order_line.id = $1 and order_id = locked.id`,
    [lineId, purchased],
  )

describe('an order compared with its purchases', () => {
  it('has a counter that does not add up, which is corrected through the API of orders', async () => {
    const { orderId, lineId } = await sell()
    const purchaseId = await buy(lineId)
    await spoil(lineId, 1)
    await at.reconcile()
    const found = await at.difference('purchase-count', { orderId })
    expect(found).toMatchObject({ severity: 'urgent', figures: [{ ours: 1, theirs: 3 }] })
    expect(found.objects.map(({ kind, id }) => `${kind} ${id}`)).toEqual([`order ${orderId}`, `purchase ${purchaseId}`])
    expect(await at.repair(found)).toMatchObject({ ok: true })
    const { lines } = await fixture.app.ok('getOrder', { orderId })
    expect(lines[0]).toMatchObject({ purchased: 3 })
    expect(await at.differences({ orderId })).toEqual([])
  })

  it('has a counter that somebody else corrected meanwhile: the repair counts again, and changes nothing twice', async () => {
    const { orderId, lineId } = await sell()
    await buy(lineId)
    await spoil(lineId, 1)
    await at.reconcile()
    const found = await at.difference('purchase-count', { orderId })
    await spoil(lineId, 2)
    const both = await Promise.all([at.repair(found), at.repair(found)])
    expect(both.map(({ ok }) => ok)).toContain(true)
    const { lines } = await fixture.app.ok('getOrder', { orderId })
    expect(lines[0]).toMatchObject({ purchased: 3 })
  })

  it('is cancelled and something is bought for it, which is kept as stock', async () => {
    const { orderId, number, lineId } = await sell()
    const purchaseId = await buy(lineId)
    await fixture.simulator.control('POST', `/shopify/bridge-us/orders/${number.slice(1)}/cancel`, {})
    await fixture.app.ok('refreshOrder', { orderId })
    await until(
      () => fixture.detail(purchaseId),
      (now) => now.alarmQuantity > 0,
    )
    await at.reconcile()
    const found = await at.difference('bought-for-cancelled', { orderId })
    expect(found.what).toContain('多采购了 3 件')
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('差异已消除') })
    expect((await fixture.detail(purchaseId)).lines[0]).toMatchObject({ stockQuantity: 3 })
  })

  it('has two purchases for one line', async () => {
    const { orderId, lineId } = await sell()
    await buy(lineId)
    await spoil(lineId, 0)
    await buy(lineId)
    await at.reconcile()
    const twice = await at.difference('bought-twice', { orderId })
    expect(twice.why).toContain('2 张采购单')
    expect(twice.figures).toMatchObject([{ ours: 6, theirs: 3 }])
  })

  it('is paid and nobody bought for it, for two days', async () => {
    const { orderId } = await sell()
    await at.reconcile()
    expect(await at.differences({ orderId })).toEqual([])
    // The app reads a new order a second time, which would restore the order's time.
    await untilQuiet(fixture.app)
    await at.sql(`update sales_order set ordered_at = ordered_at - interval '50 hours' where id = $1`, [orderId])
    await at.reconcile()
    expect(await at.difference('unbought', { orderId })).toMatchObject({ severity: 'attention', repair: null })
  })
})
