import { describe, expect, it } from 'vitest'
import type { ListingSummary, Product } from '@huoqiao/contract/products/products.schema'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { withPushBench } from './listings.testing.ts'

const at = withPushBench({ products: 8 })

const CHANGE = 'mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }'
const DELETE = 'mutation ($i: ProductDeleteInput!) { productDelete(input: $i) { userErrors { message } } }'

/** Staff of the shop, in its own administration. */
const change = async (product: Product, over: object): Promise<unknown> =>
  at.shop.ask(CHANGE, { p: { id: (await at.inShop(product)).id, ...over } })

const subscribed = async (): Promise<void> => {
  await runCron(at.app, 'register-shop-webhooks')
  await until(
    () => at.simulator.control<unknown>('GET', '/shopify/bridge-us/webhooks'),
    (seen) => ['PRODUCTS_DELETE', 'PRODUCTS_UPDATE'].every((topic) => JSON.stringify(seen).includes(topic)),
  )
}
const inUs = async (product: Product): Promise<ListingSummary> =>
  (await at.get(product)).listings.find(({ storeId }) => storeId === at.us)!
const reported = (product: Product, isMeant: (listing: ListingSummary) => boolean): Promise<ListingSummary> =>
  until(() => inUs(product), isMeant)
const isChanged = ({ shopChanged = [] }: ListingSummary): boolean => shopChanged.length > 0
/** Whether the listing waits to be read again after a message of the shop, and when it was last read. */
const looks = async (product: Product): Promise<{ touched: boolean; lookedAt: Date | null }> => {
  const { rows } = await at.app.db.pool.query<{ touched: boolean; lookedAt: Date | null }>(
    `select shop_touched_at is not null as touched, shop_looked_at as "lookedAt" from listing
     where product_id = $1 and store_id = $2`,
    [product.id, at.us],
  )
  return rows[0]!
}

describe('before a shop sends messages about its products', () => {
  it('what somebody changed or deleted there is found once by reading, and our own pushes are not mistaken for it', async () => {
    const [renamed, hidden, left, gone] = [at.pushed(), at.pushed(), at.pushed(), at.pushed()]
    await change(renamed, { title: 'Named in the shop' })
    await change(hidden, { status: 'DRAFT' })
    await at.shop.ask(DELETE, { i: { id: (await at.inShop(gone)).id } })
    await at.app.db.pool.query(`update listing set shop_looked_at = now() - interval '7 hours' where product_id = $1`, [
      gone.id,
    ])
    await runCron(at.app, 'poll-shop-products')
    expect(await reported(renamed, isChanged)).toMatchObject({ state: 'online', shopChanged: ['标题'] })
    expect(await reported(hidden, isChanged)).toMatchObject({ shopChanged: ['下架'] })
    await reported(gone, ({ state }) => state === 'removed')
    const { lookedAt } = await until(
      () => looks(left),
      (seen) => seen.lookedAt !== null && !seen.touched,
    )
    expect(await inUs(left)).toMatchObject({ state: 'online', shopChanged: [] })
    expect(lookedAt).not.toBeNull()
  })
})

describe('a product that somebody changed in the shop’s own admin', () => {
  it('is reported by the shop’s message, until a person overwrites it; the message about that push is no change', async () => {
    await subscribed()
    const product = at.pushed()
    await change(product, { title: 'Named there' })
    expect(await reported(product, isChanged)).toMatchObject({ state: 'online', shopChanged: ['标题'] })
    const card = (await at.app.ok('getProductsByCondition', { keyword: product.titleZh })).list[0]!
    expect(card.listings).toMatchObject([{ shopChanged: ['标题'] }])
    const found = async (filter: object): Promise<string[]> =>
      (await at.app.ok('getProductsByCondition', { keyword: product.titleZh, ...filter })).list.map(({ id }) => id)
    expect(await found({ inShop: 'changed' })).toEqual([product.id])
    expect(await found({ inShop: 'changed', storeId: at.us })).toEqual([product.id])
    expect(await found({ inShop: 'deleted' })).toEqual([])
    const { list: all } = await at.app.ok('getProductsByCondition', { inShop: 'changed', pageSize: 100 })
    expect(all.every(({ listings }) => listings.some(isChanged))).toBe(true)
    const { all: counted } = await at.app.ok('getProductCountByState', { inShop: 'changed' })
    expect(counted).toBe(all.length)
    // A push without approval keeps what was changed in the shop, and still reports it.
    await at.edit(product, { vendor: 'Other' })
    await at.push([product])
    await until(
      () => looks(product),
      ({ touched }) => !touched,
    )
    expect(await inUs(product)).toMatchObject({ shopChanged: ['标题'] })
    const seen = await at.dryRun(product)
    await at.push([product], [{ ...pairOf(product), contentHash: seen.contentHash, skipFields: [] }])
    await reported(product, (listing) => !isChanged(listing))
    expect((await at.inShop(product)).title).toBe(product.title)
  })

  it('is not our own push: the message about it is read and recognised', async () => {
    await subscribed()
    const product = at.pushed()
    const before = (await looks(product)).lookedAt
    await at.edit(product, { title: 'Named here' })
    await at.push([product])
    await until(
      () => looks(product),
      ({ touched, lookedAt }) => !touched && lookedAt !== null && lookedAt.getTime() !== before?.getTime(),
    )
    expect(await inUs(product)).toMatchObject({ state: 'online', outdated: false, shopChanged: [] })
  })
})

it.each(['in its own admin', 'directly from here'])(
  'a product that was deleted in the shop %s is known to be gone from the shop’s message, and created again by a push',
  async (where) => {
    const product = at.pushed()
    const { id } = await at.inShop(product)
    await subscribed()
    if (where === 'directly from here') await at.app.ok('deleteStoreProduct', { storeId: at.us, productId: id })
    else await at.shop.ask(DELETE, { i: { id } })
    const listing = await reported(product, ({ state }) => state === 'removed')
    expect(listing).toMatchObject({ storefrontUrl: null, adminUrl: null, shopChanged: [] })
    const gone = { inShop: 'deleted', keyword: product.titleZh } as const
    const found = await at.app.ok('getProductsByCondition', { ...gone, storeId: at.us })
    expect(found.list.map((one) => one.id)).toEqual([product.id])
    expect(await at.app.ok('getProductCountByState', gone)).toMatchObject({ all: 1 })
    expect(await at.dryRun(product)).toMatchObject({ action: 'create' })
    expect(await at.push([product])).toMatchObject({ items: [{ state: 'succeeded' }] })
    expect((await at.get(product)).state).toBe('online')
    expect((await at.inShop(product)).id).not.toBe(id)
  },
)

const pairOf = (product: Product): { productId: string; storeId: string } => ({
  productId: product.id,
  storeId: at.us,
})
