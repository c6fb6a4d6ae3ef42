import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { SYNC_TASK_STATES } from '@huoqiao/contract/listings/listings.status'
import type { SyncTaskState } from '@huoqiao/contract/listings/listings.status'
import { parseChinaTime } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { TaskSearch } from '../../db/task-search.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { itemView, taskView } from './listings.view.ts'
import {
  countSyncedSkus,
  countTasks,
  findCauses,
  findItems,
  findMovedTasks,
  findTask,
  findTasks,
} from './sync-tasks.store.ts'

type Endpoints = typeof ENDPOINTS
export type SyncWatchService = ReturnType<typeof syncWatchService>

const TASK_STATES = Object.keys(SYNC_TASK_STATES) as SyncTaskState[]

/** Causes shown at most, so that only common causes are listed. */
const MOST_CAUSES = 20
const BEAT_MS = 500
/** A row's time is set when its transaction begins but is visible only after commit, so a row may appear this late. */
const LATE_MS = 10_000
/** A stream ends after this time, so that a user who lost the right to watch is stopped at the next call. */
const STREAM_LIVES_MS = 10 * 60_000

/** Read access to tasks and their items. */
export function syncWatchService(deps: {
  db: Db
  clock: Clock
  stores: StoresApi
  products: Pick<ProductsApi, 'productIdsByKeyword'>
}) {
  const { db } = deps
  const searchOf = async ({ keyword }: { keyword?: string | undefined }): Promise<TaskSearch> => ({
    keyword,
    products: await deps.products.productIdsByKeyword(db.handle, keyword),
  })

  return {
    async queryProductsSyncStates(
      input: InputOf<Endpoints['queryProductsSyncStates']>,
    ): Promise<OutputOf<Endpoints['queryProductsSyncStates']>> {
      const task = input.taskId ? await findTask(db.handle, input.taskId) : undefined
      if (input.taskId && !task) throw new Refusal('not-found')
      const { rows, total } = await findItems(db.handle, input, input)
      const causes = task && task.failed + task.unknown > 0 ? await findCauses(db.handle, task.id, MOST_CAUSES) : []
      const stores = await deps.stores.storesById(db.handle, [...new Set(rows.map((row) => row.storeId))])
      return {
        task: task ? taskView(task) : null,
        items: {
          list: rows.map((row) => itemView(row, stores.get(row.storeId))),
          total,
          page: input.page,
          pageSize: input.pageSize,
        },
        causes,
      }
    },

    async querySyncTasks(input: InputOf<Endpoints['querySyncTasks']>): Promise<OutputOf<Endpoints['querySyncTasks']>> {
      const { rows, ...count } = await findTasks(db.handle, { ...(await searchOf(input)), state: input.state }, input)
      return { list: rows.map(taskView), ...count, page: input.page, pageSize: input.pageSize }
    },

    getSyncTaskCountByState: async (input: InputOf<Endpoints['getSyncTaskCountByState']>) =>
      countTasks(db.handle, await searchOf(input), TASK_STATES),

    /** Sends changed tasks at most twice a second, until the caller disconnects. The first event contains the newest few. */
    async streamSyncTasks(
      call: Call,
      taskId: string | undefined,
      send: (event: OutputOf<Endpoints['streamSyncTasks']>) => void,
    ): Promise<void> {
      const until = deps.clock.now() + STREAM_LIVES_MS
      const reported = new Map<string, string>()
      let newest: number | undefined
      while (!call.signal.aborted && deps.clock.now() < until) {
        const since = newest === undefined ? undefined : new Date(newest - LATE_MS)
        const rows = await findMovedTasks(db.handle, since, taskId)
        const fresh = rows.map(taskView).filter((task) => reported.get(task.id) !== JSON.stringify(task))
        if (fresh.length > 0 || newest === undefined) send({ tasks: fresh, at: deps.clock.now() })
        for (const task of fresh) reported.set(task.id, JSON.stringify(task))
        newest = Math.max(newest ?? deps.clock.now(), ...rows.map((row) => row.updatedAt.getTime()))
        await pause(BEAT_MS, call.signal)
      }
    },

    async getSyncSuccessSkuCountByDate(
      input: InputOf<Endpoints['getSyncSuccessSkuCountByDate']>,
    ): Promise<OutputOf<Endpoints['getSyncSuccessSkuCountByDate']>> {
      const from = dayOf('from', input.from)
      const to = dayOf('to', input.to)
      if (to < from) throw invalidField('to', '结束日期早于开始日期')
      const rows = await countSyncedSkus(db.handle, {
        from: new Date(from),
        to: new Date(to + 86_400_000),
        storeId: input.storeId,
      })
      const names = await deps.stores.storeNames()
      return rows.map((row) => ({ ...row, storeName: names.get(row.storeId) ?? '（店铺已移除）' }))
    },
  }
}

/** The start of a day in UTC+8. Years outside this range are refused, because PostgreSQL cannot represent some of them. */
function dayOf(field: string, text: string): number {
  const instant = parseChinaTime(text)
  const year = Number(text.slice(0, 4))
  if (instant === undefined || year < 1900 || year > 2999) throw invalidField(field, '日期不存在')
  return instant
}

/** Waits for `ms`, or until the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    if (signal.aborted) done()
    else signal.addEventListener('abort', done)
  })
