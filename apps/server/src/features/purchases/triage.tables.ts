import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { purchaseOrder } from './purchases.tables.ts'

/** Purchases in a state, as triage shows them; `from` has the purchase as `p`. */
export const purchaseIn = (state: string, ref: SQL, from: SQL = sql`${purchaseOrder} p`): SQL =>
  sql`select p.id, p.number as name, p.reason as why, p.updated_at as since, ${ref} as ref from ${from} where p.state = ${state}`
/** What remedies need of a purchase `p`. */
export const plain = sql`jsonb_build_object('version', p.version, 'supplier', p.supplier_name, 'state', p.state)`
