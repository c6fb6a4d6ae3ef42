import type { EndpointName } from '@huoqiao/contract'
import type { TriageItem } from '@huoqiao/contract/workbench/workbench.schema'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { sellUnknown, untilHere } from '../../../test/shop-orders.ts'
import { startBuyingApp } from '../placement/placement.testing.ts'
import type { BuyingApp } from '../placement/placement.testing.ts'

let fixture: BuyingApp

beforeAll(async () => {
  fixture = await startBuyingApp()
})
afterAll(() => fixture?.close())

const queue = async (kind?: TriageKind, more: object = {}): Promise<TriageItem[]> =>
  (await fixture.app.ok('getTriageQueue', { ...(kind ? { kind } : {}), ...more, pageSize: 100 })).list

/** Carries out the action for a key of an item, as the page does: call and input come from the server. */
async function take(item: TriageItem, key: string): Promise<unknown> {
  const remedy = item.remedies.find((one) => one.key === key)
  if (!remedy) throw new Error(`${item.title} has no remedy ${key}`)
  expect(remedy.allowed).toBe(true)
  return fixture.app.ok(remedy.call as EndpointName, remedy.input)
}

/** Sells something without a source; returns its triage item. */
async function sellGood(title = 'Nobody knows whence'): Promise<{ orderId: string; item: TriageItem }> {
  const { orderId } = await sellUnknown(fixture, title, 1)
  const item = (await queue('unsourced')).find((one) => one.title.startsWith(title))
  return { orderId, item: item! }
}

