import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { purchaseOrder } from './purchases.tables.ts'

/** Purchases in a state, for the triage list; `from` must name the purchase table `p`. */
export const purchaseIn = (state: string, ref: SQL, from: SQL = sql`${purchaseOrder} p`): SQL =>
  sql`select p.id, p.number as name, p.reason as why, p.updated_at as since, ${ref} as ref from ${from} where p.state = ${state}`
/** The fields of a purchase `p` that the triage actions need. */
export const plain = sql`jsonb_build_object('version', p.version, 'supplier', p.supplier_name, 'state', p.state)`

/** What the purchases of these rows cost, as far as it is known. */
export const purchaseStake = (rows: SQL): SQL =>
  sql`select sum(p.total_minor) from ${purchaseOrder} p where p.id in (select r.id from (${rows}) r)`
