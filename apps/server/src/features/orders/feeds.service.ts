import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { OrderStamp, ShopOrder } from '@huoqiao/connector-shopify'
import type { InputOf } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { OrderFeed } from '@huoqiao/contract/orders/orders.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { Refusal, isRefusal } from '../../platform/refusal.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import { findHeldFacts, findHeldStamps, findShallow, markDeep } from './feeds.store.ts'
import type { IntakeService } from './intake.service.ts'
import { checkOrders, pullOrders, reckonOrders, registerShopWebhooks } from './orders.jobs.ts'
import { whatShows } from './order-hints.rules.ts'
import type { OrderHint } from './order-hints.rules.ts'
import { findOrder, findOrderIdsByShopIds } from './orders.store.ts'
import type { WritingService } from './writing.service.ts'
import { ensureFeed, findFeeds, noteFeed, saveFee } from './rates.store.ts'
import type { FeedRow } from './rates.store.ts'
import { recheckReturns } from './returns.jobs.ts'
import { returnsNet } from './returns-net.ts'
import { gidOf, legacyOf, newOrder } from './shop-order.mapping.ts'

type Endpoints = typeof ordersEndpoints
export type FeedsService = ReturnType<typeof feedsService>

/** Each pull starts this much earlier than the last one ended: the shop's search index lags a little behind its orders. */
const OVERLAP_MS = 5 * 60_000
/** How far back the first pull of a store goes: what an app without read_all_orders may see (reference, section 4). */
const FIRST_PULL_MS = 60 * 86_400_000
const STAMPS = 100
/** Orders read in full in one call; the connector splits them by query cost. */
const READ_BATCH = 25
/** An order read this soon after its change time may lack a change of the same second. */
const SAME_MOMENT_MS = 2_000
/** Duration of one round that reads in full the orders taken from messages. */
const DEEPEN_MS = 50_000
const DEEPEN_BATCH = 10
/** Stores in these states are skipped until a person acts. */
const IDLE: ReadonlySet<StoreDoc['health']> = new Set(['unauthorised', 'uninstalled'])

/**
 * Safety net for lost webhooks: each minute, everything that changed in a shop, by the shop's own clock. The cursor is stored after each
 * page, so that a long first pull continues where it stopped.
 */
