import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Db } from '../../db/db.ts'
import { findHeldStamps, findOpenReturns } from './feeds.store.ts'
import { OPEN_RETURNS } from './returns.rules.ts'
import { gidOf } from './shop-order.mapping.ts'

const STAMPS = 100

/**
 * The net under the messages about returns. Whether a return moves its order's change time the vendor does not say (reference
 * shopify-admin, section 4), so the pull by that time may see none of it: orders whose return is under way are asked for by that
 * word. Answers ids of orders of which the shop says another word than we hold; those that we do not hold are the pull's.
 */
export function returnsNet(db: Db) {
  return async (storeId: string, shop: ShopifyConnector, signal: AbortSignal): Promise<string[]> => {
    const told = new Map<string, string>()
    for (let after: string | undefined; ;) {
      signal.throwIfAborted()
      const page = await shop.listOrderStamps(
        { returnStatuses: OPEN_RETURNS, first: STAMPS, ...(after === undefined ? {} : { after }) },
        { lane: 'background', signal },
      )
      for (const { id, returnStatus } of page.stamps) told.set(id, returnStatus)
      if (!page.hasNext || page.endCursor === undefined) break
      after = page.endCursor
    }
    const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1)
    const held = await findHeldStamps(db.handle, storeId, [...told.keys()].map(numberOf))
    const changed = [...told].filter(([gid, status]) => (held.get(numberOf(gid))?.returnStatus ?? status) !== status)
    const over = (await findOpenReturns(db.handle, storeId, OPEN_RETURNS))
      .map((shopifyId) => gidOf('Order', shopifyId))
      .filter((gid) => !told.has(gid))
    return [...changed.map(([gid]) => gid), ...over]
  }
}
