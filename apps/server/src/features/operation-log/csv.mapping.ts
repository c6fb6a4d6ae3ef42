import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { fieldsOfEntry, pathLabel, pathText } from '@huoqiao/contract/operation-log/entry-fields'
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

const CALLS: Readonly<Record<string, Endpoint>> = ENDPOINTS

/** The changes with the labels of the screens: 字段：原值 → 新值. */
function changesText({ call, objects, changes }: OperationLogRow): string {
  const find = fieldsOfEntry(CALLS[call], objects)
  const shown = (field: string, value: unknown): string => pathText(find, field, value)
  return changes
    .map(({ field, before, after }) => `${pathLabel(find, field)}：${shown(field, before)} → ${shown(field, after)}`)
    .join('；')
}

/** Log rows as CSV, times in UTC+8. */
export function logCsv(rows: readonly OperationLogRow[]): string {
  const lines = rows.map((row) => [
    formatChinaTime(row.at.getTime()),
    row.accountName,
    row.ip,
    row.title,
    row.call,
    row.objects.map((object) => object.label ?? object.id).join('、'),
    changesText(row),
    OUTCOMES[row.outcome],
    row.message,
    String(row.durationMs),
    row.requestId,
  ])
  return csvText(COLUMNS, lines)
}
