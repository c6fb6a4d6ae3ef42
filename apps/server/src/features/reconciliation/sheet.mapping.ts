import {
  DIFFERENCE_GROUPS,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  SEVERITIES,
} from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { DifferenceFigure } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { formatChinaTime } from '@huoqiao/kit'
import type { Cell } from '../../platform/sheet-writer.ts'
import type { DifferenceRow } from './differences.store.ts'

export const SHEET_COLUMNS: readonly { title: string; width: number }[] = [
  { title: '程度', width: 8 },
  { title: '对照', width: 14 },
  { title: '差异', width: 20 },
  { title: '状态', width: 10 },
  { title: '发生了什么', width: 60 },
  { title: '为什么', width: 40 },
  { title: '影响', width: 40 },
  { title: '下一步', width: 40 },
  { title: '对象', width: 40 },
  { title: '明细', width: 40 },
  { title: '金额（元）', width: 12 },
  { title: '首次发现', width: 20 },
  { title: '最近发现', width: 20 },
  { title: '忽略说明', width: 30 },
]

const time = (at: Date | null): Cell => (at === null ? null : formatChinaTime(at.getTime()).slice(0, 19))
const side = (value: number | string | null, unit: DifferenceFigure['unit']): string =>
  value === null ? '–' : unit === 'fen' ? (Number(value) / 100).toFixed(2) : String(value)

export const sheetRow = (row: DifferenceRow): Cell[] => [
  SEVERITIES[row.severity].label,
  DIFFERENCE_GROUPS[row.group],
  DIFFERENCE_KINDS[row.kind].label,
  DIFFERENCE_STATES[row.state].label,
  row.what,
  row.why,
  row.affects,
  row.next,
  row.objects.map(({ label }) => label).join('、'),
  row.figures.map(({ label, ours, theirs, unit }) => `${label} ${side(ours, unit)} / ${side(theirs, unit)}`).join('；'),
  row.amountMinor === null ? null : row.amountMinor / 100,
  time(row.firstSeenAt),
  time(row.lastSeenAt),
  row.ignoredNote,
]
