export const NO_RIGHT = '没有操作权限'

export const SOURCES = [
  { value: 'shopify', label: '店铺' },
  { value: '1688', label: '1688' },
] as const

/** What the vendors call their messages (Shopify's webhook topics, 1688's message types), in a clerk's words. */
const TOPICS: Readonly<Record<string, string>> = {
  'orders/create': '新订单',
  'orders/updated': '订单变动',
  'orders/edited': '订单改单',
  'orders/paid': '订单付款',
  'orders/cancelled': '订单取消',
  'orders/fulfilled': '订单发货',
  'orders/partially_fulfilled': '部分发货',
  'orders/delete': '订单删除',
  'refunds/create': '退款',
  'fulfillments/create': '发货记录',
  'fulfillments/update': '发货变动',
  'fulfillment_orders/placed_on_hold': '店铺搁置',
  'fulfillment_orders/hold_released': '店铺取消搁置',
  'products/update': '商品变动',
  'products/delete': '商品删除',
  'inventory_levels/update': '库存变动',
  'app/uninstalled': '应用被卸载',
  'customers/redact': '删除客户信息',
  'customers/data_request': '索取客户信息',
  'shop/redact': '删除店铺信息',
  ORDER_BUYER_VIEW_BUYER_MAKE: '1688下单',
  ORDER_BUYER_VIEW_ORDER_PAY: '1688付款',
  ORDER_BUYER_VIEW_ANNOUNCE_SENDGOODS: '1688发货',
  ORDER_BUYER_VIEW_PART_PART_SENDGOODS: '1688部分发货',
  ORDER_BUYER_VIEW_ORDER_COMFIRM_RECEIVEGOODS: '1688确认收货',
  ORDER_BUYER_VIEW_ORDER_SUCCESS: '1688交易成功',
  ORDER_BUYER_VIEW_ORDER_PRICE_MODIFY: '1688改价',
  ORDER_BUYER_VIEW_ORDER_BUYER_CLOSE: '1688买家关单',
  ORDER_BUYER_VIEW_ORDER_SELLER_CLOSE: '1688卖家关单',
  ORDER_BUYER_VIEW_ORDER_BOPS_CLOSE: '1688后台关单',
  ORDER_BUYER_VIEW_ORDER_REFUND_AFTER_SALES: '1688售后退款',
  ORDER_BUYER_VIEW_ORDER_BUYER_REFUND_IN_SALES: '1688售中退款',
  LOGISTICS_BUYER_VIEW_TRACE: '1688物流变动',
  LOGISTICS_MAIL_NO_CHANGE: '1688换单号',
  FENXIAO_PRICE_CHANGE: '货源改价',
  PRODUCT_PRODUCT_INVENTORY_CHANGE: '货源库存变动',
  PRODUCT_RELATION_VIEW_PRODUCT_CHANGE: '货源变动',
  PRODUCT_RELATION_VIEW_PRODUCT_NEW_OR_MODIFY: '货源修改',
  PRODUCT_RELATION_VIEW_PRODUCT_EXPIRE: '货源下架',
  PRODUCT_RELATION_VIEW_PRODUCT_DELETE: '货源删除',
  PRODUCT_RELATION_VIEW_PRODUCT_REPOST: '货源重新上架',
  PRODUCT_RELATION_VIEW_PRODUCT_AUDIT: '货源审核',
  PRODUCT_PFT_OFFER_PRICE_MODIFY: '精选货源改价',
  PRODUCT_PFT_OFFER_QUIT: '精选货源退出',
  PRODUCT_PRODUCT_CROSSBOARD_INFORM: '在1688一键铺货',
}
export const topicWord = (topic: string): string => TOPICS[topic] ?? topic
export const TOPIC_OPTIONS: readonly { value: string; label: string }[] = Object.entries(TOPICS).map(
  ([value, label]) => ({ value, label: `${label} ${value}` }),
)
