import type { ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import type { ShipmentFilter } from '@huoqiao/contract/deliveries/shipments.endpoints'
import { and, asc, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countStates, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { shipment, shipmentFulfilment, shipmentLine } from './deliveries.tables.ts'
import type { FulfilmentState } from './deliveries.types.ts'

export type ShipmentRow = typeof shipment.$inferSelect
export type ShipmentLineRow = typeof shipmentLine.$inferSelect
export type FulfilmentRow = typeof shipmentFulfilment.$inferSelect

/** States in which the app still has work to do. */
export const WORKING: readonly ShipmentState[] = ['queued', 'sending', 'unknown', 'updating', 'cancelling']

/** Undefined: a shipment with the same request key exists. */
export async function insertShipment(
  tx: Tx,
  row: typeof shipment.$inferInsert,
  lines: readonly (typeof shipmentLine.$inferInsert)[],
): Promise<ShipmentRow | undefined> {
  const [made] = await tx.insert(shipment).values(row).onConflictDoNothing().returning()
  if (made) await tx.insert(shipmentLine).values([...lines])
  return made
}

export async function findShipment(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ShipmentRow | undefined> {
  const query = tx.select().from(shipment).where(eq(shipment.id, id))
  const [row] = options.lock ? await query.for('update') : await query
  return row
}

export async function findByRequest(tx: Tx, requestKey: string): Promise<ShipmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(shipment)
    .where(and(eq(shipment.requestKey, requestKey), sql`state <> 'cancelled'`))
  return row
}

export const findShipmentsOf = (tx: Tx, orderIds: readonly string[]): Promise<ShipmentRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(shipment)
        .where(inArray(shipment.orderId, [...orderIds]))
        .orderBy(asc(shipment.createdAt), asc(shipment.id))

export const findInStates = (tx: Tx, states: readonly ShipmentState[], limit: number): Promise<ShipmentRow[]> =>
  tx
    .select()
    .from(shipment)
    .where(inArray(shipment.state, [...states]))
    .orderBy(asc(shipment.createdAt))
    .limit(limit)

/** Orders with shipments that are due. Shipments in 结果未知 are looked up by the jobs of the remote acts. */
export async function findDueOrders(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ orderId: shipment.orderId })
    .from(shipment)
    .where(
      and(
        sql`state in ('queued', 'sending', 'updating', 'cancelling')`,
        sql`(${shipment.nextAt} is null or ${shipment.nextAt} <= ${now})`,
      ),
    )
    .limit(limit)
  return rows.map(({ orderId }) => orderId)
}

/** Undefined: it is in none of these states any more. */
export async function updateShipment(
  tx: Tx,
  id: string,
  from: readonly ShipmentState[],
  change: Partial<typeof shipment.$inferInsert>,
): Promise<ShipmentRow | undefined> {
  const [row] = await tx
    .update(shipment)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(shipment.id, id), inArray(shipment.state, [...from])))
    .returning()
  return row
}

export const findShipmentLines = (tx: Tx, shipmentIds: readonly string[]): Promise<ShipmentLineRow[]> =>
  shipmentIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(shipmentLine)
        .where(inArray(shipmentLine.shipmentId, [...shipmentIds]))
        .orderBy(asc(shipmentLine.id))

export const findFulfilments = (tx: Tx, shipmentIds: readonly string[]): Promise<FulfilmentRow[]> =>
  shipmentIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(shipmentFulfilment)
        .where(inArray(shipmentFulfilment.shipmentId, [...shipmentIds]))
        .orderBy(asc(shipmentFulfilment.id))

export async function insertFulfilment(tx: Tx, row: typeof shipmentFulfilment.$inferInsert): Promise<void> {
  await tx.insert(shipmentFulfilment).values(row)
}

/** False: it is in none of these states any more, because its outcome was already recorded. */
export async function updateFulfilment(
  tx: Tx,
  id: string,
  from: readonly FulfilmentState[],
  change: Partial<typeof shipmentFulfilment.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(shipmentFulfilment)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(shipmentFulfilment.id, id), inArray(shipmentFulfilment.state, [...from])))
    .returning({ id: shipmentFulfilment.id })
  return rows.length > 0
}

/** Our fulfilments with these ids of the shop. */
export const findSentByGids = (tx: Tx, gids: readonly string[]): Promise<FulfilmentRow[]> =>
  tx
    .select()
    .from(shipmentFulfilment)
    .where(and(inArray(shipmentFulfilment.fulfillmentGid, [...gids]), eq(shipmentFulfilment.state, 'sent')))
    .orderBy(asc(shipmentFulfilment.id))

