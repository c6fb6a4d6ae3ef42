import { isRemoteFailure } from '@huoqiao/connector-kit'
import { canonicalJson } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { News, NoticesService } from '../notices/index.ts'
import type { StoresDoor } from '../stores/index.ts'
import type { CompareService } from './compare.service.ts'
import type { Desired } from './desired.mapping.ts'
import { syncFailed } from './failure-news.mapping.ts'
import { lookInShops } from './listings.jobs.ts'
import type { ListingNews } from './listing-news.service.ts'
import { findListing, updateListing } from './listings.store.ts'
import type { ListingRow } from './listings.store.ts'
import { PushStopped, explainPush } from './push-failure.ts'
import type { Begun } from './push.types.ts'
import { findItem, findOtherWork, findTask, updateItem } from './sync-tasks.store.ts'
import type { SyncItemRow } from './sync-tasks.store.ts'

export type PushRecordDeps = {
  db: Db
  clock: Clock
  jobs: Jobs
  log: Log
  stores: StoresDoor
  compare: CompareService
  news: ListingNews
  notices: Pick<NoticesService, 'tell'>
}
export type PushRecord = ReturnType<typeof pushRecord>

/** Tasks of more items than this save points where they can. */
const BULK_FROM = 20

/** How a push went, as its item, its listing and its product will tell it. */
export type PushOutcome = {
  kind: 'unchanged' | 'pushed'
  note: string
  /** what of ours the shop shows now */
  base: Desired
  /** the same in the shop's own form, where that differs */
  shown: ListingRow['shown']
  refs: ListingRow['refs']
  /** the shop has it on sale */
  onSale: boolean
}

/**
 * What is written down of a push. The number of the try fences it: a process that was taken for dead and comes back
 * finds that a later try has the item, and says nothing.
 */
