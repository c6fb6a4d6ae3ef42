import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ProductSetInput, ShopifyConnector, UpsertResult, UpsertedProduct } from '@huoqiao/connector-shopify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PNG, productInput, largest, pictureInput, pictureServer, range } from './shopify-goods.ts'
import { openShops } from './shopify-shoppers.ts'
import type { Shops } from './shopify-shoppers.ts'

/**
 * The connector against the simulated Shopify, which was written from the vendor's documents without using the connector: differences in
 * understanding show here.
 */
const closers: (() => Promise<void>)[] = []
let shops: Shops
let shop: ShopifyConnector
let pictures: string
let run = 0

beforeAll(async () => {
  shops = await openShops()
  closers.push(() => shops.stop())
  shop = shops.us
  const server = await pictureServer()
  closers.push(() => server.stop())
  pictures = server.origin
  await shop.ensureIdDefinition()
})

afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

beforeEach(() => {
  run += 1
  shops.events.length = 0
})

const listing = (name: string): string => `${name}-${run}`
const picture = (name: string) => pictureInput(pictures, `${run}-${name}`, name)
const goods = (count: number, extra: Partial<ProductSetInput> = {}) => productInput(run, count, extra)

const done = (result: UpsertResult): UpsertedProduct => {
  if (result.kind !== 'done') throw new Error('the upsert is still being worked on')
  return result.product
}
const upsert = async (name: string, input: ProductSetInput, select?: 'ids' | 'variants'): Promise<UpsertedProduct> =>
  done(await shop.upsertProduct({ identifier: { listing: listing(name) }, input, ...(select ? { select } : {}) }))

const wordOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (failure: unknown) => (isRemoteFailure(failure) ? [failure.word, failure.detail.code] : failure),
  )

/** The points that were charged for a call since the test began. */
const spent = (call: string): number =>
  shops.events.reduce((sum, event) => sum + (event.kind === 'sent' && event.call === call ? (event.actual ?? 0) : 0), 0)

describe('the shop', () => {
  it('returns its identity, its limits and the granted scopes', async () => {
    const info = await shop.shopInfo()
    expect(info).toMatchObject({ currency: 'USD', limits: { variantsPerProduct: 2048 } })
    expect(info.scopes).toContain('write_products')
    expect(info.apiVersions.find(({ handle }) => handle === shop.version)?.supported).toBe(true)
    expect((await shop.listLocations()).length).toBeGreaterThan(0)
    expect((await shop.listPublications()).map(({ title }) => title)).toContain('Online Store')
  })

  it('has our identifier defined once, however often that is requested', async () => {
    expect(await shop.ensureIdDefinition()).toBe('already-there')
  })

  it('has one webhook per topic and address', async () => {
    const wanted = [{ topic: 'ORDERS_CREATE' }, { topic: 'PRODUCTS_DELETE' }]
    const uri = 'https://huoqiao.example/webhooks/shopify'
    const first = await shop.registerWebhooks(uri, wanted)
    const second = await shop.registerWebhooks(uri, wanted)
    expect([first.created.length + first.kept.length, first.refused]).toEqual([2, []])
    expect([second.created, second.kept.toSorted()]).toEqual([[], ['ORDERS_CREATE', 'PRODUCTS_DELETE']])
    expect((await shop.listWebhooks()).filter((each) => each.uri === uri)).toHaveLength(2)
  })
})

