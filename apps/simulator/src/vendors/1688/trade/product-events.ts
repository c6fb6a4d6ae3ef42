import { formatChinaTime } from '@huoqiao/kit/time'
import type { LiveOffer, Market } from '../../../world/market.ts'
import { totalStock } from '../offer.facts.ts'
import type { Pushes } from './pushes.ts'

type Stock = { skuId: string | null; stock: number }

const stocks = (offer: LiveOffer): Stock[] =>
  offer.skus.length === 0
    ? [{ skuId: null, stock: offer.stock }]
    : offer.skus.map((sku) => ({ skuId: sku.skuId, stock: sku.stock }))

/** Rows of OfferInventoryChangeList: one for each SKU whose stock changed, with the signed change. */
function stockEvents(before: LiveOffer, after: LiveOffer, at: number): object[] {
  const held = new Map(stocks(before).map((row) => [row.skuId, row.stock]))
  return stocks(after).flatMap((row) => {
    const was = held.get(row.skuId)
    if (was === undefined || was === row.stock) return []
    return [
      {
        offerId: Number(after.offerId),
        offerOnSale: totalStock(after),
        ...(row.skuId === null ? {} : { skuId: Number(row.skuId), skuOnSale: row.stock }),
        quantity: row.stock - was,
        bizTime: String(at),
      },
    ]
  })
}

/** What changed in an offer's structure, in the words of PRODUCT_RELATION_VIEW_PRODUCT_CHANGE. */
function actionOf(before: LiveOffer, after: LiveOffer): string | undefined {
  const ids = (offer: LiveOffer): Set<string> => new Set(offer.skus.map((sku) => sku.skuId))
  if (after.skus.some((sku) => !ids(before).has(sku.skuId))) return 'sku_new'
  if (before.skus.some((sku) => !ids(after).has(sku.skuId))) return 'sku_delete'
  return before.title.zh === after.title.zh ? undefined : 'modify'
}

/** These were deleted; in the other statuses the seller, or the end of the validity, took the offer offline (reference 2.3). */
const DELETED: readonly string[] = ['deleted', 'member deleted']

/** The topic for an offer that goes online or offline. The data of _DELETE and _REPOST is that of _EXPIRE: UNCERTAIN (5.3). */
function shelfTopic(status: string): string {
  if (status === 'published') return 'PRODUCT_REPOST'
  return DELETED.includes(status) ? 'PRODUCT_DELETE' : 'PRODUCT_EXPIRE'
}

export type EventsDeps = {
  market: Market
  pushes: () => Pushes
  now: () => number
  /** Whether the app is related to the offer in any way of reference 2.6. */
  isRelated: (offerId: string) => boolean
  /** Stock and prices are reported for followed offers only. */
  isFollowed: (offerId: string) => boolean
}

/**
 * The market with its messages: whoever changes an offer, by an order or by hand, makes the platform send messages to the apps that have a
 * relation with it (reference 5.3). No message has the new price. Which relation the RELATION_VIEW topics need is not documented: here any
 * relation is enough.
 */
export function marketWithEvents({ market, pushes, now, isRelated, isFollowed }: EventsDeps): Market {
  const tell = (before: LiveOffer, after: LiveOffer): void => {
    const followed = isFollowed(after.offerId)
    const at = now()
    const send = (type: string, data: object): void => pushes().send(type, data, at, after.offerId)
    const about = { memberId: after.supplier.memberId, msgSendTime: formatChinaTime(at) }
    const stock = stockEvents(before, after, at)
    if (followed && stock.length > 0) send('PRODUCT_PRODUCT_INVENTORY_CHANGE', { OfferInventoryChangeList: stock })
    if (followed && before.priceBasisPoints !== after.priceBasisPoints)
      send('FENXIAO_PRICE_CHANGE', { productId: after.offerId, ...about })
    const action = actionOf(before, after)
    if (action !== undefined)
      send('PRODUCT_RELATION_VIEW_PRODUCT_CHANGE', { productIds: after.offerId, action, ...about })
    if (before.status !== after.status) {
      const status = `RELATION_VIEW_${shelfTopic(after.status)}`
      send(`PRODUCT_${status}`, { productIds: after.offerId, status, ...about })
    }
  }
  return {
    ...market,
    change: (offerId, change) => {
      const before = market.get(offerId)
      const known = market.change(offerId, change)
      const after = market.get(offerId)
      if (before && after && isRelated(offerId)) tell(before, after)
      return known
    },
  }
}
