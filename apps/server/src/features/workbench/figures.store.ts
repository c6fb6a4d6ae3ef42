import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { COUNT_CAP } from '../../db/search.ts'
import { listing } from '../listings/listings.tables.ts'
import { salesOrder, salesOrderCountDelta } from '../orders/orders.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { reconciliationDifference } from '../reconciliation/reconciliation.tables.ts'

const capped = (rows: SQL): SQL => sql`(select count(*)::int from (${rows} limit ${COUNT_CAP}) c)`
const ordersIn = (state: string): SQL =>
  sql`(select coalesce(sum(delta), 0)::int from ${salesOrderCountDelta} where state = ${state})`
const purchasesIn = (...states: string[]): SQL =>
  capped(sql`select 1 from ${purchaseOrder} where state = any(${sql.param(states)}::text[])`)

export type Figures = {
  ordersToday: number
  toBuy: number
  toPlace: number
  toPay: number
  onTheWay: number
  toShip: number
  synced: number
  differences: number
}

/** Kept counts where there are any, otherwise counts that stop at a cap: the home page costs the same in a large app. */
export async function findFigures(tx: Tx, today: Date): Promise<Figures> {
  const since = sql`${today.toISOString()}::timestamptz`
  const found = await tx.execute<Figures>(sql`select
    ${capped(sql`select 1 from ${salesOrder} where ordered_at >= ${since}`)} as "ordersToday",
    ${ordersIn('to-buy')} as "toBuy",
    ${purchasesIn('to-place')} as "toPlace",
    ${purchasesIn('to-pay')} as "toPay",
    ${purchasesIn('to-send', 'to-receive', 'part-received')} as "onTheWay",
    ${ordersIn('to-ship')} as "toShip",
    ${capped(sql`select 1 from ${listing} where pushed_at >= ${since}`)} as "synced",
    ${capped(sql`select 1 from ${reconciliationDifference} where state = 'open'`)} as "differences"`)
  return found.rows[0]!
}
