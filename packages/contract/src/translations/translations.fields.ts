import type { FieldsOf } from '../fields.ts'
import { CAN, ID, UPDATED_AT, VERSION } from '../fields.ts'
import type { LanguageSheet, Translation, TranslationChange, TranslationRow } from './translations.schema.ts'
import {
  LOCALES,
  TRANSLATED_FIELDS,
  TRANSLATION_ACTIONS,
  TRANSLATION_ORIGINS,
  TRANSLATION_STATES,
} from './translations.status.ts'

export const LANGUAGE_SHEET_FIELDS = {
  locale: { label: '语言', format: 'choice', choices: LOCALES },
  state: { label: '状态', format: 'choice', choices: TRANSLATION_STATES },
  total: { label: '字段数', format: 'count' },
  missing: { label: '缺', format: 'count' },
  outdated: { label: '过期', format: 'count' },
  machine: { label: '机器', format: 'count' },
  approved: { label: '已审', format: 'count' },
  pictures: { label: '需换图', format: 'count' },
} satisfies FieldsOf<LanguageSheet>

export const TRANSLATION_ROW_FIELDS = {
  productId: { label: '商品', format: 'internal' },
  title: { label: '标题', format: 'text' },
  titleZh: { label: '中文标题', format: 'text' },
  image: { label: '图片', format: 'internal' },
  languages: { label: '各语言', format: 'list', fields: LANGUAGE_SHEET_FIELDS },
  updatedAt: UPDATED_AT,
  can: CAN,
} satisfies FieldsOf<TranslationRow>

export const TRANSLATION_FIELDS = {
  text: { label: '译文', format: 'text' },
  origin: { label: '译文来源', format: 'choice', choices: TRANSLATION_ORIGINS },
  state: { label: '翻译状态', format: 'choice', choices: TRANSLATION_STATES },
  locked: { label: '锁定', format: 'yes-no' },
  formerSource: { label: '翻译时的原文', format: 'text' },
  by: { label: '谁译的', format: 'text' },
  at: { label: '译于', format: 'time' },
  version: VERSION,
  locale: { label: '语言', format: 'choice', choices: LOCALES },
  locales: { label: '语言', format: 'choice', choices: LOCALES },
  imperial: { label: '用英制单位的语言', format: 'choice', choices: LOCALES },
  storeId: { label: '店铺', format: 'reference' },
  marketId: { label: '市场', format: 'text' },
  field: { label: '字段', format: 'choice', choices: TRANSLATED_FIELDS },
  fields: { label: '字段', format: 'choice', choices: TRANSLATED_FIELDS },
} as const satisfies FieldsOf<
  Translation,
  {
    locale: string
    locales: string[]
    imperial: string[]
    storeId: string
    marketId: string
    field: string
    fields: string[]
  }
>

export const TRANSLATION_CHANGE_FIELDS = {
  id: ID,
  productId: { label: '商品', format: 'internal' },
  field: { label: '字段', format: 'internal' },
  label: { label: '字段', format: 'text' },
  locale: { label: '语言', format: 'choice', choices: LOCALES },
  market: { label: '市场', format: 'text' },
  action: { label: '做了什么', format: 'choice', choices: TRANSLATION_ACTIONS },
  before: { label: '变更前', format: 'text' },
  after: { label: '变更后', format: 'text' },
  origin: { label: '译文来源', format: 'choice', choices: TRANSLATION_ORIGINS },
  by: { label: '操作人', format: 'text' },
  at: { label: '时间', format: 'time' },
  batchId: { label: '批次', format: 'internal' },
  can: CAN,
} satisfies FieldsOf<TranslationChange>
