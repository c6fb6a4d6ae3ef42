import type { FieldsOf } from '../fields.ts'
import { CAN, ID, NOTE, UPDATED_AT, VERSION } from '../fields.ts'
import { PAY_WAYS } from '../placement/placement.status.ts'
import type { Supplier } from './suppliers.schema.ts'
import { SUPPLIER_RATINGS } from './suppliers.status.ts'

export const SUPPLIER_FIGURE_FIELDS = {
  purchases: { label: '采购单', format: 'count' },
  open: { label: '进行中', format: 'count' },
  done: { label: '已完成', format: 'count' },
  cancelled: { label: '已取消', format: 'count' },
  spentMinor: { label: '采购额', format: 'fen' },
  pieces: { label: '件数', format: 'count' },
  lastAt: { label: '最近采购', format: 'time' },
} satisfies FieldsOf<Supplier['figures']>

export const SUPPLIER_FIELDS = {
  id: ID,
  openId: { label: '1688卖家编号', format: 'internal' },
  name: { label: '供应商', format: 'text' },
  rating: { label: '标记', format: 'choice', choices: SUPPLIER_RATINGS },
  note: NOTE,
  payWay: { label: '上次付款方式', format: 'choice', choices: PAY_WAYS },
  figures: { label: '采购情况', format: 'record', fields: SUPPLIER_FIGURE_FIELDS },
  version: VERSION,
  updatedAt: UPDATED_AT,
  can: CAN,
} satisfies FieldsOf<Supplier>
