import type { StateTable } from '../states.ts'
import { defineStates } from '../states.ts'

/** A batch run of translations. */
export type TranslationTaskState = 'queued' | 'running' | 'paused' | 'done' | 'partly' | 'cancelled'
export const TRANSLATION_TASK_STATES: StateTable<TranslationTaskState> = defineStates<TranslationTaskState>(
  'translation-task',
  {
    queued: { label: '排队中', hue: 'waiting', next: ['running', 'paused', 'cancelled'] },
    running: { label: '进行中', hue: 'moving', next: ['paused', 'done', 'partly', 'cancelled'] },
    // Paused by a person, or because the provider can't continue; the task's message has the reason.
    paused: { label: '已暂停', hue: 'attention', next: ['queued', 'cancelled'] },
    done: { label: '已完成', hue: 'done', next: [] },
    partly: { label: '部分完成', hue: 'attention', next: ['queued'] },
    cancelled: { label: '已取消', hue: 'waiting', next: [] },
  },
)

/** One product in one language within a batch run. */
export type TranslationItemState = 'waiting' | 'done' | 'partly' | 'failed' | 'cancelled'
export const TRANSLATION_ITEM_STATES: StateTable<TranslationItemState> = defineStates<TranslationItemState>(
  'translation-item',
  {
    waiting: { label: '等待', hue: 'waiting', next: ['done', 'partly', 'failed', 'cancelled'] },
    done: { label: '完成', hue: 'done', next: [] },
    partly: { label: '部分完成', hue: 'attention', next: ['waiting'] },
    failed: { label: '失败', hue: 'failed', next: ['waiting'] },
    cancelled: { label: '已取消', hue: 'waiting', next: [] },
  },
)

/** What a batch run fills: texts, or the words on pictures. */
export const TRANSLATION_TASK_KINDS = { texts: '翻译', pictures: '识别图片' } as const
export type TranslationTaskKind = keyof typeof TRANSLATION_TASK_KINDS

/**
 * Result for one text: its origin, or not changed, or the answer was refused. Result for one picture: with or without words, known from another
 * product, or unreadable.
 */
export const FIELD_OUTCOMES = {
  glossary: '术语',
  memory: '记忆',
  marketplace: '1688',
  machine: '机器',
  words: '有文字',
  blank: '没有文字',
  same: '同一张图片',
  kept: '保留',
  unreadable: '读不了图片',
  refused: '没有采用',
} as const
export type FieldOutcome = keyof typeof FIELD_OUTCOMES
