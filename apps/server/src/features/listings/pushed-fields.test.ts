import { beforeAll, describe, expect, it } from 'vitest'
import type { Product, ProductVariant } from '@huoqiao/contract/products/products.schema'
import { changesOf, sampleProduct, withPushBench } from './listings.testing.ts'
import { PUSHED_FIELDS } from './plan.rules.ts'
import type { PushedField } from './plan.rules.ts'

/** Every field that a push writes, against a shop that completes, trims, rounds and reformats values. */
const at = withPushBench()
let unused: Product[] = []
beforeAll(async () => {
  await at.quirk('shopify.weight-decimals', 2)
  await at.quirk('shopify.seo-from-content', true)
  unused = await Promise.all([...PUSHED_FIELDS, ...PUSHED_FIELDS].map(() => messy()))
  await at.push(unused)
})

type Edit = {
  /** an edit here; `n` makes each edit different */
  ours: (product: Product, n: number) => object
  /** the same field, edited in the shop's admin; undefined if the shop is not read for it, or it has a test of its own */
  staff: ((shop: Shown, n: number) => [mutation: string, variables: object]) | undefined
  shown: (shop: Shown) => unknown
}
type Shown = {
  id: string
  title: string
  descriptionHtml: string
  vendor: string
  productType: string
  tags: string[]
  options: { name: string }[]
  media: { nodes: { id: string; alt: string }[] }
  variants: {
    nodes: {
      id: string
      price: string
      compareAtPrice: string | null
      sku: string
      barcode: string
      inventoryPolicy: string
      inventoryQuantity: number
      selectedOptions: { value: string }[]
      media: { nodes: { id: string }[] }
      inventoryItem: { unitCost: { amount: string } | null; measurement: { weight: { unit: string; value: number } } }
    }[]
  }
}

const SHOWN = `query ($id: ID!) { product(id: $id) { id title descriptionHtml vendor productType tags options { name }
  media(first: 10) { nodes { id alt } }
  variants(first: 10) { nodes { id price compareAtPrice sku barcode inventoryPolicy inventoryQuantity selectedOptions { value }
    media(first: 2) { nodes { id } } inventoryItem { unitCost { amount } measurement { weight { unit value } } } } } } }`
const UPDATE = 'mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }'
const VARIANTS = `mutation ($id: ID!, $v: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $id, variants: $v) { userErrors { message } } }`
const MEDIA = `mutation ($id: ID!, $m: [CreateMediaInput!]!) {
  productUpdate(product: { id: $id }, media: $m) { userErrors { message } } }`
const SET = `mutation ($id: ID!, $i: ProductSetInput!) {
  productSet(identifier: { id: $id }, synchronous: true, input: $i) { userErrors { message } } }`

const text = (key: 'title' | 'vendor' | 'productType', words: string): Edit => ({
  ours: (_product, n) => ({ [key]: `  ${words} ${n}` }),
  staff: ({ id }, n) => [UPDATE, { p: { id, [key]: `${words} of staff ${n}` } }],
  shown: (shop) => shop[key],
})
const variant = (
  change: (first: ProductVariant, n: number) => Partial<ProductVariant>,
  staff: ((n: number, first: Shown['variants']['nodes'][number]) => object) | undefined,
  shown: (first: Shown['variants']['nodes'][number]) => unknown,
): Edit => ({
  ours: ({ variants: [first, ...rest] }, n) => ({ variants: [{ ...first!, ...change(first!, n) }, ...rest] }),
  staff:
    staff &&
    ((shop, n) => {
      const first = shop.variants.nodes[0]!
      return [VARIANTS, { id: shop.id, v: [{ id: first.id, ...staff(n, first) }] }]
    }),
  shown: ({ variants }) => shown(variants.nodes[0]!),
})
const priced = (first: ProductVariant, over: object): Partial<ProductVariant> => ({
  prices: first.prices.map((price) => ({ ...price, ...over })),
})
const setOptions = (name: string, shop: Shown, reverse = false): object => {
  const rows = reverse ? shop.variants.nodes.toReversed() : shop.variants.nodes
  const valueOf = (row: (typeof rows)[number]): string => row.selectedOptions[0]!.value
  return {
    productOptions: [{ name, values: rows.map((row) => ({ name: valueOf(row) })) }],
    variants: rows.map((row) => ({ id: row.id, optionValues: [{ optionName: name, name: valueOf(row) }] })),
  }
}

