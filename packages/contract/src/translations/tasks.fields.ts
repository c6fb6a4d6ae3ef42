import type { FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID } from '../fields.ts'
import type { TranslationItem, TranslationTask } from './tasks.schema.ts'
import { TRANSLATION_ITEM_STATES, TRANSLATION_TASK_KINDS, TRANSLATION_TASK_STATES } from './tasks.status.ts'
import { LOCALES } from './translations.status.ts'

export const TRANSLATION_TASK_FIELDS = {
  id: ID,
  title: { label: '任务', format: 'text' },
  kind: { label: '种类', format: 'choice', choices: TRANSLATION_TASK_KINDS },
  state: { label: '状态', format: 'choice', choices: TRANSLATION_TASK_STATES },
  locales: { label: '语言', format: 'choice', choices: LOCALES },
  total: { label: '总数', format: 'count' },
  done: { label: '完成', format: 'count' },
  failed: { label: '失败', format: 'count' },
  providerName: { label: '翻译服务', format: 'text' },
  foreseenChars: { label: '预计字符', format: 'count' },
  foreseenPictures: { label: '预计图片', format: 'count' },
  foreseenCost: { label: '预计花费', format: 'fen' },
  spentChars: { label: '实际字符', format: 'count' },
  spentPictures: { label: '实际图片', format: 'count' },
  spentCost: { label: '实际花费', format: 'fen' },
  message: { label: '任务说明', format: 'text' },
  createdBy: { label: '发起人', format: 'text' },
  createdAt: CREATED_AT,
  finishedAt: { label: '完成时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<TranslationTask>

export const TRANSLATION_ITEM_FIELDS = {
  id: ID,
  productId: { label: '商品', format: 'internal' },
  title: { label: '商品标题', format: 'text' },
  locale: { label: '语言', format: 'choice', choices: LOCALES },
  state: { label: '状态', format: 'choice', choices: TRANSLATION_ITEM_STATES },
  message: { label: '结果说明', format: 'text' },
  fields: { label: '各字段', format: 'list' },
} satisfies FieldsOf<TranslationItem>
