import type { Call } from './call.ts'
import { newDraft } from './draft/draft.ts'
import { performProductSet } from './mutations/product-set.ts'
import type { SetInput } from './mutations/product-set.ts'
import type { FileRow } from './rows.ts'
import { seedPicture } from './seed-pictures.ts'
import { SEED_PRODUCTS } from './seed-products.ts'
import type { SeedProduct } from './seed-products.ts'
import type { ShopState } from './shop-state.ts'

const PICTURE_SIDE = 256

/** Fills an empty shop with the merchant's own products, published on the online store. */
export function seedShop(shop: ShopState, call: Call): void {
  if (shop.counters.get('seeded')) return
  shop.counters.put('seeded', { value: 1 })
  for (const seed of SEED_PRODUCTS[shop.facts.slug] ?? []) {
    const { product, userErrors } = performProductSet(
      undefined,
      inputOf(seed, shop, keepPicture(seed, shop, call)),
      call,
    )
    if (!product) throw new Error(`seed product "${seed.title}": ${userErrors[0]?.message ?? 'refused'}`)
    if (seed.status === 'DRAFT') continue
    const publications = shop.places.publications.map((place) => ({ publicationId: place.id, publishDate: shop.now() }))
    shop.products.put({ ...product, publications, publishedAt: shop.now() })
  }
  shop.counters.delete('variants-created')
}

function keepPicture(seed: SeedProduct, shop: ShopState, call: Call): string | undefined {
  const picture = seedPicture(seed.picture)
  if (!picture) return undefined
  const now = newDraft(call).now
  const row: FileRow = {
    id: shop.newId('MediaImage'),
    kind: 'image',
    alt: seed.title,
    filename: `${seed.picture}-${shop.facts.slug}.webp`,
    status: 'READY',
    source: `${shop.origin()}/cdn/files/${seed.picture}.webp`,
    errors: [],
    mimeType: 'image/webp',
    width: PICTURE_SIDE,
    height: PICTURE_SIDE,
    ...picture,
    readyAt: 0,
    createdAt: now,
    updatedAt: now,
  }
  shop.files.put(row)
  return row.id
}

function inputOf(seed: SeedProduct, shop: ShopState, pictureId: string | undefined): SetInput {
  const options = seed.options ?? { Title: ['Default Title'] }
  const location = shop.places.locations[0]!.id
  const choices = Object.entries(options).reduce<{ optionName: string; name: string }[][]>(
    (rows, [optionName, values]) => rows.flatMap((row) => values.map((name) => [...row, { optionName, name }])),
    [[]],
  )
  const code = seed.title
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 6)
    .toUpperCase()
  return {
    title: seed.title,
    productType: seed.type,
    descriptionHtml: seed.html,
    tags: seed.tags,
    status: seed.status ?? 'ACTIVE',
    vendor: shop.facts.name,
    ...(pictureId ? { files: [{ id: pictureId }] } : {}),
    ...(seed.care
      ? { metafields: [{ namespace: 'custom', key: 'care', type: 'single_line_text_field', value: seed.care }] }
      : {}),
    productOptions: Object.entries(options).map(([name, values]) => ({
      name,
      values: values.map((value) => ({ name: value })),
    })),
    variants: choices.map((optionValues, index) => ({
      optionValues,
      price: seed.price,
      sku: `${code}-${index + 1}`,
      inventoryItem: { tracked: true },
      inventoryQuantities: [{ locationId: location, name: 'available', quantity: seed.stock ?? 0 }],
    })),
  }
}
