import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { keyedSemaphore } from '../../platform/keyed-semaphore.ts'
import type { Log } from '../../platform/log.ts'
import { stoppedWords } from './filling.rules.ts'
import type { FillOutcome, FillingService } from './filling.service.ts'
import type { OpenProvider } from './provider.types.ts'
import type { ProvidersService } from './providers.service.ts'
import { findProvider } from './providers.store.ts'
import type { ProviderRow } from './providers.store.ts'
import type { RecognisingService } from './recognising.service.ts'
import { countItems, findTask, nextItem, updateItem, updateTask } from './tasks.store.ts'
import type { ItemRow, TaskRow } from './tasks.store.ts'
import type { ItemField } from './tasks.tables.ts'
import { pause } from './pause.ts'

export type TaskRun = ReturnType<typeof taskRun>
type Deps = {
  db: Db
  clock: Clock
  log: Log
  filling: FillingService
  recognising: Pick<RecognisingService, 'recogniseProduct'>
  providers: Pick<ProvidersService, 'opened'>
}

/** Waits between tries when the provider is busy. After the last one the run is paused. */
const PAUSES_MS = [1_000, 4_000, 15_000] as const
const LONGEST_PAUSE_MS = 60_000

/** After this many internal errors an item fails. A third try would pay the provider again and delay the next items. */
const MOST_ERRORS = 2

type Noted = Pick<ItemRow, 'state' | 'fields' | 'message'>
const BROKEN: Noted = { state: 'failed', fields: [], message: '系统内部错误，没有完成。重试；仍然失败请联系管理员' }
const isRefused = ({ outcome }: ItemField): boolean => outcome === 'refused' || outcome === 'unreadable'
const WORDS = {
  texts: { filled: (n: number) => `译好 ${n} 个字段`, none: '没有要翻译的' },
  pictures: { filled: (n: number) => `看了 ${n} 张图片`, none: '没有要识别的' },
} as const

/** The result of an item. */
function noted(kind: TaskRow['kind'], fields: readonly ItemField[]): Noted {
  const refused = fields.filter(isRefused)
  const filled = fields.filter((one) => !isRefused(one) && one.outcome !== 'kept')
  const words = [
    ...(filled.length > 0 ? [WORDS[kind].filled(filled.length)] : []),
    ...(refused.length > 0 ? [`${refused.length} 个没有采用：${refused[0]!.label}，${refused[0]!.why}`] : []),
  ]
  return {
    state: refused.length === 0 ? 'done' : filled.length === 0 ? 'failed' : 'partly',
    fields: [...fields],
    message: words.join('；') || WORDS[kind].none,
  }
}

/** Why a run can't continue with the current settings of its provider. */
function whyNot(task: TaskRow, row: ProviderRow | undefined): string | undefined {
  if (task.providerId === null) return undefined
  if (row === undefined || !row.enabled) return '翻译服务已停用或删除。启用它然后点“继续”，或取消后重新发起。'
  if (task.kind === 'pictures' && !row.readsPictures)
    return '翻译服务关闭了识别图片。打开它然后点“继续”，或取消后重新发起。'
  return undefined
}

