import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { TRANSLATION_TASK_STATES } from '@huoqiao/contract/translations/tasks.status'
import type { TranslationTaskState } from '@huoqiao/contract/translations/tasks.status'
import type { Db } from '../../db/db.ts'
import type { TaskSearch } from '../../db/task-search.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProductsApi } from '../products/index.ts'
import { pause } from './pause.ts'
import { spentOfTasks } from './providers.store.ts'
import { countTasks, findItems, findMovedTasks, findTask, findTasks } from './tasks.store.ts'
import type { TaskRow } from './tasks.store.ts'
import { itemView, taskView } from './tasks.view.ts'

type Endpoints = typeof ENDPOINTS
export type TaskWatch = ReturnType<typeof taskWatch>

const TASK_STATES = Object.keys(TRANSLATION_TASK_STATES) as TranslationTaskState[]
const BEAT_MS = 500
const STREAM_LIVES_MS = 10 * 60_000
/** Overlap of two polls, so that changes of transactions that commit late are still found. */
const LATE_MS = 5_000

/** Read access to batch runs, and the stream of their changes. */
export function taskWatch({
  db,
  clock,
  products,
}: {
  db: Db
  clock: Clock
  products: Pick<ProductsApi, 'productIdsByKeyword'>
}) {
  const searchOf = async ({ keyword }: { keyword?: string | undefined }): Promise<TaskSearch> => ({
    keyword,
    products: await products.productIdsByKeyword(db.handle, keyword),
  })
  async function views(rows: readonly TaskRow[]) {
    const spent = await spentOfTasks(
      db.handle,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => taskView(row, spent.get(row.id)))
  }

  return {
    async queryTranslationTasks(
      input: InputOf<Endpoints['queryTranslationTasks']>,
    ): Promise<OutputOf<Endpoints['queryTranslationTasks']>> {
      const { rows, ...count } = await findTasks(db.handle, { ...(await searchOf(input)), state: input.state }, input)
      return { list: await views(rows), ...count, page: input.page, pageSize: input.pageSize }
    },

    getTranslationTaskCountByState: async (input: InputOf<Endpoints['getTranslationTaskCountByState']>) =>
      countTasks(db.handle, await searchOf(input), TASK_STATES),

    async queryTranslationTaskItems(
      input: InputOf<Endpoints['queryTranslationTaskItems']>,
    ): Promise<OutputOf<Endpoints['queryTranslationTaskItems']>> {
      const task = await findTask(db.handle, input.taskId)
      if (task === undefined) throw new Refusal('not-found')
      const { rows, total } = await findItems(db.handle, input, input)
      return {
        task: (await views([task]))[0]!,
        items: { list: rows.map(itemView), total, page: input.page, pageSize: input.pageSize },
      }
    },

    async streamTranslationTasks(
      call: Call,
      { taskId }: InputOf<Endpoints['streamTranslationTasks']>,
      send: (event: OutputOf<Endpoints['streamTranslationTasks']>) => void,
    ): Promise<void> {
      const until = clock.now() + STREAM_LIVES_MS
      const reported = new Map<string, string>()
      let newest: number | undefined
      while (!call.signal.aborted && clock.now() < until) {
        const since = newest === undefined ? undefined : new Date(newest - LATE_MS)
        const rows = await findMovedTasks(db.handle, since, taskId)
        const fresh = (await views(rows)).filter((task) => reported.get(task.id) !== JSON.stringify(task))
        if (fresh.length > 0 || newest === undefined) send({ tasks: fresh, at: clock.now() })
        for (const task of fresh) reported.set(task.id, JSON.stringify(task))
        newest = Math.max(newest ?? 0, ...rows.map((row) => row.updatedAt.getTime()))
        await pause(BEAT_MS, call.signal)
      }
    },
  }
}
