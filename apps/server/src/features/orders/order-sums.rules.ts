import { unplacedOf } from './derive.rules.ts'
import { taxLeft } from './order-amounts.rules.ts'
import { orderedOf } from './orders.rules.ts'
import type { ItemRow, LineRow, OrderRow } from './orders.store.ts'
import type { LineSums, OrderSums } from './orders.types.ts'
import { inFen, sourcePieces } from './profit.rules.ts'

/** Pieces of returns that the shop agreed to, by order and the shop's line. */
export type ReturnedPieces = ReadonlyMap<string, { quantity: number; refunded: number }>
export const returnedKey = (orderId: string, shopifyLineId: string): string => `${orderId} ${shopifyLineId}`

/** Values that an order adds to sums of many orders: the columns that its own profit is shown from, plus refunds and tax. */
export function sumsOf(
  order: OrderRow,
  lines: readonly LineRow[],
  { items, returned }: { items: ReadonlyMap<string, ItemRow>; returned: ReturnedPieces },
): OrderSums {
  const { rate, currency } = order
  const fen = (minor: number): number | null => (rate === null ? null : inFen(minor, currency, rate))
  return {
    id: order.id,
    storeId: order.storeId,
    orderedAt: order.orderedAt,
    country: order.country,
    test: order.test,
    sentAt: sentAt(order, lines),
    saleCny: order.saleCny,
    refundCny: fen(order.refundedMinor),
    taxCny: fen(taxLeft(order)),
    goodsCny: order.goodsCny,
    freightCny: order.freightCny,
    abroadCny: order.abroadCny,
    feeCny: order.feeCny,
    profitCny: order.profitCny,
    lines: lines.map((line) => lineSums(order, line, items.get(line.itemId), returned)),
  }
}

const lineSums = (order: OrderRow, line: LineRow, item: ItemRow | undefined, returned: ReturnedPieces): LineSums => {
  const back = returned.get(returnedKey(order.id, line.shopifyId)) ?? { quantity: 0, refunded: 0 }
  const isCancelled = order.cancelledAt !== null
  const gone = Math.max(0, line.quantity - line.current)
  return {
    sold: isCancelled ? 0 : line.current + Math.min(gone, back.refunded),
    returned: isCancelled ? 0 : Math.min(line.quantity, back.quantity),
    valueMinor: line.unitPriceMinor * (isCancelled ? Math.max(line.quantity, line.current) : line.current),
    removedMinor: isCancelled ? 0 : line.unitPriceMinor * gone,
    costCny: costOf(order, line),
    productId: line.productId,
    variantId: line.variantId,
    offerId: line.offerId,
    shopProductId: item?.productId ?? null,
    shopVariantId: item?.variantId ?? null,
    key: item?.key ?? line.itemId,
    sku: item?.sku ?? '',
    title: item?.title ?? '',
    variantTitle: item?.variantTitle ?? '',
    image: item?.image ?? null,
  }
}

/**
 * Expected cost, for the pieces that the order's own profit counts: those ordered at 1688 plus those still to be ordered; without a real cost, the
 * pieces left after edits and refunds.
 */
function costOf(order: OrderRow, line: LineRow): number | null {
  const needed = line.requiresShipping && !line.ignored ? line.current : 0
  const pieces = order.goodsPaidCny === null ? needed : line.placed + unplacedOf(order, line)
  if (pieces === 0) return 0
  return line.unitCostCny === null ? null : sourcePieces(pieces, line) * line.unitCostCny
}

/** Statuses of fulfilments without a shipped parcel. */
const VOID: ReadonlySet<string> = new Set(['CANCELLED', 'ERROR', 'FAILURE'])

/** Time of the last fulfilment, if all goods of the order were sent; otherwise null. */
export function sentAt(
  { cancelledAt, fulfillments }: Pick<OrderRow, 'cancelledAt' | 'fulfillments'>,
  lines: readonly Pick<LineRow, 'requiresShipping' | 'current' | 'returned' | 'fulfilled'>[],
): Date | null {
  const goods = lines.filter((line) => line.requiresShipping && line.current > 0)
  if (cancelledAt !== null || goods.length === 0 || goods.some((line) => line.fulfilled < orderedOf(line))) return null
  const times = fulfillments.filter(({ status }) => !VOID.has(status.toUpperCase())).map(({ at }) => at)
  return times.length === 0 ? null : new Date(Math.max(...times))
}
