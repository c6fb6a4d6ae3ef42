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

/** The columns that we store of a 1688 order. Amounts that 1688 did not report keep their stored value. */
export function orderColumns(reported: SourceOrder, held: OrderRow, now: Date) {
  const paidAt = when(reported.paidAt) ?? (reported.paid ? (held.paidAt ?? now) : held.paidAt)
  return {
    status: reported.status === 'unknown' ? held.status : reported.status,
    refundStatus: reported.refundStatus ?? reported.afterSaleRefundStatus ?? held.refundStatus,
    stages: stagesOf(reported, held.stages),
    totalMinor: reported.totalFen ?? held.totalMinor,
    goodsMinor: reported.goodsFen ?? held.goodsMinor,
    freightMinor: reported.freightFen ?? held.freightMinor,
    refundMinor: Math.max(reported.refundedFen ?? 0, held.refundMinor),
    sellerName: reported.seller.companyName ?? reported.seller.loginId ?? held.sellerName,
    orderedAt: when(reported.createdAt) ?? held.orderedAt,
    paidAt,
    sentAt: when(reported.shippedAt) ?? held.sentAt,
    completedAt: when(reported.completedAt) ?? held.completedAt,
    closedAt: isClosed(reported.status) ? (held.closedAt ?? when(reported.modifiedAt) ?? now) : held.closedAt,
    closeReason: reported.closed?.reason ?? held.closeReason,
    closedBy: reported.closed?.by ?? held.closedBy,
    payBefore:
      reported.payTimeoutSeconds !== null && reported.createdAt !== null
        ? new Date(reported.createdAt + reported.payTimeoutSeconds * 1000)
        : held.payBefore,
    modifiedAt: when(reported.modifiedAt) ?? held.modifiedAt,
    read: true,
    readAt: now,
  }
}

export const itemRows = (
  reported: SourceOrder,
  alibabaOrderId: string,
  newId: NewId,
): (typeof alibabaOrderItem.$inferInsert)[] =>
  reported.items.flatMap((item, position) => {
    if (item.offerId === null) return []
    const quantity = Math.round(item.quantity ?? 0)
    const unit = item.unitPriceFen ?? 0
    return [
      {
        id: newId(),
        alibabaOrderId,
        subItemId: item.itemId ?? `${reported.orderId}-${position}`,
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
