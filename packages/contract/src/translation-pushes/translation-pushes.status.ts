import { defineStates } from '../states.ts'
import type { Hue } from '../states.ts'

/** 译文同步: a task that writes approved translations of some products into one shop, or undoes the writes of such a task. */
export type TranslationPushState = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'unknown' | 'cancelled'
export const TRANSLATION_PUSH_STATES = defineStates<TranslationPushState>('translation-push', {
  queued: { label: '排队中', hue: 'waiting', next: ['running', 'cancelled', 'failed'] },
  running: { label: '执行中', hue: 'moving', next: ['succeeded', 'partial', 'failed', 'unknown', 'cancelled'] },
  succeeded: { label: '成功', hue: 'done', next: [] },
  partial: { label: '部分成功', hue: 'attention', next: ['running', 'succeeded', 'failed', 'unknown'] },
  failed: { label: '失败', hue: 'failed', next: ['running', 'succeeded', 'partial'] },
  unknown: { label: '结果未知', hue: 'failed', next: ['running', 'succeeded', 'partial', 'failed'] },
  cancelled: { label: '已取消', hue: 'waiting', next: ['running', 'succeeded', 'partial'] },
})

/** One product of a task. 无变化: the shop already had every text, or none may be written. */
export type TranslationPushItemState =
  | 'queued'
  | 'running'
  | 'succeeded'
  | 'unchanged'
  | 'failed'
  | 'unknown'
  | 'cancelled'
export const TRANSLATION_PUSH_ITEM_STATES = defineStates<TranslationPushItemState>('translation-push-item', {
  queued: { label: '排队中', hue: 'waiting', next: ['running', 'cancelled', 'failed'] },
  running: { label: '写入中', hue: 'moving', next: ['succeeded', 'unchanged', 'failed', 'unknown', 'queued'] },
  succeeded: { label: '成功', hue: 'done', next: [] },
  unchanged: { label: '无变化', hue: 'done', next: [] },
  failed: { label: '失败', hue: 'failed', next: ['queued'] },
  unknown: { label: '结果未知', hue: 'failed', next: ['queued', 'succeeded', 'failed'] },
  cancelled: { label: '已取消', hue: 'waiting', next: ['queued'] },
})

export const TRANSLATION_PUSH_KINDS = { push: '写入', undo: '撤销' } as const
export type TranslationPushKind = keyof typeof TRANSLATION_PUSH_KINDS

/** Why a text is or is not written or removed. `does`: it is. */
type Reason = { readonly label: string; readonly hue: Hue; readonly does?: 'write' | 'remove' }
export const TRANSLATION_REASONS = {
  new: { label: '新增', hue: 'done', does: 'write' },
  changed: { label: '译文改过', hue: 'moving', does: 'write' },
  confirmed: { label: '原文改过，译文重新确认', hue: 'moving', does: 'write' },
  chosen: { label: '按你的选择覆盖', hue: 'attention', does: 'write' },
  removed: { label: '移除，沿用通用译文', hue: 'moving', does: 'remove' },
  same: { label: '无变化', hue: 'waiting' },
  theirs: { label: '店铺里改过，保留', hue: 'attention' },
  'removed-there': { label: '店铺里删掉了，不再写', hue: 'attention' },
  forbidden: { label: '有违禁词，不写', hue: 'attention' },
  outdated: { label: '原文改过，译文过期', hue: 'attention' },
  unsynced: { label: '原文还没同步到店铺', hue: 'attention' },
  'source-changed': { label: '店铺的原文不是这里的', hue: 'attention' },
  'no-market': { label: '店铺没有这个市场', hue: 'waiting' },
  'no-language': { label: '店铺没有这种语言', hue: 'waiting' },
  'no-source': { label: '店铺没有这一项的原文', hue: 'waiting' },
  'no-resource': { label: '店铺里没有，或不能翻译', hue: 'waiting' },
} as const satisfies Readonly<Record<string, Reason>>
export type TranslationReason = keyof typeof TRANSLATION_REASONS

const doneFor = (reason: TranslationReason): Reason['does'] => (TRANSLATION_REASONS[reason] as Reason).does
export const isWritten = (reason: TranslationReason): boolean => doneFor(reason) === 'write'
export const isRemoved = (reason: TranslationReason): boolean => doneFor(reason) === 'remove'
