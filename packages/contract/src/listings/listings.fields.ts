import type { Field, FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID } from '../fields.ts'
import type { SyncTask } from './listings.schema.ts'
import { SYNC_TASK_STATES } from './listings.status.ts'

export const SYNC_TASK_FIELDS = {
  id: ID,
  title: { label: '名称', format: 'text' },
  state: { label: '状态', format: 'choice', choices: SYNC_TASK_STATES },
  total: { label: '总数', format: 'count' },
  done: { label: '已完成', format: 'count' },
  succeeded: { label: '成功', format: 'count' },
  failed: { label: '失败', format: 'count' },
  unknown: { label: '结果未知', format: 'count' },
  waitingUntil: { label: '等到', format: 'time' },
  createdBy: { label: '创建人', format: 'text' },
  createdAt: CREATED_AT,
  startedAt: { label: '开始时间', format: 'time' },
  finishedAt: { label: '完成时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<SyncTask>

/** What a person saw and approved before a sync. */
export const APPROVALS: Field = {
  label: '确认的内容',
  format: 'list',
  fields: { skipFields: { label: '不采用的字段', format: 'list' } },
}
