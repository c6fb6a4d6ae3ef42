import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WORLD, openHarness } from './buyer.testing.ts'
import type { Harness } from './buyer.testing.ts'
import { atFirst, published } from './products.testing.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => atFirst(harness))

const read = async (path: string): Promise<string> => (await fetch(harness.origin + path)).text()

/** The page's variables after its own script has run. */
async function variablesOf(offerId: string): Promise<Record<string, unknown>> {
  const script = /<script>(.*?)<\/script>/s.exec(await read(`/offer/${offerId}.html`))![1]!
  const window: Record<string, unknown> = {}
  runInNewContext(script, { window })
  return window
}

describe('the product page', () => {
  it('carries the offer in window.context, also for sellers whose texts look like HTML', async () => {
    const offer = published.find((each) => each.title.zh.includes('</b>'))!
    const { context } = (await variablesOf(offer.offerId)) as { context: { result: { data: Record<string, never> } } }
    expect(context.result.data['productTitle']).toMatchObject({ fields: { title: offer.title.zh } })
    expect(Object.keys(context.result.data)).toEqual(
      expect.arrayContaining(['gallery', 'mainPrice', 'shippingServices', 'description']),
    )
  })

  it('has a price for each SKU only where prices are by SKU', async () => {
    for (const quoteType of [0, 1, 2] as const) {
      const offer = published.find((each) => each.quoteType === quoteType)!
      const { context } = (await variablesOf(offer.offerId)) as {
        context: { result: { data: { mainPrice: { fields: { finalPriceModel: { tradeWithoutPromotion: Trade } } } } } }
      }
      const { skuMapOriginal } = context.result.data.mainPrice.fields.finalPriceModel.tradeWithoutPromotion
      expect(skuMapOriginal).toHaveLength(offer.skus.length)
      expect(skuMapOriginal.every((sku) => 'price' in sku === (quoteType === 1))).toBe(true)
    }
  })
  type Trade = { skuMapOriginal: object[] }

  it('has its data elsewhere after a redesign, and a description as large as it is set', async () => {
    const { offerId } = published[0]!
    await harness.control('POST', 'quirks', { name: '1688.productPage', value: 'next' })
    expect(Object.keys(await variablesOf(offerId))).not.toContain('context')
    await harness.control('POST', 'quirks', { name: '1688.descriptionMegabytes', value: 2 })
    expect((await read(`/1688offer/${offerId}/zh`)).length).toBeGreaterThan(2 * 1024 * 1024)
  })
})

describe('result and shop pages', () => {
  it('have a card for each offer, whose id is in its link', async () => {
    const html = await read(`/selloffer/offer_search.htm?keywords=${encodeURIComponent('收纳')}`)
    const ids = [...html.matchAll(/offerId=(\d+)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(20)
    expect(new Set(ids).size).toBe(ids.length)
    const shop = [
      ...(await read('/page/offerlist.htm')).matchAll(
        /<li class="offer-item"><a href="\/\/detail\.1688\.com\/offer\/(\d+)\.html"/g,
      ),
    ]
    const sellers = new Set(shop.map(([, id]) => WORLD.offers.find(({ offerId }) => offerId === id)!.supplier.memberId))
    expect(shop.length).toBeGreaterThan(0)
    expect(sellers.size).toBe(1)
  })
})