/** The job of a batch run: one product in one language after another. It can be killed at any time and continues with the open rows. */
export function taskRun({ db, clock, log, filling, recognising, providers }: Deps) {
  const now = (): Date => new Date(clock.now())
  /** One run per task. A task may be resumed while its former run still waits for an answer; that product would be sent, and paid for, twice. */
  const inTurn = keyedSemaphore(1)

  /** Pauses the task, unless a person paused or cancelled it. */
  async function pauseBecause(taskId: string, message: string): Promise<void> {
    await db.transaction(async (tx) => {
      const task = await findTask(tx, taskId, 'update')
      if (task?.state === 'running') await updateTask(tx, taskId, { state: 'paused', message, updatedAt: now() })
    })
  }

  /** Counts the items of a task, and ends it if it is running and none is waiting. */
  async function recount(tx: Tx, { id, state }: TaskRow): Promise<void> {
    const counts = await countItems(tx, id)
    const open = counts.waiting ?? 0
    const failed = (counts.failed ?? 0) + (counts.partly ?? 0) + (counts.cancelled ?? 0)
    const isOver = open === 0 && state === 'running'
    await updateTask(tx, id, {
      done: counts.done ?? 0,
      failed,
      ...(isOver ? { state: failed > 0 ? 'partly' : 'done', finishedAt: now(), message: '' } : {}),
      updatedAt: now(),
    })
  }

  async function note(taskId: string, item: ItemRow, outcome: Noted): Promise<void> {
    await db.transaction(async (tx) => {
      const task = await findTask(tx, taskId, 'update')
      await updateItem(tx, item.id, { ...outcome, updatedAt: now() })
      if (task !== undefined) await recount(tx, task)
    })
  }

  /** Ends a task without waiting items: the last one ended while the task was paused, or before this run began. */
  async function end({ id: taskId, runId }: TaskRow): Promise<void> {
    await db.transaction(async (tx) => {
      const task = await findTask(tx, taskId, 'update')
      if (task?.runId === runId) await recount(tx, task)
    })
  }

  async function begin(taskId: string, runId: string): Promise<TaskRow | undefined> {
    return db.transaction(async (tx) => {
      const task = await findTask(tx, taskId, 'update')
      if (task?.runId !== runId || (task.state !== 'queued' && task.state !== 'running')) return undefined
      return updateTask(tx, taskId, { state: 'running', updatedAt: now() })
    })
  }

  /** False: the run must stop. */
  async function oneItem(
    task: TaskRow,
    item: ItemRow,
    provider: OpenProvider | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const by = { accountId: task.createdById, name: task.createdBy }
    const redoBefore = task.redo ? task.createdAt : undefined
    const asked = { productId: item.productId, locale: item.locale, redoBefore, taskId: task.id, by }
    const ofPictures = { productId: item.productId, since: task.createdAt, redo: task.redo, taskId: task.id, by }
    /** Undefined: an internal error. */
    async function tried(): Promise<FillOutcome | undefined> {
      try {
        const outcome = await (task.kind === 'pictures' && provider !== undefined
          ? recognising.recogniseProduct(ofPictures, provider, signal)
          : filling.fillOne(asked, provider, signal))
        if ('fields' in outcome) await note(task.id, item, noted(task.kind, outcome.fields))
        return outcome
      } catch (error) {
        signal.throwIfAborted()
        log.error(
          { task: task.id, product: item.productId, locale: item.locale, error },
          'translations: an item failed',
        )
        return undefined
      }
    }
    let errors = 0
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await tried()
      if (outcome === undefined && (errors += 1) < MOST_ERRORS) continue
      if (outcome === undefined) await note(task.id, item, BROKEN)
      if (outcome === undefined || 'fields' in outcome) return true
      if ('stopped' in outcome) {
        await pauseBecause(task.id, stoppedWords(outcome.stopped, outcome.next))
        return false
      }
      const next = PAUSES_MS[attempt]
      if (next === undefined) {
        await pauseBecause(task.id, stoppedWords(outcome.later, '等一会儿'))
        return false
      }
      await pause(Math.min(Math.max(next, outcome.afterMs ?? 0), LONGEST_PAUSE_MS), signal)
      signal.throwIfAborted()
      if ((await begin(task.id, task.runId)) === undefined) return false
    }
  }

  async function run({ taskId, runId }: { taskId: string; runId: string }, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const task = await begin(taskId, runId)
      if (task === undefined) return
      const item = await nextItem(db.handle, taskId)
      if (item === undefined) return end(task)
      const row = task.providerId === null ? undefined : await findProvider(db.handle, task.providerId)
      const why = whyNot(task, row)
      if (why !== undefined) {
        await pauseBecause(taskId, why)
        return
      }
      if (!(await oneItem(task, item, row && providers.opened(row), signal))) return
    }
  }

  return {
    run: (asked: { taskId: string; runId: string }, signal: AbortSignal): Promise<void> =>
      inTurn(asked.taskId, () => run(asked, signal)),
  }
}
