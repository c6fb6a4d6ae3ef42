import type { FieldsOf } from '@huoqiao/contract/fields'
import { expect, test } from 'vitest'
import { fieldColumns } from './field-columns.tsx'
import { comparedFields } from './field-form.tsx'

test('an empty list is blank, as a value that is missing', () => {
  type Row = { tags: string[] | null; note: string | null }
  const fields = { tags: { label: '标签', format: 'list' }, note: { label: '备注', format: 'text' } } as const
  const blank: Row = { tags: [], note: null }
  const columns = fieldColumns<Row, typeof fields>(fields, { tags: {}, note: {} })
  expect(columns.map(({ render }) => render?.(undefined, blank, 0))).toEqual(['–', '–'])
  expect(columns[0]?.render?.(undefined, { ...blank, tags: ['夏', '新'] }, 0)).toBe('夏、新')
  expect(
    comparedFields<Row, typeof fields>(fields, { tags: 'plain', note: 'plain' }).map(({ text }) => text(blank)),
  ).toEqual(['', ''])
})

type Price = { minor: number; currency: string }
const FIELDS = {
  minor: { label: '价格', format: 'minor' },
  currency: { label: '币种', format: 'text' },
} as const satisfies FieldsOf<Price>
const price: Price = { minor: 1999, currency: 'JPY' }

/** The errors that are expected here are checked by `npm run types`. */
test('a column of an amount in minor units without a rendering of its own is a type error, and shows no bare number', () => {
  // @ts-expect-error the currency is in another field
  const [plain] = fieldColumns<Price, typeof FIELDS>(FIELDS, { minor: { width: 80 }, currency: {} })
  expect(plain?.render?.(undefined, price, 0)).toBe('1999（最小货币单位）')
  const render = (_: unknown, { minor, currency }: Price): string => `${currency} ${minor}`
  const [own] = fieldColumns<Price, typeof FIELDS>(FIELDS, { minor: { width: 80, render }, currency: null })
  expect(own?.render?.(undefined, price, 0)).toBe('JPY 1999')
})

test('a form that compares an amount in minor units as it is, is a type error, and shows no bare number', () => {
  // @ts-expect-error the currency is in another field
  const [plain] = comparedFields<Price, typeof FIELDS>(FIELDS, { minor: 'plain', currency: 'plain' })
  expect(plain?.text(price)).toBe('1999（最小货币单位）')
})
