import type { Product } from '@huoqiao/contract/products/products.schema'
import { SOURCE_HEALTH } from '@huoqiao/contract/products/products.status'
import type { SourceHealth } from '@huoqiao/contract/products/products.status'
import { expect, it } from 'vitest'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { withMarket } from './collection.testing.ts'

const market = withMarket()

type Sold = { offerId: string; product: Product; skuIds: string[] }

/** A product of an offer with plenty of stock and stable prices, as it was claimed. */
async function sold(): Promise<Sold> {
  for (;;) {
    const [offerId] = market.take(1)
    if (offerId === undefined) throw new Error('the market has no offer left')
    const { skus } = await market.app.ok('getOffer', { offerId })
    if (skus.length < 2 || skus.some(({ stock }) => (stock ?? 0) < 50)) continue
    const [line] = await market.claim([offerId])
    const [item] = await market.resolved([line!.collectId!])
    const [claim] = item!.card?.claims ?? []
    if (!claim) continue
    const product = await market.app.ok('getProduct', { productId: claim.productId })
    return { offerId, product, skuIds: skus.map(({ skuId }) => skuId) }
  }
}
const healthOf = async ({ product }: Sold): Promise<SourceHealth> =>
  (await market.app.ok('getProduct', { productId: product.id })).sourceHealth
const found = async (health: SourceHealth): Promise<string[]> =>
  (await market.app.ok('getProductsByCondition', { sourceHealth: health, pageSize: 100 })).list.map(({ id }) => id)
const check = async ({ offerId }: Sold): Promise<void> =>
  void (await market.app.ok('checkSources', { offerIds: [offerId] }))
/** 更新货源, without pushing. */
const takeOver = async ({ product }: Sold): Promise<void> => {
  const input = { productIds: [product.id], storeIds: [], push: 'false' }
  expect(await market.app.ok('syncUpdateProductDataAndShopifyData', input)).toMatchObject({ rows: { succeeded: 1 } })
}

type Way = { happens: (sold: Sold) => Promise<unknown>; next: (sold: Sold) => Promise<unknown> }
const back = async (one: Sold, change: object): Promise<void> => {
  await market.change(one.offerId, change)
  await check(one)
}
const WAYS: Record<Exclude<SourceHealth, 'normal' | 'unchecked'>, Way> = {
  'price-up': { happens: ({ offerId }) => market.change(offerId, { priceFactor: 1.2 }), next: takeOver },
  'price-down': { happens: ({ offerId }) => market.change(offerId, { priceFactor: 0.8 }), next: takeOver },
  'minimum-changed': { happens: ({ offerId }) => market.change(offerId, { minOrderQuantity: 37 }), next: takeOver },
  'skus-changed': {
    happens: ({ offerId, skuIds }) => market.change(offerId, { removeSku: skuIds[0] }),
    next: takeOver,
  },
  'stock-low': {
    happens: ({ offerId, skuIds }) => market.change(offerId, { stock: { [skuIds[0]!]: 0 } }),
    next: (one) => back(one, { stock: { [one.skuIds[0]!]: 500 } }),
  },
  'offer-gone': {
    happens: ({ offerId }) => market.change(offerId, { status: 'expired' }),
    next: (one) => back(one, { status: 'published' }),
  },
  'link-dead': {
    happens: ({ offerId }) => market.change(offerId, { gone: true }),
    next: (one) => back(one, { gone: false }),
  },
}

it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  'an event at 1688 makes the health of a product’s source %s until it is handled, and the filter finds the product',
  async (health) => {
    const one = await sold()
    const other = await sold()
    expect(await healthOf(one)).toBe('normal')
    await WAYS[health].happens(one)
    await check(one)
    await check(other)
    expect([await healthOf(one), await healthOf(other)]).toEqual([health, 'normal'])
    expect(await found(health)).toEqual([one.product.id])
    expect(SOURCE_HEALTH[health].next).not.toBe('')
    // Reported until something is done about it: another check changes nothing.
    await check(one)
    expect(await healthOf(one)).toBe(health)
    await WAYS[health].next(one)
    expect([await healthOf(one), await found(health)]).toEqual(['normal', []])
    expect(await found('normal')).toContain(one.product.id)
  },
)

it('a source that was not read for twice as long as the setting is unchecked while 1688 can’t be reached', async () => {
  const one = await sold()
  // No call can make a fetch older: it is moved a month back in the database.
  await market.app.db.pool.query(
    `update source_offer set fetched_at = fetched_at - interval '30 days' where offer_id = $1`,
    [one.offerId],
  )
  await market.fault('*', 'drop-before', 0)
  await runCron(market.app, 'watch-sources')
  await until(
    () => healthOf(one),
    (health) => health === 'unchecked',
  )
  expect(await found('unchecked')).toEqual([one.product.id])
  await market.simulator.control('DELETE', '/faults')
  await check(one)
  expect([await healthOf(one), await found('unchecked')]).toEqual(['normal', []])
})
