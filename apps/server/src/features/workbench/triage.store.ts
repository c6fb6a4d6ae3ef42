import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import { RISK_ADVICE, RISKS } from '@huoqiao/contract/orders/risk.words'
import type { DifferenceKind } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { parcel, shipment } from '../deliveries/deliveries.tables.ts'
import { inboxMessage } from '../inbox/inbox.tables.ts'
import { listing, syncItem } from '../listings/listings.tables.ts'
import { goodsThatHoldOrders } from '../orders/goods.tables.ts'
import { salesOrder } from '../orders/orders.tables.ts'
import { placementGate } from '../placement/placement.tables.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { reconciliationDifference } from '../reconciliation/reconciliation.tables.ts'
import { store } from '../stores/stores.tables.ts'
import { triageSnooze } from './workbench.tables.ts'

/** What stands in the list, before remedies: `ref` is what they are made of. */
export type TriageRow = {
  kind: TriageKind
  id: string
  /** as people name the object */
  name: string
  why: string
  since: Date
  ref: Record<string, unknown>
  until: Date | null
}

/** Every kind is read up to this many, the oldest first: nobody clears more in a day. */
export const KIND_CAP = 1_000

const purchaseIn = (state: string, ref: SQL, from: SQL = sql`${purchaseOrder} p`): SQL =>
  sql`select p.id, p.number as name, p.reason as why, p.updated_at as since, ${ref} as ref from ${from} where p.state = ${state}`
const plain = sql`jsonb_build_object('version', p.version, 'supplier', p.supplier_name, 'state', p.state)`
const ofStore = sql`jsonb_build_object('store', s.name) as ref`

/** In words already here, since the queue is searched by them. */
const RISK_WORDS = JSON.stringify(Object.fromEntries(RISKS.map(({ value, label }) => [value, label])))
const ADVICE_WORDS = JSON.stringify(RISK_ADVICE)
const riskSaid = sql`'店铺提示' || coalesce(${RISK_WORDS}::jsonb ->> o.risk, o.risk) || coalesce('，' || (${ADVICE_WORDS}::jsonb ->> o.risk_advice), '')`

/** Differences that stand in the list as kinds of their own: one matter is one row. */
const SHOWN_BESIDE: DifferenceKind[] = ['tracking-failed', 'placement-open']

/** Orders without a source that are read to find the goods they wait for, the oldest first: the list costs the same in any app. */
const WAITING_ORDERS = 5_000

/** One reading a kind: id, name, why, since, ref. `partBefore`: a partial receipt that moved since is no work for anybody yet. */
const READINGS: Readonly<Record<TriageKind, (partBefore: SQL) => SQL>> = {
  'placement-unknown': () => purchaseIn('unknown', plain),
  'price-gate': () =>
    purchaseIn(
      'price-check',
      sql`${plain} || jsonb_build_object('totalMinor', coalesce(g.now_total_minor, 0), 'expectedMinor', g.expected_goods_minor + coalesce(g.expected_freight_minor, 0))`,
      sql`${purchaseOrder} p join ${placementGate} g on g.purchase_id = p.id`,
    ),
  'place-failed': () => purchaseIn('place-failed', plain),
  'order-cut': () =>
    sql`select p.id, p.number as name, p.alarm_quantity || ' 件不再需要' as why, p.updated_at as since, ${plain} as ref from ${purchaseOrder} p where p.alarm_quantity > 0 and p.state <> 'merged'`,
  difference: () =>
    sql`select d.id, d.what as name, d.why || '；' || d.next as why, d.first_seen_at as since, jsonb_build_object('repair', d.mend ->> 'label') as ref from ${reconciliationDifference} d where d.state = 'open' and d.weight >= 2 and d.kind <> all (${sql.param(SHOWN_BESIDE)}::text[])`,
  'sync-failed': () =>
    sql`select l.id, coalesce(i.title, l.handle, '商品') as name, coalesce(l.error, nullif(i.message, ''), '') as why, l.updated_at as since, jsonb_build_object('productId', l.product_id, 'taskId', i.task_id, 'itemId', i.id, 'state', l.state) as ref from ${listing} l left join lateral (select s.id, s.task_id, s.title, s.message from ${syncItem} s where s.listing_id = l.id and s.state in ('failed', 'unknown') order by s.created_at desc limit 1) i on true where l.state in ('failed', 'unknown')`,
  unsourced: () =>
    // A row a good, not an order: one remedy repairs all orders that wait for it.
    sql`select g.id, g.name, '没有关联货源，' || g.orders || ' 张订单 ' || g.pieces || ' 件不能采购：' || array_to_string(g.numbers, '、') || case when g.orders > cardinality(g.numbers) then ' 等' else '' end as why, g.since, jsonb_build_object('store', s.name, 'title', g.name, 'orderIds', g.order_ids) as ref from (${goodsThatHoldOrders(WAITING_ORDERS)}) g join ${store} s on s.id = g.store_id`,
  'order-check': () =>
    sql`select o.id, o.number as name, coalesce(nullif(concat_ws('；', case when o.address_missing and o.address_confirmed_at is null then '收货地址不完整' end, case when o.risk in ('medium', 'high') and o.risk_confirmed_at is null then ${riskSaid} end), ''), '需要人工确认') as why, o.ordered_at as since, ${ofStore} from ${salesOrder} o join ${store} s on s.id = o.store_id where o.state = 'pending' and ((o.address_missing and o.address_confirmed_at is null) or (o.risk = 'high' and o.risk_confirmed_at is null))`,
  'parcel-stalled': () =>
    sql`select c.id, coalesce(c.tracking_no, c.logistics_id) as name, coalesce(nullif(c.reason, ''), '很久没有新的物流轨迹') as why, c.stalled_since as since, jsonb_build_object('purchaseId', c.purchase_id, 'number', c.purchase_number) as ref from ${parcel} c where c.stalled_since is not null and c.state <> 'signed'`,
  'part-received': (partBefore) => sql`${purchaseIn('part-received', plain)} and p.updated_at < ${partBefore}`,
  'tracking-failed': () =>
    sql`select h.id, h.order_name || ' ' || array_to_string(h.numbers, '、') as name, h.reason as why, h.updated_at as since, jsonb_build_object('orderId', h.order_id, 'store', s.name) as ref from ${shipment} h join ${store} s on s.id = h.store_id where h.state in ('failed', 'unknown')`,
  'message-failed': () =>
    sql`select m.id, m.topic || coalesce(' ' || m.about, '') as name, m.message as why, m.received_at as since, jsonb_build_object('source', m.source) as ref from ${inboxMessage} m where m.state = 'failed'`,
}