export function pushRecord(deps: PushRecordDeps) {
  const { db, news } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    /** 'busy': another item of the same listing is being pushed, by whomever; 'over': there is nothing to do any more. */
    async begin(itemId: string): Promise<Begun | 'busy' | 'over'> {
      const seen = await findItem(db.handle, itemId)
      if (!seen || !isOpen(seen)) return 'over'
      return db.transaction(async (tx) => {
        const held = await news.hold(tx, [seen.productId])
        const item = await findItem(tx, itemId, { lock: true })
        if (!item || !isOpen(item)) return 'over'
        const [product] = held
        const listing = await findListing(tx, item.listingId)
        const store = (await deps.stores.storesById(tx, [item.storeId])).get(item.storeId)
        const attempts = item.attempts + 1
        if (!listing || !product || !store) {
          const gone = { state: 'failed' as const, message: '商品或店铺已被删除', word: 'not-found' }
          await updateItem(tx, itemId, { ...gone, attempts, finishedAt: now(), updatedAt: now() })
          return 'over'
        }
        const other = await findOtherWork(tx, listing.id, item.id)
        if (other.running) return 'busy'
        const running = await updateItem(tx, itemId, {
          state: 'running',
          step: '核对店铺现状',
          attempts,
          updatedAt: now(),
        })
        const moved = await updateListing(tx, listing.id, { state: 'syncing', updatedAt: now() })
        await news.tell(tx, held, [listing])
        const task = await findTask(tx, item.taskId)
        return {
          item: running!,
          bulk: (task?.total ?? 0) > BULK_FROM,
          product,
          store,
          listing: moved!,
          triedBefore: other.begun || item.attempts > 0,
        }
      })
    },

    async step(push: Begun, text: string): Promise<void> {
      await updateItem(db.handle, push.item.id, { step: text, updatedAt: now() })
    },

    /** At once, before anything else can go wrong: from now on it is known here what the shop has. */
    async keep(push: Begun, change: Partial<ListingRow>): Promise<void> {
      const row = await updateListing(db.handle, push.listing.id, { ...change, updatedAt: now() })
      if (row) push.listing = row
    },

    /** A late success counts even after a person gave the push up (decisions, section 4). */
    async succeed(push: Begun, outcome: PushOutcome): Promise<void> {
      await db.transaction(async (tx) => {
        const held = await news.hold(tx, [push.product.id])
        if (!(await isMine(tx, push))) return
        await updateItem(tx, push.item.id, {
          state: outcome.kind === 'unchanged' ? 'unchanged' : 'succeeded',
          step: '完成',
          message: outcome.note || (outcome.kind === 'unchanged' ? '店铺内容已是最新' : '同步成功'),
          advice: null,
          word: null,
          exchange: null,
          skuCount: push.product.variants.filter((variant) => !variant.dropped).length,
          finishedAt: now(),
          updatedAt: now(),
        })
        await updateListing(tx, push.listing.id, {
          ...(await stateAfter(tx, push, outcome.onSale ? 'online' : 'offline', null)),
          pushed: outcome.base,
          shown: outcome.shown,
          stockIntent: null,
          pushedAt: now(),
          pushedBy: push.item.taskId,
          refs: outcome.refs,
          updatedAt: now(),
        })
        // What was changed there was overwritten or kept: a look tells.
        if (await isChangedInShop(tx, push.listing.id)) {
          await updateListing(tx, push.listing.id, { shopTouchedAt: now() })
          await deps.jobs.enqueue(tx, lookInShops, {})
        }
        const fresh = held[0] && (await deps.compare.ourSide(held[0], push.store, tx))
        const outdated = fresh !== undefined && canonicalJson(fresh) !== canonicalJson(outcome.base)
        await news.tell(tx, held, [push.listing], new Map([[push.listing.id, outdated]]))
      })
    },

    /** What went wrong, unless somebody said otherwise of the item meanwhile. */
    async fail(push: Begun, error: unknown): Promise<void> {
      const told = explainPush(error, push.store, deps.stores)
      if (isRemoteFailure(error)) await deps.stores.noteFailure(push.store.id, error)
      else if (!(error instanceof PushStopped) && !isRefusal(error)) {
        const text = error instanceof Error ? error.stack : String(error)
        deps.log.error({ item: push.item.id, error: text }, 'push failed')
      }
      const state = told.word === 'unknown-outcome' ? 'unknown' : 'failed'
      await db.transaction(async (tx) => {
        const held = await news.hold(tx, [push.product.id])
        const item = await isMine(tx, push)
        if (item?.state !== 'running') return
        await updateItem(tx, push.item.id, {
          state,
          message: told.message,
          advice: told.advice,
          word: told.word,
          exchange: told.exchange ?? null,
          finishedAt: now(),
          updatedAt: now(),
        })
        await updateListing(tx, push.listing.id, {
          ...(await stateAfter(tx, push, state, told.message)),
          updatedAt: now(),
        })
        await news.tell(tx, held, [push.listing])
        await deps.notices.tell(tx, newsOf(push, state === 'unknown', told.message))
      })
    },
  }

  function newsOf({ item, store }: Begun, isUnknown: boolean, why: string): News {
    return syncFailed({ taskId: item.taskId, title: item.title, storeName: store.name, isUnknown, why })
  }

  async function isChangedInShop(tx: Tx, listingId: string): Promise<boolean> {
    return ((await findListing(tx, listingId))?.shopChanged.length ?? 0) > 0
  }

  async function isMine(tx: Tx, push: Begun): Promise<SyncItemRow | undefined> {
    const item = await findItem(tx, push.item.id, { lock: true })
    return item?.attempts === push.item.attempts ? item : undefined
  }

  /** A listing that is ordered again already stays in the queue, and remembers how this push went. */
  async function stateAfter(
    tx: Tx,
    push: Begun,
    state: ListingRow['state'],
    error: string | null,
  ): Promise<Partial<ListingRow>> {
    const other = await findOtherWork(tx, push.listing.id, push.item.id)
    return other.queued ? { state: 'queued', restState: state, restError: error } : { state, error }
  }
}

const isOpen = (item: SyncItemRow): boolean => item.state === 'queued' || item.state === 'running'
