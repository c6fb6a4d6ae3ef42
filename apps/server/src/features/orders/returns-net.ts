import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { findHeldStamps } from './feeds.store.ts'
import { OPEN_RETURNS } from './returns.rules.ts'
import { findUnderReturn } from './returns.store.ts'
import { gidOf, legacyOf } from './shop-order.mapping.ts'

/** Orders on one page. */
const STAMPS = 100
/** More orders than a store ever has with an open return at the same time. */
const HELD_OPEN = 1000
/** An app without read_all_orders does not see older orders (reference, section 4), so their absence means nothing. */
const SEEN_MS = 60 * 86_400_000

/**
 * Safety net for lost messages about returns. The vendor does not say whether a return changes the change time of its order (reference
 * shopify-admin, section 4), so the pull by that time may miss it. Therefore orders are also searched by return status. Returns ids of
 * orders whose status in the shop differs from the stored one; orders that are not stored are left to the pull.
 */
export function returnsNet({ db, clock }: { db: Db; clock: Clock }) {
  return async (storeId: string, shop: ShopifyConnector, signal: AbortSignal): Promise<string[]> => {
    const reported = new Map<string, string>()
    let isWhole = false
    for (let after: string | undefined; ;) {
      signal.throwIfAborted()
      const page = await shop.listOrderStamps(
        { returnStatuses: OPEN_RETURNS, first: STAMPS, ...(after === undefined ? {} : { after }) },
        { lane: 'background', signal },
      )
      for (const { id, returnStatus } of page.stamps) reported.set(id, returnStatus)
      isWhole = !page.hasNext || page.endCursor === undefined
      // A shop ignores a search condition that it does not know, and would then return all its orders.
      if (isWhole || !page.stamps.some(({ returnStatus }) => OPEN_RETURNS.some((open) => open === returnStatus))) break
      after = page.endCursor
    }
    const held = await findHeldStamps(db.handle, storeId, [...reported.keys()].map(legacyOf))
    const changed = [...reported].filter(
      ([gid, status]) => (held.get(legacyOf(gid))?.returnStatus ?? status) !== status,
    )
    return [...changed.map(([gid]) => gid), ...(isWhole ? await over(storeId, reported) : [])]
  }

  /** Orders stored with an open return that the shop no longer lists. */
  async function over(storeId: string, reported: ReadonlyMap<string, string>): Promise<string[]> {
    const since = new Date(clock.now() - SEEN_MS)
    const open = await findUnderReturn(db.handle, { storeId, since, statuses: OPEN_RETURNS, limit: HELD_OPEN })
    return open.map(({ shopifyId }) => gidOf('Order', shopifyId)).filter((gid) => !reported.has(gid))
  }
}
