import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { RowOutcome } from '@huoqiao/contract/wire'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProductDoc } from '../products/index.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { runSyncTask } from './listings.jobs.ts'
import { ensureListings, findListings, queueListings } from './listings.store.ts'
import type { Pair } from './listings.store.ts'
import { taskView } from './listings.view.ts'
import type { SyncTasksService } from './sync-tasks.service.ts'
import { findTask, findWaitingItems, insertItems, insertTask, updateItem } from './sync-tasks.store.ts'
import type { SyncItemRow } from './sync-tasks.store.ts'

type Endpoints = typeof ENDPOINTS
export type SyncRequestsService = ReturnType<typeof syncRequestsService>
export type SyncRequestsDeps = {
  clock: Clock
  newId: NewId
  jobs: Jobs
  stores: StoresApi
  projection: ListingProjection
  tasks: SyncTasksService
}
type Approvals = InputOf<Endpoints['syncToShopify']>['approvals']
type Ready = { product: ProductDoc; store: StoreDoc }

/** Requests for pushes: each becomes a task with items and a job, or a refused row. */
export function syncRequestsService(deps: SyncRequestsDeps) {
  const { projection } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    /** Returns at once: a row for each pair, and the task, whose job is enqueued in the same transaction. */
    async syncToShopify(
      tx: Tx,
      call: Call,
      input: { productIds: readonly string[]; storeIds: readonly string[]; approvals: Approvals; title?: string },
    ): Promise<OutputOf<Endpoints['syncToShopify']>> {
      if (input.storeIds.length === 0) throw new Refusal('no-store')
      const stores = await deps.stores.requireStores(tx, input.storeIds)
      const products = await projection.lock(tx, input.productIds)
      const known = new Set(products.map((product) => product.id))
      const rows: RowOutcome[] = [...new Set(input.productIds)]
        .filter((id) => !known.has(id))
        .map((id) => ({ key: id, ok: false, word: 'not-found', message: '商品不存在或已被删除' }))
      const ready: Ready[] = []
      for (const product of products) {
        for (const store of stores) {
          const why = refusedBecause(product, store)
          if (why)
            rows.push({
              key: keyOf({ productId: product.id, storeId: store.id }),
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

    /** After a claim: creates listings that are not pushed yet. */
    async claimed(tx: Tx, productId: string, storeIds: readonly string[]): Promise<void> {
      const held = await projection.lock(tx, [productId])
      const known = new Set((await deps.stores.storesById(tx, storeIds)).keys())
      const pairs = storeIds.filter((storeId) => known.has(storeId)).map((storeId) => ({ productId, storeId }))
      await ensureListings(
        tx,
        pairs.map((pair) => ({ ...pair, id: deps.newId() })),
      )
      await projection.write(tx, held, pairs)
    },
  }

  async function makeTask(
    tx: Tx,
    call: Call,
    ready: readonly Ready[],
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
    const items: (SyncItemInsert & { listingId: string })[] = []
    for (const [position, { product, store }] of ready.entries()) {
      const key = keyOf({ productId: product.id, storeId: store.id })
      const listing = listings.get(key)!
      const given = approvals.get(key)
      const approval = given ? { contentHash: given.contentHash, skipFields: given.skipFields } : null
      const target = await mergeTarget(tx, waiting.get(listing.id), approval)
      rows.push({ key, ok: true, message: target ? '已在排队，已合并' : '已排队', id: listing.id })
      items.push({
        id: deps.newId(),
        taskId,
        listingId: listing.id,
        productId: product.id,
        storeId: store.id,
        position,
        state: target ? 'merged' : 'queued',
        message: target ? '同样的内容已在排队' : '',
        mergedInto: target?.id ?? null,
        finishedAt: target ? now() : null,
        approval,
        title: product.title || product.titleZh,
        image: product.images.find((image) => !image.dropped)?.url ?? null,
        createdAt: now(),
        updatedAt: now(),
      })
    }
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
    await queueListings(
      tx,
      items.filter((item) => item.state === 'queued').map((item) => item.listingId),
      now(),
    )
    await projection.write(
      tx,
      ready.map((one) => one.product),
      pairs,
    )
    if (!(await deps.tasks.recount(tx, taskId))) await deps.jobs.enqueue(tx, runSyncTask, { taskId }, { key: taskId })
    for (const { product } of ready.slice(0, 100)) call.notes.object('product', product.id, product.title)
    call.notes.object('sync-task', taskId)
    return taskView((await findTask(tx, taskId))!)
  }

  /**
   * A waiting item can push this request too, because it reads the product when it begins. It takes over a newer approval. Without a new
   * approval, an item that waits with one is not used, because it would leave out the fields that a person excluded.
   */
  async function mergeTarget(
    tx: Tx,
    waiting: SyncItemRow | undefined,
    approval: SyncItemRow['approval'],
  ): Promise<SyncItemRow | undefined> {
    if (!waiting || (approval === null && waiting.approval !== null)) return undefined
    if (approval !== null) await updateItem(tx, waiting.id, { approval, updatedAt: now() })
    return waiting
  }
}

type SyncItemInsert = Parameters<typeof insertItems>[1][number]

export const keyOf = (pair: Pair): string => `${pair.productId}:${pair.storeId}`

function refusedBecause(product: ProductDoc, store: StoreDoc): string | undefined {
  if (product.recycledAt) return '商品在回收站，请先恢复'
  if (!product.storeIds.includes(store.id)) return `没有认领到店铺“${store.name}”`
  if (product.missing.length > 0) return product.missing.join('；')
  return undefined
}

/** Characters of a product's title in the name of its task. */
const TITLE_SHOWN = 40

const taskTitle = (ready: readonly Ready[]): string => {
  const products = new Set(ready.map((one) => one.product.id)).size
  const stores = [...new Set(ready.map((one) => one.store.name))]
  const first = ready[0]!.product
  const title = first.title || first.titleZh
  const name = title.length > TITLE_SHOWN ? `${title.slice(0, TITLE_SHOWN - 1)}…` : title
  const what = products === 1 ? `“${name}”` : `${products} 个商品`
  return `同步 ${what} 到 ${stores.length <= 2 ? stores.join('、') : `${stores.length} 家店铺`}`
}
