import type { ProductVariant } from '@huoqiao/contract/products/products.schema'
import { describe, expect, it } from 'vitest'
import { gridColumns, isWrong, pastedCells, priceByRule, weightOf } from './grid-columns.ts'
import { bulkText, errorsByRow, percentOnText, writeCells } from './grid.rules.ts'
import { marginOf } from './margin.rules.ts'

const STORE = { id: 's1', name: 'US', currency: 'USD' }
const YEN = { id: 's2', name: 'JP', currency: 'JPY' }
const columns = gridColumns([STORE, YEN])
const column = (key: string) => columns.find((one) => one.key === key)!
const cup: ProductVariant = {
  id: 'a',
  skuCode: 'A',
  barcode: '',
  sourceSkuId: null,
  sourceSpecId: null,
  optionValues: ['Red'],
  costMinor: 3550,
  weightGrams: 320,
  weight: null,
  stock: 5,
  stockPolicy: 'deny',
  imageId: null,
  dropped: false,
  prices: [{ storeId: 's1', currency: 'USD', minor: 1799, compareAtMinor: null, origin: 'rule' }],
}

describe('a cell of the variants grid', () => {
  it('locks a price that a person changed, and leaves an unchanged one to its rule', () => {
    const same = column('price:s1').write(cup, '17.99')
    const other = column('price:s1').write(cup, '$18')
    expect(same).toBe(cup)
    expect(other).toMatchObject({ prices: [{ minor: 1800, origin: 'manual' }] })
    expect(priceByRule(other as ProductVariant, 's1').prices[0]!.origin).toBe('rule')
  })

  it('refuses what would lose decimals of an amount, with the reason', () => {
    expect(column('price:s1').write(cup, '1.999')).toEqual({ wrong: '最多2位小数' })
    expect(column('price:s2').write(cup, '1.5')).toEqual({ wrong: '最多0位小数' })
    expect(column('price:s2').write(cup, '1,500')).toMatchObject({ prices: [{}, { minor: 1500, currency: 'JPY' }] })
    expect(column('costMinor').write(cup, '-3')).toEqual({ wrong: '应为不带符号的金额' })
  })

  it('reads what it writes', () => {
    for (const one of columns) {
      if (one.kind === 'margin') continue
      const again = one.write(cup, one.read(cup))
      if (!isWrong(again)) expect(again).toEqual(cup)
    }
  })

  it('accepts weights in the unit in which they were typed', () => {
    expect(['320', '0.5kg', '1.250 公斤', '012g', '1.2 LB', '3盎司'].map(weightOf)).toEqual([
      { value: '320', unit: 'g' },
      { value: '0.5', unit: 'kg' },
      { value: '1.25', unit: 'kg' },
      { value: '12', unit: 'g' },
      { value: '1.2', unit: 'lb' },
      { value: '3', unit: 'oz' },
    ])
    expect(weightOf('12.5')).toEqual({ wrong: '重量以整克计' })
    expect(weightOf('1.23456 kg')).toEqual({ wrong: '最多4位小数' })
    expect(weightOf('2 斤')).toEqual({ wrong: '应为克数，或带 kg、lb、oz 的数' })
    expect(weightOf('3000000 lb')).toEqual({ wrong: '重量太大' })
  })

  it('shows a weight as it was typed, and calculates with its grams', () => {
    const typed = column('weightGrams').write(cup, '1.2 lb')
    if (isWrong(typed)) throw new Error(typed.wrong)
    expect(typed).toMatchObject({ weight: { value: '1.2', unit: 'lb' }, weightGrams: 544 })
    expect(column('weightGrams').read(typed)).toBe('1.2 lb')
    expect(column('weightGrams').write(typed, '')).toMatchObject({ weight: null, weightGrams: null })
  })
})

describe('many cells at once', () => {
  it('accepts a pasted column, and leaves cells with invalid text unchanged', () => {
    const lines = pastedCells('10\r\nmany\r\n30\r\n')
    expect(lines).toEqual([['10'], ['many'], ['30']])
    const cells = lines.map(([text], index) => ({ index, column: column('stock'), text: text! }))
    const written = writeCells([cup, cup, cup], cells)
    expect(written.variants.map(({ stock }) => stock)).toEqual([10, 5, 30])
    expect(written.refused).toMatchObject([{ name: 'Red 的库存', wrong: '应为整数' }])
  })

  it('raises exactly by percent', () => {
    expect([percentOnText('12.34', 10), percentOnText('0.05', -50), percentOnText('1500', 33.33)]).toEqual([
      '13.57',
      '0.03',
      '2000',
    ])
    expect(bulkText(column('price:s1'), cup, '+10%')).toBe('19.79')
    expect(bulkText(column('skuCode'), cup, '+10%')).toBe('+10%')
  })

  it('finds the cell that an error of the server names', () => {
    expect(errorsByRow({ 'variants.3.prices.0.minor': 'x', 'variants.3.skuCode': 'y', title: 'z' })).toEqual(
      new Map([[3, { prices: 'x', skuCode: 'y' }]]),
    )
  })
})

describe('the margin while typing', () => {
  const rule = { rate: '7.1', currency: 'USD', freightPerKgMinor: 0, floorMarginPercent: 30, feePercent: 0 }

  it('is (price − cost − freight − fee) ÷ price', () => {
    // ¥35.50 ÷ 7.1 = $5.00
    expect(marginOf(cup, 1000, rule)).toEqual({ percent: 50, hue: 'fine' })
    expect(marginOf(cup, 600, rule)?.hue).toBe('thin')
    expect(marginOf(cup, 400, rule)).toMatchObject({ percent: -25, hue: 'loss' })
    expect(marginOf(cup, 1000, { ...rule, freightPerKgMinor: 1000 })?.percent).toBeCloseTo(18)
    expect(marginOf(cup, 1000, { ...rule, feePercent: 2.9 })?.percent).toBeCloseTo(47.1)
  })

  it('is not shown without a cost or a rule', () => {
    expect(marginOf({ ...cup, costMinor: null }, 1000, rule)).toBeUndefined()
    expect(marginOf(cup, 1000, undefined)).toBeUndefined()
  })
})
