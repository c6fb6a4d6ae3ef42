import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { selling } from './purchases-selling.testing.ts'
import type { Bought } from './purchases.testing.ts'
import { withBuying } from './purchases.testing.ts'

const buying = withBuying({ work: true })
const { sell } = selling(buying)

/** Claims an offer and waits for the product that it becomes. */
async function claimed(offer: Bought): Promise<string> {
  const { app } = buying
  const [store] = (await app.ok('getAllShopifyStores')).map(({ id }) => id)
  await app.ok('claimProducts', { lines: [offer.offerId], storeIds: [store!] }, { query: { origin: '1688' } })
  const product = await until(
    async () =>
      (
        await app.db.pool.query<{ id: string }>(
          'select id from product where offer_id = $1 and recycled_at is null and exists (select from product_variant v where v.product_id = product.id)',
          [offer.offerId],
        )
      ).rows[0],
    (row) => row !== undefined,
  )
  return product!.id
}

const refreshed = (productId: string) =>
  buying.app.ok('syncUpdateProductDataAndShopifyData', { productIds: [productId], storeIds: [], push: 'false' })

/** The seller removes the first SKU and adds the same one under another number; the offer was read again. */
async function renumber(offer: Bought): Promise<void> {
  const [old] = (await buying.app.ok('getOffer', { offerId: offer.offerId })).skus
  const addSku = { zh: old!.values[0], en: old!.valuesTrans[0] }
  await buying.change(offer.offerId, { removeSku: old!.skuId, addSku })
  const { skus } = await buying.app.ok('getOffer', { offerId: offer.offerId, refresh: 'true' })
  expect(skus.map(({ skuId }) => skuId)).not.toContain(old!.skuId)
}

describe('a source that a person chose', () => {
  it('is bought under its new number after the seller changed the number of the SKU, in the plan, the purchase and a later order', async () => {
    const { app } = buying
    const offer = buying.offers[0]!
    const productId = await claimed(offer)
    const sold = await sell({ offer, quantity: 3 })
    await renumber(offer)
    await refreshed(productId)
    const now = await app.ok('getOffer', { offerId: offer.offerId })
    const orderLines = sold.lineIds.map((orderLineId) => ({ orderLineId }))
    const [line] = (await app.ok('getOrder', { orderId: sold.orderId })).lines
    expect(line!.source!.skuId).toBe(offer.skuIds[0])
    expect(line!.can['createPurchaseOrder']).toBe(true)
    const plan = await app.ok('planPurchase', { orderLines, estimate: false })
    expect(plan.left).toEqual([])
    const [planned] = plan.groups[0]!.lines
    expect(now.skus.map(({ skuId }) => skuId)).toContain(planned!.skuId)
    const made = await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })
    expect(made.rows).toMatchObject({ succeeded: 1, failed: 0 })
    // Chosen again under its former number: stored under the current one.
    const later = await sell({ offer, quantity: 1 })
    const [next] = (await app.ok('getOrder', { orderId: later.orderId })).lines
    expect(next!.source!.skuId).toBe(planned!.skuId)
  })

  it('is not offered for purchase if its SKU is gone: the line shows why and what to do', async () => {
    const { app } = buying
    const offer = buying.offers.find(({ skuIds }) => skuIds.length > 2)!
    const sold = await sell({ offer, quantity: 2, sku: 1 })
    await buying.change(offer.offerId, { removeSku: offer.skuIds[1]! })
    await app.ok('getOffer', { offerId: offer.offerId, refresh: 'true' })
    const order = await app.ok('getOrder', { orderId: sold.orderId })
    const why = '货源里已经没有这个规格，请重新关联货源'
    expect(order.lines[0]!.can['createPurchaseOrder']).toBe(why)
    expect(order.can['createPurchaseOrder']).toBe(why)
    const [listed] = await app.ok('getOrderLines', { orderIds: sold.orderId })
    expect(listed!.can['createPurchaseOrder']).toBe(why)
    expect(listed!.can['relateShopifyOrder']).toBe(true)
  })
})