/** A new field in the code's table must be described here, otherwise this does not compile. */
const EDITS: Record<PushedField, Edit> = {
  title: text('title', 'Lamp & light "N°5"'),
  vendor: text('vendor', 'Maison'),
  productType: text('productType', 'Desk lamp'),
  descriptionHtml: {
    ours: (_product, n) => ({
      descriptionHtml: `<P class=warm>caf&eacute; &amp; light ${n}<br/>two<p>open<img src='https://p.example/${n}.jpg' alt="">`,
    }),
    staff: ({ id }, n) => [UPDATE, { p: { id, descriptionHtml: `<p>staff wrote this ${n}</p>` } }],
    shown: (shop) => shop.descriptionHtml,
  },
  tags: {
    ours: (_product, n) => ({ tags: ['zeta', 'Alpha', `beta ${n}`, 'ALPHA'] }),
    staff: ({ id }, n) => [UPDATE, { p: { id, tags: ['sale', `staff ${n}`] } }],
    shown: (shop) => shop.tags,
  },
  images: {
    ours: ({ images }, n) => ({
      images: images.map((image, i) => (i === 0 ? { ...image, alt: ` alt  ${n} ` } : image)),
    }),
    staff: ({ id }, n) => [
      MEDIA,
      { id, m: [{ originalSource: `https://elsewhere.example/${n}.jpg`, mediaContentType: 'IMAGE', alt: 'own' }] },
    ],
    shown: (shop) => shop.media.nodes.map(({ alt }) => alt),
  },
  options: {
    ours: ({ options: [first, ...rest] }, n) => ({ options: [{ ...first!, name: `Colour ${n}` }, ...rest] }),
    staff: (shop, n) => [SET, { id: shop.id, i: setOptions(`Farbe ${n}`, shop) }],
    shown: (shop) => shop.options,
  },
  variantOrder: {
    ours: ({ variants }) => ({ variants: variants.toReversed() }),
    staff: (shop) => [SET, { id: shop.id, i: setOptions(shop.options[0]!.name, shop, true) }],
    shown: (shop) => shop.variants.nodes.map(({ id }) => id),
  },
  'variants.price': variant(
    (first, n) => priced(first, { minor: 1200 + n * 10 }),
    (n) => ({ price: `${50 + n}.5` }),
    (one) => one.price,
  ),
  'variants.compareAtPrice': variant(
    (first, n) => priced(first, { compareAtMinor: 900_000 + n * 10 }),
    (n) => ({ compareAtPrice: `${800 + n}` }),
    (one) => one.compareAtPrice,
  ),
  'variants.optionValues': {
    ours: ({ options: [first, ...rest], variants: [one, ...others] }, n) => ({
      options: [
        { ...first!, values: first!.values.map((value, i) => (i === 0 ? { ...value, value: `Red  ${n}` } : value)) },
        ...rest,
      ],
      variants: [{ ...one!, optionValues: [`Red  ${n}`] }, ...others],
    }),
    staff: ({ id, options, variants }, n) => [
      VARIANTS,
      {
        id,
        v: [{ id: variants.nodes[0]!.id, optionValues: [{ optionName: options[0]!.name, name: `Rot ${n}` }] }],
      },
    ],
    shown: ({ variants }) => variants.nodes[0]!.selectedOptions,
  },
  'variants.sku': variant(
    (_first, n) => ({ skuCode: ` HQ-${n} ` }),
    (n) => ({ inventoryItem: { sku: `STAFF-${n}` } }),
    (one) => one.sku,
  ),
  'variants.barcode': variant(
    (_first, n) => ({ barcode: ` 69000${n} ` }),
    (n) => ({ barcode: `70000${n}` }),
    (one) => one.barcode,
  ),
  'variants.cost': variant(
    (_first, n) => ({ costMinor: 2000 + n * 7 }),
    (n) => ({ inventoryItem: { cost: `${n}.5` } }),
    (one) => one.inventoryItem.unitCost,
  ),
  'variants.weight': variant(
    (_first, n) => ({ weight: { value: `1.${n}236`, unit: 'lb' } }),
    (n) => ({ inventoryItem: { measurement: { weight: { unit: 'KILOGRAMS', value: n } } } }),
    (one) => one.inventoryItem.measurement.weight,
  ),
  'variants.policy': variant(
    ({ stockPolicy }) => ({ stockPolicy: stockPolicy === 'deny' ? 'continue' : 'deny' }),
    (_n, one) => ({ inventoryPolicy: one.inventoryPolicy === 'DENY' ? 'CONTINUE' : 'DENY' }),
    (one) => one.inventoryPolicy,
  ),
  'variants.image': variant(
    ({ imageId }) => ({ imageId: imageId === 'a' ? 'b' : 'a' }),
    // The shop's picture of a variant is not read: it is written when it was changed here, and not compared.
    undefined,
    (one) => one.media.nodes,
  ),
  // Changed by sales, see stock.test.ts.
  'variants.stock': variant(
    ({ stock }, n) => ({ stock: stock + n }),
    undefined,
    (one) => one.inventoryQuantity,
  ),
}

