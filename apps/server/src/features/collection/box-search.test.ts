import { describe, expect, it } from 'vitest'
import { idsOf, withMarket } from './collection.testing.ts'

const market = withMarket()

describe('the collection box', () => {
  it('is searched by the words of an offer, by its supplier and by its number, and counts the results', async () => {
    const offerIds = market.take(6)
    // Some offers are read before they are collected, some afterwards.
    for (const offerId of offerIds.slice(0, 3)) await market.app.ok('getOffer', { offerId })
    const { lines } = await market.app.ok('collectProducts', { lines: offerIds })
    await market.resolved(idsOf(lines))
    const { list } = await market.app.ok('queryCollectProducts', { page: 1, pageSize: 24 })
    expect(list.map(({ offerId }) => offerId).toSorted()).toEqual(offerIds.toSorted())
    for (const { offerId, card } of list) {
      const has = (keyword: string) => market.app.ok('queryCollectProducts', { keyword, page: 1, pageSize: 24 })
      const words = [
        offerId,
        offerId.slice(2),
        card!.title.slice(0, 3),
        `${card!.title.slice(0, 2)} ${card!.supplierName}`,
      ]
      for (const keyword of words) {
        const found = await has(keyword)
        expect(found.list.map((one) => one.offerId)).toContain(offerId)
        expect(found.counts).toEqual({ collected: found.total })
      }
      expect((await has(`${offerId} ${offerIds.find((other) => other !== offerId)!}`)).total).toBe(0)
    }
  })
})
