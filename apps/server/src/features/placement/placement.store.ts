import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { PlacementState } from '@huoqiao/contract/placement/placement.status'
import type { Tx } from '../../db/db.ts'
import type { PriceCheckDecision } from './price-check.rules.ts'
import {
  alibabaOrder,
  alibabaOrderItem,
  alibabaPoll,
  placement,
  placementPriceCheck,
  placementRequest,
} from './placement.tables.ts'

export type PlacementRow = typeof placement.$inferSelect
export type NewPlacement = typeof placement.$inferInsert
export type OrderRow = typeof alibabaOrder.$inferSelect
export type PlacementRequest = Pick<typeof placementRequest.$inferSelect, 'purchaseId' | 'tradeType' | 'byId' | 'by'>
export type OrderItemRow = typeof alibabaOrderItem.$inferSelect
/** The decision of the price check for a purchase, and the total that a person accepted, if any. */
export type PriceCheck = {
  decision: PriceCheckDecision
  decidedAt: Date
  acceptedMinor: number | null
  byId: string | null
  by: string
}

/** An attempt in one of these states may have succeeded, so no second one may start. */
const LIVE_PLACEMENTS: readonly PlacementState[] = ['sent', 'unknown', 'placed', 'adopted']

export async function insertPlacement(tx: Tx, row: NewPlacement): Promise<PlacementRow> {
  const [made] = await tx.insert(placement).values(row).returning()
  return made!
}

export async function findPlacement(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<PlacementRow | undefined> {
  const query = tx.select().from(placement).where(eq(placement.id, id))
  const [row] = options.lock ? await query.for('update') : await query
  return row
}

export async function findLivePlacement(tx: Tx, purchaseId: string): Promise<PlacementRow | undefined> {
  const [row] = await tx
    .select()
    .from(placement)
    .where(and(eq(placement.purchaseId, purchaseId), inArray(placement.state, [...LIVE_PLACEMENTS])))
  return row
}

export const findPlacements = (tx: Tx, purchaseId: string): Promise<PlacementRow[]> =>
  tx.select().from(placement).where(eq(placement.purchaseId, purchaseId)).orderBy(desc(placement.sentAt))

export async function updatePlacement(
  tx: Tx,
  id: string,
  from: readonly PlacementState[],
  change: Partial<typeof placement.$inferInsert>,
): Promise<PlacementRow | undefined> {
  const [row] = await tx
    .update(placement)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(placement.id, id), inArray(placement.state, [...from])))
    .returning()
  return row
}

export async function savePlacementRequest(tx: Tx, { purchaseId, ...asked }: PlacementRequest): Promise<void> {
  await tx
    .insert(placementRequest)
    .values({ purchaseId, ...asked })
    .onConflictDoUpdate({ target: placementRequest.purchaseId, set: { ...asked, updatedAt: sql`now()` } })
}

/** The request of the purchase's last placement. Before this table existed it was only in the job: then the requester is the system. */
export async function findPlacementRequest(tx: Tx, purchaseId: string): Promise<PlacementRequest> {
  const { tradeType, byId, by } = placementRequest
  const [row] = await tx
    .select({ purchaseId: placementRequest.purchaseId, tradeType, byId, by })
    .from(placementRequest)
    .where(eq(placementRequest.purchaseId, purchaseId))
  return row ?? { purchaseId, tradeType: null, byId: null, by: '系统' }
}

export async function savePriceCheck(
  tx: Tx,
  purchaseId: string,
  { decision, decidedAt, ...rest }: Omit<PriceCheck, 'acceptedMinor'>,
): Promise<void> {
  const row = {
    ...rest,
    decidedAt,
    lines: decision.lines,
    orders: decision.orders,
    ways: decision.ways,
    expectedGoodsMinor: decision.expected.goodsMinor,
    expectedFreightMinor: decision.expected.freightMinor,
    nowGoodsMinor: decision.now?.goodsMinor ?? null,
    nowFreightMinor: decision.now?.freightMinor ?? null,
    nowTotalMinor: decision.now?.totalMinor ?? null,
    toleranceMinor: decision.toleranceMinor,
    withinTolerance: decision.isWithinTolerance,
    freightUnseen: decision.isFreightUnseen,
    acceptedMinor: null,
  }
  await tx
    .insert(placementPriceCheck)
    .values({ purchaseId, ...row })
    .onConflictDoUpdate({ target: placementPriceCheck.purchaseId, set: { ...row, updatedAt: sql`now()` } })
}

export async function acceptPriceCheck(
  tx: Tx,
  purchaseId: string,
  accepted: { acceptedMinor: number; byId: string | null; by: string },
): Promise<void> {
  await tx
    .update(placementPriceCheck)
    .set({ ...accepted, updatedAt: sql`now()` })
    .where(eq(placementPriceCheck.purchaseId, purchaseId))
}

