import { fieldText } from '@huoqiao/contract/field-text'
import type { EntryOf, Field, Fields, ShownKey } from '@huoqiao/contract/fields'
import type { TableColumnsType, TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { BLANK, yuan } from '../lib/format.ts'
import { MoneyText } from './money-text.tsx'

/** Sets a title only if the column shows several fields. */
type Column<Row> = Omit<TableColumnType<Row>, 'key' | 'dataIndex'>
/** A column with its own rendering, or the columns of a record's parts, or null: the screen shows the field in another way or not at all. */
type Own<Row> = (Column<Row> & Required<Pick<Column<Row>, 'render'>>) | TableColumnsType<Row> | null
type Entry<Row, One extends Field = Field> = EntryOf<One, Own<Row>, Column<Row>>

/**
 * The columns of a list, in the given order: titles and the rendering of plain values come from the fields of the contract. Each field must
 * have an entry, so a forgotten field is a type error.
 */
export const fieldColumns = <Row, Of extends Fields>(
  fields: Of,
  columns: { readonly [Key in ShownKey<Of>]: Entry<Row, Of[Key]> },
  valuesOf?: (row: Row) => object,
): TableColumnsType<Row> => someFieldColumns<Row, Of>(fields, columns, valuesOf)

/** Columns for a few of the fields: a picker, or rows inside another screen. */
export function someFieldColumns<Row, Of extends Fields>(
  fields: Of,
  columns: { readonly [Key in ShownKey<Of>]?: Entry<Row, Of[Key]> },
  valuesOf: (row: Row) => object = (row) => row as object,
): TableColumnsType<Row> {
  return Object.entries<Entry<Row> | undefined>(columns).flatMap(([key, entry]): TableColumnsType<Row> => {
    const field = fields[key]
    if (!entry || field === undefined) return []
    if (Array.isArray(entry)) return entry
    return [{ ...drawn<Row>(field, (row) => (valuesOf(row) as Record<string, unknown>)[key]), ...entry, key }]
  })
}

const NUMBERS: readonly Field['format'][] = ['count', 'percent', 'grams', 'milliseconds', 'fen', 'minor']

/** A column of plain values. */
const drawn = <Row,>(field: Field, value: (row: Row) => unknown): TableColumnType<Row> => ({
  title: field.label,
  render: (_, row) => plainCell(field, value(row)),
  ...(NUMBERS.includes(field.format) ? { align: 'right', className: 'hq-num' } : {}),
  ...(field.format === 'time' ? { className: 'hq-time' } : {}),
})

const plainCell = (field: Field, value: unknown): ReactNode =>
  field.format === 'fen' && typeof value === 'number' ? (
    <MoneyText amount={yuan(value)} />
  ) : (
    fieldText(field, value) || BLANK
  )
