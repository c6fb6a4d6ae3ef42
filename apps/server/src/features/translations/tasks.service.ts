import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { languageName } from '@huoqiao/contract/languages'
import type { TranslationTaskKind } from '@huoqiao/contract/translations/tasks.status'
import type { TranslationForecast, TranslationTask } from '@huoqiao/contract/translations/tasks.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { FillingService } from './filling.service.ts'
import { withoutRepeats } from './filling.rules.ts'
import type { ProvidersService } from './providers.service.ts'
import type { ProviderRow } from './providers.store.ts'
import { OVER_BUDGET, costOf, scaledCost } from './spending.rules.ts'
import type { SpendingService } from './spending.service.ts'
import { findTask, insertItems, insertTask, moveItems, updateTask } from './tasks.store.ts'
import type { ItemRow, TaskRow } from './tasks.store.ts'
import { taskView, whyNotCancel, whyNotPause, whyNotResume, whyNotRetry } from './tasks.view.ts'
import type { TextWriting } from './text-writing.service.ts'
import { spentOfTasks } from './providers.store.ts'
import { runPictureTask, runTranslationTask } from './translations.jobs.ts'

type Endpoints = typeof ENDPOINTS
type Run = InputOf<Endpoints['translateProducts']>
export type TasksService = ReturnType<typeof tasksService>
type Deps = {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Pick<Jobs, 'enqueue'>
  writing: TextWriting
  filling: FillingService
  providers: ProvidersService
  spending: SpendingService
}

/** Two jobs, because an older version of the app that runs at the same time does not know picture tasks and leaves their job alone. */
const TASK_JOBS = { texts: runTranslationTask, pictures: runPictureTask } as const

type TaskHead = Pick<
  TaskRow,
  'title' | 'kind' | 'locales' | 'redo' | 'foreseenChars' | 'foreseenPictures' | 'foreseenCost'
> & { provider: ProviderRow | undefined }
type TaskTarget = Pick<ItemRow, 'productId' | 'title' | 'locale'>

