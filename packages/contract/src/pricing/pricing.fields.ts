import type { FieldsOf } from '../fields.ts'
import { CAN, ID, UPDATED_AT, VERSION } from '../fields.ts'
import type { PriceRule } from './pricing.schema.ts'

export const PRICE_RULE_FIELDS = {
  id: ID,
  name: { label: '名称', format: 'text' },
  currency: { label: '币种', format: 'text' },
  rate: { label: '汇率', format: 'text' },
  multiplier: { label: '倍率', format: 'text' },
  additionMinor: { label: '每件加价', format: 'minor' },
  freightPerKgMinor: { label: '国际运费（每公斤）', format: 'minor' },
  rounding: {
    label: '尾数',
    format: 'choice',
    choices: { none: '不取整', '.99': '进到 .99', '.95': '进到 .95', '.90': '进到 .90', '.00': '进到整数' },
  },
  floorMarginPercent: { label: '毛利底线', format: 'percent' },
  feePercent: { label: '手续费', format: 'percent' },
  targetMarginPercent: { label: '目标毛利', format: 'percent' },
  compareAtMultiplier: { label: '划线价倍率', format: 'text' },
  version: VERSION,
  updatedAt: UPDATED_AT,
  can: CAN,
} satisfies FieldsOf<PriceRule>