/** Fulfilments of the shop that are already assigned to ours. */
export async function findTakenGids(tx: Tx, gids: readonly string[]): Promise<ReadonlySet<string>> {
  if (gids.length === 0) return new Set()
  const rows = await tx
    .select({ gid: shipmentFulfilment.fulfillmentGid })
    .from(shipmentFulfilment)
    .where(inArray(shipmentFulfilment.fulfillmentGid, [...gids]))
  return new Set(rows.flatMap(({ gid }) => gid ?? []))
}

/**
 * Sale pieces in shipments that are not sent yet, by order line: received goods that are about to be sent. Sent pieces are counted by the
 * order itself (`shipped`).
 */
export async function findReserved(tx: Tx, orderLineIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (orderLineIds.length === 0) return new Map()
  const ids = sql`${sql.param([...orderLineIds])}::uuid[]`
  const { rows } = await tx.execute<{ order_line_id: string; n: number }>(sql`
    select l.order_line_id, (sum(l.quantity) - coalesce(sum((
      select sum((one->>'quantity')::int) from shipment_fulfilment f, jsonb_array_elements(f.lines) one
      where f.shipment_id = l.shipment_id and f.state = 'sent' and one->>'orderLineId' = l.order_line_id::text
    )), 0))::int as n
    from shipment_line l join shipment s on s.id = l.shipment_id
    where l.order_line_id = any(${ids}) and s.state in ('queued', 'sending', 'unknown', 'failed')
    group by l.order_line_id`)
  return new Map(rows.map((row) => [row.order_line_id, Math.max(0, row.n)]))
}

export type ShipmentPage = { page: number; pageSize: number; sort: 'created' | 'updated'; direction: 'asc' | 'desc' }

const LIST: SearchedList = {
  table: shipment,
  text: sql`${shipment.searchText}`,
  at: shipment.createdAt,
  search: 'shipment_search',
}

export function findShipmentPage(
  tx: Tx,
  filter: ShipmentFilter,
  page: ShipmentPage,
): Promise<{ rows: ShipmentRow[]; total: number; totalCapped: boolean }> {
  const direction = page.direction === 'desc' ? desc : asc
  const by = [direction(page.sort === 'created' ? shipment.createdAt : shipment.updatedAt), direction(shipment.id)]
  return searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${shipment.id}`,
      plain: conditionsOf(filter, true),
      keyword: filter.keyword,
      order: { by, isNewestFirst: page.sort === 'created' && page.direction === 'desc' },
      page: page.page,
      pageSize: page.pageSize,
    },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(shipment)
        .where(where)
        .orderBy(...by)
        .limit(limit)
        .offset(offset),
  )
}

export async function countShipments(tx: Tx, filter: ShipmentFilter, states: readonly ShipmentState[]) {
  const where = conditionsOf(filter, false)
  if (keywordOf(LIST, filter.keyword)) {
    const asked = { list: LIST, plain: where, keyword: filter.keyword }
    return searchedCounts(tx, asked, sql`state`, states)
  }
  return countStates(
    tx,
    states,
    (state) => sql`select 1 from ${shipment} where ${shipment.state} = ${state} and ${where}`,
  )
}

/** The number of shipments with each of these couriers, sent or as a pending change. */
export async function countByCarrier(tx: Tx, carriers: readonly string[]): Promise<{ carrier: string; n: number }[]> {
  const found = await tx.execute<{ carrier: string; n: number }>(sql`
    select one.carrier, count(*)::int as n from unnest(${sql.param([...carriers])}::text[]) as one(carrier)
    join ${shipment} on ${shipment.carrier} = one.carrier or ${shipment.change} ->> 'carrier' = one.carrier
    group by one.carrier`)
  return found.rows
}

function conditionsOf(filter: ShipmentFilter, withState: boolean): SQL {
  return (
    and(
      withState && filter.state !== undefined ? eq(shipment.state, filter.state) : undefined,
      filter.orderId === undefined ? undefined : eq(shipment.orderId, filter.orderId),
      filter.storeId === undefined ? undefined : eq(shipment.storeId, filter.storeId),
      filter.from === undefined ? undefined : gte(shipment.createdAt, new Date(filter.from)),
      filter.to === undefined ? undefined : lte(shipment.createdAt, new Date(filter.to)),
    ) ?? sql`true`
  )
}
