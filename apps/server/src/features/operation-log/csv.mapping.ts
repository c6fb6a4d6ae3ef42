import { formatChinaTime } from '@huoqiao/kit'
import { csvText } from '../../platform/csv.ts'
import type { OperationLogRow } from './operation-log.store.ts'

const OUTCOMES = { ok: '成功', refused: '拒绝', fault: '故障' } as const
const COLUMNS = [
  '时间',
  '操作人',
  'IP',
  '操作',
  '接口',
  '对象',
  '改动（前 → 后）',
  '结果',
  '说明',
  '耗时（毫秒）',
  '请求编号',
]

const shown = (value: unknown): string =>
  value === null || value === undefined ? '空' : typeof value === 'string' ? value : JSON.stringify(value)

/** Log rows as CSV, times in UTC+8. */
export function logCsv(rows: readonly OperationLogRow[]): string {
  const lines = rows.map((row) => [
    formatChinaTime(row.at.getTime()),
    row.accountName,
    row.ip,
    row.title,
    row.call,
    row.objects.map((object) => object.label ?? object.id).join('、'),
    row.changes.map(({ field, before, after }) => `${field}：${shown(before)} → ${shown(after)}`).join('；'),
    OUTCOMES[row.outcome],
    row.message,
    String(row.durationMs),
    row.requestId,
  ])
  return csvText(COLUMNS, lines)
}
