import { formatChinaTime } from '@huoqiao/kit/time'
import type { LiveOffer, Market } from '../../../world/market.ts'
import { totalStock } from '../offer.facts.ts'
import type { Pushes } from './pushes.ts'

type Stock = { skuId: string | null; stock: number }

const stocks = (offer: LiveOffer): Stock[] =>
  offer.skus.length === 0
    ? [{ skuId: null, stock: offer.stock }]
    : offer.skus.map((sku) => ({ skuId: sku.skuId, stock: sku.stock }))

/** Rows of OfferInventoryChangeList: one for each SKU whose stock moved, with the signed change. */
function stockNews(before: LiveOffer, after: LiveOffer, at: number): object[] {
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

/** What changed about the make-up of an offer, in the words of PRODUCT_RELATION_VIEW_PRODUCT_CHANGE. */
function actionOf(before: LiveOffer, after: LiveOffer): string | undefined {
  const ids = (offer: LiveOffer): Set<string> => new Set(offer.skus.map((sku) => sku.skuId))
  if (after.skus.some((sku) => !ids(before).has(sku.skuId))) return 'sku_new'
  if (before.skus.some((sku) => !ids(after).has(sku.skuId))) return 'sku_delete'
  return before.title.zh === after.title.zh ? undefined : 'modify'
}

export type NewsDeps = {
  market: Market
  pushes: () => Pushes
  now: () => number
  follows: (offerId: string) => boolean
}

/**
 * The market with its messages: whoever changes an offer, by an order or by hand, makes the platform tell the apps that
 * have a relation with it (reference 5.3). No message holds the new price.
 */
export function tellingMarket({ market, pushes, now, follows }: NewsDeps): Market {
  const tell = (before: LiveOffer, after: LiveOffer): void => {
    const at = now()
    const send = (type: string, data: object): void => pushes().send(type, data, at, after.offerId)
    const about = { memberId: after.supplier.memberId, msgSendTime: formatChinaTime(at) }
    const stock = stockNews(before, after, at)
    if (stock.length > 0) send('PRODUCT_PRODUCT_INVENTORY_CHANGE', { OfferInventoryChangeList: stock })
    if (before.priceBasisPoints !== after.priceBasisPoints)
      send('FENXIAO_PRICE_CHANGE', { productId: after.offerId, ...about })
    const action = actionOf(before, after)
    if (action !== undefined)
      send('PRODUCT_RELATION_VIEW_PRODUCT_CHANGE', { productIds: after.offerId, action, ...about })
    if (before.status !== after.status) {
      const topic = after.status === 'published' ? 'PRODUCT_REPOST' : 'PRODUCT_EXPIRE'
      const status = `RELATION_VIEW_${topic}`
      send(`PRODUCT_${status}`, { productIds: after.offerId, status, ...about })
    }
  }
  return {
    ...market,
    change: (offerId, change) => {
      const before = market.get(offerId)
      const known = market.change(offerId, change)
      const after = market.get(offerId)
      if (before && after && follows(offerId)) tell(before, after)
      return known
    },
  }
}