describe('a product', () => {
  it('is created once by its identifier and found by it; an update keeps its variants', async () => {
    const made = await upsert('once', goods(3))
    const again = await upsert('once', goods(3, { title: 'Folding lamp, new' }))
    expect(again.id).toBe(made.id)
    expect(again.title).toBe('Folding lamp, new')
    expect(again.variants.map(({ id }) => id)).toEqual(made.variants.map(({ id }) => id))
    expect((await shop.findByListingId(listing('once')))?.id).toBe(made.id)
    expect(await shop.findByListingId(listing('never made'))).toBeUndefined()
  })

  it('is read back as it was written', async () => {
    const made = await upsert('whole', goods(2))
    const [live, absent] = await shop.readProducts([made.id, 'gid://shopify/Product/1'])
    expect(absent).toBeUndefined()
    expect(live).toMatchObject({
      id: made.id,
      descriptionHtml: '<p>Warm light</p>',
      vendor: 'Bridge',
      productType: 'Lamps',
      tags: ['lamp', 'led'],
      status: 'ACTIVE',
      options: [{ name: 'Model', values: [{ name: 'M0' }, { name: 'M1' }] }],
      metafields: [{ namespace: 'huoqiao', key: 'listing', value: listing('whole'), type: 'id' }],
    })
    expect(live?.variants).toHaveLength(2)
    expect(live?.variants[1]).toMatchObject({
      sku: `SKU-${run}-1`,
      price: '12.99',
      compareAtPrice: '19.99',
      weight: { unit: 'GRAMS', value: 420 },
      selectedOptions: [{ name: 'Model', value: 'M1' }],
      tracked: true,
    })
    expect(Number(live?.variants[1]?.cost)).toBe(3.2)
  })

  it('has up to 2,048 variants, all of which are returned', async () => {
    const made = await upsert('many', largest(run), 'variants')
    expect(made.variants).toHaveLength(2048)
    expect(new Set(made.variants.map(({ sku }) => sku)).size).toBe(2048)
  })

  it('gets new prices without other changes', async () => {
    const made = await upsert('prices', goods(2))
    await shop.updateVariants(made.id, [{ id: made.variants[1]!.id, price: '10.49', compareAtPrice: null }])
    const [live] = await shop.readProducts([made.id])
    expect(live?.variants.map(({ price, compareAtPrice }) => [price, compareAtPrice])).toEqual([
      ['12.99', '19.99'],
      ['10.49', undefined],
    ])
    expect(live?.tags).toEqual(['lamp', 'led'])
  })

  it('is refused with the field named, and nothing is created', async () => {
    const input = goods(2)
    const broken = { ...input, variants: [input.variants![0]!, input.variants![0]!] }
    const failure: unknown = await upsert('broken', broken).catch((error: unknown) => error)
    expect(isRemoteFailure(failure) && failure.word).toBe('rejected')
    expect(isRemoteFailure(failure) && failure.detail.field).toContain('input')
    expect(await shop.findByListingId(listing('broken'))).toBeUndefined()
  })

  it('can be changed afterwards', async () => {
    const request = { identifier: { listing: listing('later') }, input: goods(2), synchronous: false }
    const started = await shop.upsertProduct(request)
    if (started.kind !== 'working') throw new Error('it was done at once')
    let state = await shop.pollProductOperation(started.operationId)
    while (state.kind === 'working') {
      await new Promise((resolve) => setTimeout(resolve, 100))
      state = await shop.pollProductOperation(started.operationId)
    }
    expect(state.productId).toBe((await shop.findByListingId(listing('later')))?.id)
  })

  it('is published, unpublished and set to draft', async () => {
    const made = await upsert('shown', goods(1))
    const channels = (await shop.listPublications()).map(({ id }) => id)
    await shop.publishProduct(made.id, channels)
    await shop.unpublishProduct(made.id, channels.slice(0, 1))
    await shop.setStatus(made.id, 'DRAFT')
    expect((await shop.readProducts([made.id]))[0]?.status).toBe('DRAFT')
  })

  it('loses variants, then is deleted; deleting it again is no failure', async () => {
    const made = await upsert('gone', goods(3))
    await shop.deleteVariants(made.id, [made.variants[0]!.id])
    expect((await shop.listVariantRefs(made.id)).map(({ sku }) => sku)).toEqual([`SKU-${run}-1`, `SKU-${run}-2`])
    expect(await shop.deleteProduct(made.id)).toBe('deleted')
    expect(await shop.deleteProduct(made.id)).toBe('was-absent')
  })

  it('is listed by cursor, each once', async () => {
    for (const name of ['p1', 'p2', 'p3']) await upsert(name, goods(1))
    const bare = await shop.createProduct({ title: `Bare ${run}` })
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await shop.listProducts({ limit: 2, ...(after ? { after } : {}) })
      expect(page.products.length).toBeLessThanOrEqual(2)
      seen.push(...page.products.map(({ id }) => id))
      after = page.endCursor
    } while (after)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toContain(bare.id)
    // The largest page must cost less than the limit of one request.
    const { products } = await shop.browseProducts({ limit: 100 })
    expect(products.map(({ id }) => id)).toContain(bare.id)
    expect((await shop.listProducts({ limit: 100 })).products.length).toBe(products.length)
  })
})

