import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { findHeldStamps } from './feeds.store.ts'
import { OPEN_RETURNS } from './returns.rules.ts'
import { findUnderReturn } from './returns.store.ts'
import { gidOf, legacyOf } from './shop-order.mapping.ts'

/** Orders a page. */
const STAMPS = 100
/** More orders of a store than ever have a return under way at once. */
const HELD_OPEN = 1000
/** Older ones an app without read_all_orders is not shown (reference, section 4): not being told of says nothing about them. */
const SEEN_MS = 60 * 86_400_000

/**
 * The net under the messages about returns. Whether a return moves its order's change time the vendor does not say (reference
 * shopify-admin, section 4), so the pull by that time may see none of it: orders whose return is under way are asked for by that
 * word. Answers ids of orders of which the shop says another word than we hold; those that we do not hold are the pull's.
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
      // A condition that a shop does not know it leaves out, and then it would show every order that it has.
      if (isWhole || !page.stamps.some(({ returnStatus }) => OPEN_RETURNS.some((open) => open === returnStatus))) break
      after = page.endCursor
    }
    const held = await findHeldStamps(db.handle, storeId, [...reported.keys()].map(legacyOf))
    const changed = [...reported].filter(
      ([gid, status]) => (held.get(legacyOf(gid))?.returnStatus ?? status) !== status,
    )
    return [...changed.map(([gid]) => gid), ...(isWhole ? await over(storeId, reported) : [])]
  }

  /** Held as under way, and told of no more. */
  async function over(storeId: string, reported: ReadonlyMap<string, string>): Promise<string[]> {
    const since = new Date(clock.now() - SEEN_MS)
    const open = await findUnderReturn(db.handle, { storeId, since, statuses: OPEN_RETURNS, limit: HELD_OPEN })
    return open.map(({ shopifyId }) => gidOf('Order', shopifyId)).filter((gid) => !reported.has(gid))
  }
}
