import type { FieldsOf } from '@huoqiao/contract/fields'
import { expect, test } from 'vitest'
import { fieldCsv, fieldSheet, sheetCell, sheetColumn } from './field-sheet.ts'

type Sale = { title: string; priceMinor: number; currency: string }
const FIELDS = {
  title: { label: '商品', format: 'text' },
  priceMinor: { label: '价格', format: 'minor' },
  currency: { label: '币种', format: 'text' },
} as const satisfies FieldsOf<Sale>
const sale: Sale = { title: '杯子', priceMinor: 1999, currency: 'JPY' }

/** The errors that are expected here are checked by `npm run types`. */
test('an amount in minor units without a cell function of its own is a type error, and its cell names the unit', () => {
  // @ts-expect-error the currency is in another field
  expect(fieldSheet<Sale, typeof FIELDS>(FIELDS, { title: 20, priceMinor: 12, currency: 8 }).row(sale)).toEqual([
    '杯子',
    '1999（最小货币单位）',
    'JPY',
  ])
  // @ts-expect-error the currency is in another field
  expect(fieldCsv<Sale, typeof FIELDS>(FIELDS, { title: null, priceMinor: 'plain', currency: null })([sale])).toContain(
    '1999（最小货币单位）',
  )
  const own = { width: 12, cell: ({ priceMinor, currency }: Sale) => `${currency} ${priceMinor}` }
  expect(fieldSheet<Sale, typeof FIELDS>(FIELDS, { title: 20, priceMinor: own, currency: null }).row(sale)).toEqual([
    '杯子',
    'JPY 1999',
  ])
})

test('a heading has the unit of its cells, which are bare numbers', () => {
  const units = (['fen', 'milliseconds', 'grams', 'percent', 'count'] as const).map((format) => {
    const field = { label: '数', format }
    return [sheetColumn(field, 8).title, sheetCell(field, 1950)]
  })
  expect(units).toEqual([
    ['数（元）', 19.5],
    ['数（毫秒）', 1950],
    ['数（克）', 1950],
    ['数（%）', 1950],
    ['数', 1950],
  ])
})