describe('media', () => {
  it('are added by address and by upload, and each failure has its reason', async () => {
    const [staged] = await shop.uploadFiles([{ filename: `up-${run}.png`, mimeType: 'image/png', bytes: PNG }])
    const files = [
      picture('good'),
      picture('missing'),
      { originalSource: staged!, alt: 'uploaded', contentType: 'IMAGE' as const },
    ]
    const made = await upsert('media', goods(1, { files }))
    const resolved = await shop.waitForMedia({ productId: made.id, count: 3 })
    expect(resolved.media.map(({ alt, status }) => [alt, status])).toEqual([
      ['good', 'READY'],
      ['missing', 'FAILED'],
      ['uploaded', 'READY'],
    ])
    expect(resolved.failed[0]?.reason?.code).toBe('IMAGE_DOWNLOAD_FAILURE')
    const ids = resolved.media.map(({ id }) => id)
    expect((await shop.mediaStates(ids)).map((state) => state?.status)).toEqual(['READY', 'FAILED', 'READY'])
  })
})

describe('stock', () => {
  it('is changed once per key, and only from the expected quantity', async () => {
    const made = await upsert('stock', goods(1))
    // A new item is stocked at one location automatically; it must be activated at another one.
    const [, second] = await shop.listLocations()
    const at = { inventoryItemId: made.variants[0]!.item!.id, locationId: second!.id }
    const stock = async (): Promise<number | undefined> =>
      (await shop.readProducts([made.id]))[0]?.variants[0]?.inventoryQuantity
    await shop.activateInventory({ ...at, available: 5, idempotencyKey: `activate-${run}` })
    const more = { changes: [{ ...at, delta: 4, changeFromQuantity: 5 }], idempotencyKey: `more-${run}` }
    await shop.adjustInventory(more)
    // The expected quantity is stale by now; the key shows that it is the same intent.
    await shop.adjustInventory(more)
    expect(await stock()).toBe(9)
    const stale = { changes: [{ ...at, delta: 1, changeFromQuantity: 5 }], idempotencyKey: `stale-${run}` }
    expect(await wordOf(shop.adjustInventory(stale))).toEqual(['rejected', 'CHANGE_FROM_QUANTITY_STALE'])
    const reused = { changes: [{ ...at, delta: 2, changeFromQuantity: 9 }], idempotencyKey: `more-${run}` }
    expect(await wordOf(shop.adjustInventory(reused))).toEqual(['rejected', 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH'])
    await shop.adjustInventory({
      changes: [{ ...at, delta: -9, changeFromQuantity: null }],
      idempotencyKey: `blind-${run}`,
    })
    expect(await stock()).toBe(0)
  })
})

describe('points', () => {
  it('are 33 and 10 for a product with 10 variants and 5 pictures, as the reference calculates, and one or two checks', async () => {
    const products = 12
    // A full bucket, and pictures that are ready at the first check however slowly this machine fetches them.
    await shops.advance(60_000)
    await shops.quirk('fetch-media', false)
    const [channel] = await shop.listPublications()
    shops.events.length = 0
    const files = range(5).map((n) => picture(`pic${n}`))
    const ids = await Promise.all(
      range(products).map(async (n) => {
        const input = goods(10, {
          files,
          metafields: [{ namespace: 'huoqiao', key: 'offer', value: `${n}`, type: 'single_line_text_field' }],
        })
        const variants = input.variants!.map((variant, at) => ({
          ...variant,
          file: files[at % 5]!,
          metafields: [{ namespace: 'huoqiao', key: 'sku', value: `${n}-${at}`, type: 'single_line_text_field' }],
        }))
        const request = {
          identifier: { listing: listing(`cost${n}`) },
          input: { ...input, variants },
          select: 'ids' as const,
        }
        return done(await shop.upsertProduct(request)).id
      }),
    )
    expect((await shop.publishMany([channel!.id], ids)).published).toHaveLength(products)
    const resolved = await Promise.all(ids.map((productId) => shop.waitForMedia({ productId, count: 5 })))
    expect(resolved.flatMap(({ failed }) => failed)).toEqual([])
    expect(spent('productSet') / products).toBe(33)
    expect(spent('publishablePublish') / products).toBeLessThanOrEqual(10)
    // 8 per check; a second one is for products with slow pictures.
    expect(spent('nodes(Product.media)') / products).toBeLessThanOrEqual(16)
    expect(shops.events.filter((event) => event.kind === 'sent' && event.outcome === 'throttled')).toEqual([])
  })
})
