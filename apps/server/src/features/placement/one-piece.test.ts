import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()

type Live = {
  offerId: string
  quoteType: number
  tiers: { priceFen: number }[]
  skus: { skuId: string; specId: string; priceFen: number }[]
}

/** An offer with a wholesale minimum of several pieces that is also sold in single pieces. */
async function soldBothWays(): Promise<Live> {
  for (let page = 1; page <= 20; page++) {
    const { list } = await fixture.app.ok('keywordQuery', { keyword: '收纳', page, pageSize: 20 })
    const card = list.find((one) => one.onePieceDropship && (one.minOrderQuantity ?? 1) >= 10)
    if (card) return fixture.simulator.control('GET', `/market/offer/${card.offerId}`)
  }
  throw new Error('the market has no such offer')
}

describe('fewer pieces than the wholesale minimum', () => {
  it('are expected at the price that 1688 then charges, so that the price check passes', async () => {
    const live = await soldBothWays()
    await fixture.simulator.control('POST', '/market/offer', { offerId: live.offerId, change: { stock: 1_000 } })
    const [sku] = live.skus
    const made = await fixture.app.ok('createPurchaseOrder', {
      items: [{ offerId: live.offerId, skuId: sku?.skuId ?? null, specId: sku?.specId ?? null, quantity: 1 }],
      key: randomUUID(),
    })
    const { id } = made.purchases[0]!
    const { goodsMinor } = await until(
      () => fixture.detail(id),
      (purchase) => purchase.freightMinor !== null,
    )
    const wholesale = live.quoteType === 1 && sku ? sku.priceFen : live.tiers[0]!.priceFen
    expect(goodsMinor).toBeGreaterThan(wholesale)
    const { now, expected, withinTolerance } = await fixture.app.ok('previewAlibabaOrder', { purchaseId: id })
    expect(now.goodsMinor).toBe(goodsMinor)
    expect(expected).toEqual(now)
    expect(withinTolerance).toBe(true)
  })
})
