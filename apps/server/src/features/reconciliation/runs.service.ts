import type { OutputOf } from '@huoqiao/contract'
import type { reconciliationEndpoints } from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import type { ReconciliationRun } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { RECONCILIATION_STATES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import { runReconciliation } from './reconciliation.jobs.ts'
import { runView } from './reconciliation.view.ts'
import { findOpenRun, findRun, findRuns, insertRun, updateOpenRun } from './runs.store.ts'
import type { RunRow } from './runs.store.ts'
import { CalledOff } from './walking.service.ts'
import type { WalkingService } from './walking.service.ts'

type Endpoints = typeof reconciliationEndpoints

const PAGE = '/purchase/reconciliation'
/** An internal error occurs again at every try, so after this many the run ends and people are notified. */
const TRIES = 4

/** Runs: started and watched by people, carried out by the job. */
export function runsService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  notices: Pick<NoticesService, 'tell'>
  walking: WalkingService
}) {
  const { db, walking } = deps
  const now = (): Date => new Date(deps.clock.now())

  async function begin(tx: Tx, by: { id: string; name: string } | null): Promise<RunRow> {
    const id = deps.newId()
    const row = await insertRun(tx, {
      id,
      state: 'queued',
      byId: by?.id ?? null,
      by: by?.name ?? null,
      createdAt: now(),
      updatedAt: now(),
    })
    const run = row ?? (await findOpenRun(tx))
    // It ended between the two statements; a retry by the person succeeds.
    if (!run) throw new Refusal('stale')
    // If the run's job is waiting or running, this one is dropped as a repeat; a run whose job was given up continues.
    await deps.jobs.enqueue(tx, runReconciliation, { runId: run.id }, { key: run.id })
    return run
  }

  async function tellEnd(tx: Tx, run: RunRow): Promise<void> {
    if (run.opened > 0)
      await deps.notices.tell(tx, {
        kind: 'reconciliation',
        about: `found ${run.id}`,
        title: `对账发现 ${run.opened} 个新差异`,
        text: '订单、采购、1688、付款、收货、发货和店铺商品之间有对不上的地方，请逐个处理',
        to: PAGE,
      })
    if (run.problems.length > 0)
      await deps.notices.tell(tx, {
        kind: 'reconciliation',
        about: 'incomplete',
        title: `${run.by === null ? '夜间对账' : '对账'}没有对完`,
        text: run.problems.join('；').slice(0, MESSAGE_CHARS),
        to: PAGE,
      })
  }

  async function fail(run: RunRow): Promise<void> {
    const why = '系统内部出错，已停止；请管理员查看服务日志'
    await db.transaction(async (tx) => {
      const fresh = await findRun(tx, run.id)
      const ended = await updateOpenRun(tx, run.id, {
        state: 'failed',
        problems: [...(fresh?.problems ?? []), why],
        finishedAt: now(),
        updatedAt: now(),
      })
      if (!ended) return
      await deps.notices.tell(tx, {
        kind: 'reconciliation',
        about: 'failed',
        title: `${run.by === null ? '夜间对账' : '对账'}失败`,
        text: why,
        to: PAGE,
      })
    })
  }

  return {
    startReconciliation: (call: Call): Promise<ReconciliationRun> =>
      db.transaction(async (tx) => {
        const run = await begin(tx, { id: call.actor.accountId, name: call.actor.name })
        call.notes.object('reconciliation', run.id, '对账')
        return runView(run)
      }),

    startNightly: () => db.transaction((tx) => begin(tx, null)),

    async cancelReconciliation(call: Call, runId: string): Promise<ReconciliationRun> {
      const before = await findRun(db.handle, runId)
      if (!before) throw new Refusal('not-found')
      const row = await updateOpenRun(db.handle, runId, { state: 'cancelled', finishedAt: now(), updatedAt: now() })
      if (!row) throw new Refusal('state-not-allowed', { why: `对账${RECONCILIATION_STATES[before.state].label}` })
      call.notes.object('reconciliation', runId, '对账')
      return runView(row)
    },

    async getReconciliationRuns(page: {
      page: number
      pageSize: number
    }): Promise<OutputOf<Endpoints['getReconciliationRuns']>> {
      const { rows, ...count } = await findRuns(db.handle, page)
      return { list: rows.map(runView), ...count, ...page }
    },

    /** The job. `attempt` counts from 0. */
    async run(runId: string, attempt: number, signal: AbortSignal): Promise<void> {
      const run = await findRun(db.handle, runId)
      if (!run || run.finishedAt !== null) return
      try {
        await walking.carryOut(run, signal)
        await db.transaction(async (tx) => {
          const fresh = await findRun(tx, runId)
          const state = (fresh?.problems.length ?? 0) > 0 ? 'partial' : 'succeeded'
          await walking.note(tx, runId, { state, finishedAt: now() })
          if (fresh) await tellEnd(tx, fresh)
        })
      } catch (error) {
        if (error instanceof CalledOff) return
        if (signal.aborted || attempt + 1 < TRIES) throw error
        await fail(run)
        throw error
      }
    },
  }
}
