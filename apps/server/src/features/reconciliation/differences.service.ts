import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import type {
  DifferenceFilter,
  reconciliationEndpoints,
} from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import { DIFFERENCE_KINDS, DIFFERENCE_STATES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { RepairName } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import type { RequestCall } from '../../db/request-call.ts'
import type { Call } from '../../platform/call.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, isRefusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import {
  countDifferences,
  findDifference,
  findDifferencePage,
  moveDifference,
  noteRepair,
} from './differences.store.ts'
import type { DifferenceRow } from './differences.store.ts'
import type { FindingsService } from './findings.service.ts'
import type { RepairInputs, Repairs, RepairWork } from './reconciliation.types.ts'
import { lookAfterRepair } from './reconciliation.jobs.ts'
import { differenceView } from './reconciliation.view.ts'

type Endpoints = typeof reconciliationEndpoints

/** Pauses before a difference is checked again whose repair was handed to a job. */
const LOOKS_MS: readonly number[] = [10_000, 60_000, 300_000]

/** Read access to differences, and the actions on them. */
export function differencesService(deps: {
  db: Db
  clock: Clock
  jobs: Jobs
  findings: FindingsService
  repairs: Repairs
}) {
  const { db, findings } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Each row on its own: a refused row, or one whose remote does not answer, does not affect the others. */
  async function each(
    call: Call,
    ids: readonly string[],
    work: (row: DifferenceRow) => Promise<{ ok: boolean; message: string; word?: string }>,
  ): Promise<BulkOutcome> {
    const rows: RowOutcome[] = []
    for (const id of new Set(ids)) {
      try {
        const row = await findDifference(db.handle, id)
        if (!row) throw new Refusal('not-found')
        call.notes.object('difference', row.id, row.what)
        rows.push({ key: id, ...(await work(row)) })
      } catch (error) {
        const refusal = isRemoteFailure(error) ? explainMarketplaceFailure(error) : error
        if (!isRefusal(refusal)) throw error
        rows.push({ key: id, ok: false, word: refusal.word, message: refusal.detail.why ?? refusal.message })
      }
    }
    const succeeded = rows.filter(({ ok }) => ok).length
    return { succeeded, failed: rows.length - succeeded, rows }
  }

  const carryOut = <N extends RepairName>(
    call: RequestCall,
    { name, input }: { name: N; input: RepairInputs[N] },
  ): ReturnType<RepairWork<N>> => deps.repairs[name](call, input)

  async function repairOne(call: RequestCall, row: DifferenceRow) {
    if (row.state !== 'open') throw new Refusal('state-not-allowed', { why: DIFFERENCE_STATES[row.state].label })
    const { repair } = row
    // An earlier version of the app may have stored a repair that no longer exists.
    if (repair === null || !Object.hasOwn(deps.repairs, repair.name))
      throw new Refusal('state-not-allowed', { why: '没有能自动执行的修复' })
    const answer = await attempt(() => carryOut(call, repair))
    if (answer.ok && answer.isLater === true) {
      const message = `${repair.label}：${answer.message}；做完后自动再核对`
      await db.transaction(async (tx) => {
        await noteRepair(tx, row.id, message, now())
        await lookLater(tx, row.id, 0)
      })
      return { ok: true, message }
    }
    const left = await findings.look(row, call.signal)
    const gone = !left.has(row.key)
    const message = gone ? `${repair.label}：差异已消除` : `${repair.label}：${answer.message}；差异还在`
    await noteRepair(db.handle, row.id, message, now())
    return { ok: answer.ok || gone, message, ...(answer.ok || gone ? {} : { word: 'state-not-allowed' }) }
  }

  const lookLater = async (tx: Tx, differenceId: string, look: number): Promise<void> => {
    const afterMs = LOOKS_MS[look]
    if (afterMs === undefined) return
    const startAfter = new Date(deps.clock.now() + afterMs)
    await deps.jobs.enqueue(tx, lookAfterRepair, { differenceId, look }, { startAfter })
  }

  /** Refusals (except `no-right`) and remote failures are returned as results, because the difference is checked again in any case. */
  async function attempt(work: () => ReturnType<RepairWork<RepairName>>): ReturnType<RepairWork<RepairName>> {
    try {
      return await work()
    } catch (error) {
      if (isRefusal(error) && error.word !== 'no-right')
        return { ok: false, message: error.detail.why ?? error.message }
      if (isRemoteFailure(error)) return { ok: false, message: explainMarketplaceFailure(error).message }
      throw error
    }
  }

  const stale = (row: DifferenceRow): Refusal =>
    new Refusal('state-not-allowed', { why: `这个差异${DIFFERENCE_STATES[row.state].label}` })

  return {
    async getDifferences({
      page,
      pageSize,
      sort,
      direction,
      ...filter
    }: InputOf<Endpoints['getDifferences']>): Promise<OutputOf<Endpoints['getDifferences']>> {
      const { rows, ...count } = await findDifferencePage(db.handle, filter, { sort, direction }, { page, pageSize })
      return { list: rows.map(differenceView), ...count, page, pageSize }
    },

    async getDifferenceCounts(
      filter: Omit<DifferenceFilter, 'group' | 'kind' | 'severity' | 'cause'>,
    ): Promise<OutputOf<Endpoints['getDifferenceCounts']>> {
      const counts: OutputOf<Endpoints['getDifferenceCounts']> = {
        kinds: {},
        groups: {},
        severities: {},
        causes: {},
        all: 0,
      }
      const causes = new Map<string, number>()
      for (const { kind, severity, cause, n } of await countDifferences(db.handle, filter)) {
        const { group } = DIFFERENCE_KINDS[kind]
        counts.kinds[kind] = (counts.kinds[kind] ?? 0) + n
        counts.groups[group] = (counts.groups[group] ?? 0) + n
        counts.severities[severity] = (counts.severities[severity] ?? 0) + n
        causes.set(cause, (causes.get(cause) ?? 0) + n)
        counts.all += n
      }
      counts.causes = Object.fromEntries([...causes].filter(([, n]) => n > 1))
      return counts
    },

    mendDifferences: (call: RequestCall, ids: readonly string[]): Promise<BulkOutcome> =>
      each(call, ids, (row) => repairOne(call, row)),

    /** The job: repeated until the difference is gone, or long enough that a person has to check. */
    async lookAgain(differenceId: string, look: number, signal: AbortSignal): Promise<void> {
      const row = await findDifference(db.handle, differenceId)
      if (row?.state !== 'open') return
      try {
        if (!(await findings.look(row, signal)).has(row.key)) return
      } catch (error) {
        if (!isRemoteFailure(error) && !isRefusal(error)) throw error
      }
      await db.transaction((tx) => lookLater(tx, differenceId, look + 1))
    },

    recheckDifferences: (call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      each(call, ids, async (row) => {
        const left = await findings.look(row, call.signal)
        return { ok: true, message: left.has(row.key) ? '核对过，差异还在' : '核对过，差异已消除' }
      }),

    ignoreDifferences: (call: Call, ids: readonly string[], note: string): Promise<BulkOutcome> =>
      each(call, ids, async (row) => {
        const moved = await moveDifference(db.handle, row.id, 'open', {
          state: 'ignored',
          ignoredAt: now(),
          ignoredBy: call.actor.name,
          ignoredNote: note,
          updatedAt: now(),
        })
        if (!moved) throw stale(row)
        await findings.mark(row.purchaseIds)
        return { ok: true, message: '已忽略' }
      }),

    reopenDifferences: (call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      each(call, ids, async (row) => {
        const moved = await moveDifference(db.handle, row.id, 'ignored', { state: 'open', updatedAt: now() })
        if (!moved) throw stale(row)
        await findings.mark(row.purchaseIds)
        return { ok: true, message: '已恢复为待处理' }
      }),
  }
}
