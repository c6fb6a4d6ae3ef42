import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import { openTestShop, SET, SET_BARE, setProduct, startSimulator, withVariants } from './shopify-client.testing.ts'
import type { SetPayload, TestShop } from './shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startSimulator()
  ;({ sim, stop } = started)
  shop = await openTestShop(sim, 'bridge-eu')
})
afterAll(() => stop())
afterEach(() => {
  sim.core.quirks.reset()
  sim.core.quirks.set('shopify.fetch-media', false)
})

const set = (input: object, identifier?: object) => shop.get<SetPayload>(SET, { input, identifier })
const made = (input: object, identifier?: object) => setProduct(shop, input, identifier)
const codes = async (input: object, identifier?: object) =>
  (await set(input, identifier)).userErrors.map((error) => error.code)
const count = async () => (await shop.get<{ count: number }>('{ productsCount { count } }')).count

describe('a refusal of productSet', () => {
  const valid = withVariants(['A'])
  const cases: [string, object, object | undefined, string][] = [
    ['a missing title', {}, undefined, 'INVALID_PRODUCT'],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, undefined, 'INVALID_PRODUCT'],
    ['a handle in use', { title: 'X', handle: 'market-bag' }, undefined, 'HANDLE_NOT_UNIQUE'],
    ['an unknown product', { title: 'X' }, { id: 'gid://shopify/Product/1' }, 'PRODUCT_DOES_NOT_EXIST'],
    ['an id beside an identifier', { id: 'gid://shopify/Product/1' }, { handle: 'market-bag' }, 'ID_NOT_ALLOWED'],
    ['a handle unlike the identifier', { handle: 'other' }, { handle: 'market-bag' }, 'INPUT_MISMATCH'],
    ['variants without options', { title: 'X', variants: valid.variants }, undefined, 'PRODUCT_OPTIONS_INPUT_MISSING'],
    [
      'options without variants',
      { title: 'X', productOptions: valid.productOptions },
      undefined,
      'VARIANTS_INPUT_MISSING',
    ],
    [
      'four options',
      { title: 'X', ...valid, productOptions: ['A', 'B', 'C', 'D'].map((name) => ({ name, values: [{ name: 'v' }] })) },
      undefined,
      'OPTIONS_OVER_LIMIT',
    ],
    [
      'an option twice',
      { title: 'X', ...valid, productOptions: ['A', 'a'].map((name) => ({ name, values: [{ name: 'v' }] })) },
      undefined,
      'DUPLICATED_OPTION_NAME',
    ],
    [
      'an option value twice',
      { title: 'X', ...valid, productOptions: [{ name: 'Color', values: [{ name: 'A' }, { name: 'a' }] }] },
      undefined,
      'DUPLICATED_OPTION_VALUE',
    ],
    [
      'an option without values',
      { title: 'X', ...valid, productOptions: [{ name: 'Color', values: [] }] },
      undefined,
      'OPTION_VALUES_MISSING',
    ],
    [
      'a value that no option has',
      { title: 'X', ...valid, productOptions: [{ name: 'Color', values: [{ name: 'B' }] }] },
      undefined,
      'OPTION_VALUE_DOES_NOT_EXIST',
    ],
    [
      'an option that is not there',
      { title: 'X', ...valid, productOptions: [{ name: 'Size', values: [{ name: 'A' }] }] },
      undefined,
      'OPTION_DOES_NOT_EXIST',
    ],
    [
      'the same variant twice',
      { title: 'X', ...valid, variants: [valid.variants[0], valid.variants[0]] },
      undefined,
      'INVALID_VARIANT',
    ],
    [
      'a negative price',
      { title: 'X', ...valid, variants: [{ ...valid.variants[0], price: '-1' }] },
      undefined,
      'INVALID_VARIANT',
    ],
    [
      'an unknown variant id',
      { title: 'X', ...valid, variants: [{ ...valid.variants[0], id: 'gid://shopify/ProductVariant/1' }] },
      undefined,
      'PRODUCT_VARIANT_DOES_NOT_EXIST',
    ],
    [
      'a variant file outside the files',
      {
        title: 'X',
        ...valid,
        variants: [{ ...valid.variants[0], file: { originalSource: 'http://127.0.0.1:9/z.jpg' } }],
      },
      undefined,
      'INVALID_INPUT',
    ],
    [
      'a file that is no address',
      { title: 'X', files: [{ originalSource: 'picture.jpg' }] },
      undefined,
      'INVALID_INPUT',
    ],
    ['an unknown file id', { title: 'X', files: [{ id: 'gid://shopify/MediaImage/1' }] }, undefined, 'INVALID_INPUT'],
    [
      'a metafield without type',
      { title: 'X', metafields: [{ namespace: 'custom', key: 'none', value: 'x' }] },
      undefined,
      'INVALID_METAFIELD',
    ],
    [
      'a value that is not of its type',
      { title: 'X', metafields: [{ namespace: 'custom', key: 'n', type: 'number_integer', value: 'x' }] },
      undefined,
      'INVALID_METAFIELD',
    ],
    [
      'a collection that is not there',
      { title: 'X', collections: ['gid://shopify/Collection/1'] },
      undefined,
      'INVALID_INPUT',
    ],
  ]
  it.each(cases)('happens for %s, and changes nothing', async (_what, input, identifier, code) => {
    const before = await count()
    expect(await codes(input, identifier)).toContain(code)
    expect(await count()).toBe(before)
  })

  it('happens above 2,048 variants and 50,000 stock entries, and not at the limit', async () => {
    const names = Array.from({ length: 2048 }, (_, index) => `v${index}`)
    const bare = async (input: object) =>
      (await shop.get<SetPayload>(SET_BARE, { input })).userErrors.map((error) => error.code)
    expect(await bare({ title: 'Full', ...withVariants(names) })).toEqual([])
    expect(await bare({ title: 'Over', ...withVariants([...names, 'more']) })).toContain('OPTION_VALUES_OVER_LIMIT')
    const { productOptions, variants } = withVariants(names)
    expect(await bare({ title: 'Over', productOptions, variants: [...variants, variants[0]] })).toContain(
      'VARIANTS_OVER_LIMIT',
    )
    const location = 'gid://shopify/Location/6120000000211'
    const entries = Array.from({ length: 25 }, () => ({ locationId: location, name: 'available', quantity: 1 }))
    const stocked = variants.map((variant) => ({ ...variant, inventoryQuantities: entries }))
    expect(await bare({ title: 'Over', productOptions, variants: stocked })).toEqual([
      'INVENTORY_QUANTITIES_LIMIT_EXCEEDED',
    ])
  })

  it('does not happen for a new variant at the given location, and happens for an existing one where it is not stocked', async () => {
    const { nodes: places } = await shop.get<{ nodes: { id: string }[] }>('{ locations(first: 5) { nodes { id } } }')
    const stock = (place: string, quantity: number) => [{ locationId: place, name: 'available', quantity }]
    const { productOptions, variants } = withVariants(['A'])
    const at = (place: string, quantity: number) => ({
      productOptions,
      variants: [{ ...variants[0], inventoryQuantities: stock(place, quantity) }],
    })
    const product = await made({ title: 'Stock', ...at(places[1]!.id, 7) })
    const levels = `query($id: ID!) { productVariant(id: $id) { inventoryQuantity inventoryItem { inventoryLevels(first: 5) { nodes { location { id } } } } } }`
    const variant = await shop.get<{
      inventoryQuantity: number
      inventoryItem: { inventoryLevels: { nodes: unknown[] } }
    }>(levels, { id: product.variants.nodes[0]!.id })
    expect(variant.inventoryQuantity).toBe(7)
    expect(variant.inventoryItem.inventoryLevels.nodes).toEqual([{ location: { id: places[1]!.id } }])
    expect(await codes(at(places[0]!.id, 3), { id: product.id })).toEqual(['INVALID_INPUT'])
    expect(await codes(at(places[1]!.id, 3), { id: product.id })).toEqual([])
  })
})
