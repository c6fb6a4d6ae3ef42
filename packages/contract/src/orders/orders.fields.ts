import type { FieldsOf } from '../fields.ts'
import { CAN, ID, NOTE, UPDATED_AT, VERSION } from '../fields.ts'
import type { OrderFilter } from './order-filter.ts'
import type { RelationSheetRow } from './order-unsourced.endpoints.ts'
import type {
  ExchangeRate,
  LineSource,
  OrderDetail,
  OrderFeed,
  OrderLine,
  OrderPerson,
  OrderProfit,
  OrderTask,
  ParsedFreight,
  SkuRelation,
} from './orders.schema.ts'
import { ORDER_PAYMENTS, ORDER_STATES, ORDER_TASK_STATES, TRACKING_RETURNS } from './orders.status.ts'
import { ORDER_RISKS } from './risk.words.ts'

export const LINE_SOURCE_FIELDS = {
  offerId: { label: '货源编号', format: 'text' },
  skuId: { label: '货源SKU', format: 'text' },
  specId: { label: '货源规格', format: 'text' },
  saleQuantity: { label: '销售数量', format: 'count' },
  sourceQuantity: { label: '采购数量', format: 'count' },
  origin: {
    label: '来自',
    format: 'choice',
    choices: { relation: '记住的关联', listing: '我们上架的商品', order: '只用于这张订单' },
  },
  title: { label: '货源商品', format: 'text' },
  supplierName: { label: '供应商', format: 'text' },
  unitCostMinor: { label: '货源单价', format: 'fen' },
} satisfies FieldsOf<LineSource>

export const ORDER_LINE_FIELDS = {
  id: ID,
  orderId: { label: '订单', format: 'reference' },
  orderNumber: { label: '订单号', format: 'text' },
  storeName: { label: '店铺', format: 'text' },
  sku: { label: 'SKU', format: 'text' },
  title: { label: '商品', format: 'text' },
  variantTitle: { label: '规格', format: 'text' },
  image: { label: '图片', format: 'text' },
  variantId: { label: '店铺变体', format: 'text' },
  productId: { label: '商品', format: 'reference' },
  quantity: { label: '下单数量', format: 'count' },
  current: { label: '现有数量', format: 'count' },
  returned: { label: '发出后退回', format: 'count' },
  toBuy: { label: '待采购', format: 'count' },
  purchased: { label: '已采购', format: 'count' },
  placed: { label: '已下单', format: 'count' },
  received: { label: '已到货', format: 'count' },
  shipped: { label: '已发货', format: 'count' },
  fulfilled: { label: '店铺已发货', format: 'count' },
  unitPriceMinor: { label: '单价（优惠后）', format: 'minor' },
  discountMinor: { label: '行优惠', format: 'minor' },
  totalMinor: { label: '行小计', format: 'minor' },
  currency: { label: '币种', format: 'text' },
  ignored: { label: '忽略', format: 'yes-no' },
  requiresShipping: { label: '需要发货', format: 'yes-no' },
  source: { label: '货源', format: 'record', fields: LINE_SOURCE_FIELDS },
  can: CAN,
} satisfies FieldsOf<OrderLine>

export const PERSON_FIELDS = {
  name: { label: '收货人', format: 'text' },
  email: { label: '邮箱', format: 'text' },
  phone: { label: '电话', format: 'text' },
  address: { label: '地址', format: 'list' },
  country: { label: '国家', format: 'text' },
  note: { label: '顾客留言', format: 'text' },
  masked: { label: '打码', format: 'yes-no' },
  status: {
    label: '状态',
    format: 'choice',
    choices: { held: '保存着', absent: '店铺没有给', redacted: '已按要求删除', expired: '已过保存期' },
  },
} satisfies FieldsOf<OrderPerson>

export const ORDER_AMOUNT_FIELDS = {
  goods: { label: '商品（优惠前）', format: 'minor' },
  shipping: { label: '运费', format: 'minor' },
  tax: { label: '税', format: 'minor' },
  taxIncluded: { label: '价内税', format: 'yes-no' },
  discount: { label: '优惠', format: 'minor' },
  shippingDiscount: { label: '其中运费优惠', format: 'minor' },
  tip: { label: '小费', format: 'minor' },
  duties: { label: '关税', format: 'minor' },
  other: { label: '其他', format: 'minor' },
  total: { label: '订单总额', format: 'minor' },
  refunded: { label: '已退款', format: 'minor' },
  adjusted: { label: '订单修改', format: 'minor' },
  editedAway: { label: '改单减去的商品', format: 'minor' },
  current: { label: '订单金额', format: 'minor' },
} satisfies FieldsOf<OrderDetail['amounts']>

