import type { TranslationPushItemState } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { finishedState, progressOf } from './progress.rules.ts'
import type { PushOutcome, PushRequest } from './push.types.ts'
import { runTranslationPush } from './translation-pushes.jobs.ts'
import {
  countItemStates,
  findPush,
  findPushItem,
  isUndone,
  updatePush,
  updatePushItem,
} from './translation-pushes.store.ts'

export type PushRecord = ReturnType<typeof pushRecord>

/** After this many tries an item with an unknown outcome is not retried automatically; a person has to decide. */
const TRIES = 5

/** Records the outcome of items and of their task. Only the current try of an item may change it. */
export function pushRecord(deps: { clock: Clock; jobs: Jobs }) {
  const now = (): Date => new Date(deps.clock.now())

  const isOf = async (tx: Tx, { itemId, attempt }: PushRequest, states: readonly TranslationPushItemState[]) => {
    const item = await findPushItem(tx, itemId, 'update')
    return item && item.attempts === attempt && states.includes(item.state) ? item : undefined
  }

  const record = {
    async succeed(tx: Tx, request: PushRequest, { written, kept, found, markets = {} }: PushOutcome): Promise<void> {
      if (!(await isOf(tx, request, ['running', 'unknown']))) return
      const ofMarkets = Object.entries(markets).map(([name, count]) => `${name} ${count} 条`)
      const message = [
        ofMarkets.length > 0 ? `其中市场译文：${ofMarkets.join('、')}` : '',
        kept > 0 ? `保留了店铺自己的 ${kept} 条` : '',
        found > 0 ? '没有收到店铺的答复，已在店铺核对' : '',
      ]
      await updatePushItem(tx, request.itemId, {
        state: written > 0 ? 'succeeded' : 'unchanged',
        written,
        kept,
        message: message.filter((part) => part !== '').join('；'),
        advice: null,
        finishedAt: now(),
        updatedAt: now(),
      })
    },

    async fail(
      tx: Tx,
      request: PushRequest,
      state: 'failed' | 'unknown',
      { message, advice }: { message: string; advice: string },
    ): Promise<void> {
      if (!(await isOf(tx, request, ['running']))) return
      await updatePushItem(tx, request.itemId, {
        state,
        message: message.slice(0, MESSAGE_CHARS),
        advice,
        finishedAt: now(),
        updatedAt: now(),
      })
    },

    /**
     * The unknown outcome of a try was resolved: queues the item again, which compares with the shop and writes the rest. Not if a person
     * cancelled or undid the task.
     */
    async again(tx: Tx, request: PushRequest): Promise<void> {
      const item = await isOf(tx, request, ['unknown'])
      const push = item && (await findPush(tx, item.pushId, 'update'))
      if (!item || !push) return
      const isCancelled = push.cancelledAt !== null
      if (isCancelled || (await isUndone(tx, push.id))) {
        await updatePushItem(tx, item.id, {
          state: 'failed',
          message: `任务已${isCancelled ? '取消' : '撤销'}，没有继续写入；上一次写入没有收到店铺的答复`,
          advice: '需要写入时重试，会重新比较',
          updatedAt: now(),
        })
        await record.recount(tx, push.id)
        return
      }
      if (item.attempts >= TRIES) return
      await updatePushItem(tx, item.id, {
        state: 'queued',
        message: '',
        advice: null,
        finishedAt: null,
        updatedAt: now(),
      })
      await record.reopen(tx, item.pushId)
    },

    /** A task that is not finished still has its job. A finished one gets a new job with a new key, because the former job may still hold its own. */
    async reopen(tx: Tx, pushId: string): Promise<void> {
      const push = await findPush(tx, pushId, 'update')
      if (!push) return
      await updatePush(tx, pushId, { state: 'queued', finishedAt: null, cancelledAt: null, updatedAt: now() })
      await record.recount(tx, pushId)
      if (push.finishedAt !== null)
        await deps.jobs.enqueue(tx, runTranslationPush, { pushId }, { key: `${pushId}:${deps.clock.now()}` })
    },

    /** Counts a task's items and ends it if none is open. Returns whether it has ended. */
    async recount(tx: Tx, pushId: string): Promise<boolean> {
      const push = await findPush(tx, pushId, 'update')
      if (!push) return true
      const counts = await countItemStates(tx, pushId)
      const { open, ...figures } = progressOf(counts)
      if (open > 0) {
        await updatePush(tx, pushId, { ...figures, updatedAt: now() })
        return false
      }
      await updatePush(tx, pushId, {
        ...figures,
        state: finishedState(counts, push.cancelledAt !== null),
        finishedAt: push.finishedAt ?? now(),
        updatedAt: now(),
      })
      return true
    },
  }
  return record
}
