import type { ProductVariant } from '@huoqiao/contract/products/products.schema'
import { expect, test } from 'vitest'
import { formatTime } from '../../../../lib/format.ts'
import { cellOrigins } from './cell-origin.ts'
import { gridColumns, priceByRule } from './grid-columns.ts'

const at = Date.UTC(2026, 4, 1)
const variant: ProductVariant = {
  id: 'v1',
  skuCode: 'A',
  barcode: '',
  sourceSkuId: '1',
  sourceSpecId: null,
  optionValues: ['Red'],
  costMinor: 1850,
  weightGrams: 420,
  weight: null,
  stock: 10,
  stockPolicy: 'deny',
  imageId: null,
  dropped: false,
  prices: [
    {
      storeId: 's1',
      currency: 'USD',
      minor: 1199,
      compareAtMinor: null,
      origin: 'rule',
      by: '小林',
      at,
      rule: { id: 'r1', name: '旺季方案', tried: true },
    },
  ],
}
const columns = gridColumns([{ id: 's1', name: 'US', currency: 'USD' }])
const columnOf = (key: string) => columns.find((one) => one.key === key)!
const originOf = cellOrigins({
  variants: [variant],
  fieldSources: {
    'variants.v1': { origin: '1688', by: null, at, locked: false },
    'variants.v1.costMinor': { origin: 'manual', by: '小林', at: at + 1000, locked: true },
  },
})

test('a cell shows where its value came from, by whom and when, a price with the rule that calculated it', () => {
  expect(originOf(variant, columnOf('costMinor'))).toBe(`人工 · 小林 · ${formatTime(at + 1000)}`)
  expect(originOf(variant, columnOf('weightGrams'))).toBe(`1688 · ${formatTime(at)}`)
  // The source has no barcode.
  expect(originOf(variant, columnOf('barcode'))).toBeUndefined()
  expect(originOf(variant, columnOf('price:s1'))).toBe(
    `规则“旺季方案” · 小林 · ${formatTime(at)}；在定价沙盘采用，店铺的规则不自动改它`,
  )
})

test('what was typed and not saved has no origin yet', () => {
  const typed = columnOf('price:s1').write(variant, '15') as ProductVariant
  expect(typed.prices[0]).toEqual({
    storeId: 's1',
    currency: 'USD',
    minor: 1500,
    compareAtMinor: null,
    origin: 'manual',
  })
  expect(originOf(typed, columnOf('price:s1'))).toBe('人工修改，还没有保存')
  expect(originOf({ ...variant, costMinor: 2 }, columnOf('costMinor'))).toBe('人工修改，还没有保存')
})

test('a price of the sandbox is returned to the store’s rule like a person’s', () => {
  expect(priceByRule(variant, 's1').prices[0]).toMatchObject({ origin: 'rule', rule: { tried: false } })
})
