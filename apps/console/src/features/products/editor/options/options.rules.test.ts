import type { ProductVariant } from '@huoqiao/contract/products/products.schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Matrix } from './options.rules.ts'
import {
  addOption,
  addValue,
  moveOption,
  moveValue,
  removeOption,
  removeValue,
  renameValue,
  variantsWith,
} from './options.rules.ts'

const variant = (optionValues: string[], more: Partial<ProductVariant> = {}): ProductVariant => ({
  id: optionValues.join('-'),
  skuCode: `sku-${optionValues.join('-')}`,
  barcode: '',
  sourceSkuId: '1',
  sourceSpecId: null,
  optionValues,
  costMinor: 1200,
  weightGrams: 300,
  weight: null,
  stock: 9,
  stockPolicy: 'deny',
  imageId: null,
  dropped: false,
  prices: [],
  ...more,
})
const values = (...words: string[]) => words.map((value) => ({ value, valueZh: '' }))
const cups = (): Matrix => ({
  options: [
    { name: 'Color', nameZh: '颜色', values: values('Red', 'Blue') },
    { name: 'Size', nameZh: '尺码', values: values('S', 'L') },
  ],
  variants: [variant(['Red', 'S']), variant(['Red', 'L']), variant(['Blue', 'S']), variant(['Blue', 'L'])],
})
const shown = ({ variants }: Matrix): string[] => variants.map((one) => one.optionValues.join('/'))

/** What the server requires of every product (variants.rules there): a value for each option, and no combination twice. */
function expectConsistent({ options, variants }: Matrix): void {
  for (const one of variants) {
    expect(one.optionValues).toHaveLength(options.length)
    one.optionValues.forEach((value, at) => expect(options[at]!.values.map((word) => word.value)).toContain(value))
  }
  const keys = variants.map((one) => one.optionValues.join('\n').toLowerCase())
  expect(new Set(keys).size).toBe(keys.length)
}

describe('options and variants', () => {
  it('change a renamed value in its variants and in no others', () => {
    const next = renameValue(cups(), 0, 0, { value: 'Crimson' })
    expect(shown(next)).toEqual(['Crimson/S', 'Crimson/L', 'Blue/S', 'Blue/L'])
    expectConsistent(next)
  })

  it('get a variant of a new value for every combination of the others, with their price and weight but no stock and no source', () => {
    const next = addValue(cups(), 0, { value: 'Green', valueZh: '绿' }, () => 'new')
    expect(shown(next).slice(-2)).toEqual(['Green/S', 'Green/L'])
    expect(next.variants.at(-1)).toMatchObject({
      costMinor: 1200,
      weightGrams: 300,
      stock: 0,
      skuCode: '',
      sourceSkuId: null,
    })
    expectConsistent(next)
  })

  it('get the order of their values when a value is moved', () => {
    expect(shown(moveValue(cups(), 0, 0, 1))).toEqual(['Blue/S', 'Blue/L', 'Red/S', 'Red/L'])
  })

  it('keep the first variant of each combination when an option is removed', () => {
    const next = removeOption(cups(), 1)
    expect(next.variants.map((one) => one.id)).toEqual(['Red-S', 'Blue-S'])
    expectConsistent(next)
  })

  it('lose with a value exactly the variants that it counted', () => {
    const count = variantsWith(cups(), 1, 'L')
    const next = removeValue(cups(), 1, 1)
    expect(cups().variants.length - next.variants.length).toBe(count)
    expectConsistent(next)
  })

  it('stay consistent whatever is done in whatever order', () => {
    let made = 0
    const newId = (): string => `new-${(made += 1)}`
    const step = fc.record({ act: fc.nat(6), at: fc.nat(2), position: fc.nat(3), to: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let matrix = cups()
        for (const { act, at, position, to } of steps) {
          const option = matrix.options[at]
          const has = option?.values[position] !== undefined
          if (act === 0 && option) matrix = addValue(matrix, at, { value: newId(), valueZh: '' }, newId)
          if (act === 1 && has) matrix = removeValue(matrix, at, position)
          if (act === 2 && has) matrix = renameValue(matrix, at, position, { value: newId() })
          if (act === 3 && has && to < (option?.values.length ?? 0)) matrix = moveValue(matrix, at, position, to)
          if (act === 4 && option) matrix = removeOption(matrix, at)
          if (act === 5 && matrix.options.length < 3)
            matrix = addOption(matrix, { name: newId(), nameZh: '' }, { value: 'Default', valueZh: '' })
          if (act === 6 && option && to < matrix.options.length) matrix = moveOption(matrix, at, to)
          expectConsistent(matrix)
        }
      }),
      { numRuns: 150 },
    )
  })
})
