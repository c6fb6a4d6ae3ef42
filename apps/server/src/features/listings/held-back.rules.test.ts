import type { LiveProduct, LiveVariant } from '@huoqiao/connector-shopify'
import { describe, expect, it } from 'vitest'
import type { Desired, DesiredVariant } from './desired.mapping.ts'
import { heldBack } from './held-back.rules.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { planOf } from './plan.rules.ts'

const ourVariant = (id: string, optionValues: string[], changes: Partial<DesiredVariant> = {}): DesiredVariant => ({
  id,
  optionValues,
  sku: id,
  barcode: '',
  price: '9.90',
  compareAtPrice: null,
  cost: null,
  weightGrams: null,
  policy: 'DENY',
  stock: 0,
  imageId: null,
  ...changes,
})

const theirVariant = (id: string, value: string): LiveVariant => ({
  id: `gid://shopify/ProductVariant/${id}`,
  title: value,
  position: 1,
  sku: id,
  barcode: '',
  price: '9.90',
  inventoryPolicy: 'DENY',
  inventoryQuantity: 0,
  inventoryItemId: `gid://shopify/InventoryItem/${id}`,
  tracked: true,
  taxable: true,
  selectedOptions: [{ name: 'Color', value }],
})

const LIVE: LiveProduct = {
  id: 'gid://shopify/Product/1',
  handle: 'tee',
  title: 'Tee',
  descriptionHtml: '',
  vendor: '',
  productType: '',
  tags: [],
  status: 'ACTIVE',
  updatedAt: '2026-11-01T00:00:00Z',
  seo: {},
  options: [{ id: 'gid://shopify/ProductOption/1', name: 'Color', position: 1, values: [] }],
  variants: [theirVariant('red', 'Red'), theirVariant('blue', 'Blue')],
  media: [],
  metafields: [],
}

const REFS: RemoteRefs = {
  variants: { red: { id: 'gid://shopify/ProductVariant/red' }, blue: { id: 'gid://shopify/ProductVariant/blue' } },
  media: {},
}

const OURS: Desired = {
  title: 'Better tee',
  descriptionHtml: '',
  vendor: '',
  productType: '',
  tags: [],
  options: [
    { name: 'Color', values: ['Red', 'Blue'] },
    { name: 'Size', values: ['M'] },
  ],
  images: [],
  variants: [ourVariant('red', ['Red', 'M']), ourVariant('blue', ['Blue', 'M'])],
}

const held = (ours: Desired, skipFields: readonly string[]): string[] => {
  const plan = planOf({ ours, live: LIVE, base: null, shown: null, pushedStock: {}, refs: REFS, withStock: false })
  return [...heldBack({ ours, live: LIVE, refs: REFS, plan }, { skipFields, whole: true }).skip].sort()
}

describe('another number of options', () => {
  const SHAPE = ['options', 'variants.blue.optionValues', 'variants.red.optionValues']

  it('is pushed if no part of it was excluded', () => {
    expect(held(OURS, [])).toEqual([])
  })

  it('is excluded for all variants if it was excluded for one of them', () => {
    expect(held(OURS, ['variants.red.optionValues'])).toEqual(SHAPE)
  })

  it('is excluded with a new variant that was excluded, and so are further new variants', () => {
    const more = {
      ...OURS,
      variants: [...OURS.variants, ourVariant('green', ['Green', 'M']), ourVariant('grey', ['Grey', 'M'])],
    }
    expect(held(more, ['variants.green'])).toEqual([...SHAPE, 'variants.green', 'variants.grey'].sort())
  })

  it('is excluded where a variant that only the shop has would have to stay', () => {
    const fewer = { ...OURS, variants: OURS.variants.slice(0, 1) }
    const gone = `variants.${LIVE.variants[1]!.id}`
    expect(held(fewer, [gone])).toEqual(['options', gone, 'variants.red.optionValues'].sort())
  })

  it('does not affect fields that are independent of the options', () => {
    expect(held(OURS, ['variants.red.optionValues'])).not.toContain('title')
  })
})

it('the same number of options may be pushed in part', () => {
  const renamed: Desired = {
    ...OURS,
    options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
    variants: [ourVariant('red', ['Crimson']), ourVariant('blue', ['Navy'])],
  }
  expect(held(renamed, ['variants.red.optionValues'])).toEqual(['variants.red.optionValues'])
})