export async function findPriceCheck(tx: Tx, purchaseId: string): Promise<PriceCheck | undefined> {
  const [row] = await tx.select().from(placementPriceCheck).where(eq(placementPriceCheck.purchaseId, purchaseId))
  if (!row) return undefined
  const { nowGoodsMinor: goodsMinor, nowFreightMinor: freightMinor, nowTotalMinor: totalMinor } = row
  const isReported = goodsMinor !== null && freightMinor !== null && totalMinor !== null
  return {
    decision: {
      lines: row.lines,
      orders: row.orders,
      ways: row.ways,
      expected: { goodsMinor: row.expectedGoodsMinor, freightMinor: row.expectedFreightMinor },
      now: isReported ? { goodsMinor, freightMinor, totalMinor } : null,
      toleranceMinor: row.toleranceMinor,
      isWithinTolerance: row.withinTolerance,
      isFreightUnseen: row.freightUnseen,
    },
    decidedAt: row.decidedAt,
    acceptedMinor: row.acceptedMinor,
    byId: row.byId,
    by: row.by,
  }
}
export const removePriceCheck = async (tx: Tx, purchaseId: string): Promise<void> => {
  await tx.delete(placementPriceCheck).where(eq(placementPriceCheck.purchaseId, purchaseId))
}

/** Inserts the row of a 1688 order; returns undefined if it exists already. */
export async function insertOrder(tx: Tx, row: typeof alibabaOrder.$inferInsert): Promise<OrderRow | undefined> {
  const [made] = await tx
    .insert(alibabaOrder)
    .values(row)
    .onConflictDoNothing({ target: alibabaOrder.orderId })
    .returning()
  return made
}

export async function findOrderByNumber(
  tx: Tx,
  orderId: string,
  options: { lock?: boolean } = {},
): Promise<OrderRow | undefined> {
  const query = tx.select().from(alibabaOrder).where(eq(alibabaOrder.orderId, orderId))
  const [row] = options.lock ? await query.for('update') : await query
  return row
}

export const findOrderById = async (tx: Tx, id: string): Promise<OrderRow | undefined> =>
  (await tx.select().from(alibabaOrder).where(eq(alibabaOrder.id, id)))[0]

export const findOrdersOf = (tx: Tx, purchaseIds: readonly string[]): Promise<OrderRow[]> =>
  purchaseIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(alibabaOrder)
        .where(inArray(alibabaOrder.purchaseId, [...purchaseIds]))
        .orderBy(asc(alibabaOrder.orderId))

export const findOrdersByNumbers = (tx: Tx, orderIds: readonly string[]): Promise<OrderRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(alibabaOrder)
        .where(inArray(alibabaOrder.orderId, [...orderIds]))

export async function updateOrder(
  tx: Tx,
  id: string,
  change: Partial<typeof alibabaOrder.$inferInsert>,
): Promise<void> {
  await tx
    .update(alibabaOrder)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(alibabaOrder.id, id))
}

/** Marks an order as intended after it had been taken for a duplicate. */
export const keepOrder = async (tx: Tx, orderId: string): Promise<void> => {
  await tx
    .update(alibabaOrder)
    .set({ duplicate: false, updatedAt: sql`now()` })
    .where(and(eq(alibabaOrder.orderId, orderId), eq(alibabaOrder.duplicate, true)))
}

export async function saveItems(tx: Tx, rows: readonly (typeof alibabaOrderItem.$inferInsert)[]): Promise<void> {
  for (const row of rows) {
    const { id: _id, ...change } = row
    await tx
      .insert(alibabaOrderItem)
      .values(row)
      .onConflictDoUpdate({
        target: [alibabaOrderItem.alibabaOrderId, alibabaOrderItem.subItemId],
        set: { ...change, updatedAt: sql`now()` },
      })
  }
}

export const findItems = (tx: Tx, alibabaOrderIds: readonly string[]): Promise<OrderItemRow[]> =>
  alibabaOrderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(alibabaOrderItem)
        .where(inArray(alibabaOrderItem.alibabaOrderId, [...alibabaOrderIds]))
        .orderBy(asc(alibabaOrderItem.subItemId))

/** Open orders that were last read before `readBefore`, for the poll that compensates lost pushes. */
export const findStaleOrders = (tx: Tx, readBefore: Date, limit: number): Promise<OrderRow[]> =>
  tx
    .select()
    .from(alibabaOrder)
    .where(
      and(
        sql`${alibabaOrder.status} not in ('success', 'cancel', 'terminated')`,
        sql`(${alibabaOrder.readAt} is null or ${alibabaOrder.readAt} < ${readBefore})`,
      ),
    )
    .orderBy(sql`${alibabaOrder.readAt} asc nulls first`)
    .limit(limit)

export async function findPoll(tx: Tx, accountId: string): Promise<typeof alibabaPoll.$inferSelect | undefined> {
  const [row] = await tx.select().from(alibabaPoll).where(eq(alibabaPoll.accountId, accountId))
  return row
}
export const savePoll = async (tx: Tx, row: typeof alibabaPoll.$inferInsert): Promise<void> => {
  await tx
    .insert(alibabaPoll)
    .values(row)
    .onConflictDoUpdate({ target: alibabaPoll.accountId, set: { readTo: row.readTo, updatedAt: sql`now()` } })
}
