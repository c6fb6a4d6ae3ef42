import { APPROVAL_KINDS } from '../approvals/approvals.status.ts'
import type { Field, FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID, UPDATED_AT, VERSION } from '../fields.ts'
import type { PurchaseFilter } from './purchases.endpoints.ts'
import type { DeletedPurchase } from './purchases-history.endpoints.ts'
import type { PurchaseDemand, PurchaseDetail, PurchaseEdit, PurchaseLine } from './purchases.schema.ts'
import { PURCHASE_ORIGINS, PURCHASE_PAYMENTS, PURCHASE_RECONCILIATIONS, PURCHASE_STATES } from './purchases.status.ts'
import { SUPPLIER_RATINGS } from './suppliers.status.ts'

export const PURCHASE_DEMAND_FIELDS = {
  id: ID,
  orderId: { label: '订单', format: 'reference' },
  orderName: { label: '订单', format: 'text' },
  storeName: { label: '店铺', format: 'text' },
  orderLineId: { label: '订单明细', format: 'reference' },
  saleQuantity: { label: '销售数量', format: 'count' },
  ratio: { label: '销售:货源', format: 'record' },
  isCover: { label: '用余货', format: 'yes-no' },
  purchaseNumber: { label: '采购单', format: 'text' },
  alarmSaleQuantity: { label: '截单提醒件数', format: 'count' },
  alarmWhy: { label: '截单的原因', format: 'text' },
  releasedAt: { label: '退回时间', format: 'time' },
} satisfies FieldsOf<PurchaseDemand>

export const PURCHASE_LINE_FIELDS = {
  id: ID,
  offerId: { label: '货源编号', format: 'text' },
  skuId: { label: '货源SKU', format: 'text' },
  specId: { label: '货源规格', format: 'text' },
  title: { label: '商品', format: 'text' },
  specText: { label: '规格', format: 'text' },
  image: { label: '图片', format: 'text' },
  url: { label: '货源链接', format: 'text' },
  need: { label: '需要', format: 'count' },
  extraNeed: { label: '备货件数', format: 'count' },
  batchNumber: { label: '每包件数', format: 'count' },
  quantity: { label: '采购数量', format: 'count' },
  shortReason: { label: '少买的原因', format: 'text' },
  unitPriceMinor: { label: '预计单价', format: 'fen' },
  formerPriceMinor: { label: '上次单价', format: 'fen' },
  actualUnitPriceMinor: { label: '1688单价', format: 'fen' },
  received: { label: '到货', format: 'count' },
  stockQuantity: { label: '留作库存', format: 'count' },
  missing: { label: '不会到货', format: 'count' },
  spare: { label: '余货', format: 'count' },
  spareUsed: { label: '已用余货', format: 'count' },
  spareGone: { label: '余货减少', format: 'count' },
  spareCostMinor: { label: '余货成本', format: 'fen' },
  sourceStock: { label: '货源库存', format: 'count' },
  demand: { label: '为哪些订单', format: 'list', fields: PURCHASE_DEMAND_FIELDS },
} satisfies FieldsOf<PurchaseLine> & { extraNeed: Field; missing: Field }

/** Stored values of a purchase order in addition to those that a page shows. */
type Kept = Record<'actualGoodsMinor' | 'actualFreightMinor' | 'actualTotalMinor' | 'mergedIntoNumber', Field>