export type TriageFilter = {
  kinds: readonly TriageKind[]
  keyword: string | undefined
  snoozed: boolean
  now: Date
  partBefore: Date
}

/** One kind with its snoozes: those that stand in the list now, or those that were put off. */
function reading(kind: TriageKind, { keyword, snoozed, now, partBefore }: Omit<TriageFilter, 'kinds'>): SQL {
  const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
  const clock = instant(now)
  const put = snoozed ? sql`z.until > ${clock}` : sql`(z.until is null or z.until <= ${clock})`
  const word = keyword?.trim()
  const found = word ? sql`and position(${word.toLowerCase()} in lower(r.name || ' ' || r.why)) > 0` : sql``
  return sql`select ${kind}::text as kind, r.id, r.name, r.why, r.since, r.ref, case when z.until > ${clock} then z.until end as until
    from (${READINGS[kind](instant(partBefore))}) r left join ${triageSnooze} z on z.key = ${`${kind}:`} || r.id::text
    where ${put} ${found} order by r.since limit ${KIND_CAP + 1}`
}

const together = (filter: TriageFilter): SQL =>
  sql.join(
    filter.kinds.map((kind) => sql`(${reading(kind, filter)})`),
    sql` union all `,
  )
const RANKS = sql`array[${sql.join(
  Object.keys(TRIAGE_KINDS).map((kind) => sql`${kind}`),
  sql`, `,
)}]::text[]`

/** A page of the queue: money first, and of one kind what waits longest. */
export async function findTriage(
  tx: Tx,
  filter: TriageFilter,
  page: { page: number; pageSize: number },
): Promise<TriageRow[]> {
  if (filter.kinds.length === 0) return []
  const found = await tx.execute<Omit<TriageRow, 'since' | 'until'> & { since: string; until: string | null }>(
    sql`select * from (${together(filter)}) q order by array_position(${RANKS}, q.kind), q.since, q.id
      limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`,
  )
  return found.rows.map((row) => ({
    ...row,
    since: new Date(row.since),
    until: row.until === null ? null : new Date(row.until),
  }))
}

export async function countTriage(tx: Tx, filter: TriageFilter): Promise<Partial<Record<TriageKind, number>>> {
  if (filter.kinds.length === 0) return {}
  const found = await tx.execute<{ kind: TriageKind; n: number }>(
    sql`select q.kind, count(*)::int as n from (${together(filter)}) q group by q.kind`,
  )
  return Object.fromEntries(found.rows.map(({ kind, n }) => [kind, n]))
}

export async function saveSnoozes(
  tx: Tx,
  keys: readonly string[],
  by: { until: Date; note: string; byId: string; byName: string; now: Date },
): Promise<void> {
  const { now, ...fields } = by
  await tx
    .insert(triageSnooze)
    .values([...new Set(keys)].map((key) => ({ key, ...fields, updatedAt: now })))
    .onConflictDoUpdate({ target: triageSnooze.key, set: { ...fields, updatedAt: now } })
}

/** Put-off items whose time came long ago stand for nothing. */
export async function sweepSnoozes(tx: Tx, before: Date): Promise<void> {
  await tx.delete(triageSnooze).where(sql`${triageSnooze.until} < ${before.toISOString()}::timestamptz`)
}
