import { pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { written } from './written.ts'
import type { ColumnsOnly } from './written.ts'

/** Checked by `npm run types`: an expected type error that does not occur is an error itself. */
const box = pgTable('box', { id: text().primaryKey(), label: text(), note: text() })
type Named = { id: string; label: string }
type Noted = { id: string; note: string }
type Lost = { id: string; colour: string }

test('fields with a column are written unchanged', () => {
  const named: Named = { id: '1', label: 'a' }
  const either = named as Named | Noted
  expect(written(box, named)).toBe(named)
  expect(written(box, either)).toBe(either)
})

test('a field without a column is a type error, also if only one member of a union has it', () => {
  const lost: Lost = { id: '1', colour: 'red' }
  const either = lost as Named | Lost
  const save = <Some extends Partial<typeof box.$inferInsert>>(row: ColumnsOnly<typeof box, Some>): Some => row
  // @ts-expect-error colour has no column
  expect(written(box, lost)).toBe(lost)
  // @ts-expect-error colour of one member has no column
  expect(written(box, either)).toBe(either)
  // @ts-expect-error colour has no column
  expect(save(lost)).toBe(lost)
  // @ts-expect-error colour of one member has no column
  expect(save(either)).toBe(either)
})
