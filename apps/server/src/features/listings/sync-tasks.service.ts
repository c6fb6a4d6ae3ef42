import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { SyncItemState } from '@huoqiao/contract/listings/listings.status'
import { groupBy } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { runSyncTask } from './listings.jobs.ts'
import { finishedState, progressOf } from './listings.rules.ts'
import { queueListings, restListings } from './listings.store.ts'
import { taskView } from './listings.view.ts'
import {
  countItems,
  findItemsIn,
  findMergedInto,
  findTask,
  forgetApprovals,
  lockTask,
  updateItems,
  updateTask,
} from './sync-tasks.store.ts'
import type { SyncTaskRow } from './sync-tasks.store.ts'

type Endpoints = typeof ENDPOINTS
export type SyncTasksService = ReturnType<typeof syncTasksService>

const OPEN_TASKS: readonly string[] = ['queued', 'running', 'throttled']
const AGAIN: readonly SyncItemState[] = ['failed', 'unknown', 'cancelled']

/** A task as a whole: finishing, cancelling, and starting its items again. */
export function syncTasksService(deps: { clock: Clock; jobs: Jobs; projection: ListingProjection }) {
  const { projection } = deps
  const now = (): Date => new Date(deps.clock.now())

  const tasks = {
    /** Recounts a task's items and sets its final state if none is open. Returns whether the task has ended. */
    async recount(tx: Tx, taskId: string): Promise<boolean> {
      const task = await lockTask(tx, taskId)
      if (!task) return true
      const counts = await countItems(tx, taskId)
      const { done, succeeded, failed, unknown, open } = progressOf(counts)
      const figures = { done, succeeded, failed, unknown, updatedAt: now() }
      if (open > 0) {
        await updateTask(tx, taskId, figures)
        return false
      }
      await updateTask(tx, taskId, {
        ...figures,
        state: finishedState(counts, task.cancelledAt !== null),
        waitingUntil: null,
        finishedAt: task.finishedAt ?? now(),
      })
      return true
    },

    /**
     * Puts items of a task back into the queue. A task that is not finished still has its job, which picks them up. A finished one gets a
     * new job, under a key that the ending job does not hold.
     */
    async again(
      tx: Tx,
      taskId: string,
      request: {
        ids?: readonly string[]
        cause?: string | undefined
        states: readonly SyncItemState[]
        step: string
        forgetApproval: boolean
      },
    ): Promise<SyncTaskRow | undefined> {
      const wanted = await findItemsIn(tx, taskId, request.states, request)
      const held = await projection.lock(
        tx,
        wanted.map((item) => item.productId),
      )
      const task = await lockTask(tx, taskId)
      const items = await updateItems(
        tx,
        { ids: wanted.map((item) => item.id), states: request.states },
        {
          state: 'queued',
          step: request.step,
          message: '',
          advice: null,
          word: null,
          exchange: null,
          finishedAt: null,
          updatedAt: now(),
        },
      )
      if (!task || items.length === 0) return undefined
      if (request.forgetApproval)
        await forgetApprovals(
          tx,
          items.map((item) => item.id),
        )
      await queueListings(
        tx,
        items.map((item) => item.listingId),
        now(),
      )
      await projection.write(tx, held, items)
      const row = await updateTask(tx, taskId, {
        state: 'queued',
        finishedAt: null,
        cancelledAt: null,
        updatedAt: now(),
      })
      await tasks.recount(tx, taskId)
      if (task.finishedAt !== null)
        await deps.jobs.enqueue(tx, runSyncTask, { taskId }, { key: `${taskId}:${deps.clock.now()}` })
      return row
    },

    async cancelSyncTask(tx: Tx, call: Call, taskId: string): Promise<SyncTask> {
      if (!(await findTask(tx, taskId))) throw new Refusal('not-found')
      const waiting = await findItemsIn(tx, taskId, ['queued'])
      const held = await projection.lock(
        tx,
        waiting.map((item) => item.productId),
      )
      const task = await lockTask(tx, taskId)
      if (!task || !OPEN_TASKS.includes(task.state)) throw new Refusal('state-not-allowed', { why: '任务已经结束' })
      const items = await updateItems(
        tx,
        { ids: waiting.map((item) => item.id), states: ['queued'] },
        { state: 'cancelled', message: '任务已取消', finishedAt: now(), updatedAt: now() },
      )
      await restListings(
        tx,
        items.map((item) => item.listingId),
        now(),
      )
      await projection.write(tx, held, items)
      await updateTask(tx, taskId, { cancelledAt: now(), updatedAt: now() })
      await tasks.recount(tx, taskId)
      await reviveMerged(
        tx,
        items.map((item) => item.id),
      )
      call.notes.object('sync-task', taskId, task.title)
      return taskView((await findTask(tx, taskId))!)
    },

    /** Starts failed and unknown items again. The shop is compared again; of an old approval only the exclusions count. */
    async retrySyncTask(tx: Tx, call: Call, input: InputOf<Endpoints['retrySyncTask']>): Promise<SyncTask> {
      const task = await findTask(tx, input.taskId)
      if (!task) throw new Refusal('not-found')
      if (OPEN_TASKS.includes(task.state)) throw new Refusal('state-not-allowed', { why: '任务还在进行' })
      const row = await tasks.again(tx, input.taskId, {
        ...(input.itemIds ? { ids: input.itemIds } : {}),
        cause: input.cause,
        states: AGAIN,
        step: '等待重试',
        forgetApproval: true,
      })
      if (!row) throw new Refusal('state-not-allowed', { why: '没有失败的商品' })
      call.notes.object('sync-task', input.taskId, task.title)
      return taskView((await findTask(tx, input.taskId))!)
    },
  }

  /** Work that other tasks had merged into the cancelled items becomes their own work again. */
  async function reviveMerged(tx: Tx, itemIds: readonly string[]): Promise<void> {
    const merged = groupBy(await findMergedInto(tx, itemIds), (item) => item.taskId)
    for (const [taskId, items] of merged)
      await tasks.again(tx, taskId, {
        ids: items.map((item) => item.id),
        states: ['merged'],
        step: '先前的任务已取消，单独同步',
        forgetApproval: false,
      })
  }

  return tasks
}
