import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { sourceOffer } from '../collection/collection.tables.ts'
import { conditions } from './order-list.store.ts'
import type { ListFilter } from './order-list.store.ts'
import { orderHits } from './order-search.store.ts'
import { salesOrder, salesOrderLine, soldItem } from './orders.tables.ts'

/** Where the previous page ended; orders go from newest to oldest. */
export type ExportCursor = { orderedAt: string; id: string }

/** Maximum of orders that a keyword finds for an export; in practice all of them. */
const HITS = 2_000_000

const which = (filter: ListFilter | null, orderIds: readonly string[]) => {
  if (orderIds.length > 0) return sql`${salesOrder.id} = any(${sql.param([...orderIds])}::uuid[])`
  if (!filter) return undefined
  const hits = orderHits(filter.keyword, filter.seesCustomers, HITS)
  return and(conditions(filter), hits ? sql`${salesOrder.id} in ${hits}` : undefined)
}

export async function countForExport(tx: Tx, filter: ListFilter | null, orderIds: readonly string[]): Promise<number> {
  const [found] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(salesOrder)
    .where(which(filter, orderIds))
  return found?.n ?? 0
}

/** The ids of the next orders with their cursor position. */
export async function findForExport(
  tx: Tx,
  filter: ListFilter | null,
  orderIds: readonly string[],
  after: ExportCursor | undefined,
  limit: number,
): Promise<ExportCursor[]> {
  const below =
    after && sql`(${salesOrder.orderedAt}, ${salesOrder.id}) < (${after.orderedAt}::timestamptz, ${after.id}::uuid)`
  const rows = await tx
    .select({ id: salesOrder.id, orderedAt: sql<string>`${salesOrder.orderedAt}::text` })
    .from(salesOrder)
    .where(and(which(filter, orderIds), below))
    .orderBy(desc(salesOrder.orderedAt), desc(salesOrder.id))
    .limit(limit)
  return rows
}

/** Lines of these orders with their sources, newest order first. */
export const findExportLines = (tx: Tx, orderIds: readonly string[]) =>
  tx
    .select({
      orderId: salesOrder.id,
      number: salesOrder.number,
      totalMinor: salesOrder.totalMinor,
      refundedMinor: salesOrder.refundedMinor,
      currentMinor: salesOrder.currentMinor,
      amounts: salesOrder.amounts,
      saleCny: salesOrder.saleCny,
      goodsCny: salesOrder.goodsCny,
      freightCny: salesOrder.freightCny,
      abroadCny: salesOrder.abroadCny,
      feeCny: salesOrder.feeCny,
      profitCny: salesOrder.profitCny,
      storeId: salesOrder.storeId,
      orderedAt: salesOrder.orderedAt,
      state: salesOrder.state,
      payment: salesOrder.payment,
      country: salesOrder.country,
      fulfillments: salesOrder.fulfillments,
      currency: salesOrder.currency,
      sku: soldItem.sku,
      title: soldItem.title,
      variantTitle: soldItem.variantTitle,
      quantity: salesOrderLine.quantity,
      current: salesOrderLine.current,
      unitPriceMinor: salesOrderLine.unitPriceMinor,
      listPriceMinor: salesOrderLine.listPriceMinor,
      discountMinor: salesOrderLine.discountMinor,
      purchased: salesOrderLine.purchased,
      received: salesOrderLine.received,
      shipped: salesOrderLine.shipped,
      offerId: salesOrderLine.offerId,
      skuId: salesOrderLine.skuId,
      specId: salesOrderLine.specId,
      saleQuantity: salesOrderLine.saleQuantity,
      sourceQuantity: salesOrderLine.sourceQuantity,
      unitCostCny: salesOrderLine.unitCostCny,
      offerTitle: sourceOffer.subject,
      supplier: sourceOffer.supplierName,
      image: soldItem.image,
    })
    .from(salesOrder)
    .innerJoin(salesOrderLine, eq(salesOrderLine.orderId, salesOrder.id))
    .innerJoin(soldItem, eq(soldItem.id, salesOrderLine.itemId))
    .leftJoin(sourceOffer, eq(sourceOffer.offerId, salesOrderLine.offerId))
    .where(sql`${salesOrder.id} = any(${sql.param([...orderIds])}::uuid[])`)
    .orderBy(desc(salesOrder.orderedAt), desc(salesOrder.id), asc(salesOrderLine.position))
export type ExportLine = Awaited<ReturnType<typeof findExportLines>>[number]
