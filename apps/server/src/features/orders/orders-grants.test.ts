import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { startOrderBench } from './orders.testing.ts'
import type { OrderBench, ShopVariant } from './orders.testing.ts'

/** A shop whose merchant granted the app fewer scopes than it needs. */
let bench: OrderBench
let variant: ShopVariant

beforeAll(async () => {
  bench = await startOrderBench()
  variant = (await bench.variants())[0]!
})
afterAll(() => bench?.close())
afterEach(() => withhold(''))

const withhold = (scopes: string): Promise<unknown> => bench.quirk('shopify.withheld-scopes', scopes)
const selfTest = async () => {
  const { ok, lines } = await bench.app.ok('selfTestStore', { storeId: bench.us })
  return { ok, bad: lines.filter((line) => !line.ok) }
}
const checked = () => bench.app.ok('checkShopifyStore', { id: bench.us })
const store = async () => (await bench.app.ok('getAllShopifyStores')).find(({ id }) => id === bench.us)!
const feed = async () => (await bench.app.ok('queryOrderFeeds')).find(({ storeId }) => storeId === bench.us)!

/** Requests a pull and waits until it has ended, in any way. */
async function pulled(): Promise<void> {
  await bench.app.ok('pullOrders')
  await bench.quiet()
}

describe('the self-test of a store', () => {
  it('says what does not work without each scope, and that the rest works without the optional ones', async () => {
    expect(await selfTest()).toEqual({ ok: true, bad: [] })
    await withhold('read_returns,write_returns,read_all_orders,write_third_party_fulfillment_orders')
    const { ok, bad } = await selfTest()
    expect(ok).toBe(true)
    expect(bad.map(({ check, found, optional }) => [check, found, optional])).toEqual([
      ['权限 读取全部订单', '没有 read_all_orders', true],
      ['权限 处理第三方仓库的发货', '没有 write_third_party_fulfillment_orders', true],
      ['权限 读取退货', '没有 read_returns', true],
      ['权限 处理退货', '没有 write_returns', true],
    ])
    expect(bad.at(-2)!.advice).toContain('看不到退的是哪几件')
    expect(bad.at(-1)!.advice).toContain('不能在这里同意或拒绝退货')
    expect(await checked()).toMatchObject({ health: 'ok', healthMessage: '' })
  })

  it.each([
    ['read_orders', 'read_orders,write_orders', '收不到店铺的订单'],
    [
      'write_merchant_managed_fulfillment_orders',
      'write_merchant_managed_fulfillment_orders,read_merchant_managed_fulfillment_orders',
      '不能回传物流',
    ],
    ['write_inventory', 'write_inventory', '不能更新店铺的库存'],
  ])('does not pass without %s', async (scope, withheld, without) => {
    await withhold(withheld)
    const { ok, bad } = await selfTest()
    expect(ok).toBe(false)
    expect(bad).toMatchObject([{ check: '授权范围', advice: expect.stringContaining(scope) }])
    expect(bad[0]!.advice).toContain(without)
    const { health, healthMessage } = await checked()
    expect([health, healthMessage]).toEqual(['missing-scopes', expect.stringContaining(scope)])
  })
})

describe('a store', () => {
  it('without the scope for orders only has no new orders, and gets them once the scope is granted', async () => {
    await bench.pull()
    expect((await checked()).health).toBe('ok')
    await withhold('read_orders,write_orders')
    const order = await bench.buy([{ variantId: variant.variantId, quantity: 1 }], { force: true })
    await pulled()
    expect((await feed()).pullError).toContain('read_orders')
    // Its goods are read as before: a missing scope only blocks the calls that need it.
    expect(await store()).toMatchObject({
      health: 'missing-scopes',
      healthMessage: expect.stringContaining('read_orders'),
    })
    expect((await bench.app.ok('getStoreProducts', { storeId: bench.us, limit: 1 })).list).toHaveLength(1)
    await withhold('')
    // Nobody has to check the store first: pulling continues automatically.
    await pulled()
    expect((await feed()).pullError).toBeNull()
    expect((await bench.rows({ keyword: `#${order.number}` })).map(({ number }) => number)).toContain(
      `#${order.number}`,
    )
  })

  it('without the scope for returns keeps the order’s own return status, tries once per event and fails at nothing', async () => {
    await withhold('read_returns,write_returns')
    await bench.app.ok('pullOrders')
    await until(feed, ({ webhookTopics }) => webhookTopics > 0)
    const order = await bench.buy([{ variantId: variant.variantId, quantity: 1 }], { force: true })
    await bench.act(order, 'fulfil')
    const lines = [{ lineId: order.lines[0]!.id, quantity: 1 }]
    await bench.act(order, 'return', { lines, requested: true })
    await bench.act(order, 'return-step', { step: 'approve' })
    // Delivered to apps that may read orders as well; the other topics were refused when subscribing, which is not an error.
    await bench.act(order, 'return-step', { step: 'cancel' })
    await bench.act(order, 'return', { lines })
    const seen = await bench.seen(order, ({ flags }) => flags.includes('returned'))
    await pulled()
    await bench.heard()
    expect(await bench.app.ok('getOrderReturns', { orderId: seen.id })).toMatchObject({ returns: [], hidden: true })
    expect(await feed()).toMatchObject({ pullError: null, webhookError: null })
    const { rows } = await bench.app.db.pool.query<{ failed: string }>(
      `select count(*) as failed from jobs.job where name = 'read-order-returns' and (state = 'failed' or retry_count > 0)`,
    )
    expect(rows).toEqual([{ failed: '0' }])
    expect((await bench.app.ok('queryInbox', { state: 'failed' })).total).toBe(0)
    expect((await bench.app.ok('queryInbox', { state: 'waiting' })).total).toBe(0)
    await withhold('')
    await bench.app.ok('refreshOrder', { orderId: seen.id })
    expect(await bench.app.ok('getOrderReturns', { orderId: seen.id })).toMatchObject({
      returns: [{ state: 'open' }, { state: 'cancelled' }],
      hidden: false,
    })
  })
})
