import { defineStates } from '../states.ts'

/** 同步任务 (decisions, section 4). 结果未知 is resolved by reading the shop, never by sending again blindly. */
export type SyncTaskState =
  | 'queued'
  | 'running'
  | 'throttled'
  | 'succeeded'
  | 'partial'
  | 'failed'
  | 'unknown'
  | 'cancelled'

export const SYNC_TASK_STATES = defineStates<SyncTaskState>('sync-task', {
  queued: { label: '排队中', hue: 'waiting', next: ['running', 'cancelled', 'failed'] },
  running: {
    label: '执行中',
    hue: 'moving',
    next: ['throttled', 'succeeded', 'partial', 'failed', 'unknown', 'cancelled'],
  },
  throttled: {
    label: '限流等待',
    hue: 'moving',
    next: ['running', 'succeeded', 'partial', 'failed', 'unknown', 'cancelled'],
  },
  succeeded: { label: '成功', hue: 'done', next: [] },
  partial: { label: '部分成功', hue: 'attention', next: ['running', 'succeeded', 'failed', 'unknown'] },
  failed: { label: '失败', hue: 'failed', next: ['running', 'succeeded', 'partial'] },
  unknown: { label: '结果未知', hue: 'failed', next: ['running', 'succeeded', 'partial', 'failed'] },
  cancelled: { label: '已取消', hue: 'waiting', next: ['succeeded', 'partial'] },
})

/** One product × store of a task. 已合并: the same content was already queued. */
export type SyncItemState =
  | 'queued'
  | 'running'
  | 'succeeded'
  | 'unchanged'
  | 'failed'
  | 'unknown'
  | 'cancelled'
  | 'merged'

export const SYNC_ITEM_STATES = defineStates<SyncItemState>('sync-item', {
  queued: { label: '排队中', hue: 'waiting', next: ['running', 'cancelled', 'failed', 'succeeded'] },
  running: {
    label: '同步中',
    hue: 'moving',
    next: ['succeeded', 'unchanged', 'failed', 'unknown', 'queued', 'running'],
  },
  succeeded: { label: '成功', hue: 'done', next: [] },
  unchanged: { label: '无变化', hue: 'done', next: [] },
  failed: { label: '失败', hue: 'failed', next: ['queued', 'succeeded'] },
  unknown: { label: '结果未知', hue: 'failed', next: ['queued', 'succeeded', 'failed'] },
  cancelled: { label: '已取消', hue: 'waiting', next: ['queued', 'succeeded'] },
  merged: { label: '已合并', hue: 'waiting', next: ['queued'] },
})
