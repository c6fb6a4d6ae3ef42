import type { FieldsOf } from '../fields.ts'
import { ID } from '../fields.ts'
import { COMPARISONS, DIMENSIONS } from './analytics.figures.ts'
import type { AnalyticsFilter, AnalyticsSchedule } from './analytics.schema.ts'

export const ANALYTICS_FILTER_FIELDS = {
  group: { label: '分组', format: 'choice', choices: DIMENSIONS },
  compare: { label: '比较', format: 'choice', choices: COMPARISONS },
  storeId: { label: '店铺', format: 'reference' },
  supplier: { label: DIMENSIONS.supplier.label, format: 'text' },
  country: { label: DIMENSIONS.country.label, format: 'text' },
  category: { label: DIMENSIONS.category.label, format: 'text' },
  product: { label: DIMENSIONS.product.label, format: 'reference' },
  keyword: { label: '关键词', format: 'text' },
  from: { label: '开始', format: 'text' },
  to: { label: '结束', format: 'text' },
} satisfies FieldsOf<AnalyticsFilter>

const WEEKDAYS = { 1: '周一', 2: '周二', 3: '周三', 4: '周四', 5: '周五', 6: '周六', 7: '周日' } as const

export const ANALYTICS_SCHEDULE_FIELDS = {
  id: ID,
  name: { label: '名称', format: 'text' },
  weekday: { label: '星期', format: 'choice', choices: WEEKDAYS },
  view: { label: '报表', format: 'record', fields: ANALYTICS_FILTER_FIELDS },
  sentAt: { label: '上次发送', format: 'time' },
} satisfies FieldsOf<AnalyticsSchedule>
