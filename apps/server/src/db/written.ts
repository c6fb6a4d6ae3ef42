import type { PgTable } from 'drizzle-orm/pg-core'

/** What the table has no column for may not be there: for a parameter that takes a whole row, or some columns of one. */
export type ColumnsOnly<Table extends PgTable, Fields> = Fields & {
  [Key in Exclude<keyof Fields, keyof Table['$inferInsert']>]: never
}

/**
 * Fields as a row of the table takes them. Drizzle leaves out what it has no column for without a word, so a field of the contract that nobody
 * made a column for would be dropped at each save: here it is a type error.
 */
export const written = <Table extends PgTable, Fields extends object>(
  _table: Table,
  fields: ColumnsOnly<Table, Fields>,
): Fields => fields
