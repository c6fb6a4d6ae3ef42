import { platformDate } from '../envelopes.ts'
import { idNumber } from '../wire-json.ts'
import { carrierOf } from './carriers.ts'
import { buyerOf } from './order-book.ts'
import type { OrderRow } from './order.types.ts'
import type { RefundRow } from './refund.types.ts'

const ROLE = { buyer: 1, seller: 2, system: 3 } as const

/** The steps of a refund, newest first. */
export const stepModels = (refund: RefundRow): object[] =>
  refund.steps
    .map((step, index) => ({
      id: 50_027_000_000 + index,
      refundId: refund.refundId,
      beforeOperateStatus: step.before,
      afterOperateStatus: step.after,
      operateRemark: step.remark,
      discription: step.remark,
      operatorRoleId: ROLE[step.operator],
      gmtCreate: platformDate(step.at),
      gmtModified: platformDate(step.at),
    }))
    .reverse()

/** The refund as the list and the detail return it; money is fen, `id` a bare number (reference 3.8). */
export function refundModel(order: OrderRow, refund: RefundRow, withSteps: boolean) {
  const buyer = buyerOf(order)
  const paid = refund.status === 'refundsuccess'
  const items = order.items.filter((item) => refund.subItemIds.includes(item.subItemId))
  return {
    id: idNumber(refund.refundId.slice(2)),
    refundId: refund.refundId,
    orderId: idNumber(order.orderId),
    orderEntryIdList: refund.subItemIds.map(idNumber),
    orderEntryCountMap: Object.fromEntries(items.map((item) => [item.subItemId, item.quantity])),
    applyPayment: refund.applyPaymentFen,
    applyCarriage: refund.applyCarriageFen,
    refundPayment: paid ? refund.applyPaymentFen : 0,
    refundCarriage: paid ? refund.applyCarriageFen : 0,
    canRefundPayment: items.reduce((sum, item) => sum + item.itemFen, 0),
    frozenFund: -1,
    applyReason: refund.reason,
    applyReasonId: refund.reasonId,
    status: refund.status,
    disputeType: refund.afterSale ? 2 : 1,
    disputeRequest: refund.request === 'refund' ? 1 : 3,
    onlyRefund: refund.request === 'refund',
    refundGoods: refund.request === 'returnRefund',
    goodsStatus:
      refund.freightBill !== null
        ? 3
        : refund.goodsStatus.endsWith('Received') && !refund.goodsStatus.includes('Not')
          ? 2
          : 1,
    buyerSendGoods: refund.freightBill !== null,
    freightBill: refund.freightBill,
    buyerLogisticsName: refund.carrierNo === null ? null : (carrierOf(refund.carrierNo)?.name ?? null),
    rejectReason: refund.rejectReason,
    vouchers: refund.vouchers ?? [],
    // The return address is shown once the seller has agreed to take the goods back.
    ...(refund.request === 'returnRefund' &&
    ['waitbuyersend', 'waitsellerreceive', 'refundsuccess'].includes(refund.status)
      ? {
          sellerRealName: `${order.seller.companyName.slice(0, 2)}退货处`,
          sellerMobile: `137${order.seller.memberId.replace(/\D/g, '').slice(-8)}`,
          sellerReceiveAddress: `${order.seller.province}${order.seller.city} ${order.seller.companyName}退货仓`,
        }
      : {}),
    rejectTimes: refund.rejectTimes,
    gmtApply: platformDate(refund.createdAt),
    gmtCreate: platformDate(refund.createdAt),
    gmtModified: platformDate(refund.modifiedAt),
    gmtCompleted: refund.completedAt === null ? null : platformDate(refund.completedAt),
    productName: items[0]?.name ?? null,
    buyerMemberId: buyer.memberId,
    buyerLoginId: buyer.loginId,
    sellerMemberId: order.seller.memberId,
    sellerLoginId: order.seller.loginId,
    tradeTypeStr: '50060',
    refundOperationList: withSteps ? stepModels(refund) : [],
  }
}
