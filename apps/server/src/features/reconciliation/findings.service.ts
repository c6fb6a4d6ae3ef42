import { DIFFERENCE_KINDS, REPAIRS } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { ReconciliationPass } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import { closeGone, keepDifferences } from './differences.store.ts'
import type { DifferenceRow, NewDifference } from './differences.store.ts'
import { nextToMark } from './purchase-walk.store.ts'
import { factsOf, keyOf, searchTextOf, WEIGHTS } from './reconciliation.rules.ts'
import type { Finding, Walk } from './reconciliation.types.ts'

export type FindingsService = ReturnType<typeof findingsService>

/** Purchases updated in one transaction. */
const MARKED = 200

/** Stores the findings of walks, checks single differences again, and keeps the purchases' 对账状态 up to date. */
export function findingsService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  purchases: Pick<PurchasesApi, 'markReconciled'>
  walks: Readonly<Record<ReconciliationPass, Pick<Walk, 'compare'>>>
}) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  const service = {
    async keep(tx: Tx, pass: ReconciliationPass, findings: readonly Finding[], runId: string | null): Promise<number> {
      // One walk may find the same difference twice, from two of its objects.
      const rows = new Map(findings.map((finding) => [keyOf(finding), rowOf(pass, finding, runId)]))
      const kept = await keepDifferences(tx, [...rows.values()])
      return kept.filter(({ isOpened }) => isOpened).length
    },

    /** Checks a difference's object again. Returns the keys that still exist. Throws RemoteFailure. */
    async look(
      row: Pick<DifferenceRow, 'pass' | 'subject' | 'purchaseIds'>,
      signal: AbortSignal,
    ): Promise<Set<string>> {
      const findings = await deps.walks[row.pass].compare([row.subject], signal)
      const keys = findings.map(keyOf)
      await db.transaction(async (tx) => {
        await service.keep(tx, row.pass, findings, null)
        await closeGone(tx, row, keys, now())
      })
      await service.mark([
        ...new Set([...row.purchaseIds, ...findings.flatMap(({ purchaseIds }) => purchaseIds ?? [])]),
      ])
      return new Set(keys)
    },

    /** Updates 对账状态 from the open differences, for these purchases or for all. */
    async mark(only?: readonly string[], signal?: AbortSignal): Promise<void> {
      if (only?.length === 0) return
      for (let after: string | null = null; ;) {
        signal?.throwIfAborted()
        const rows: Awaited<ReturnType<typeof nextToMark>> = await nextToMark(db.handle, after, MARKED, only)
        await db.transaction(async (tx) => {
          for (const { id, to } of rows) await deps.purchases.markReconciled(tx, id, to)
        })
        const last = rows.at(-1)
        if (last === undefined || rows.length < MARKED) return
        after = last.id
      }
    },
  }

  function rowOf(pass: ReconciliationPass, finding: Finding, runId: string | null): NewDifference {
    const { group, severity } = DIFFERENCE_KINDS[finding.kind]
    const figures = [...(finding.figures ?? [])]
    const { repair } = finding
    return {
      id: deps.newId(),
      key: keyOf(finding),
      pass,
      subject: finding.subject,
      kind: finding.kind,
      group,
      severity,
      weight: WEIGHTS[severity],
      state: 'open',
      what: finding.what,
      why: finding.why,
      affects: finding.affects,
      next: finding.next,
      objects: [...finding.objects],
      figures,
      facts: factsOf(figures, finding.why),
      amountMinor: finding.amountMinor ?? null,
      repair: repair ? { ...repair, label: REPAIRS[repair.name] } : null,
      orderIds: [...(finding.orderIds ?? [])],
      purchaseIds: [...new Set(finding.purchaseIds)],
      searchText: searchTextOf(finding),
      firstSeenAt: now(),
      lastSeenAt: now(),
      lastRunId: runId,
      updatedAt: now(),
    }
  }

  return service
}
