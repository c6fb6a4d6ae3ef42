import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * Rejects fields without a column in the table: for a parameter that takes a whole row, or some columns of one. Of a union of fields each
 * member is checked.
 */
export type ColumnsOnly<Table extends PgTable, Fields> = Fields & {
  [Key in Exclude<KeyOfEach<Fields>, keyof Table['$inferInsert']>]: never
}

/** `keyof` of a union has only the keys that all members share. */
type KeyOfEach<Fields> = Fields extends unknown ? keyof Fields : never

/**
 * Checks that all fields are columns of the table. Drizzle silently ignores fields without a column, so a new field of the contract without
 * one would be lost at each save: here it is a type error.
 */
export const written = <Table extends PgTable, Fields extends object>(
  _table: Table,
  fields: ColumnsOnly<Table, Fields>,
): Fields => fields
