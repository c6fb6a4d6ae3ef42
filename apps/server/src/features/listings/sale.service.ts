import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import { byColumnsOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { RowResult } from '../../platform/each-row.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { CompareService } from './compare.service.ts'
import { mayToggle } from './listings.rules.ts'
import { findListings } from './listings.store.ts'
import type { ListingRow, Pair } from './listings.store.ts'
import type { SaleActs } from './sale.act.ts'
import { saleChangeOf } from './sale.rules.ts'
import type { SaleChange } from './sale.rules.ts'
import { keyOf } from './sync-requests.service.ts'

type Endpoints = typeof ENDPOINTS
export type SaleService = ReturnType<typeof saleService>

/** Puts listings on or off sale in the shops: previewed first, then each row on its own. */
export function saleService(deps: {
  db: Db
  newId: NewId
  products: ProductsApi
  stores: StoresApi
  compare: CompareService
  sales: SaleActs
}) {
  const { db } = deps

  return {
    /** Reads the shops in one call for each store; writes nothing. */
    previewListingsOnline: async ({
      pairs,
      online,
    }: InputOf<Endpoints['previewListingsOnline']>): Promise<OutputOf<Endpoints['previewListingsOnline']>> => ({
      items: await changesOf(pairs, online),
    }),

    /** A shop that refuses does not stop the others. */
    async setListingsOnline(call: Call, input: InputOf<Endpoints['setListingsOnline']>): Promise<BulkOutcome> {
      const { online, approvals } = input
      const isSeen = approvals.length > 0
      const pairs = isSeen
        ? approvals
        : [...new Set(input.productIds)].flatMap((productId) =>
            [...new Set(input.storeIds)].map((storeId) => ({ productId, storeId })),
          )
      const stopped = isSeen ? await movedSince(approvals, online) : new Map<string, RowResult>()
      const listings = new Map((await findListings(db.handle, pairs)).map((row) => [keyOf(row), row]))
      return eachRow(
        pairs,
        keyOf,
        async (pair) => stopped.get(keyOf(pair)) ?? toggle(call, listings.get(keyOf(pair)), online),
      )
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

  /** The approved pairs that changed since the preview, or whose shop could not be read; they are not written. */
  async function movedSince(
    approvals: InputOf<Endpoints['setListingsOnline']>['approvals'],
    online: boolean,
  ): Promise<Map<string, RowResult>> {
    const stopped = new Map<string, RowResult>()
    for (const some of groupBy(approvals, ({ storeId }) => storeId).values()) {
      try {
        const now = new Map((await changesOf(some, online)).map((change) => [change.key, change.contentHash]))
        for (const { contentHash, ...pair } of some)
          if (now.get(keyOf(pair)) !== contentHash) stopped.set(keyOf(pair), MOVED)
      } catch (error) {
        if (!isRefusal(error)) throw error
        for (const pair of some) stopped.set(keyOf(pair), { ok: false, word: error.word, message: error.message })
      }
    }
    return stopped
  }

  async function toggle(call: Call, row: ListingRow | undefined, online: boolean): Promise<RowResult> {
    if (!row || row.shopifyProductId === null) return { ...NOT_ALLOWED, message: '还没有同步到这家店铺' }
    const why = mayToggle(row.state, online)
    if (why !== undefined) return { ...NOT_ALLOWED, message: why }
    const { id, productId, storeId, shopifyProductId: productGid } = row
    const intent = { listingId: id, productId, storeId, productGid, online }
    const by = byColumnsOf(call)
    const outcome = await deps.sales.attempt({ id: deps.newId(), key: id, intent, ...by }, call.signal)
    if (outcome.result === 'open') return { ...NOT_ALLOWED, message: '上一次上下架还没有结果，正在核对' }
    call.notes.object('product', productId)
    if (outcome.result === 'done' || outcome.result === 'found')
      return { ok: true, message: online ? '已上架' : '已下架' }
    return { ok: false, word: outcome.word, message: outcome.message }
  }
}

const NOT_ALLOWED = { ok: false, word: 'state-not-allowed' } as const
const MOVED = { ok: false, word: 'stale', message: '预演之后又有变化，没有写入；请重新预演' } as const
