import type {
  AlibabaOrderView,
  AlibabaRefundView,
  OwingOrder,
  PaymentView,
  PlacementDetail,
} from '@huoqiao/contract/placement/placement.schema'
import { alibabaOrderLink } from '@huoqiao/contract/placement/placement.status'
import type { Can } from '@huoqiao/contract/wire'
import type { Looked } from '../../acts/acts.ts'
import type { Owing } from './owing.service.ts'
import type { PaymentWithOrders } from './payment.store.ts'
import { isClosed, isUnpaid, statusLabel } from './placement.rules.ts'
import type { OrderItemRow, OrderRow, PlacementRow } from './placement.store.ts'
import type { RefundRow } from './refund.store.ts'
import { dueOf, sharesOf, stagesView } from './stages.rules.ts'

const ms = (at: Date | null): number | null => at?.getTime() ?? null

/**
 * One stage is paid and 1688 waits for the next. 1688 cancels only unpaid orders (reference 3.6), and its refund call has no goods status
 * that means "not fully paid" (3.8): it refuses such an application with 5003.
 */
const BETWEEN_STAGES =
  '已付了一部分、1688在等下一阶段的款：这时1688不接受取消，也不接受退款申请。付清以后可以申请退款；不想再付，请打开1688订单页与卖家协商关闭并退回已付的款，关闭后这里自动更新'

export function canOf(order: OrderRow, refunds: readonly RefundRow[] = []): Can {
  const waits = refunds.some((refund) => refund.state === 'sending' || refund.state === 'unknown')
  const paid = order.paidAt !== null
  const some = paid || sharesOf(order).paidMinor > 0
  const closed = isClosed(order.status)
  return {
    cancelAlibabaOrder: closed
      ? '订单已关闭'
      : paid || !isUnpaid(order.status)
        ? '已付款的订单要申请退款'
        : some
          ? BETWEEN_STAGES
          : true,
    requestPayLink: closed
      ? '订单已关闭'
      : dueOf(order) === null
        ? '已付款'
        : order.duplicate
          ? '多余的订单不要付款，请取消'
          : true,
    applyAlibabaRefund: !some
      ? '还没有付款，直接取消即可'
      : closed
        ? '订单已关闭'
        : isUnpaid(order.status)
          ? BETWEEN_STAGES
          : waits
            ? '上一次退款申请还没有结果，核对清楚之前不会再申请'
            : true,
  }
}

export function orderView(
  order: OrderRow,
  items: readonly OrderItemRow[],
  refunds: readonly RefundRow[],
): AlibabaOrderView {
  const own = items.filter((item) => item.alibabaOrderId === order.id)
  const asked = refunds.filter((refund) => refund.alibabaOrderId === order.id)
  return {
    id: order.id,
    orderId: order.orderId,
    status: order.status,
    statusLabel: order.duplicate ? `${statusLabel(order.status)}（多余）` : statusLabel(order.status),
    duplicate: order.duplicate,
    ...sumsOf(order, own),
    refundMinor: order.refundMinor,
    refundStatus: order.refundStatus,
    createdAt: ms(order.orderedAt),
    paidAt: ms(order.paidAt),
    sentAt: ms(order.sentAt),
    closedAt: ms(order.closedAt),
    closeReason: order.closeReason,
    payBefore: ms(order.payBefore),
    stages: stagesView(order),
    ...sharesOf(order),
    url: alibabaOrderLink(order.orderId),
    items: own.map(itemView),
    refunds: asked.map(refundView),
    can: canOf(order, asked),
  }
}

/** list − discount + adjust + freight = total. Until the items are known, the whole goods amount is shown as one adjustment. */
function sumsOf(order: OrderRow, items: readonly OrderItemRow[]) {
  const listMinor = items.reduce((sum, item) => sum + item.unitMinor * item.quantity, 0)
  const paidMinor = items.reduce((sum, item) => sum + item.amountMinor, 0)
  return {
    listMinor,
    discountMinor: listMinor - paidMinor,
    adjustMinor: order.totalMinor - order.freightMinor - paidMinor,
    totalMinor: order.totalMinor,
    freightMinor: order.freightMinor,
  }
}

const itemView = (item: OrderItemRow): AlibabaOrderView['items'][number] => ({
  id: item.id,
  offerId: item.offerId,
  specId: item.specId,
  title: item.title,
  image: item.image,
  quantity: item.quantity,
  unitMinor: item.unitMinor,
  listMinor: item.unitMinor * item.quantity,
  discountMinor: item.unitMinor * item.quantity - item.amountMinor,
  amountMinor: item.amountMinor,
  refundMinor: item.refundMinor,
  refundStatus: item.refundStatus,
  subItemId: item.subItemId,
})

const refundView = (row: RefundRow): AlibabaRefundView => ({
  id: row.id,
  state: row.state,
  refundId: row.refundId,
  amountMinor: row.goodsMinor + row.freightMinor,
  description: row.description,
  photos: row.photos,
  message: row.message,
  by: row.by,
  at: row.createdAt.getTime(),
})

export const attemptView = (row: PlacementRow, looked?: Looked): PlacementDetail['attempts'][number] => ({
  id: row.id,
  state: row.state,
  outOrderId: row.outOrderId,
  accountName: row.accountName,
  word: row.word,
  message: row.message,
  advice: row.advice,
  looks: looked?.looks ?? 0,
  nextLookAt: ms(looked?.nextLookAt ?? null),
  exchange: row.exchange,
  by: row.by,
  at: row.sentAt.getTime(),
  resolvedAt: ms(row.resolvedAt),
})

export const paymentView = (row: PaymentWithOrders): PaymentView => ({
  id: row.id,
  way: row.way,
  state: row.state,
  totalMinor: row.totalMinor,
  payUrl: row.payUrl,
  message: row.message,
  orderIds: row.orders.map((order) => order.orderId),
  parts: row.orders.map(({ purchaseId, orderId, stage, amountMinor }) => ({ purchaseId, orderId, stage, amountMinor })),
  by: row.by,
  at: row.createdAt.getTime(),
  resolvedAt: ms(row.resolvedAt),
})

export const owingView = ({ order, purchase, stage, amountMinor }: Owing): OwingOrder => ({
  purchaseId: purchase.id,
  orderId: order.orderId,
  totalMinor: order.totalMinor,
  ...sharesOf(order),
  dueMinor: amountMinor,
  stage,
  stages: order.stages.length,
})
