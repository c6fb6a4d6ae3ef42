import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { salesOrder, salesOrderLine, soldItem } from './orders.tables.ts'

/** Derived tables in SQL: goods that were sold and have no source, grouped from the lines that wait for one. */

/** The id of a sold thing, equal in every order. Derived from its text: the hash is formatted as a UUID. */
const goodIdOf = (item: SQL): SQL =>
  sql`md5(${item}.store_id::text || case when ${item}.variant_id is not null then ':v:' || ${item}.variant_id::text
    when ${item}.sku <> '' then ':s:' || ${item}.sku else ':i:' || ${item}.key end)::uuid`

/** `isUnsourced` (orders.rules) in SQL, and the waiting pieces of a line. */
const waitsForSource = sql`l.offer_id is null and l.requires_shipping and not l.ignored
  and l.current + l.returned - greatest(0, l.fulfilled - l.shipped) > l.purchased`
const waitingPieces = sql`l.current + l.returned - greatest(0, l.fulfilled - l.shipped) - l.purchased`

/**
 * Lines that wait for a source: good_id, line, order and item. Reads at most `most` orders, oldest first, so that the cost is limited even
 * if no order of a shop has a source.
 */
export const waitingLines = (orders: SQL, most: number): SQL => sql`
  select ${goodIdOf(sql`i`)} as good_id, l.id as line_id, l.order_id, o.number, o.ordered_at, o.store_id, i.id as item_id,
    i.variant_id, i.product_id, i.sku, i.key, i.title, i.variant_title, i.image, ${waitingPieces} as pieces
  from (select id, number, ordered_at, store_id from ${salesOrder} where unsourced and ${orders}
    order by ordered_at, id limit ${most}) o
  join ${salesOrderLine} l on l.order_id = o.id and ${waitsForSource}
  join ${soldItem} i on i.id = l.item_id`

/** Waiting lines of the orders that the triage list reads. */
export const linesWithoutSource = (most: number): SQL => waitingLines(sql`state = 'pending'`, most)

/** For the triage list, goods that block orders: id, name, since, orders, pieces, numbers, store id, and at most 200 order ids. */
export const goodsThatHoldOrders = (most: number): SQL => sql`
  select w.good_id as id, w.store_id, min(w.ordered_at) as since, count(distinct w.order_id)::int as orders, sum(w.pieces)::int as pieces,
    (array_agg(w.title || case when w.variant_title = '' then '' else ' / ' || w.variant_title end order by w.ordered_at desc))[1] as name,
    (array_agg(w.number order by w.ordered_at))[1:3] as numbers,
    (array_agg(distinct w.order_id))[1:200] as order_ids
  from (${linesWithoutSource(most)}) w group by w.good_id, w.store_id`
