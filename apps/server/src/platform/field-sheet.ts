import { fieldText } from '@huoqiao/contract/field-text'
import type { EntryOf, Field, FieldFormat, Fields, ShownKey } from '@huoqiao/contract/fields'
import { formatChinaTime } from '@huoqiao/kit'
import { csvText } from './csv.ts'
import type { Cell } from './sheet-writer.ts'

export type SheetColumn = { title: string; width: number }

const UNITS: Partial<Record<FieldFormat, string>> = {
  fen: '（元）',
  milliseconds: '（毫秒）',
  grams: '（克）',
  percent: '（%）',
}
const titled = ({ label, format }: Field): string => label + (UNITS[format] ?? '')

/** The heading of a field, with the unit of its cells, which are plain numbers that a spreadsheet can add up. */
export const sheetColumn = (field: Field, width: number): SheetColumn => ({ title: titled(field), width })

/**
 * The cell of a value: numbers stay numbers, times are in China's time zone, choices are shown with their labels. An amount in minor units is
 * text, as its currency is not known here.
 */
export function sheetCell(field: Field, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return formatChinaTime(value.getTime())
  if (typeof value === 'number' && field.format === 'time') return formatChinaTime(value)
  if (typeof value === 'number' && field.format !== 'choice' && field.format !== 'minor')
    return field.format === 'fen' ? value / 100 : value
  return fieldText(field, value)
}

type Entry<Row, One extends Field = Field> = EntryOf<One, { width: number; cell: (row: Row) => Cell } | null, number>

/**
 * A sheet of rows: each field has a width, or a width and the contents of its cells, or null if the sheet leaves it out; a forgotten field
 * is a type error. Columns are in the given order.
 */
export function fieldSheet<Row extends object, Of extends Fields>(
  fields: Of,
  entries: { readonly [Key in ShownKey<Of>]: Entry<Row, Of[Key]> },
): { columns: SheetColumn[]; row: (row: Row) => Cell[] } {
  const shown = Object.entries<Entry<Row>>(entries).flatMap(([key, entry]) => {
    const field = fields[key]
    if (entry === null || field === undefined) return []
    const { width, cell } =
      typeof entry === 'number'
        ? { width: entry, cell: (row: Row) => sheetCell(field, (row as Readonly<Record<string, unknown>>)[key]) }
        : entry
    return [{ column: sheetColumn(field, width), cell }]
  })
  return { columns: shown.map(({ column }) => column), row: (row) => shown.map(({ cell }) => cell(row)) }
}

type CsvEntry<Row, One extends Field = Field> = EntryOf<One, ((row: Row) => string) | null, 'plain'>

/** The same for CSV text: columns have no width. */
export function fieldCsv<Row extends object, Of extends Fields>(
  fields: Of,
  entries: { readonly [Key in ShownKey<Of>]: CsvEntry<Row, Of[Key]> },
): (rows: readonly Row[]) => string {
  const shown = Object.entries<CsvEntry<Row>>(entries).flatMap(([key, entry]) => {
    const field = fields[key]
    if (entry === null || field === undefined) return []
    const plain = (row: Row): string => String(sheetCell(field, (row as Readonly<Record<string, unknown>>)[key]) ?? '')
    return [{ title: titled(field), cell: entry === 'plain' ? plain : entry }]
  })
  return (rows) =>
    csvText(
      shown.map(({ title }) => title),
      rows.map((row) => shown.map(({ cell }) => cell(row))),
    )
}
