import { untilHere } from '../../../test/shop-orders.ts'
import type { Bought, Buying } from './purchases.testing.ts'

/** What a shopper bought, as the app stored it. */
export type Sold = {
  shop: string
  remoteId: string
  remoteLines: string[]
  orderId: string
  number: string
  lineIds: string[]
}
type Wanted = { offer: Bought; quantity: number; sku?: number; ratio?: { source: number; sale: number } }

const SHOP = 'bridge-us'

/** Shoppers and staff of the simulated shop; the app gets the same messages as from a real one. */
export function selling(buying: Buying, shop = SHOP) {
  /** Waits until the app has the order, and reads it again from the shop. */
  const bring = async (number: string): Promise<{ orderId: string; lineIds: string[] }> => {
    const { app } = buying
    const orderId = await untilHere(app, number)
    const { lines } = await app.ok('refreshOrder', { orderId })
    return { orderId, lineIds: lines.map(({ id }) => id) }
  }

  const link = async (lineId: string, { offer, sku = 0, ratio = { source: 1, sale: 1 } }: Wanted): Promise<void> => {
    await buying.app.ok('relateShopifyOrder', {
      lineIds: [lineId],
      offerId: offer.offerId,
      skuId: offer.skuIds[sku] ?? null,
      saleQuantity: ratio.sale,
      sourceQuantity: ratio.source,
      scope: 'this-order',
    })
  }

  return {
    /** A paid order whose lines are linked to these offers. */
    sell: async (...wanted: Wanted[]): Promise<Sold> => {
      const { order } = await buying.simulator.control<{
        order: { id: string; name: string; lines: { id: string }[] }
      }>('POST', `/shopify/${shop}/orders`, {
        lines: wanted.map(({ quantity }, index) => ({ title: `Box ${index}`, priceMinor: 1999, quantity })),
      })
      const { orderId, lineIds } = await bring(order.name)
      for (const [index, one] of wanted.entries()) await link(lineIds[index]!, one)
      const remoteLines = order.lines.map(({ id }) => id)
      return { shop, remoteId: order.id, remoteLines, number: order.name, orderId, lineIds }
    },
    /** An action of the shop's staff; the app reads the order again. */
    staff: async (sold: Sold, action: string, body: object = {}): Promise<void> => {
      await buying.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/${action}`, body)
      await bring(sold.number)
    },
  }
}
