import {
  LINE_SOURCE_FIELDS,
  ORDER_AMOUNT_FIELDS,
  ORDER_FIELDS,
  ORDER_LINE_FIELDS,
  ORDER_PROFIT_FIELDS,
  PERSON_FIELDS,
} from './orders.fields.ts'

/**
 * Columns of an order line export, in the order of the sheet. The columns from `goods` to `adjusted`, except the one that is part of
 * another, add up to `orderTotal`. The lines' `lineTotal` and `editedAway` add up to `goods`, `discount` without its shipping part, and
 * `tip`. Sale minus goods, freights and fee is the profit. Also used by the console.
 */
export const ORDER_EXPORT_COLUMNS = {
  number: ORDER_FIELDS.number.label,
  store: ORDER_FIELDS.storeName.label,
  orderedAt: ORDER_FIELDS.createdAt.label,
  state: ORDER_FIELDS.state.label,
  payment: ORDER_FIELDS.payment.label,
  country: PERSON_FIELDS.country.label,
  customerName: PERSON_FIELDS.name.label,
  customerPhone: PERSON_FIELDS.phone.label,
  customerEmail: PERSON_FIELDS.email.label,
  customerAddress: PERSON_FIELDS.address.label,
  carrier: '承运商',
  trackingNumbers: '运单号',
  goods: '商品原价合计',
  discount: ORDER_AMOUNT_FIELDS.discount.label,
  shippingDiscount: ORDER_AMOUNT_FIELDS.shippingDiscount.label,
  shipping: ORDER_AMOUNT_FIELDS.shipping.label,
  taxOnTop: '价外税',
  tip: ORDER_AMOUNT_FIELDS.tip.label,
  duties: ORDER_AMOUNT_FIELDS.duties.label,
  other: ORDER_AMOUNT_FIELDS.other.label,
  refunded: ORDER_AMOUNT_FIELDS.refunded.label,
  adjusted: ORDER_AMOUNT_FIELDS.adjusted.label,
  orderTotal: ORDER_AMOUNT_FIELDS.current.label,
  taxWithin: '价内税',
  orderTotalCny: '销售额（元，不含税和关税）',
  goodsCny: `${ORDER_PROFIT_FIELDS.goodsMinor.label}（元）`,
  freightCny: `${ORDER_PROFIT_FIELDS.freightMinor.label}（元）`,
  abroadCny: `${ORDER_PROFIT_FIELDS.abroadMinor.label}（元）`,
  feeCny: `${ORDER_PROFIT_FIELDS.feeMinor.label}（元）`,
  profitCny: `${ORDER_PROFIT_FIELDS.profitMinor.label}（元）`,
  sku: ORDER_LINE_FIELDS.sku.label,
  title: ORDER_LINE_FIELDS.title.label,
  variantTitle: ORDER_LINE_FIELDS.variantTitle.label,
  quantity: ORDER_LINE_FIELDS.quantity.label,
  current: ORDER_LINE_FIELDS.current.label,
  listPrice: '单价（优惠前）',
  unitPrice: ORDER_LINE_FIELDS.unitPriceMinor.label,
  lineGross: '行原价',
  lineDiscount: ORDER_LINE_FIELDS.discountMinor.label,
  lineTotal: ORDER_LINE_FIELDS.totalMinor.label,
  editedAway: ORDER_AMOUNT_FIELDS.editedAway.label,
  currency: ORDER_FIELDS.currency.label,
  purchased: ORDER_LINE_FIELDS.purchased.label,
  received: ORDER_LINE_FIELDS.received.label,
  shipped: ORDER_LINE_FIELDS.shipped.label,
  offerId: LINE_SOURCE_FIELDS.offerId.label,
  skuId: LINE_SOURCE_FIELDS.skuId.label,
  specId: LINE_SOURCE_FIELDS.specId.label,
  offerTitle: LINE_SOURCE_FIELDS.title.label,
  supplier: LINE_SOURCE_FIELDS.supplierName.label,
  ratio: '销售:货源',
  sourcePieces: '需采购货源件数',
  unitCostCny: `${LINE_SOURCE_FIELDS.unitCostMinor.label}（元）`,
  offerUrl: '货源链接',
  image: ORDER_LINE_FIELDS.image.label,
} as const
export type OrderExportColumn = keyof typeof ORDER_EXPORT_COLUMNS

/** Columns with personal data: only for people who may see customers, on request and with a reason. */
export const PERSON_EXPORT_COLUMNS = [
  'customerName',
  'customerPhone',
  'customerEmail',
  'customerAddress',
] as const satisfies readonly OrderExportColumn[]
export const isPersonColumn = (column: OrderExportColumn): boolean =>
  PERSON_EXPORT_COLUMNS.some((one) => one === column)
