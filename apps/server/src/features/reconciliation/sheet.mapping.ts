import { DIFFERENCE_FIELDS } from '@huoqiao/contract/reconciliation/reconciliation.fields'
import type { DifferenceFigure } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { fieldSheet } from '../../platform/field-sheet.ts'
import type { DifferenceRow } from './differences.store.ts'

const side = (value: number | string | null, unit: DifferenceFigure['unit']): string =>
  value === null ? '–' : unit === 'fen' ? (Number(value) / 100).toFixed(2) : String(value)

export const DIFFERENCE_SHEET = fieldSheet<DifferenceRow, typeof DIFFERENCE_FIELDS>(DIFFERENCE_FIELDS, {
  severity: 8,
  group: 14,
  kind: 20,
  state: 10,
  what: 60,
  why: 40,
  affects: 40,
  next: 40,
  objects: { width: 40, cell: ({ objects }) => objects.map(({ label }) => label).join('、') },
  figures: {
    width: 40,
    cell: ({ figures }) =>
      figures.map(({ label, ours, theirs, unit }) => `${label} ${side(ours, unit)} / ${side(theirs, unit)}`).join('；'),
  },
  amountMinor: 12,
  repair: null,
  repairMessage: null,
  firstSeenAt: 20,
  lastSeenAt: 20,
  closedAt: null,
  ignored: { width: 30, cell: ({ ignoredNote }) => ignoredNote },
})
