import { fieldText } from '@huoqiao/contract/field-text'
import type { Field, Fields } from '@huoqiao/contract/fields'
import type { TableColumnsType, TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { BLANK, yuan } from '../lib/format.ts'
import { MoneyText } from './money-text.tsx'

/** The keys that people read: all but what is for programs alone. */
type Shown<Of extends Fields> = { [Key in keyof Of]: Of[Key] extends { format: 'internal' } ? never : Key }[keyof Of]

/** A title of its own only where a column shows several fields. */
type Column<Row> = Omit<TableColumnType<Row>, 'key' | 'dataIndex'>
/** Columns of the parts of a record; or null: no column of its own, the screen shows it otherwise or not at all. */
type Entry<Row> = Column<Row> | TableColumnsType<Row> | null

/**
 * The columns of a list, in the order that they are given: titles, and how plain values are drawn, come from the fields of the contract. Each
 * field has an entry, so that one that nobody thought of is a type error.
 */
export function fieldColumns<Row, Of extends Fields>(
  fields: Of,
  columns: { readonly [Key in Shown<Of>]: Entry<Row> },
  valuesOf: (row: Row) => object = (row) => row as object,
): TableColumnsType<Row> {
  return Object.entries<Entry<Row>>(columns).flatMap(([key, entry]): TableColumnsType<Row> => {
    const field = fields[key]
    if (entry === null || field === undefined) return []
    if (Array.isArray(entry)) return entry
    return [{ ...drawn<Row>(field, (row) => (valuesOf(row) as Record<string, unknown>)[key]), ...entry, key }]
  })
}

const NUMBERS: readonly Field['format'][] = ['count', 'percent', 'grams', 'fen', 'minor']

/** A column of plain values. */
const drawn = <Row,>(field: Field, value: (row: Row) => unknown): TableColumnType<Row> => ({
  title: field.label,
  render: (_, row) => plainCell(field, value(row)),
  ...(NUMBERS.includes(field.format) ? { align: 'right', className: 'hq-num' } : {}),
  ...(field.format === 'time' ? { className: 'hq-num' } : {}),
})

const plainCell = (field: Field, value: unknown): ReactNode =>
  field.format === 'fen' && typeof value === 'number' ? (
    <MoneyText amount={yuan(value)} />
  ) : (
    fieldText(field, value) || BLANK
  )