describe('the triage list', () => {
  it('shows a purchase that stopped at the price check, and accepts the price with one key', async () => {
    const purchase = await fixture.ready(1)
    const [line] = purchase.lines
    await fixture.simulator.control('POST', '/scenario', { name: 'price-jump', percent: 20, offerIds: [line!.offerId] })
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'price-check')
    const [item] = await queue('price-gate')
    expect(item).toMatchObject({ severity: 'urgent', key: `price-gate:${purchase.id}`, snoozedUntil: null })
    expect(item!.to).toContain(purchase.id)
    // An action that spends money requires a confirmation, and is not the first one.
    expect(item!.remedies.map(({ key, confirm }) => [key, confirm !== null])).toEqual([
      ['b', false],
      ['c', true],
    ])
    await take(item!, 'c')
    await fixture.until(purchase.id, 'to-pay')
    expect(await queue('price-gate')).toEqual([])
  })

  it('shows goods without a source, in one row for all waiting orders, until they are postponed, and again after that time', async () => {
    const first = await sellGood()
    const { item, orderId } = await sellGood()
    const { key } = item
    expect(key).toBe(first.item.key)
    expect((await queue('unsourced')).filter((one) => one.key === key)).toHaveLength(1)
    expect(item.why).toMatch(/^没有关联货源，2 张订单 2 件不能采购：#\d+、#\d+$/)
    const before = await fixture.app.ok('getTriageCounts', {})
    await fixture.app.ok('snoozeTriage', { keys: [key], until: Date.now() + 3_600_000, note: '等供应商报价' })
    expect((await queue()).map((one) => one.key)).not.toContain(key)
    expect((await queue('unsourced', { snoozed: 'true' })).map((one) => one.key)).toContain(key)
    const counts = await fixture.app.ok('getTriageCounts', {})
    expect(counts).toMatchObject({ all: before.all - 1, snoozed: before.snoozed + 1 })
    fixture.later(3_700_000)
    expect((await queue('unsourced')).map((one) => one.key)).toContain(key)
    const tooLong = await fixture.app.call('snoozeTriage', { keys: [key], until: Date.now() + 40 * 86_400_000 })
    expect(tooLong.code).toBe(422)
    // Its key opens the link dialog for this good, and the row is gone after linking.
    const remedy = item.remedies.find((one) => one.key === 'l')
    expect(remedy).toMatchObject({ call: 'relateGoods', to: `/order/list?goods=${key.split(':')[1]!}`, allowed: true })
    const goodId = key.split(':')[1]!
    const { list } = await fixture.app.ok('getUnsourcedGoods', { goodIds: [goodId] })
    expect(list).toMatchObject([{ id: goodId, orders: 2 }])
    const purchase = await fixture.ready(1)
    const { offerId, skuId } = purchase.lines[0]!
    const done = await fixture.app.ok('relateGoods', { rows: [{ goodId, offerId, skuId, scope: 'this-order' }] })
    expect(done.rows).toMatchObject({ succeeded: 1, failed: 0 })
    expect((await queue('unsourced')).map((one) => one.key)).not.toContain(key)
    expect((await fixture.app.ok('getOrder', { orderId })).state).toBe('to-buy')
  })

  it('describes the risk of an order in words, and releases it for purchase only after a confirmation and never as the first action', async () => {
    const { offerId, skuId } = (await fixture.ready(1)).lines[0]!
    const { order } = await fixture.simulator.control<{ order: { name: string } }>(
      'POST',
      '/shopify/bridge-us/orders',
      {
        lines: [{ title: 'Bought with a stolen card', priceMinor: 1999, quantity: 1 }],
        risk: 'high',
      },
    )
    const orderId = await untilHere(fixture.app, order.name)
    const { lines } = await fixture.app.ok('getOrder', { orderId })
    await fixture.app.ok('relateShopifyOrder', { lineIds: [lines[0]!.id], offerId, skuId, scope: 'this-order' })
    const found = async () => (await queue('order-check')).find((one) => one.key === `order-check:${orderId}`)
    const item = await found()
    expect(item!.why).toBe('店铺提示高风险，建议取消')
    expect(item!.remedies.map(({ key, label }) => [key, label])).toEqual([
      ['h', '搁置'],
      ['c', '确认放行'],
    ])
    expect(item!.remedies[1]!.confirm).toContain('店铺提示高风险，建议取消')
    expect((await queue('order-check', { keyword: '建议取消' })).map((one) => one.key)).toContain(item!.key)
    await take(item!, 'c')
    expect(await found()).toBeUndefined()
    expect((await fixture.app.ok('getOrder', { orderId })).state).toBe('to-buy')
  })

  it('puts the orders of a good on hold from the list, and the item is removed', async () => {
    const { orderId, item } = await sellGood('Held until it is found')
    await take(item, 'h')
    expect((await fixture.app.ok('getOrder', { orderId })).state).toBe('held')
    expect((await queue('unsourced')).map((one) => one.key)).not.toContain(item.key)
  })

  it('shows failed tracking numbers, messages and parcels, worst first, and finds them by a word', async () => {
    const purchase = await fixture.ready()
    const { db } = fixture.app
    const { orderId } = await sellGood('Sent with a number')
    await db.pool.query(
      `insert into shipment (id, order_id, order_name, store_id, state, carrier, numbers, notify_customer, wish_key, by_id, by)
       select gen_random_uuid(), id, number, store_id, 'failed', 'SF Express', '{SF123456}', false, 'x', gen_random_uuid(), '测试' from sales_order where id = $1`,
      [orderId],
    )
    await db.pool.query(
      `insert into parcel (id, purchase_id, purchase_number, account_id, alibaba_order_id, logistics_id, state, stalled_since)
       select gen_random_uuid(), id, number, account_id, 1, 'LP1', 'moving', now() - interval '4 days' from purchase_order where id = $1`,
      [purchase.id],
    )
    await db.pool.query(
      `insert into inbox_message (id, source, owner_id, topic, event_id, body, headers, received_at, state, next_at)
       values (gen_random_uuid(), 'shopify', gen_random_uuid(), 'orders/create', 'e1', '{}', '{}', now(), 'failed', now())`,
    )
    await db.pool.query(
      `update purchase_order set state = 'part-received', updated_at = now() - interval '3 days' where id = $1`,
      [purchase.id],
    )
    const counts = await fixture.app.ok('getTriageCounts', {})
    expect(counts.kinds).toMatchObject({
      'tracking-failed': 1,
      'parcel-stalled': 1,
      'message-failed': 1,
      'part-received': 1,
    })
    const items = await queue()
    const places = items.map((one) => one.kind)
    expect(places.indexOf('tracking-failed')).toBeLessThan(places.indexOf('message-failed'))
    for (const one of items) expect(one.title.length * one.to.length).toBeGreaterThan(0)
    expect((await queue(undefined, { keyword: 'sf123456' })).map((one) => one.kind)).toEqual(['tracking-failed'])
  })

  it('shows nobody items of lists that they may not read, and gives the reason for an action that they may not take', async () => {
    const purchase = await fixture.ready()
    await fixture.app.db.pool.query(`update purchase_order set state = 'unknown' where id = $1`, [purchase.id])
    const token = await fixture.app.login('clerk', 'clerk888')
    const { list } = await fixture.app.ok('getTriageQueue', { pageSize: 100 }, { token })
    expect(list.map((one) => one.kind)).not.toContain('message-failed')
    const mine = list.find((one) => one.key === `placement-unknown:${purchase.id}`)
    expect(mine?.remedies[0]?.allowed).toContain('核对下单结果')
  })

  it('shows the figures of the day on the home page', async () => {
    // Ordered now by the app's clock; read again if that day ends in between.
    const figures = await until(
      async () => {
        await fixture.app.db.pool.query('update sales_order set ordered_at = $1', [new Date(fixture.now())])
        return fixture.app.ok('getHomeFigures', {})
      },
      ({ ordersToday }) => ordersToday !== null && ordersToday >= 2,
    )
    expect(figures).toMatchObject({ toPay: 1, synced: 0, differences: 0 })
    expect(figures.waiting).toBe((await fixture.app.ok('getTriageCounts', {})).all)
  })
})
