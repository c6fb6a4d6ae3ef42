import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { affordableProductSet, estimateProductSetCost } from '../src/index.ts'
import type { FileSetInput, MetafieldInput, ProductSetInput, ProductVariantSetInput } from '../src/index.ts'
import { identified } from '../src/operations/upsert-product.ts'

const file: FileSetInput = { originalSource: 'https://example.com/a.jpg' }
const metafield: MetafieldInput = { namespace: 'huoqiao', key: 'sku', value: '1' }
const variant = (extra: Partial<ProductVariantSetInput> = {}): ProductVariantSetInput => ({
  optionValues: [{ optionName: 'Colour', name: 'Red' }],
  ...extra,
})
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

describe('the cost of productSet', () => {
  it.each([
    ['A: 10 variants, 5 images', { variants: times(10, variant()), files: times(5, file) }, 21.5],
    [
      'B: and an image and a metafield a variant, 2 metafields',
      {
        variants: times(10, variant({ file, metafields: [metafield] })),
        files: times(5, file),
        metafields: times(2, metafield),
      },
      32.3,
    ],
    ['2,048 bare variants', { variants: times(2048, variant()) }, 419.6],
    ['nothing', {}, 10],
  ] satisfies [string, ProductSetInput, number][])(
    'is what reference section 8 calculates for %s',
    (_case, input, points) => {
      expect(estimateProductSetCost(input)).toBe(points)
    },
  )

  it('never falls when something is added', () => {
    const sizes = fc.record({
      variants: fc.nat(2048),
      files: fc.nat(250),
      metafields: fc.nat(30),
      more: fc.integer({ min: 1, max: 50 }),
    })
    fc.assert(
      fc.property(sizes, ({ variants, files, metafields, more }) => {
        const input = {
          variants: times(variants, variant()),
          files: times(files, file),
          metafields: times(metafields, metafield),
        }
        const grown = { ...input, variants: times(variants + more, variant({ file })) }
        expect(estimateProductSetCost(grown)).toBeGreaterThan(estimateProductSetCost(input))
      }),
    )
  })
})

describe('an input that is too large for one request', () => {
  const rich = (count: number): ProductSetInput => ({
    title: 't',
    files: [file],
    variants: times(count, variant({ file, metafields: [metafield], price: '1.00' })),
  })

  it.each([
    [600, []],
    [1000, ['metafields']],
    [2048, ['metafields', 'file']],
  ])('with %i rich variants omits %j, and no variant', (count, deferred) => {
    const fitted = affordableProductSet(rich(count))
    expect(fitted.deferred).toEqual(deferred)
    expect(fitted.input.variants).toHaveLength(count)
    expect(fitted.input.variants?.every(({ price }) => price === '1.00')).toBe(true)
    expect(estimateProductSetCost(fitted.input)).toBeLessThanOrEqual(850)
  })
})

describe('the identifier of an upsert', () => {
  const ours = { namespace: 'huoqiao', key: 'listing', value: 'L-1' }

  it('is one of the metafields, once, with the same value', () => {
    const stale = { ...ours, value: 'L-0' }
    const { identifier, input } = identified({
      identifier: { listing: 'L-1' },
      input: { title: 't', metafields: [stale, metafield] },
    })
    expect(identifier).toEqual({ customId: ours })
    expect(input.metafields).toEqual([ours, metafield])
  })

  it('is omitted when the product is known by id, as the given list would delete other apps’ metafields', () => {
    const { identifier, input } = identified({ identifier: { id: 'gid://shopify/Product/1' }, input: { title: 't' } })
    expect(identifier).toEqual({ id: 'gid://shopify/Product/1' })
    expect(input).toEqual({ title: 't' })
  })
})
