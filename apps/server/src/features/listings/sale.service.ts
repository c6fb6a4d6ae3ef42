import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import type { ProductsDoor } from '../products/index.ts'
import type { StoresDoor } from '../stores/index.ts'
import type { CompareService } from './compare.service.ts'
import type { ListingNews } from './listing-news.service.ts'
import { mayToggle } from './listings.rules.ts'
import { findListing, findListings, updateListing } from './listings.store.ts'
import type { ListingRow, Pair } from './listings.store.ts'
import { saleChangeOf } from './sale.rules.ts'
import type { SaleChange } from './sale.rules.ts'
import { keyOf } from './sync-orders.service.ts'

type Endpoints = typeof ENDPOINTS
export type SaleService = ReturnType<typeof saleService>

/** On and off sale in the shops: looked at first, then written, each row by itself. */
export function saleService(deps: {
  db: Db
  clock: Clock
  products: ProductsDoor
  stores: StoresDoor
  compare: CompareService
  news: ListingNews
}) {
  const { db } = deps

  return {
    /** Reads the shops, in one call a store; writes nothing. */
    preview: async ({
      pairs,
      online,
    }: InputOf<Endpoints['previewListingsOnline']>): Promise<OutputOf<Endpoints['previewListingsOnline']>> => ({
      items: await changesOf(pairs, online),
    }),

    /** One shop that refuses does not stop the others. */
    async setOnline(call: Call, input: InputOf<Endpoints['setListingsOnline']>): Promise<BulkOutcome> {
      const { online, approvals } = input
      const isSeen = approvals.length > 0
      const pairs = isSeen
        ? approvals
        : [...new Set(input.productIds)].flatMap((productId) =>
            [...new Set(input.storeIds)].map((storeId) => ({ productId, storeId })),
          )
      const stopped = isSeen ? await movedSince(approvals, online) : new Map<string, RowOutcome>()
      const listings = new Map((await findListings(db.handle, pairs)).map((row) => [keyOf(row), row]))
      const rows: RowOutcome[] = []
      for (const pair of pairs) {
        const key = keyOf(pair)
        rows.push(stopped.get(key) ?? (await toggle(call, key, listings.get(key), online)))
      }
      return outcomeOf(rows)
    },
  }

  async function changesOf(pairs: readonly Pair[], online: boolean): Promise<SaleChange[]> {
    const tx = db.handle
    const asked = [...new Set(pairs.map(({ productId }) => productId))]
    const products = new Map((await deps.products.productsForPush(tx, asked)).map((one) => [one.id, one]))
    const missing = asked.find((id) => !products.has(id))
    if (missing !== undefined) throw new Refusal('not-found', { affects: `商品 ${missing}` })
    const storeIds = [...new Set(pairs.map(({ storeId }) => storeId))]
    const stores = new Map((await deps.stores.requireStores(tx, storeIds)).map((one) => [one.id, one]))
    const listings = new Map((await findListings(tx, pairs)).map((row) => [keyOf(row), row]))
    const live = await deps.compare.readLive([...listings.values()])
    const changes: SaleChange[] = []
    for (const pair of pairs) {
      const [product, store] = [products.get(pair.productId)!, stores.get(pair.storeId)!]
      const listing = listings.get(keyOf(pair))
      const there = live.get(listing?.shopifyProductId ?? '')
      const ours = await deps.compare.ourSide(product, store)
      const { plan } = deps.compare.compareWith({ ours, store, listing, live: there })
      const differences = there ? plan.fields.filter(({ change }) => change !== 'none').length : 0
      changes.push(saleChangeOf({ online, product, store, listing, live: there, differences }))
    }
    return changes
  }

  /** The approved pairs that are no longer what was seen, or whose shop could not be asked; nothing of them is written. */
  async function movedSince(
    approvals: InputOf<Endpoints['setListingsOnline']>['approvals'],
    online: boolean,
  ): Promise<Map<string, RowOutcome>> {
    const stopped = new Map<string, RowOutcome>()
    for (const some of groupBy(approvals, ({ storeId }) => storeId).values()) {
      try {
        const now = new Map((await changesOf(some, online)).map((change) => [change.key, change.contentHash]))
        for (const { contentHash, ...pair } of some)
          if (now.get(keyOf(pair)) !== contentHash) stopped.set(keyOf(pair), { key: keyOf(pair), ...MOVED })
      } catch (error) {
        if (!isRefusal(error)) throw error
        for (const pair of some)
          stopped.set(keyOf(pair), { key: keyOf(pair), ok: false, word: error.word, message: error.message })
      }
    }
    return stopped
  }

  async function toggle(call: Call, key: string, row: ListingRow | undefined, online: boolean): Promise<RowOutcome> {
    const why = !row || row.shopifyProductId === null ? '还没有同步到这家店铺' : mayToggle(row.state, online)
    if (why) return { key, ok: false, word: 'state-not-allowed', message: why }
    try {
      const connector = await deps.stores.connectorOf(row!.storeId)
      await connector.setStatus(row!.shopifyProductId!, online ? 'ACTIVE' : 'DRAFT', { lane: 'interactive' })
      await db.transaction(async (tx) => {
        const held = await deps.news.hold(tx, [row!.productId])
        const state = online ? ('online' as const) : ('offline' as const)
        const current = await findListing(tx, row!.id)
        // Ordered meanwhile: it stays in the queue, and goes back to this when the work is called off.
        const queued = current?.state === 'queued' || current?.state === 'syncing'
        const updatedAt = new Date(deps.clock.now())
        await updateListing(tx, row!.id, { ...(queued ? { restState: state } : { state }), updatedAt })
        await deps.news.tell(tx, held, [row!])
      })
      call.notes.object('product', row!.productId)
      return { key, ok: true, message: online ? '已上架' : '已下架' }
    } catch (failure) {
      if (!isRemoteFailure(failure)) throw failure
      await deps.stores.noteFailure(row!.storeId, failure)
      const refusal = deps.stores.explainStoreFailure(failure)
      return { key, ok: false, word: failure.word, message: refusal.message }
    }
  }
}

const MOVED = { ok: false, word: 'stale', message: '预演之后又有变化，没有写入；请重新预演' } as const
