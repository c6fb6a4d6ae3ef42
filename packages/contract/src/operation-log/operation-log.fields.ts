import type { FieldsOf } from '../fields.ts'
import { ID } from '../fields.ts'
import type { OperationLogEntry } from './operation-log.schema.ts'
import { LOGGED_OUTCOMES } from './operation-log.status.ts'

export const OPERATION_LOG_FIELDS = {
  id: ID,
  at: { label: '时间', format: 'time' },
  accountId: { label: '操作人', format: 'reference' },
  accountName: { label: '操作人', format: 'text' },
  ip: { label: '来源', format: 'text' },
  call: { label: '调用', format: 'text' },
  title: { label: '操作', format: 'text' },
  objects: { label: '对象', format: 'list' },
  changes: { label: '改了什么', format: 'list' },
  outcome: { label: '结果', format: 'choice', choices: LOGGED_OUTCOMES },
  word: { label: '拒绝的代码', format: 'internal' },
  message: { label: '说明', format: 'text' },
  durationMs: { label: '用时', format: 'milliseconds' },
  requestId: { label: '请求编号', format: 'text' },
} satisfies FieldsOf<OperationLogEntry>