let made = 500
/** Without a vendor, and with every value that a shop reformats. */
async function messy(over: object = {}): Promise<Product> {
  const sample = sampleProduct(at.us, ++made)
  const variants = sample.variants.map((one, i) => ({
    ...one,
    skuCode: ` ${one.skuCode}`,
    barcode: `69${made}${i} `,
    weight: { value: '0.4254', unit: 'kg' },
    weightGrams: 425,
  }))
  return at.product({
    ...sample,
    title: ` Lamp ${made} 🔆 "5" `,
    vendor: '',
    productType: ' Lamps ',
    tags: ['lamp', 'Home', ' home ', 'élan'],
    descriptionHtml: `<div><P>warm &eacute;&nbsp;light<br/>&lt;5W&gt; 暖光<ul><li>one<li>two</ul>`,
    variants,
    ...over,
  })
}
async function pushed(over: object = {}): Promise<Product> {
  const product = await messy(over)
  await at.push([product])
  return product
}

const shownOf = async (product: Product): Promise<Shown> =>
  (await at.shop.ask<{ product: Shown }>(SHOWN, { id: (await at.inShop(product)).id })).product
const nameIn = (field: string, { variants }: Product): string =>
  field.replace('variants.', `variants.${variants[0]!.id}.`)
const staffEdits = async (field: PushedField, product: Product, n: number): Promise<void> => {
  const [mutation, variables] = EDITS[field].staff!(await shownOf(product), n)
  await at.shop.ask(mutation, variables)
}

describe('a product without a vendor', () => {
  it('gets the shop’s name, and setting a vendor afterwards is no conflict', async () => {
    const product = await pushed()
    expect((await shownOf(product)).vendor).toBe('Bridge Goods US')
    await at.edit(product, { vendor: 'Acme' })
    const seen = await at.dryRun(product)
    expect(seen.fields.filter(({ change }) => change !== 'none')).toMatchObject([
      { field: 'vendor', storeNow: 'Bridge Goods US', willBecome: 'Acme', why: '在这里修改过', conflict: false },
    ])
    expect(await at.push([product])).toMatchObject({ items: [{ state: 'succeeded', message: '同步成功' }] })
    expect((await shownOf(product)).vendor).toBe('Acme')
  })
})