export const ORDER_PROFIT_FIELDS = {
  saleMinor: { label: '销售额', format: 'fen' },
  goodsMinor: { label: '货款', format: 'fen' },
  freightMinor: { label: '国内运费', format: 'fen' },
  abroadMinor: { label: '国际运费', format: 'fen' },
  abroadBasis: {
    label: '国际运费的依据',
    format: 'choice',
    choices: { entered: '录入', estimated: '估算', unknown: '未知' },
  },
  feeMinor: { label: '手续费', format: 'fen' },
  profitMinor: { label: '利润', format: 'fen' },
  basis: { label: '依据', format: 'choice', choices: { expected: '预计', part: '部分实付', actual: '实付' } },
  parts: { label: '构成', format: 'record' },
  rate: { label: '汇率', format: 'text' },
  rateDay: { label: '汇率日期', format: 'text' },
} satisfies FieldsOf<OrderProfit>

export const ORDER_FIELDS = {
  id: ID,
  version: VERSION,
  number: { label: '订单号', format: 'text' },
  storeId: { label: '店铺', format: 'reference' },
  storeName: { label: '店铺', format: 'text' },
  adminUrl: { label: '后台地址', format: 'text' },
  shopifyId: { label: '编号', format: 'text' },
  state: { label: '订单状态', format: 'choice', choices: ORDER_STATES },
  payment: { label: '付款状态', format: 'choice', choices: ORDER_PAYMENTS },
  tracking: { label: '回传状态', format: 'choice', choices: TRACKING_RETURNS },
  financialStatus: { label: '付款', format: 'text' },
  fulfillmentStatus: { label: '发货', format: 'text' },
  returnStatus: { label: '售后', format: 'text' },
  cancelReason: { label: '取消的原因', format: 'text' },
  risk: { label: '风险', format: 'choice', choices: ORDER_RISKS },
  riskAdvice: { label: '风险建议', format: 'text' },
  flags: { label: '标记', format: 'list' },
  holdReason: { label: '搁置的原因', format: 'text' },
  note: NOTE,
  tags: { label: '标签', format: 'list' },
  currency: { label: '币种', format: 'text' },
  amounts: { label: '金额', format: 'record', fields: ORDER_AMOUNT_FIELDS },
  presentment: { label: '顾客看到的金额', format: 'record' },
  profit: { label: '利润', format: 'record', fields: ORDER_PROFIT_FIELDS },
  profitMissing: { label: '算不出利润的原因', format: 'text' },
  person: { label: '客户信息', format: 'record', fields: PERSON_FIELDS },
  lines: { label: '商品', format: 'list', fields: ORDER_LINE_FIELDS },
  fulfillments: { label: '店铺的发货', format: 'list' },
  events: { label: '经过', format: 'list' },
  createdAt: { label: '下单时间', format: 'time' },
  shopUpdatedAt: { label: '店铺更新', format: 'time' },
  readAt: { label: '最近读取', format: 'time' },
  cancelledAt: { label: '取消时间', format: 'time' },
  closedAt: { label: '关闭时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<OrderDetail>

export const ORDER_FILTER_FIELDS = {
  state: ORDER_FIELDS.state,
  storeId: ORDER_FIELDS.storeId,
  keyword: { label: '关键词', format: 'text' },
  from: { label: '下单时间从', format: 'time' },
  to: { label: '到', format: 'time' },
  currency: ORDER_FIELDS.currency,
  totalFrom: { label: '金额从', format: 'minor' },
  totalTo: { label: '金额到', format: 'minor' },
  country: PERSON_FIELDS.country,
  payment: ORDER_FIELDS.payment,
  trackingReturn: ORDER_FIELDS.tracking,
  risk: ORDER_FIELDS.risk,
  hasSource: { label: '货源', format: 'choice', choices: { true: '有货源', false: '没有货源' } },
  rescued: { label: '补单', format: 'choice', choices: { true: '只看补单', false: '不看补单' } },
  test: { label: '测试单', format: 'choice', choices: { true: '只看测试单', false: '不看测试单' } },
  hasReturn: { label: '退货', format: 'choice', choices: { true: '有退货', open: '退货中', false: '没有退货' } },
  shipBy: { label: '发货期限', format: 'time' },
  sort: {
    label: '排序',
    format: 'choice',
    choices: { created: '下单时间', updated: '更新时间', total: '金额', profit: '利润' },
  },
  direction: { label: '顺序', format: 'choice', choices: { asc: '从小到大', desc: '从大到小' } },
} satisfies FieldsOf<OrderFilter>

export const SKU_RELATION_FIELDS = {
  id: ID,
  version: VERSION,
  storeId: { label: '店铺', format: 'reference' },
  storeName: { label: '店铺', format: 'text' },
  variantId: { label: '店铺变体', format: 'text' },
  sku: { label: 'SKU', format: 'text' },
  title: { label: '店铺商品', format: 'text' },
  image: { label: '图片', format: 'text' },
  source: { label: '1688货源', format: 'record', fields: LINE_SOURCE_FIELDS },
  by: { label: '谁关联的', format: 'text' },
  updatedAt: UPDATED_AT,
} satisfies FieldsOf<SkuRelation>

export const ORDER_TASK_FIELDS = {
  id: ID,
  kind: { label: '类型', format: 'choice', choices: { recover: '补单', export: '导出' } },
  title: { label: '名称', format: 'text' },
  state: { label: '状态', format: 'choice', choices: ORDER_TASK_STATES },
  total: { label: '总数', format: 'count' },
  done: { label: '已完成', format: 'count' },
  stores: { label: '店铺', format: 'list' },
  brought: { label: '补回的订单', format: 'list' },
  file: { label: '文件', format: 'record' },
  message: { label: '说明', format: 'text' },
  createdBy: { label: '创建人', format: 'text' },
  createdAt: { label: '创建时间', format: 'time' },
  finishedAt: { label: '完成时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<OrderTask>

export const ORDER_FEED_FIELDS = {
  storeId: { label: '店铺', format: 'reference' },
  storeName: { label: '店铺', format: 'text' },
  version: VERSION,
  feePercent: { label: '手续费', format: 'text' },
  lastPulledAt: { label: '定时拉取', format: 'time' },
  pulledTo: { label: '此前的都在', format: 'time' },
  pullError: { label: '拉取失败的原因', format: 'text' },
  webhooksAt: { label: '推送', format: 'time' },
  webhookTopics: { label: '推送的主题', format: 'count' },
  webhookError: { label: '推送失败的原因', format: 'text' },
  can: CAN,
} satisfies FieldsOf<OrderFeed>

export const EXCHANGE_RATE_FIELDS = {
  currency: { label: '币种', format: 'text' },
  day: { label: '自哪天起', format: 'text' },
  rate: { label: '汇率', format: 'text' },
  origin: { label: '来自', format: 'choice', choices: { manual: '人工', 'price-rule': '定价规则' } },
  by: { label: '谁改的', format: 'text' },
  version: VERSION,
  updatedAt: UPDATED_AT,
} satisfies FieldsOf<ExchangeRate>

/** A pasted row of international freight, with the stored value. */
export const FREIGHT_FIELDS = {
  row: { label: '行', format: 'count' },
  text: { label: '原文', format: 'text' },
  orderNumber: { label: '订单号', format: 'text' },
  orderId: { label: '订单', format: 'reference' },
  orderName: { label: '订单', format: 'text' },
  storeName: { label: '店铺', format: 'text' },
  beforeMinor: { label: '现在', format: 'fen' },
  freightMinor: { label: '改为', format: 'fen' },
  refusal: { label: '不录入的原因', format: 'text' },
} satisfies FieldsOf<ParsedFreight>

/** A row of an imported sheet of SKU relations, with its result. */
export const RELATION_ROW_FIELDS = {
  row: { label: '行', format: 'count' },
  sku: { label: 'SKU', format: 'text' },
  storeName: { label: '店铺', format: 'text' },
  source: { label: '1688货源 / 规格', format: 'text' },
  lines: { label: '订单商品', format: 'count' },
  ok: { label: '可以导入', format: 'yes-no' },
  message: { label: '结果', format: 'text' },
} satisfies FieldsOf<RelationSheetRow>
