import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { parseChinaTime } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { ProductDoc, ProductsDoor } from '../products/index.ts'
import type { StoreDoc, StoresDoor } from '../stores/index.ts'
import { runSyncTask } from './listings.jobs.ts'
import { ensureListings, findListings, setListingStates } from './listings.store.ts'
import type { ListingRow, Pair } from './listings.store.ts'
import { itemView, summaryView, taskView } from './listings.view.ts'
import {
  countSyncedSkus,
  findItems,
  findMovedTasks,
  findTask,
  findTasks,
  findWaitingItems,
  insertItems,
  insertTask,
  updateItems,
  updateTask,
} from './sync-tasks.store.ts'

type Endpoints = typeof ENDPOINTS
export type SyncService = ReturnType<typeof syncService>
export type SyncDeps = { db: Db; clock: Clock; newId: NewId; jobs: Jobs; products: ProductsDoor; stores: StoresDoor }
type Approvals = InputOf<Endpoints['syncToShopify']>['approvals']

const OPEN_TASKS: readonly string[] = ['queued', 'running', 'throttled']

/** Tasks of pushes: ordered here, carried out by the runner, watched here. */
export function syncService(deps: SyncDeps) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    /** Answers at once: rows for every pair, and the task whose job stands in the same transaction. */
    async order(
      tx: Tx,
      call: Call,
      input: { productIds: readonly string[]; storeIds: readonly string[]; approvals: Approvals; title?: string },
    ): Promise<OutputOf<Endpoints['syncToShopify']>> {
      if (input.storeIds.length === 0) throw new Refusal('no-store')
      const stores = await deps.stores.requireStores(tx, input.storeIds)
      const products = await deps.products.productsForPush(tx, input.productIds, { forUpdate: true })
      const known = new Set(products.map((product) => product.id))
      const rows: RowOutcome[] = input.productIds
        .filter((id) => !known.has(id))
        .map((id) => ({ key: id, ok: false, word: 'not-found', message: '商品不存在或已被删除' }))
      const ready: { product: ProductDoc; store: StoreDoc }[] = []
      for (const product of products) {
        for (const store of stores) {
          const why = refusedBecause(product)
          if (why)
            rows.push({
              key: `${product.id}:${store.id}`,
              ok: false,
              word: 'not-ready',
              message: `${product.title || product.titleZh}：${why}`,
            })
          else ready.push({ product, store })
        }
      }
      if (ready.length === 0) return { taskId: null, task: null, rows: outcomeOf(rows) }
      const task = await makeTask(tx, call, ready, input, rows)
      return { taskId: task.id, task, rows: outcomeOf(rows) }
    },

    async states(
      input: InputOf<Endpoints['queryProductsSyncStates']>,
    ): Promise<OutputOf<Endpoints['queryProductsSyncStates']>> {
      const task = input.taskId ? await findTask(db.handle, input.taskId) : undefined
      if (input.taskId && !task) throw new Refusal('not-found')
      const { rows, total } = await findItems(db.handle, input, input)
      const stores = await deps.stores.storesById(db.handle, [...new Set(rows.map((row) => row.storeId))])
      return {
        task: task ? taskView(task) : null,
        items: {
          list: rows.map((row) => itemView(row, stores.get(row.storeId))),
          total,
          page: input.page,
          pageSize: input.pageSize,
        },
      }
    },

    async tasks(input: InputOf<Endpoints['querySyncTasks']>): Promise<OutputOf<Endpoints['querySyncTasks']>> {
      const { rows, total } = await findTasks(db.handle, input, input)
      return { list: rows.map(taskView), total, page: input.page, pageSize: input.pageSize }
    },

    /** Tasks that moved, at most twice a second, until the caller goes away. */
    async stream(
      call: Call,
      taskId: string | undefined,
      send: (event: OutputOf<Endpoints['streamSyncTasks']>) => void,
    ): Promise<void> {
      let since: Date | undefined
      while (!call.signal.aborted) {
        const seenAt = now()
        const rows = await findMovedTasks(db.handle, since, taskId)
        if (rows.length > 0 || since === undefined) send({ tasks: rows.map(taskView), at: deps.clock.now() })
        since = rows.reduce((latest, row) => (row.updatedAt > latest ? row.updatedAt : latest), since ?? seenAt)
        since = new Date(since.getTime() + (rows.length > 0 ? 1 : 0))
        await pause(500, call.signal)
      }
    },

    async cancel(tx: Tx, call: Call, taskId: string): Promise<SyncTask> {
      const task = await findTask(tx, taskId)
      if (!task) throw new Refusal('not-found')
      if (!OPEN_TASKS.includes(task.state)) throw new Refusal('state-not-allowed', { why: '任务已经结束' })
      const items = await updateItems(
        tx,
        { taskId, states: ['queued'] },
        { state: 'cancelled', message: '任务已取消', finishedAt: now(), updatedAt: now() },
      )
      await releaseListings(tx, items)
      const row = await updateTask(tx, taskId, { cancelledAt: now(), updatedAt: now() })
      call.notes.object('sync-task', taskId, task.title)
      return taskView(row!)
    },

    /** Failed and unknown items again. The shop is compared anew: an approval of then is not one of now. */
    async retry(tx: Tx, call: Call, input: InputOf<Endpoints['retrySyncTask']>): Promise<SyncTask> {
      const task = await findTask(tx, input.taskId)
      if (!task) throw new Refusal('not-found')
      if (OPEN_TASKS.includes(task.state)) throw new Refusal('state-not-allowed', { why: '任务还在进行' })
      const items = await updateItems(
        tx,
        {
          taskId: input.taskId,
          ...(input.itemIds ? { ids: input.itemIds } : {}),
          states: ['failed', 'unknown', 'cancelled'],
        },
        {
          state: 'queued',
          step: '等待重试',
          message: '',
          advice: null,
          word: null,
          exchange: null,
          approval: null,
          finishedAt: null,
          updatedAt: now(),
        },
      )
      if (items.length === 0) throw new Refusal('state-not-allowed', { why: '没有失败的商品' })
      await setListingStates(
        tx,
        items.map((item) => item.listingId),
        'queued',
        now(),
      )
      await tellProducts(tx, items)
      const row = await updateTask(tx, input.taskId, {
        state: 'queued',
        finishedAt: null,
        cancelledAt: null,
        updatedAt: now(),
      })
      await deps.jobs.enqueue(tx, runSyncTask, { taskId: input.taskId }, { key: input.taskId })
      call.notes.object('sync-task', input.taskId, task.title)
      return taskView(row!)
    },

    async skuCounts(
      input: InputOf<Endpoints['getSyncSuccessSkuCountByDate']>,
    ): Promise<OutputOf<Endpoints['getSyncSuccessSkuCountByDate']>> {
      const from = parseChinaTime(input.from)
      const to = parseChinaTime(input.to)
      if (from === undefined) throw invalidField('from', '日期不存在')
      if (to === undefined) throw invalidField('to', '日期不存在')
      if (to < from) throw invalidField('to', '结束日期早于开始日期')
      const rows = await countSyncedSkus(db.handle, {
        from: new Date(from),
        to: new Date(to + 86_400_000),
        storeId: input.storeId,
      })
      const names = await deps.stores.storeNames()
      return rows.map((row) => ({ ...row, storeName: names.get(row.storeId) ?? '（店铺已移除）' }))
    },

    /** After a claim: listings that wait to be pushed. */
    async claimed(tx: Tx, productId: string, storeIds: readonly string[]): Promise<void> {
      const known = new Set((await deps.stores.storesById(tx, storeIds)).keys())
      const pairs = storeIds.filter((storeId) => known.has(storeId)).map((storeId) => ({ productId, storeId }))
      await ensureListings(
        tx,
        pairs.map((pair) => ({ ...pair, id: deps.newId() })),
      )
      await tellProducts(tx, pairs)
    },

    tellProducts,
  }

  async function makeTask(
    tx: Tx,
    call: Call,
    ready: readonly { product: ProductDoc; store: StoreDoc }[],
    input: { approvals: Approvals; title?: string },
    rows: RowOutcome[],
  ): Promise<SyncTask> {
    const pairs = ready.map(({ product, store }) => ({ productId: product.id, storeId: store.id }))
    await ensureListings(
      tx,
      pairs.map((pair) => ({ ...pair, id: deps.newId() })),
    )
    const listings = new Map((await findListings(tx, pairs)).map((row) => [keyOf(row), row]))
    const waiting = new Map(
      (
        await findWaitingItems(
          tx,
          [...listings.values()].map((row) => row.id),
        )
      ).map((item) => [item.listingId, item]),
    )
    const approvals = new Map(input.approvals.map((one) => [keyOf(one), one]))
    const taskId = deps.newId()
    const items = ready.map(({ product, store }, position) => {
      const listing = listings.get(keyOf({ productId: product.id, storeId: store.id }))!
      const approval = approvals.get(keyOf({ productId: product.id, storeId: store.id }))
      const merged = waiting.has(listing.id)
      rows.push({
        key: keyOf({ productId: product.id, storeId: store.id }),
        ok: true,
        message: merged ? '已在排队，已合并' : '已排队',
        id: listing.id,
      })
      return {
        id: deps.newId(),
        taskId,
        listingId: listing.id,
        productId: product.id,
        storeId: store.id,
        position,
        state: merged ? ('merged' as const) : ('queued' as const),
        message: merged ? '同样的内容已在排队' : '',
        finishedAt: merged ? now() : null,
        approval: approval ? { contentHash: approval.contentHash, skipFields: approval.skipFields } : null,
        title: product.title || product.titleZh,
        image: product.images.find((image) => !image.dropped)?.url ?? null,
      }
    })
    await insertTask(tx, {
      id: taskId,
      title: input.title ?? taskTitle(ready),
      state: 'queued',
      total: items.length,
      createdById: call.actor.accountId,
      createdBy: call.actor.name,
      createdAt: now(),
      updatedAt: now(),
    })
    await insertItems(tx, items)
    const fresh = items.filter((item) => item.state === 'queued')
    await setListingStates(
      tx,
      fresh.map((item) => item.listingId),
      'queued',
      now(),
    )
    await tellProducts(tx, fresh)
    await deps.jobs.enqueue(tx, runSyncTask, { taskId }, { key: taskId })
    for (const { product } of ready.slice(0, 100)) call.notes.object('product', product.id, product.title)
    call.notes.object('sync-task', taskId)
    return taskView((await findTask(tx, taskId))!)
  }

  /** Cancelled before they were touched: back to what they were. */
  async function releaseListings(tx: Tx, items: readonly Pair[]): Promise<void> {
    const rows = await findListings(tx, items)
    await setListingStates(
      tx,
      rows.filter((row) => row.pushedAt === null).map((row) => row.id),
      'pending',
      now(),
    )
    await setListingStates(
      tx,
      rows.filter((row) => row.pushedAt !== null).map((row) => row.id),
      'online',
      now(),
    )
    await tellProducts(tx, items)
  }

  /** Lets the products know how their listings stand, so that lists and tabs show it. */
  async function tellProducts(tx: Tx, pairs: readonly Pair[]): Promise<void> {
    if (pairs.length === 0) return
    const rows = await findListings(tx, pairs)
    const stores = await deps.stores.storesById(tx, [...new Set(rows.map((row) => row.storeId))])
    const byProduct = new Map<string, ListingRow[]>()
    for (const row of rows) byProduct.set(row.productId, [...(byProduct.get(row.productId) ?? []), row])
    await deps.products.recordListingsOfMany(
      tx,
      [...byProduct].map(([productId, own]) => ({
        productId,
        summaries: own.map((row) => summaryView(row, stores.get(row.storeId))),
      })),
    )
  }
}

export const keyOf = (pair: Pair): string => `${pair.productId}:${pair.storeId}`

function refusedBecause(product: ProductDoc): string | undefined {
  if (product.recycledAt) return '商品在回收站，请先恢复'
  if (product.missing.length > 0) return product.missing.join('；')
  return undefined
}

const taskTitle = (ready: readonly { product: ProductDoc; store: StoreDoc }[]): string => {
  const products = new Set(ready.map((one) => one.product.id)).size
  const stores = [...new Set(ready.map((one) => one.store.name))]
  const first = ready[0]!.product
  const what = products === 1 ? `“${(first.title || first.titleZh).slice(0, 40)}”` : `${products} 个商品`
  return `同步 ${what} 到 ${stores.length <= 2 ? stores.join('、') : `${stores.length} 家店铺`}`
}

export const outcomeOf = (rows: RowOutcome[]): BulkOutcome => {
  const succeeded = rows.filter((row) => row.ok).length
  return { succeeded, failed: rows.length - succeeded, rows }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
