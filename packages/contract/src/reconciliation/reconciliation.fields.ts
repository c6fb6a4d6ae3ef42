import type { FieldsOf } from '../fields.ts'
import { CAN, CREATED_AT, ID } from '../fields.ts'
import type { Difference, ReconciliationRun } from './reconciliation.schema.ts'
import {
  DIFFERENCE_GROUPS,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  RECONCILIATION_PASSES,
  RECONCILIATION_STATES,
  SEVERITIES,
} from './reconciliation.status.ts'

export const DIFFERENCE_FIELDS = {
  id: ID,
  severity: { label: '程度', format: 'choice', choices: SEVERITIES },
  group: { label: '对照', format: 'choice', choices: DIFFERENCE_GROUPS },
  kind: { label: '差异', format: 'choice', choices: DIFFERENCE_KINDS },
  state: { label: '状态', format: 'choice', choices: DIFFERENCE_STATES },
  what: { label: '发生了什么', format: 'text' },
  why: { label: '为什么', format: 'text' },
  affects: { label: '影响', format: 'text' },
  next: { label: '下一步', format: 'text' },
  cause: { label: '原因', format: 'internal' },
  objects: { label: '对象', format: 'list' },
  figures: { label: '明细', format: 'list' },
  amountMinor: { label: '金额', format: 'fen' },
  repair: { label: '修复', format: 'record' },
  repairMessage: { label: '修复的结果', format: 'text' },
  firstSeenAt: { label: '首次发现', format: 'time' },
  lastSeenAt: { label: '最近发现', format: 'time' },
  closedAt: { label: '消除时间', format: 'time' },
  ignored: { label: '忽略说明', format: 'record' },
  can: CAN,
} satisfies FieldsOf<Difference>

export const RECONCILIATION_FIELDS = {
  id: ID,
  state: { label: '状态', format: 'choice', choices: RECONCILIATION_STATES },
  by: { label: '谁开始的', format: 'text' },
  pass: { label: '正在核对', format: 'choice', choices: RECONCILIATION_PASSES },
  done: { label: '已核对', format: 'count' },
  total: { label: '总数', format: 'count' },
  found: { label: '发现', format: 'count' },
  opened: { label: '新增', format: 'count' },
  closed: { label: '消除', format: 'count' },
  problems: { label: '没能核对的', format: 'list' },
  createdAt: CREATED_AT,
  finishedAt: { label: '完成时间', format: 'time' },
  can: CAN,
} satisfies FieldsOf<ReconciliationRun>
