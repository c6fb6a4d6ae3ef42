import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Act, Acts, ActsOf } from '../../acts/acts.ts'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ProductDoc } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { lookInShops } from './listings.jobs.ts'
import { findListing, updateListing } from './listings.store.ts'
import { sentenceOf } from './push-failure.ts'

/** Puts a listing on sale in its shop, or takes it off. */
export type SaleRequest = {
  listingId: string
  productId: string
  storeId: string
  /** gid://shopify/Product/… */
  productGid: string
  online: boolean
}
export type SaleActs = ActsOf<SaleRequest, void, true>

/** Repeating it does no harm, but the shop may still be processing the first request when somebody wants the opposite. */
const PATIENCE = { absentAfterMs: 30_000, leastLooks: 1 }
const LOOK_AGAIN_MS = 10_000

/** Remote acts for on and off sale. The act's key is the listing. */
export function saleActs(deps: {
  clock: Clock
  jobs: Jobs
  acts: Acts
  stores: StoresApi
  projection: ListingProjection
}): SaleActs {
  const statusOf = ({ online }: SaleRequest): 'ACTIVE' | 'DRAFT' => (online ? 'ACTIVE' : 'DRAFT')

  async function isSo(tx: Tx, { intent }: Act<SaleRequest>, held: readonly ProductDoc[]): Promise<void> {
    const row = await findListing(tx, intent.listingId)
    if (!row) return
    const state = intent.online ? ('online' as const) : ('offline' as const)
    // If it was queued meanwhile it stays queued, and returns to this state if that work is cancelled.
    const isQueued = row.state === 'queued' || row.state === 'syncing'
    const updatedAt = new Date(deps.clock.now())
    await updateListing(tx, row.id, { ...(isQueued ? { restState: state } : { state }), updatedAt })
    await deps.projection.write(tx, held, [row])
  }

  return deps.acts.define<SaleRequest, void, true, ProductDoc[]>({
    kind: 'sale',
    async send({ intent }, { guard }) {
      try {
        const shop = await deps.stores.connectorOf(intent.storeId)
        await shop.setStatus(intent.productGid, statusOf(intent), { lane: 'interactive', guard })
      } catch (error) {
        if (isRemoteFailure(error)) await deps.stores.noteFailure(intent.storeId, error)
        throw error
      }
    },
    async look({ intent }, signal) {
      const shop = await deps.stores.connectorOf(intent.storeId)
      const [live] = await shop.readProducts([intent.productGid], { lane: 'interactive', signal })
      return live?.status === statusOf(intent) ? true : undefined
    },
    patience: () => PATIENCE,
    lookAgainMs: () => LOOK_AGAIN_MS,
    purchasesOf: () => [],
    hold: (tx, { intent }) => deps.projection.lock(tx, [intent.productId]),
    explain: (error) => sentenceOf(deps.stores, error),
    async done(tx, act, _answer, was, held) {
      await isSo(tx, act, held)
      if (was !== 'absent') return
      // It was given up, and somebody may have wanted the opposite since: the state is read from the shop.
      await updateListing(tx, act.intent.listingId, { shopTouchedAt: new Date(deps.clock.now()) })
      await deps.jobs.enqueue(tx, lookInShops, {})
    },
    found: (tx, act, _found, _was, held) => isSo(tx, act, held),
    refused: () => Promise.resolve(),
    unknown: () => Promise.resolve(),
    absent: () => Promise.resolve(),
  })
}
