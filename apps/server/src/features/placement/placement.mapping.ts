import type { CargoLine, SourceOrder } from '@huoqiao/connector-1688'
import type { NewId } from '../../platform/ids.ts'
import type { LineDoc } from '../purchases/index.ts'
import { isClosed } from './placement.rules.ts'
import type { OrderRow } from './placement.store.ts'
import type { alibabaOrderItem } from './placement.tables.ts'
import { stagesOf } from './stages.rules.ts'

const when = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

export const cargoOf = (lines: readonly LineDoc[]): CargoLine[] =>
  lines
    .filter((line) => line.quantity > 0)
    .map((line) => ({ offerId: line.offerId, specId: line.specId, quantity: line.quantity }))

/** What of a 1688 order we keep. Amounts that 1688 did not say stay as they were. */
export function orderColumns(told: SourceOrder, held: OrderRow, now: Date) {
  const paidAt = when(told.paidAt) ?? (told.paid ? (held.paidAt ?? now) : held.paidAt)
  return {
    status: told.status === 'unknown' ? held.status : told.status,
    refundStatus: told.refundStatus ?? told.afterSaleRefundStatus ?? held.refundStatus,
    stages: stagesOf(told, held.stages),
    totalMinor: told.totalFen ?? held.totalMinor,
    goodsMinor: told.goodsFen ?? held.goodsMinor,
    freightMinor: told.freightFen ?? held.freightMinor,
    refundMinor: Math.max(told.refundedFen ?? 0, held.refundMinor),
    sellerName: told.seller.companyName ?? told.seller.loginId ?? held.sellerName,
    orderedAt: when(told.createdAt) ?? held.orderedAt,
    paidAt,
    sentAt: when(told.shippedAt) ?? held.sentAt,
    completedAt: when(told.completedAt) ?? held.completedAt,
    closedAt: isClosed(told.status) ? (held.closedAt ?? when(told.modifiedAt) ?? now) : held.closedAt,
    closeReason: told.closed?.reason ?? held.closeReason,
    payBefore:
      told.payTimeoutSeconds !== null && told.createdAt !== null
        ? new Date(told.createdAt + told.payTimeoutSeconds * 1000)
        : held.payBefore,
    modifiedAt: when(told.modifiedAt) ?? held.modifiedAt,
    read: true,
    readAt: now,
  }
}

export const itemRows = (
  told: SourceOrder,
  alibabaOrderId: string,
  newId: NewId,
): (typeof alibabaOrderItem.$inferInsert)[] =>
  told.items.flatMap((item, position) => {
    if (item.offerId === null) return []
    const quantity = Math.round(item.quantity ?? 0)
    const unit = item.unitPriceFen ?? 0
    return [
      {
        id: newId(),
        alibabaOrderId,
        subItemId: item.itemId ?? `${told.orderId}-${position}`,
        offerId: item.offerId,
        specId: item.specId,
        skuId: item.skuId,
        title: item.name.slice(0, 500),
        image: item.imageUrl,
        quantity,
        unitMinor: unit,
        amountMinor: item.amountFen ?? unit * quantity,
        refundMinor: item.refundedFen ?? 0,
        refundStatus: item.refundStatus,
      },
    ]
  })
