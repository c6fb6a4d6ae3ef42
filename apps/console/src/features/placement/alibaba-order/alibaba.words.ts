import type { AlibabaRefundView } from '@huoqiao/contract/placement/placement.schema'
import type { PlacementState } from '@huoqiao/contract/placement/placement.status'
import type { Hue } from '@huoqiao/contract/states'

/** 1688's words for a refund in progress (reference, 3.5); an unknown word is shown unchanged. */
const REFUND_WORDS: Readonly<Record<string, string>> = {
  waitselleragree: '等待卖家同意',
  waitbuyermodify: '卖家拒绝，待修改',
  waitbuyersend: '待退货',
  waitsellerreceive: '待卖家收货',
  refundsuccess: '退款成功',
  refundclose: '退款已关闭',
}
export const refundWord = (word: string): string => REFUND_WORDS[word] ?? word

const CLOSE_REASONS: Readonly<Record<string, string>> = {
  buyerCancel: '买家取消',
  sellerGoodsLack: '卖家缺货',
  BUYER_NO_PAY: '超时未付款',
  other: '其他原因',
}
export const closeWord = (reason: string): string => CLOSE_REASONS[reason] ?? reason

/** Our own refund applications: what each state means, and what happens next. */
export const REFUND_STATES: Readonly<Record<AlibabaRefundView['state'], { label: string; hue: Hue; says: string }>> = {
  sending: { label: '已发出', hue: 'moving', says: '正在等1688的答复。' },
  unknown: {
    label: '结果未知',
    hue: 'failed',
    says: '没有收到答复，系统正在1688核对；核对完之前不会再申请。点“刷新”马上核对。',
  },
  asked: { label: '已申请', hue: 'moving', says: '' },
  refused: { label: '1688拒绝', hue: 'failed', says: '没有申请成功，改好后可以重新申请。' },
  absent: { label: '确认未申请', hue: 'waiting', says: '1688上没有这次申请，可以重新申请。' },
}

/** What the state of an attempt means for a person, and what happens next. */
export const ATTEMPT_SAYS: Readonly<Record<PlacementState, string>> = {
  sent: '请求已经发出，正在等1688的答复。',
  unknown: '请求已发出但没有收到答复。系统按我们的采购单号去1688核对，查到就认领，确认没有才允许再下；绝不会盲目重下。',
  placed: '1688已给出订单号。',
  adopted: '答复丢了，核对时在1688查到了这张单，已认领。',
  refused: '1688明确拒绝，没有生成订单。',
  absent: '多次核对都没有这张单，已确认没有下单，可以再下。',
}