/** Batch runs: forecast, start, pause, resume, cancel. */
export function tasksService(deps: Deps) {
  const { db, clock, newId, jobs } = deps
  const now = (): Date => new Date(clock.now())
  const view = async (tx: Tx, row: TaskRow): Promise<TranslationTask> =>
    taskView(row, (await spentOfTasks(tx, [row.id])).get(row.id))

  async function forecast(tx: Tx, run: Run, provider: ProviderRow | undefined): Promise<TranslationForecast> {
    const sum = { products: 0, texts: 0, glossary: 0, memory: 0, marketplace: 0, kept: 0, machine: 0, chars: 0 }
    for (const productId of new Set(run.productIds)) {
      let isKnown = false
      for (const locale of run.locales) {
        const filling = await deps.filling.read(tx, productId, locale, run.redo ? now() : undefined)
        if (filling === undefined) continue
        isKnown = true
        sum.texts += filling.plan.fill.length
        sum.kept += filling.plan.kept.length
        for (const { after } of filling.known) if (after.origin in sum) sum[after.origin as 'glossary'] += 1
        sum.machine += filling.rest.length
        // Equal texts of one product are sent once.
        for (const [first] of withoutRepeats(filling.rest).values()) sum.chars += first!.text.length
      }
      if (isKnown) sum.products += 1
    }
    const cost = provider === undefined ? 0 : costOf(scaledCost({ chars: sum.chars, pictures: 0 }, provider))
    const left = await deps.spending.budgetLeft(tx, provider)
    return {
      ...sum,
      cost,
      providerName: provider?.name ?? null,
      budgetLeft: left,
      problem: sum.texts === 0 ? '没有要翻译的：都已有译文' : left !== null && cost > left ? OVER_BUDGET : '',
    }
  }

  const providerOf = (tx: Tx, run: Run): Promise<ProviderRow | undefined> =>
    run.useProvider ? deps.providers.providerFor(tx, run.providerId) : Promise.resolve(undefined)

  const changed = async (
    tx: Tx,
    call: Call,
    taskId: string,
    why: (row: TaskRow) => true | string,
    change: (row: TaskRow) => Promise<Partial<TaskRow>>,
  ): Promise<TranslationTask> => {
    const row = await findTask(tx, taskId, 'update')
    if (row === undefined) throw new Refusal('not-found')
    call.notes.object('translation-task', taskId, row.title)
    const reason = why(row)
    if (reason !== true) throw new Refusal('state-not-allowed', { why: reason })
    const set = await change(row)
    const saved = (await updateTask(tx, taskId, { ...set, updatedAt: now() }))!
    if (set.state !== undefined && set.state !== row.state) call.notes.change('state', row.state, set.state)
    return view(tx, saved)
  }
  /** Each run has its own job key, because a former job that is just ending still holds its key. */
  const start = async (tx: Tx, taskId: string, kind: TranslationTaskKind): Promise<{ runId: string }> => {
    const runId = newId()
    await jobs.enqueue(tx, TASK_JOBS[kind], { taskId, runId }, { key: runId })
    return { runId }
  }

  async function begin(tx: Tx, call: Call, head: TaskHead, rows: readonly TaskTarget[]): Promise<TranslationTask> {
    const { provider, ...columns } = head
    const id = newId()
    const task = await insertTask(tx, {
      ...columns,
      id,
      state: 'queued',
      providerId: provider?.id ?? null,
      providerName: provider?.name ?? null,
      total: rows.length,
      createdById: call.actor.accountId,
      createdBy: call.actor.name,
      createdAt: now(),
      updatedAt: now(),
      ...(await start(tx, id, head.kind)),
    })
    const items = rows.map((row, position): ItemRow => ({
      ...row,
      id: newId(),
      taskId: id,
      position,
      state: 'waiting',
      message: '',
      fields: [],
      updatedAt: now(),
    }))
    await insertItems(tx, items)
    call.notes.object('translation-task', id, task.title)
    return view(tx, task)
  }

  return {
    /** Starts a run over these products. */
    begin,

    async foreseeTranslation(run: Run): Promise<OutputOf<Endpoints['foreseeTranslation']>> {
      return forecast(db.handle, run, await providerOf(db.handle, run))
    },

    async translateProducts(tx: Tx, call: Call, run: Run): Promise<TranslationTask> {
      const provider = await providerOf(tx, run)
      const opened = await deps.writing.open(tx, [...new Set(run.productIds)])
      if (opened.size === 0) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
      const foreseen = await forecast(tx, run, provider)
      if (foreseen.texts === 0) throw new Refusal('unchanged', { why: foreseen.problem })
      if (foreseen.problem !== '') throw new Refusal('state-not-allowed', { why: foreseen.problem })
      const locales = [...new Set(run.locales)]
      return begin(
        tx,
        call,
        {
          title: `${opened.size} 个商品译成${run.locales.map(languageName).join('、')}`,
          kind: 'texts',
          locales,
          redo: run.redo,
          provider,
          foreseenChars: foreseen.chars,
          foreseenPictures: 0,
          foreseenCost: foreseen.cost,
        },
        [...opened.values()].flatMap(({ doc }) =>
          locales.map((locale) => ({ productId: doc.id, title: doc.title || doc.titleZh, locale })),
        ),
      )
    },

    pauseTranslationTask: (tx: Tx, call: Call, taskId: string) =>
      changed(tx, call, taskId, whyNotPause, () =>
        Promise.resolve({ state: 'paused' as const, message: `${call.actor.name} 暂停` }),
      ),

    resumeTranslationTask: (tx: Tx, call: Call, taskId: string) =>
      changed(tx, call, taskId, whyNotResume, async ({ kind }) => {
        return { ...(await start(tx, taskId, kind)), state: 'queued' as const, message: '' }
      }),

    cancelTranslationTask: (tx: Tx, call: Call, taskId: string) =>
      changed(tx, call, taskId, whyNotCancel, async (row) => {
        const left = await moveItems(tx, taskId, ['waiting'], {
          state: 'cancelled',
          message: '任务已取消',
          updatedAt: now(),
        })
        return {
          state: 'cancelled' as const,
          failed: row.failed + left,
          message: `${call.actor.name} 取消`,
          finishedAt: now(),
        }
      }),

    retryTranslationTask: (tx: Tx, call: Call, taskId: string) =>
      changed(tx, call, taskId, whyNotRetry, async (row) => {
        const again = await moveItems(tx, taskId, ['failed', 'partly', 'cancelled'], {
          state: 'waiting',
          message: '',
          updatedAt: now(),
        })
        const begun = await start(tx, taskId, row.kind)
        return { ...begun, state: 'queued' as const, message: '', failed: 0, done: row.total - again, finishedAt: null }
      }),
  }
}