/** Two variants have only two orders: changed on both sides they are equal again. */
const TWO_VALUED: readonly PushedField[] = ['variantOrder', 'variants.policy']

describe.each(PUSHED_FIELDS)('%s', (field) => {
  const { ours, staff, shown } = EDITS[field]

  it('is no difference after a push, is pushed when it was edited here, and is no difference again', async () => {
    const product = unused.pop()!
    expect(changesOf(await at.dryRun(product))).toEqual([])
    for (const n of [1, 2]) {
      const before = shown(await shownOf(product))
      const edited = await at.edit(product, (now: Product) => ours(now, n))
      const seen = await at.dryRun(product)
      const name = field === 'variantOrder' ? field : nameIn(field, edited)
      expect(seen.fields.filter(({ change }) => change !== 'none').map((one) => one.field)).toContain(name)
      expect(seen.fields.filter(({ conflict }) => conflict)).toEqual([])
      expect(await at.push([product])).toMatchObject({ items: [{ state: 'succeeded' }] })
      expect(shown(await shownOf(product))).not.toEqual(before)
      expect(changesOf(await at.dryRun(product))).toEqual([])
    }
  })

  if (!staff) return
  it('is seen as changed in the shop, alone and together with an edit here', async () => {
    // Without a vendor of ours, any vendor in the shop is accepted.
    const product = field === 'vendor' ? await pushed({ vendor: 'Huo' }) : unused.pop()!
    await staffEdits(field, product, 3)
    const name = field === 'variantOrder' ? field : nameIn(field, product)
    const find = async () => (await at.dryRun(product)).fields.find((one) => one.field === name)
    expect(await find()).toMatchObject({ change: 'update', conflict: true, why: '店铺里被改过' })
    const theirs = shown(await shownOf(product))
    await at.push([product])
    expect(shown(await shownOf(product))).toEqual(theirs)
    if (TWO_VALUED.includes(field)) return
    await at.edit(product, (now: Product) => ours(now, 4))
    expect(await find()).toMatchObject({ change: 'update', conflict: true, why: '两边都改过' })
    await at.push([product])
    expect(shown(await shownOf(product))).toEqual(theirs)
  })
})

it('every part of a pushed product and variant belongs to one of these fields', async () => {
  await pushed()
  const sent = await at.simulator.control<{ entries: { request: unknown }[] }>('GET', '/ledger?call=productSet')
  const keys = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) {
        keys.add(key)
        walk(inner)
      }
  }
  for (const { request } of sent.entries) walk((request as { variables?: { input?: unknown } }).variables?.input)
  const known: Record<string, readonly string[]> = {
    title: ['title'],
    descriptionHtml: ['descriptionHtml'],
    vendor: ['vendor'],
    productType: ['productType'],
    tags: ['tags'],
    images: ['files', 'originalSource', 'alt', 'contentType', 'filename', 'duplicateResolutionMode', 'id'],
    options: ['productOptions', 'name', 'position', 'values'],
    variantOrder: ['variants'],
    'variants.price': ['price'],
    'variants.compareAtPrice': ['compareAtPrice'],
    'variants.optionValues': ['optionValues', 'optionName'],
    'variants.sku': ['sku'],
    'variants.barcode': ['barcode'],
    'variants.cost': ['inventoryItem', 'cost'],
    'variants.weight': ['measurement', 'weight', 'unit', 'value'],
    'variants.policy': ['inventoryPolicy'],
    'variants.image': ['file'],
    'variants.stock': ['inventoryQuantities', 'locationId', 'quantity', 'tracked'],
  } satisfies Record<PushedField, readonly string[]>
  // Set once when a product is created, and never compared: its mark, its status, that it needs shipping.
  const once = ['metafields', 'namespace', 'key', 'status', 'requiresShipping']
  const all = new Set([...PUSHED_FIELDS.flatMap((field) => known[field]!), ...once])
  expect(keys.size).toBeGreaterThan(20)
  expect([...keys].filter((key) => !all.has(key))).toEqual([])
})
