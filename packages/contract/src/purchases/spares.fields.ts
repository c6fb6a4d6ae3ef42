import type { FieldsOf } from '../fields.ts'
import { CAN, ID } from '../fields.ts'
import { PURCHASE_FIELDS, PURCHASE_LINE_FIELDS } from './purchases.fields.ts'
import type { SpareLine } from './spares.schema.ts'

export const SPARE_FIELDS = {
  id: ID,
  purchaseId: { label: '采购单', format: 'reference' },
  purchaseNumber: PURCHASE_FIELDS.number,
  purchaseState: PURCHASE_FIELDS.state,
  supplierName: PURCHASE_FIELDS.supplierName,
  offerId: PURCHASE_LINE_FIELDS.offerId,
  skuId: PURCHASE_LINE_FIELDS.skuId,
  specId: PURCHASE_LINE_FIELDS.specId,
  title: PURCHASE_LINE_FIELDS.title,
  specText: PURCHASE_LINE_FIELDS.specText,
  image: PURCHASE_LINE_FIELDS.image,
  batchNumber: PURCHASE_LINE_FIELDS.batchNumber,
  quantity: { label: '买了', format: 'count' },
  received: PURCHASE_LINE_FIELDS.received,
  spare: { label: '余', format: 'count' },
  here: { label: '在库', format: 'count' },
  used: { label: '已用', format: 'count' },
  gone: { label: '减少', format: 'count' },
  arrived: { label: '已到齐', format: 'yes-no' },
  place: PURCHASE_LINE_FIELDS.place,
  receivedAt: { label: '到货时间', format: 'time' },
  costMinor: PURCHASE_LINE_FIELDS.spareCostMinor,
  covers: { label: '用了余货的订单', format: 'list' },
  createdAt: { label: '下单时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<SpareLine>
