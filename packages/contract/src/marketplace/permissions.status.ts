import type { Hue } from '../states.ts'

/** 1688's last answer for an API of a group: refused by the app's access list, or anything else. */
export type PermissionState = 'unknown' | 'granted' | 'denied'
export const PERMISSION_STATES: Readonly<Record<PermissionState, { label: string; hue: Hue }>> = {
  unknown: { label: '未检查', hue: 'waiting' },
  granted: { label: '已开通', hue: 'done' },
  denied: { label: '没有开通', hue: 'attention' },
}

type Permission = {
  readonly label: string
  readonly what: string
  /** the screens that need it */
  readonly screens: string
  /** what can be done as long as it is missing */
  readonly without: string
  readonly apis: readonly string[]
}

/**
 * The APIs that an app needs, in groups as 1688 grants them (reference 1.9, 9). Search and detail belong to the cross-border solution, which
 * 1688's staff opens for an app.
 */
export const MARKETPLACE_PERMISSIONS = {
  search: {
    label: '商品搜索',
    what: '按关键词、图片找货源',
    screens: '1688选品、关联货源',
    without: '粘贴商品链接或编号，或用采集插件在1688网页上采集',
    apis: [
      'product.search.keywordQuery',
      'product.search.querySellerOfferList',
      'product.search.offerRecommend',
      'product.related.recommend',
    ],
  },
  detail: {
    label: '商品详情',
    what: '读取价格、库存、规格、图片和描述',
    screens: '采集箱、货源雷达、更新货源',
    without: '用采集插件在1688网页上采集，价格和库存不会自动更新',
    apis: ['product.search.queryProductDetail', 'product.freight.estimate'],
  },
  orders: {
    label: '交易',
    what: '下单前查价、下单、查询和取消订单、确认收货',
    screens: '采购单列表、收货地址、对账',
    without: '采购单可以生成、合并和审核，开通后才能下单',
    apis: [
      'alibaba.trade.receiveAddress.get',
      'alibaba.trade.addresscode.parse',
      'alibaba.createOrder.preview',
      'alibaba.trade.createCrossOrder',
      'alibaba.trade.fastCreateOrder',
      'alibaba.trade.getBuyerOrderList',
      'alibaba.trade.get.buyerView',
      'alibaba.trade.cancel',
      'trade.receivegoods.confirm',
    ],
  },
  payment: {
    label: '付款',
    what: '取得付款链接、免密支付',
    screens: '采购单列表、付款记录',
    without: '到1688网站的“已买到的货品”里付款，付款后这里会自动更新',
    apis: [
      'alibaba.alipay.url.get',
      'alibaba.crossBorderPay.url.get',
      'alibaba.creditPay.url.get',
      'alibaba.trade.payWay.query',
      'alibaba.trade.pay.protocolPay.isopen',
      'alibaba.trade.pay.protocolPay.preparePay',
    ],
  },
  logistics: {
    label: '物流',
    what: '读取运单号和物流轨迹、催发货',
    screens: '收货、包裹、采购单详情',
    without: '到1688网站看物流，收货时手工核对',
    apis: [
      'alibaba.trade.getLogisticsInfos.buyerView',
      'alibaba.trade.getLogisticsTraceInfo.buyerView',
      'alibaba.logistics.OpQueryLogisticCompanyList',
      'logistics.delivery.urge',
    ],
  },
  refunds: {
    label: '退款',
    what: '申请和查询退款',
    screens: '采购单详情',
    without: '到1688网站申请退款',
    apis: [
      'alibaba.trade.refund.buyer.queryOrderRefundList',
      'alibaba.trade.refund.OpQueryOrderRefund',
      'alibaba.trade.getRefundReasonList',
      'alibaba.trade.getMaxRefundFee',
      'alibaba.trade.uploadRefundVoucher',
      'alibaba.trade.createRefund',
      'alibaba.trade.cancelRefund',
      'alibaba.trade.refund.returnGoods',
    ],
  },
  relations: {
    label: '铺货关系',
    what: '认领后登记铺货，1688才推送这个商品的变动',
    screens: '货源雷达',
    without: '没有商品消息，价格和库存按“货源检查间隔”读取',
    apis: [
      'product.kjdistribute.addRelation',
      'product.kjdistribute.removeRelation',
      'alibaba.product.follow.crossborder',
      'alibaba.cross.syncProductListPushed',
    ],
  },
} as const satisfies Record<string, Permission>
export type MarketplacePermission = keyof typeof MARKETPLACE_PERMISSIONS

export const PERMISSION_KEYS = Object.keys(MARKETPLACE_PERMISSIONS) as [
  MarketplacePermission,
  ...MarketplacePermission[],
]

/** The group of an API; undefined: it needs no grant, or is not used. */
export const permissionOf = (api: string): MarketplacePermission | undefined =>
  PERMISSION_KEYS.find((key) => (MARKETPLACE_PERMISSIONS[key].apis as readonly string[]).includes(api))

/** Messages that the app processes (reference 5.3); they must be selected in the message settings of the 1688 app. */
export const PUSH_TOPICS: readonly { readonly group: string; readonly topics: readonly string[] }[] = [
  {
    group: '交易',
    topics: [
      'ORDER_BUYER_VIEW_BUYER_MAKE',
      'ORDER_BUYER_VIEW_ORDER_PRICE_MODIFY',
      'ORDER_BUYER_VIEW_ORDER_PAY',
      'ORDER_BUYER_VIEW_ORDER_STEP_PAY',
      'ORDER_BUYER_VIEW_PART_PART_SENDGOODS',
      'ORDER_BUYER_VIEW_ANNOUNCE_SENDGOODS',
      'ORDER_BUYER_VIEW_ORDER_COMFIRM_RECEIVEGOODS',
      'ORDER_BUYER_VIEW_ORDER_SUCCESS',
      'ORDER_BUYER_VIEW_ORDER_BUYER_CLOSE',
      'ORDER_BUYER_VIEW_ORDER_SELLER_CLOSE',
      'ORDER_BUYER_VIEW_ORDER_BOPS_CLOSE',
      'ORDER_BUYER_VIEW_ORDER_BUYER_REFUND_IN_SALES',
      'ORDER_BUYER_VIEW_ORDER_REFUND_AFTER_SALES',
      'ORDER_BATCH_PAY',
    ],
  },
  { group: '物流', topics: ['LOGISTICS_BUYER_VIEW_TRACE', 'LOGISTICS_MAIL_NO_CHANGE'] },
  {
    group: '商品',
    topics: [
      'PRODUCT_PRODUCT_INVENTORY_CHANGE',
      'PRODUCT_RELATION_VIEW_PRODUCT_CHANGE',
      'PRODUCT_RELATION_VIEW_PRODUCT_NEW_OR_MODIFY',
      'PRODUCT_RELATION_VIEW_PRODUCT_EXPIRE',
      'PRODUCT_RELATION_VIEW_PRODUCT_DELETE',
      'PRODUCT_RELATION_VIEW_PRODUCT_REPOST',
      'PRODUCT_RELATION_VIEW_PRODUCT_AUDIT',
      'FENXIAO_PRICE_CHANGE',
    ],
  },
]
