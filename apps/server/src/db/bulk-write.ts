import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './db.ts'

type Replace<K extends string> = {
  /** the columns of the unique key */
  on: readonly K[]
  /** columns that keep their value in an existing row */
  keep?: readonly string[]
  /** a row that differs only in `updatedAt` is not written, because writing it would update all its indexes */
  changedOnly?: true
  /** a time: a row whose stored time is later stays as it is */
  notBefore?: string
}

/**
 * Writes many whole rows in one statement with one parameter. As single parameters, a thousand rows of fifty columns would exceed the limit
 * of a statement and be slow to build. Rows use drizzle's keys.
 */
export async function insertRows<T extends PgTable>(
  tx: Tx,
  table: T,
  rows: readonly T['$inferSelect'][],
  conflict: 'nothing' | Replace<keyof T['$inferSelect'] & string>,
): Promise<void> {
  if (rows.length === 0) return
  const columns = getTableColumns(table)
  const names = Object.values(columns).map(({ name }) => name)
  const json = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(columns).map(([key, { name }]) => [name, (row as Record<string, unknown>)[key] ?? null]),
      ),
    ),
  )
  const list = identifiers(names)
  const relation = sql.identifier(getTableName(table))
  await tx.execute(
    sql`insert into ${relation} (${list}) select ${list} from jsonb_populate_recordset(null::${relation}, ${json}::jsonb) ${onConflict(getTableName(table), columns, conflict)}`,
  )
}

function onConflict(
  table: string,
  columns: Record<string, { name: string }>,
  conflict: 'nothing' | Replace<string>,
): SQL {
  if (conflict === 'nothing') return sql`on conflict do nothing`
  const kept = new Set([...conflict.on, ...(conflict.keep ?? [])])
  const written = Object.entries(columns).filter(([key]) => !kept.has(key))
  const sets = written.map(([, { name }]) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`)
  const keys = identifiers(conflict.on.map((key) => columns[key]!.name))
  const compared = written.filter(([key]) => key !== 'updatedAt').map(([, { name }]) => name)
  const time = conflict.notBefore === undefined ? undefined : columns[conflict.notBefore]!.name
  const conditions = [
    ...(conflict.changedOnly
      ? [sql`(${identifiers(compared, table)}) is distinct from (${identifiers(compared, 'excluded')})`]
      : []),
    ...(time === undefined
      ? []
      : [sql`(${identifiers([time], table)} <= ${identifiers([time], 'excluded')}) is not false`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`
  return sql`on conflict (${keys}) do update set ${sql.join(sets, sql`, `)}${where}`
}

const identifiers = (names: readonly string[], of?: string): SQL =>
  sql.join(
    names.map((name) => (of === undefined ? sql.identifier(name) : sql`${sql.identifier(of)}.${sql.identifier(name)}`)),
    sql`, `,
  )
