import { difference, reconciliationRun } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import type { Difference, ReconciliationRun } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { RECONCILIATION_STATES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import { wireOf } from '../../platform/wire-of.ts'
import type { FoundDifference } from './differences.store.ts'
import { canOf } from './reconciliation.rules.ts'
import type { RunRow } from './runs.store.ts'

export const runView = (row: RunRow): ReconciliationRun => ({
  ...wireOf(reconciliationRun, row),
  pass: row.finishedAt === null ? (row.place?.pass ?? null) : null,
  total: Math.max(row.total, row.done),
  can: { cancelReconciliation: row.finishedAt === null ? true : RECONCILIATION_STATES[row.state].label },
})

export const differenceView = (row: FoundDifference): Difference => ({
  ...wireOf(difference, row),
  ignored:
    row.ignoredAt === null || row.state !== 'ignored'
      ? null
      : { by: row.ignoredBy ?? '', at: row.ignoredAt.getTime(), note: row.ignoredNote ?? '' },
  can: canOf(row.state, row.repair?.name ?? null),
})