export function feedsService(deps: {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  stores: StoresApi
  intake: IntakeService
  writing: Pick<WritingService, 'change'>
}) {
  const { db, stores, intake } = deps
  const changedReturns = returnsNet(deps)

  /** Reads the orders of these ids in full and stores them. Returns the ids that the shop does not show. */
  const readAndTake = async (storeId: string, gids: readonly string[], signal?: AbortSignal): Promise<string[]> => {
    const shop = await stores.connectorOf(storeId)
    const missing: string[] = []
    for (let from = 0; from < gids.length; from += READ_BATCH) {
      signal?.throwIfAborted()
      const some = gids.slice(from, from + READ_BATCH)
      const readAt = new Date(deps.clock.now())
      const orders = await shop.readOrders(some, { lane: 'background', ...(signal ? { signal } : {}) })
      missing.push(...some.filter((_gid, index) => orders[index] === undefined))
      const there = orders.filter((one): one is ShopOrder => one !== undefined)
      await intake.takeInAll(
        storeId,
        there.map((one) => newOrder(one, readAt)),
      )
    }
    return missing
  }

  /** Stores with orders being read whose amounts are known to be stale. */
  const urgent = new Map<string, number>()
  const urgently = async (storeId: string, work: () => Promise<void>): Promise<void> => {
    urgent.set(storeId, (urgent.get(storeId) ?? 0) + 1)
    try {
      await work()
    } finally {
      const left = urgent.get(storeId)! - 1
      if (left > 0) urgent.set(storeId, left)
      else urgent.delete(storeId)
    }
  }

  /**
   * When many messages arrive, the order's own message may come while the hint waits. The hint is checked again before each request, so
   * that needless reads are skipped.
   */
  const readHinted = async (storeId: string, hints: readonly OrderHint[], signal: AbortSignal): Promise<void> => {
    for (let from = 0; from < hints.length; from += READ_BATCH) {
      const some = hints.slice(from, from + READ_BATCH)
      const held = await findHeldFacts(
        db.handle,
        storeId,
        some.map(({ shopifyId }) => shopifyId),
      )
      // A refund amount in another currency is read by its own job.
      const open = some.filter((hint) => whatShows(held.get(hint.shopifyId), hint) === 'not')
      await markEdited(storeId, some)
      await readAndTake(storeId, [...new Set(open.map(({ shopifyId }) => gidOf('Order', shopifyId)))], signal)
    }
  }

  /** If an edit message arrives before its order is stored, the stored lines already show the edit, but the order is not marked as edited. */
  const markEdited = async (storeId: string, hints: readonly OrderHint[]): Promise<void> => {
    const edited = hints.filter(({ added, removed }) => added.length + removed.length > 0)
    const shopifyIds = edited.map(({ shopifyId }) => shopifyId)
    await db.transaction(async (tx) =>
      deps.writing.change(tx, await findOrderIdsByShopIds(tx, storeId, shopifyIds), ({ order }) =>
        order.edited ? undefined : { order: { edited: true } },
      ),
    )
  }

  /** Fulfilment orders of a cancelled order end with it, so their messages need no read. */
  const notCancelled = async (storeId: string, gids: readonly string[]): Promise<string[]> => {
    const held = await findHeldStamps(db.handle, storeId, gids.map(legacyOf))
    return gids.filter((gid) => !held.get(legacyOf(gid))?.cancelledAt)
  }

  const pullStore = async (store: StoreDoc, feed: FeedRow, signal: AbortSignal): Promise<void> => {
    const shop = await stores.connectorOf(store.id)
    const started = deps.clock.now()
    const from = (feed.pulledTo?.getTime() ?? started - FIRST_PULL_MS) - OVERLAP_MS
    let after: string | undefined
    let unreadable: RemoteFailure | undefined
    for (;;) {
      signal.throwIfAborted()
      const page = await shop.listOrderStamps(
        { updatedFrom: new Date(from).toISOString(), first: STAMPS, ...(after === undefined ? {} : { after }) },
        { lane: 'background', signal },
      )
      unreadable = (await takeWhatCanBeRead(store.id, await unknownOf(store.id, page.stamps), signal)) ?? unreadable
      const last = page.stamps.at(-1)
      // The cursor never passes the start of this pull: later changes belong to the next one. If an order could not be read, the cursor stays, so
      // that the order is requested again.
      const reached = page.hasNext && last ? Math.min(Date.parse(last.updatedAt), started) : started
      if (unreadable === undefined)
        await noteFeed(db.handle, store.id, { pulledTo: new Date(Math.max(reached, feed.pulledTo?.getTime() ?? 0)) })
      if (!page.hasNext || page.endCursor === undefined) break
      after = page.endCursor
    }
    unreadable = (await takeWhatCanBeRead(store.id, await changedReturns(store.id, shop, signal), signal)) ?? unreadable
    if (unreadable !== undefined) throw unreadable
  }

  /** If the batch fails because of one order, the orders are read one by one. Returns the failure. */
  const takeWhatCanBeRead = async (
    storeId: string,
    gids: readonly string[],
    signal: AbortSignal,
  ): Promise<RemoteFailure | undefined> => {
    const tryRead = async (some: readonly string[]): Promise<RemoteFailure | undefined> => {
      try {
        await readAndTake(storeId, some, signal)
        return undefined
      } catch (error) {
        if (isRemoteFailure(error) && error.word === 'rejected') return error
        throw error
      }
    }
    const failed = await tryRead(gids)
    if (failed === undefined || gids.length <= 1) return failed
    let last: RemoteFailure | undefined
    for (const gid of gids) last = (await tryRead([gid])) ?? last
    return last
  }

  /** The ids on this page that are not stored in full with this change time. */
  const unknownOf = async (storeId: string, stamps: readonly OrderStamp[]): Promise<string[]> => {
    const held = await findHeldStamps(
      db.handle,
      storeId,
      stamps.map(({ id }) => id.slice(id.lastIndexOf('/') + 1)),
    )
    return stamps
      .filter(({ id, updatedAt }) => {
        const known = held.get(id.slice(id.lastIndexOf('/') + 1))
        if (!known || known.shopUpdatedAt.getTime() < Date.parse(updatedAt)) return true
        // Shops give times in whole seconds: an order read within the same second may lack a later change of that second.
        return known.depth === 1 && known.readAt.getTime() < Date.parse(updatedAt) + SAME_MOMENT_MS
      })
      .map(({ id }) => id)
  }

  const pull = async (store: StoreDoc, signal: AbortSignal): Promise<void> => {
    const feed = await ensureFeed(db.handle, store.id)
    try {
      await pullStore(store, feed, signal)
      await noteFeed(db.handle, store.id, { lastPulledAt: new Date(deps.clock.now()), pullError: null })
    } catch (error) {
      if (signal.aborted) throw error
      if (!isRemoteFailure(error) && !isRefusal(error)) throw error
      if (isRemoteFailure(error)) await stores.noteFailure(store.id, error)
      const reported = isRefusal(error) ? error : stores.explainStoreFailure(error, store)
      await noteFeed(db.handle, store.id, {
        pullError: (reported.detail.why ?? reported.message).slice(0, MESSAGE_CHARS),
      })
    }
  }

  const feedView = (store: StoreDoc, feed: FeedRow | undefined): OrderFeed => ({
    storeId: store.id,
    storeName: store.name,
    version: feed?.version ?? 0,
    feePercent: feed?.feePercent ?? '0',
    lastPulledAt: feed?.lastPulledAt?.getTime() ?? null,
    pulledTo: feed?.pulledTo?.getTime() ?? null,
    pullError: feed?.pullError ?? null,
    webhooksAt: feed?.webhooksAt?.getTime() ?? null,
    webhookTopics: feed?.webhookTopics ?? 0,
    webhookError: feed?.webhookError ?? null,
    can: {
      saveOrderFeed: true,
      pullOrders: !store.hasSecret ? '没有保存店铺凭据' : store.health === 'uninstalled' ? '店铺卸载了应用' : true,
    },
  })

  return {
    readAndTake,

    /** Reads one order again. Throws `not-found`, or the store's failure. */
    async refresh(orderId: string): Promise<void> {
      const held = await findOrder(db.handle, orderId)
      if (!held) throw new Refusal('not-found')
      const { storeId, shopifyId } = held
      try {
        const missing = await readAndTake(storeId, [gidOf('Order', shopifyId)])
        if (missing.length > 0) throw new Refusal('not-found', { why: '店铺里没有这个订单，或应用看不到60天前的订单' })
      } catch (error) {
        if (!isRemoteFailure(error)) throw error
        await stores.noteFailure(storeId, error)
        throw stores.explainStoreFailure(error, (await stores.storesById(db.handle, [storeId])).get(storeId))
      }
    },

    /** Reads orders after hints; many hints of one order cause one read. Throws the shop's failure, so that the job retries. */
    async reread(
      storeId: string,
      which: {
        shopifyIds: readonly string[]
        fulfillmentOrderIds: readonly string[]
        returnIds?: readonly string[] | undefined
        hints?: readonly OrderHint[] | undefined
      },
      signal: AbortSignal,
    ): Promise<void> {
      if (!(await stores.storesById(db.handle, [storeId])).has(storeId)) return
      const shop = await stores.connectorOf(storeId)
      const options = { lane: 'background', signal } as const
      const { shopifyIds, fulfillmentOrderIds: parts, returnIds = [] } = which
      const worked = parts.length === 0 ? [] : [...(await shop.ordersOfFulfillmentOrders(parts, options)).values()]
      const returned = returnIds.length === 0 ? [] : [...(await shop.ordersOfReturns(returnIds, options)).values()]
      const open = await notCancelled(storeId, worked)
      const gids = new Set([...shopifyIds.map((id) => gidOf('Order', id)), ...open, ...returned])
      await urgently(storeId, async () => {
        await readAndTake(storeId, [...gids], signal)
        await readHinted(storeId, which.hints ?? [], signal)
      })
    },

    /** Pulls all stores in parallel, so that a store that does not answer does not delay the others. */
    async pullAll(signal: AbortSignal): Promise<void> {
      const all = (await stores.allStores(db.handle)).filter((store) => store.hasSecret && !IDLE.has(store.health))
      const ended = await Promise.allSettled(all.map((store) => pull(store, signal)))
      const broken = ended.find((one) => one.status === 'rejected')
      if (broken) throw broken.reason
    },

    /**
     * Orders taken from messages lack holds, risk and pictures. They are read in full later, newest first, at a rate that the shop allows.
     * Separate from the pull, which must not wait for it.
     */
    async deepen(signal: AbortSignal): Promise<void> {
      const until = deps.clock.now() + DEEPEN_MS
      const deepenStore = async (store: StoreDoc): Promise<void> => {
        // Orders known to be stale are read first, because all reads share the shop's rate limit.
        while (deps.clock.now() < until && !urgent.has(store.id)) {
          const ids = await findShallow(db.handle, store.id, DEEPEN_BATCH)
          if (ids.length === 0) return
          const missing = await readAndTake(
            store.id,
            ids.map((id) => gidOf('Order', id)),
            signal,
          )
          // The app can no longer see these orders, so nothing more can be read.
          await markDeep(db.handle, store.id, missing.map(legacyOf))
        }
      }
      const all = (await stores.allStores(db.handle)).filter((store) => store.hasSecret && !IDLE.has(store.health))
      const ended = await Promise.allSettled(all.map(deepenStore))
      const broken = ended.find(
        (one) => one.status === 'rejected' && !isRemoteFailure(one.reason) && !isRefusal(one.reason),
      )
      if (broken?.status === 'rejected') throw broken.reason
    },

    async pullOrders(tx: Tx): Promise<null> {
      await deps.jobs.enqueue(tx, pullOrders, {}, { key: 'asked' })
      await deps.jobs.enqueue(tx, registerShopWebhooks, {}, { key: 'asked' })
      await deps.jobs.enqueue(tx, checkOrders, {}, { key: 'asked' })
      await deps.jobs.enqueue(tx, recheckReturns, {}, { key: 'asked' })
      return null
    },

    async queryOrderFeeds(tx: Tx): Promise<OrderFeed[]> {
      const feeds = new Map((await findFeeds(tx)).map((feed) => [feed.storeId, feed]))
      return (await stores.allStores(tx)).map((store) => feedView(store, feeds.get(store.id)))
    },

    async saveOrderFeed(tx: Tx, call: Call, input: InputOf<Endpoints['saveOrderFeed']>): Promise<OrderFeed> {
      const store = (await stores.storesById(tx, [input.storeId])).get(input.storeId)
      if (!store) throw new Refusal('not-found')
      const before = await ensureFeed(tx, store.id)
      const saved = await saveFee(tx, store.id, input.version, {
        feePercent: input.feePercent,
        updatedAt: new Date(deps.clock.now()),
      })
      if (!saved) throw new Refusal('stale', { current: feedView(store, before) })
      call.notes.object('store', store.id, store.name)
      call.notes.change('feePercent', before.feePercent, saved.feePercent)
      await deps.jobs.enqueue(tx, reckonOrders, { storeId: store.id })
      return feedView(store, saved)
    },
  }
}
