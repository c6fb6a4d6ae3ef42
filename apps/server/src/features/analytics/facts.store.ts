import { NO_KEY } from '@huoqiao/contract/analytics/analytics.figures'
import type { SumName } from '@huoqiao/contract/analytics/analytics.figures'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { insertRows } from '../../db/bulk-write.ts'
import type { Tx } from '../../db/db.ts'
import { sourceOffer } from '../collection/collection.tables.ts'
import { salesDayGoods, salesDayPlace, salesFact, salesGoods, salesSpanGoods } from './analytics.tables.ts'
import type { Difference, FactRow } from './facts.rules.ts'
import type { Span } from './spans.rules.ts'

export type GoodsRow = typeof salesGoods.$inferSelect

/** Only one transaction writes sums at a time, across all nodes. The lock is held to the end of the transaction. */
export async function lockFacts(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('analytics', 0))`)
}

const among = (column: SQL | (typeof salesFact)['orderId'], ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`

export const findFacts = (tx: Tx, orderIds: readonly string[]): Promise<FactRow[]> =>
  tx.select().from(salesFact).where(among(salesFact.orderId, orderIds))

export async function replaceFacts(tx: Tx, orderIds: readonly string[], rows: readonly FactRow[]): Promise<void> {
  await tx.delete(salesFact).where(among(salesFact.orderId, orderIds))
  await insertRows(tx, salesFact, rows, 'nothing')
}

export const addToDayPlace = (
  tx: Tx,
  rows: readonly (Difference & { day: string; storeId: string; country: string })[],
) => addTo(tx, salesDayPlace, ['day', 'store_id', 'country'], rows)
export const addToDayGoods = (tx: Tx, rows: readonly (Difference & { day: string; goodsId: string })[]) =>
  addTo(tx, salesDayGoods, ['day', 'goods_id'], rows)
export const addToSpanGoods = (tx: Tx, rows: readonly (Difference & { grain: Span; day: string; goodsId: string })[]) =>
  addTo(tx, salesSpanGoods, ['grain', 'day', 'goods_id'], rows)

/**
 * Adds to the rows of a table of sums; a row whose `facts` reaches 0 is deleted. New rows are inserted in the order of their key, in which they are
 * read (decision 0062).
 */
async function addTo(tx: Tx, table: PgTable, keys: readonly string[], rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.entries(getTableColumns(table)).map(([key, { name }]) => [key, name] as const)
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map(([key, name]) => [name, (row as Record<string, unknown>)[key]]))),
  )
  const relation = sql.identifier(getTableName(table))
  const named = (names: readonly string[]): SQL =>
    sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    )
  const all = named(columns.map(([, name]) => name))
  const given = sql`jsonb_populate_recordset(null::${relation}, ${json}::jsonb)`
  const adds = columns
    .map(([, name]) => name)
    .filter((name) => !keys.includes(name))
    .map(
      (name) => sql`${sql.identifier(name)} = ${relation}.${sql.identifier(name)} + excluded.${sql.identifier(name)}`,
    )
  await tx.execute(sql`insert into ${relation} (${all}) select ${all} from ${given} order by ${named(keys)}
    on conflict (${named(keys)}) do update set ${sql.join(adds, sql`, `)}`)
  await tx.execute(
    sql`delete from ${relation} where facts = 0 and (${named(keys)}) in (select ${named(keys)} from ${given} where facts < 0)`,
  )
}

/** Writes goods. Names are replaced unless the stored ones are from a later order; supplier and category are kept (`refreshGoods`). */
export const saveGoods = (tx: Tx, rows: readonly GoodsRow[]): Promise<void> =>
  insertRows(tx, salesGoods, rows, {
    on: ['id'],
    keep: ['createdAt', 'supplierKey', 'supplierName', 'category', 'offerAt'],
    changedOnly: true,
    notBefore: 'namedAt',
  })

/**
 * Updates supplier and category of goods whose source was fetched since they were read, or is known only now. Call under `lockFacts`; locks rows in
 * the order of their ids.
 */
export async function refreshGoods(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with due as (select g.id from ${salesGoods} g join ${sourceOffer} o on o.offer_id = g.offer_id
      where g.offer_at is distinct from o.updated_at order by g.id for update of g)
    update ${salesGoods} g set supplier_key = coalesce(o.supplier_open_id, o.supplier_name, ${NO_KEY}),
      supplier_name = coalesce(o.supplier_name, o.supplier_open_id, ''), category = coalesce(nullif(o.offer ->> 'categoryName', ''), ${NO_KEY}),
      offer_at = o.updated_at
    from due, ${sourceOffer} o where g.id = due.id and o.offer_id = g.offer_id`)
}

/** Sums as columns of a statement, each the result of `of` for its column. */
export const sumColumns = (names: readonly SumName[], of: (column: SQL) => SQL): SQL =>
  sql.join(
    names.map((name) => {
      const column = sql.identifier(salesFact[name].name)
      return sql`${of(sql`${column}`)} as ${column}`
    }),
    sql`, `,
  )
