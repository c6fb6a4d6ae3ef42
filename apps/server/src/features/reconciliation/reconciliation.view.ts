import type { Difference, ReconciliationRun } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { RECONCILIATION_STATES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { DifferenceRow } from './differences.store.ts'
import { canOf } from './reconciliation.rules.ts'
import type { RunRow } from './runs.store.ts'

export const runView = (row: RunRow): ReconciliationRun => ({
  id: row.id,
  state: row.state,
  by: row.by,
  pass: row.finishedAt === null ? (row.place?.pass ?? null) : null,
  done: row.done,
  total: Math.max(row.total, row.done),
  found: row.found,
  opened: row.opened,
  closed: row.closed,
  problems: row.problems,
  createdAt: row.createdAt.getTime(),
  finishedAt: row.finishedAt?.getTime() ?? null,
  can: { cancelReconciliation: row.finishedAt === null ? true : RECONCILIATION_STATES[row.state].label },
})

export const differenceView = (row: DifferenceRow): Difference => ({
  id: row.id,
  kind: row.kind,
  group: row.group,
  severity: row.severity,
  state: row.state,
  what: row.what,
  why: row.why,
  affects: row.affects,
  next: row.next,
  objects: row.objects,
  figures: row.figures,
  amountMinor: row.amountMinor,
  repair: row.repair,
  repairMessage: row.repairMessage,
  firstSeenAt: row.firstSeenAt.getTime(),
  lastSeenAt: row.lastSeenAt.getTime(),
  closedAt: row.closedAt?.getTime() ?? null,
  ignored:
    row.ignoredAt === null || row.state !== 'ignored'
      ? null
      : { by: row.ignoredBy ?? '', at: row.ignoredAt.getTime(), note: row.ignoredNote ?? '' },
  can: canOf(row.state, row.repair?.name ?? null),
})
