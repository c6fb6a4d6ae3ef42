/** Chinese labels for the shop's statuses (reference shopify-admin, section 4); an unknown status stays unchanged. */
const FINANCIAL: Readonly<Record<string, string>> = {
  PENDING: '待付款',
  AUTHORIZED: '已授权，未收款',
  PARTIALLY_PAID: '部分付款',
  PAID: '已付款',
  PARTIALLY_REFUNDED: '部分退款',
  REFUNDED: '已退款',
  VOIDED: '已作废',
  EXPIRED: '付款过期',
}
const FULFILLMENT: Readonly<Record<string, string>> = {
  UNFULFILLED: '未发货',
  PARTIALLY_FULFILLED: '部分发货',
  FULFILLED: '已发货',
  IN_PROGRESS: '处理中',
  ON_HOLD: '暂停发货',
  SCHEDULED: '已排期',
  OPEN: '待发货',
  PENDING_FULFILLMENT: '等待发货服务商',
  REQUEST_DECLINED: '发货服务商已拒绝',
  FULFILLMENT_NOT_REQUIRED: '无需发货',
  RESTOCKED: '已退回库存',
}
const RETURN: Readonly<Record<string, string>> = {
  NO_RETURN: '没有退货',
  RETURN_REQUESTED: '申请退货',
  IN_PROGRESS: '退货中',
  INSPECTION_COMPLETE: '退货已验收',
  RETURNED: '已退货',
  RETURN_FAILED: '退货失败',
}
/** DELETED is our own value: the order no longer exists in the shop. */
const CANCEL: Readonly<Record<string, string>> = {
  CUSTOMER: '客户取消',
  DECLINED: '付款被拒',
  FRAUD: '疑似欺诈',
  INVENTORY: '缺货',
  STAFF: '店员出错',
  OTHER: '其他',
  DELETED: '订单在店铺里被删除',
}

/** Why the shop holds a fulfilment (FulfillmentHoldReason). */
const HOLD: Readonly<Record<string, string>> = {
  AWAITING_PAYMENT: '等待付款',
  AWAITING_RETURN_ITEMS: '等待退回的商品',
  HIGH_RISK_OF_FRAUD: '欺诈风险高',
  INCORRECT_ADDRESS: '地址有误',
  INVENTORY_OUT_OF_STOCK: '店铺缺货',
  ONLINE_STORE_POST_PURCHASE_CROSS_SELL: '顾客还可能加购',
  OTHER: '其他原因',
  UNKNOWN_DELIVERY_DATE: '交货日期未定',
}
/** Of one fulfilment (reference shopify-admin, section 5). */
const SENT: Readonly<Record<string, string>> = {
  PENDING: '等待处理',
  OPEN: '处理中',
  SUCCESS: '已发货',
  CANCELLED: '已取消',
  ERROR: '出错',
  FAILURE: '失败',
}

export const cancelWord = (reason: string): string => CANCEL[reason] ?? reason
export const financialWord = (status: string): string => FINANCIAL[status] ?? status
export const fulfillmentWord = (status: string): string => FULFILLMENT[status] ?? status
export const returnWord = (status: string): string => RETURN[status] ?? status
export const sentWord = (status: string): string => SENT[status] ?? status
export const holdWord = (reason: string): string => HOLD[reason] ?? reason
