import { formatChinaTime } from '@huoqiao/kit'
import type { OperationLogRow } from './operation-log.store.ts'

/** A cell that a spreadsheet would take for a formula is made plain text by a quote before it. */
const plain = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (text: string): string => `"${plain(text).replaceAll('"', '""')}"`

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

/** Rows as a spreadsheet in China opens them: CSV with the mark of UTF-8, times in UTC+8. */
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
  return `\uFEFF${[COLUMNS, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
