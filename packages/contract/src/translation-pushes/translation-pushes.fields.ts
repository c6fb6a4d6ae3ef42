import type { Field, FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID } from '../fields.ts'
import { LOCALES } from '../translations/translations.status.ts'
import type { TranslationPush, TranslationPushItem } from './translation-pushes.schema.ts'
import {
  TRANSLATION_PUSH_ITEM_STATES,
  TRANSLATION_PUSH_KINDS,
  TRANSLATION_PUSH_STATES,
} from './translation-pushes.status.ts'

export const TRANSLATION_PUSH_FIELDS = {
  id: ID,
  title: { label: '名称', format: 'text' },
  kind: { label: '做什么', format: 'choice', choices: TRANSLATION_PUSH_KINDS },
  storeId: { label: '店铺', format: 'reference' },
  storeName: { label: '店铺', format: 'text' },
  locales: { label: '语言', format: 'choice', choices: LOCALES },
  state: { label: '状态', format: 'choice', choices: TRANSLATION_PUSH_STATES },
  total: { label: '总数', format: 'count' },
  done: { label: '已完成', format: 'count' },
  succeeded: { label: '成功', format: 'count' },
  failed: { label: '失败', format: 'count' },
  unknown: { label: '结果未知', format: 'count' },
  createdBy: { label: '创建人', format: 'text' },
  createdAt: CREATED_AT,
  startedAt: { label: '开始时间', format: 'time' },
  finishedAt: { label: '完成时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<TranslationPush>

export const TRANSLATION_PUSH_ITEM_FIELDS = {
  id: ID,
  productId: { label: '商品', format: 'reference' },
  title: { label: '标题', format: 'text' },
  state: { label: '状态', format: 'choice', choices: TRANSLATION_PUSH_ITEM_STATES },
  message: { label: '说明', format: 'text' },
  advice: { label: '怎么办', format: 'text' },
  written: { label: '写入的译文', format: 'count' },
  kept: { label: '保留店铺的', format: 'count' },
  storefrontUrl: { label: '店铺页面', format: 'text' },
  adminUrl: { label: '店铺后台', format: 'text' },
  updatedAt: { label: '更新时间', format: 'time' },
} satisfies FieldsOf<TranslationPushItem>

/** A person's approvals of the dry run, before translations are written. */
export const TRANSLATION_APPROVALS: Field = {
  label: '确认的内容',
  format: 'list',
  fields: { overwrite: { label: '覆盖店铺的改动', format: 'list' } },
}