export const PURCHASE_FIELDS = {
  id: ID,
  number: { label: '采购单号', format: 'text' },
  state: { label: '状态', format: 'choice', choices: PURCHASE_STATES },
  reason: { label: '原因', format: 'text' },
  origin: { label: '来源', format: 'choice', choices: PURCHASE_ORIGINS },
  supplierId: { label: '供应商', format: 'reference' },
  supplierName: { label: '供应商', format: 'text' },
  supplierRating: { label: '供应商标记', format: 'choice', choices: SUPPLIER_RATINGS },
  accountId: { label: '1688账号', format: 'reference' },
  accountName: { label: '1688账号', format: 'text' },
  addressId: { label: '收货地址', format: 'reference' },
  addressName: { label: '收货地址', format: 'text' },
  lineCount: { label: '商品', format: 'count' },
  quantity: { label: '采购', format: 'count' },
  received: { label: '到货', format: 'count' },
  goodsMinor: { label: '预计货款', format: 'fen' },
  freightMinor: { label: '预计运费', format: 'fen' },
  actualMinor: { label: '1688应付', format: 'fen' },
  actualGoodsMinor: { label: '1688货款', format: 'fen' },
  actualFreightMinor: { label: '1688运费', format: 'fen' },
  actualTotalMinor: { label: '1688应付', format: 'fen' },
  heads: { label: '商品', format: 'list' },
  orders: { label: '订单', format: 'list' },
  orderCount: { label: '订单', format: 'count' },
  alibabaOrderIds: { label: '1688订单号', format: 'list' },
  payment: { label: '付款状态', format: 'choice', choices: PURCHASE_PAYMENTS },
  askedFor: { label: '等待审批', format: 'choice', choices: APPROVAL_KINDS },
  reconciliation: { label: '对账状态', format: 'choice', choices: PURCHASE_RECONCILIATIONS },
  alarmQuantity: { label: '截单提醒件数', format: 'count' },
  mergedInto: { label: '合并到', format: 'record' },
  mergedIntoNumber: { label: '合并到', format: 'text' },
  memberCount: { label: '合并的采购单', format: 'count' },
  message: { label: '给卖家的留言', format: 'text' },
  note: { label: '内部备注', format: 'text' },
  freightNote: { label: '运费说明', format: 'text' },
  lines: { label: '商品', format: 'list', fields: PURCHASE_LINE_FIELDS },
  addLines: { label: '加入商品', format: 'list', fields: PURCHASE_LINE_FIELDS },
  removeLineIds: { label: '移出商品', format: 'list' },
  clear: { label: '清空的内容', format: 'list' },
  members: { label: '合并的采购单', format: 'list' },
  minimum: { label: '起订', format: 'record' },
  warnings: { label: '提醒', format: 'list' },
  createdBy: { label: '创建人', format: 'text' },
  createdAt: CREATED_AT,
  reviewedBy: { label: '审核人', format: 'text' },
  reviewedAt: { label: '审核时间', format: 'time' },
  updatedAt: UPDATED_AT,
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<PurchaseDetail, PurchaseEdit> & Kept

export const PURCHASE_FILTER_FIELDS = {
  ids: { label: '采购单', format: 'list' },
  state: PURCHASE_FIELDS.state,
  supplierId: PURCHASE_FIELDS.supplierId,
  accountId: PURCHASE_FIELDS.accountId,
  addressId: PURCHASE_FIELDS.addressId,
  keyword: { label: '关键词', format: 'text' },
  number: PURCHASE_FIELDS.number,
  alibabaOrderId: { label: '1688订单号', format: 'text' },
  sku: { label: '货源编号或SKU', format: 'text' },
  orderName: PURCHASE_DEMAND_FIELDS.orderName,
  orderId: PURCHASE_DEMAND_FIELDS.orderId,
  payment: PURCHASE_FIELDS.payment,
  reconciliation: PURCHASE_FIELDS.reconciliation,
  alarm: { label: '截单提醒', format: 'choice', choices: { true: '有', false: '没有' } },
  from: { label: '创建时间从', format: 'time' },
  to: { label: '到', format: 'time' },
} satisfies FieldsOf<PurchaseFilter>

/** What is kept of a deleted purchase order. */
export const DELETED_PURCHASE_FIELDS = {
  purchaseId: { label: '采购单', format: 'reference' },
  number: PURCHASE_FIELDS.number,
  supplierName: PURCHASE_FIELDS.supplierName,
  titles: { label: '当时要买的', format: 'list' },
  quantity: { label: '件数', format: 'count' },
  goodsMinor: { label: '货款', format: 'fen' },
  orderNames: { label: '订单', format: 'list' },
  reason: { label: '怎么没有的', format: 'text' },
  by: { label: '谁删除的', format: 'text' },
  at: { label: '删除时间', format: 'time' },
} satisfies FieldsOf<DeletedPurchase>
