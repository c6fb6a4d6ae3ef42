import type { ConnectionEvidence } from '@huoqiao/contract/workbench/workbench.schema'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'

/** The newest row of a table by its id, which begins with its time: one step in the primary key, however many rows there are. */
const newest = (table: string, where: SQL = sql`true`): SQL =>
  // Constant: the names below.
  sql`(select created_at from ${sql.identifier(table)} where ${where} order by id desc limit 1)`

/** For the connection guide: what has worked at least once. */
export async function findEvidence(tx: Tx): Promise<ConnectionEvidence> {
  const [times] = (
    await tx.execute<Record<Exclude<keyof ConnectionEvidence, 'messages'>, string | Date | null>>(sql`select
      ${newest('product', sql`origin = '1688'`)} as claimed,
      ${newest('sync_item', sql`state in ('succeeded', 'unchanged')`)} as synced,
      ${newest('sales_order')} as ordered,
      ${newest('alibaba_order')} as placed,
      ${newest('payment', sql`state = 'paid'`)} as paid`)
  ).rows
  // Only among the newest 5,000 messages, so that an owner without messages does not cause a search through all of them.
  const messages = await tx.execute<{ ownerId: string; at: string | Date }>(sql`
    select owner_id as "ownerId", max(received_at) as at from (
      select owner_id, received_at from inbox_message order by received_at desc nulls first, id desc nulls first limit 5000
    ) latest group by owner_id`)
  const instant = (at: string | Date | null): number | null => (at === null ? null : new Date(at).getTime())
  return {
    claimed: instant(times!.claimed),
    synced: instant(times!.synced),
    ordered: instant(times!.ordered),
    placed: instant(times!.placed),
    paid: instant(times!.paid),
    messages: messages.rows.map(({ ownerId, at }) => ({ ownerId, at: new Date(at).getTime() })),
  }
}
