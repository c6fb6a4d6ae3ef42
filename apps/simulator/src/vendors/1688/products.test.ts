import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHarness } from './buyer.testing.ts'
import type { Harness, Json } from './buyer.testing.ts'
import { atFirst, byNumber, envelope, published, query, searchIn } from './products.testing.ts'
import type { Envelope, Item, Page } from './products.testing.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => atFirst(harness))

const search = (fields: object): Promise<Page> => searchIn(harness, fields)
const detailOf = async (offerId: string | number, more: object = {}): Promise<Envelope> =>
  envelope(
    await harness.ask('product.search.queryProductDetail', 'offerDetailParam', {
      offerId: Number(offerId),
      country: 'en',
      ...more,
    }),
  )
const priceOf = (item: Item): number => Number(item.priceInfo.price)

describe('keyword search', () => {
  it('finds by Chinese words and by the translated ones', async () => {
    const chinese = await search({ keyword: '保温杯' })
    const english = await search({ keyword: 'vacuum flasks' })
    expect(chinese.totalRecords).toBeGreaterThan(4)
    expect(chinese.data.every((item) => item.subject.includes('保温杯'))).toBe(true)
    expect(english.data.map((item) => item.offerId).sort(byNumber)).toEqual(
      chinese.data.map((item) => item.offerId).sort(byNumber),
    )
    expect((await search({ keyword: 'vacuum flasks', keywordTranslate: true })).totalRecords).toBe(0)
    expect((await search({ keyword: '不存在的东西' })).totalRecords).toBe(0)
  })

  it('pages without repeating or losing an offer, and is empty past the end', async () => {
    const seen: number[] = []
    const first = await search({ keyword: '批发', pageSize: 50 })
    for (let page = 1; page <= first.totalPage; page++)
      seen.push(...(await search({ keyword: '批发', pageSize: 50, beginPage: page })).data.map((item) => item.offerId))
    expect(first.totalRecords).toBeGreaterThan(200)
    expect(new Set(seen).size).toBe(first.totalRecords)
    expect((await search({ keyword: '批发', pageSize: 50, beginPage: first.totalPage + 1 })).data).toEqual([])
  })

  it('applies price range, filters, sales and the requested order', async () => {
    const found = await search({
      keyword: '批发',
      pageSize: 50,
      priceStart: '10',
      priceEnd: '30',
      filter: 'isOnePsale,certifiedFactory',
      sort: '{"price":"asc"}',
      saleFilterList: [{ saleType: 'sales30', saleStart: '10', saleEnd: '500' }],
    })
    expect(found.totalRecords).toBeGreaterThan(3)
    for (const item of found.data) {
      expect(priceOf(item)).toBeGreaterThanOrEqual(10)
      expect(priceOf(item)).toBeLessThanOrEqual(30)
      expect(item.monthSold).toBeGreaterThanOrEqual(10)
      expect(item.monthSold).toBeLessThanOrEqual(500)
      expect(item).toMatchObject({ isOnePsale: true, sellerIdentities: expect.arrayContaining(['super_factory']) })
    }
    const prices = found.data.map(priceOf)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    const sold = (await search({ keyword: '批发', sort: '{"monthSold":"desc"}' })).data.map((item) => item.monthSold)
    expect(sold).toEqual([...sold].sort((a, b) => b - a))
  })

  it('names no supplier, and refuses a page above the limit', async () => {
    const [item] = (await search({ keyword: '帐篷' })).data
    expect(item).not.toHaveProperty('companyName')
    expect(item).not.toHaveProperty('sellerOpenId')
    const over = envelope(
      await harness.ask('product.search.keywordQuery', 'offerQueryParam', query({ keyword: '帐篷', pageSize: 51 })),
    )
    expect(over.success).toBe(false)
  })

  it('no longer shows offers that are taken off sale', async () => {
    const [item] = (await search({ keyword: '帐篷' })).data
    await harness.control('POST', 'market/offer', { offerId: String(item!.offerId), change: { status: 'expired' } })
    expect((await search({ keyword: '帐篷', pageSize: 50 })).data.map((left) => left.offerId)).not.toContain(
      item!.offerId,
    )
  })
})

describe('product detail', () => {
  type Detail = Json & {
    productSkuInfos: { skuId: number; specId: string; price: string; amountOnSale: number }[]
    productSaleInfo: { quoteType: number; priceRangeList: { startQuantity: number; price: string }[] }
    productShippingInfo: {
      weight: number | null
      skuShippingInfoList: { skuId: number; weight: number }[]
      skuShippingDetails: { skuId: string; weight: number }[]
    }
  }
  const read = async (offerId: string, more: object = {}) => (await detailOf(offerId, more)).result as Detail

  it('gives SKU weights in grams in one list and in kilograms in the other', async () => {
    const offer = published.find((each) => each.skus.length > 3)!
    const { productShippingInfo } = await read(offer.offerId)
    const [grams] = productShippingInfo.skuShippingInfoList
    const [kilograms] = productShippingInfo.skuShippingDetails
    expect(grams!.weight).toBe(offer.skus[0]!.grams)
    expect(kilograms!.weight).toBeCloseTo(offer.skus[0]!.grams / 1000)
    expect(typeof grams!.skuId).toBe('number')
    expect(typeof kilograms!.skuId).toBe('string')
  })

  it('mixes types as the documentation does: prices and sold count as text, attribute ids as text and as number', async () => {
    const offer = published.find((each) => each.quoteType === 1 && each.skus.length > 1)!
    const detail = await read(offer.offerId)
    expect(detail).toMatchObject({
      offerId: Number(offer.offerId),
      soldOut: String(offer.soldTotal),
      isSelect: String(offer.selected),
      productAttribute: expect.arrayContaining([expect.objectContaining({ attributeId: '2176' })]),
      productSkuInfos: expect.arrayContaining([
        expect.objectContaining({ price: expect.stringMatching(/^\d+\.\d\d$/), specId: offer.skus[0]!.specId }),
      ]),
    })
    expect(detail.productSaleInfo.quoteType).toBe(1)
  })

  it('has an empty SKU list for a product without SKUs', async () => {
    const offer = published.find((each) => each.quoteType === 0)!
    const detail = await read(offer.offerId)
    expect(detail.productSkuInfos).toEqual([])
    expect(detail.productSaleInfo).toMatchObject({ quoteType: 0, amountOnSale: offer.stock })
  })

  it('leaves out fields or writes null as the quirk says', async () => {
    const offer = published.find((each) => each.batchNumber === null)!
    expect((await read(offer.offerId))['batchNumber']).toBeNull()
    await harness.control('POST', 'quirks', { name: '1688.nulls', value: 'absent' })
    expect(await read(offer.offerId)).not.toHaveProperty('batchNumber')
  })

  it('returns a removed product in either way, and refuses an unknown one', async () => {
    const offerId = published[0]!.offerId
    await harness.control('POST', 'market/offer', { offerId, change: { status: 'member deleted' } })
    expect((await read(offerId))['status']).toBe('member deleted')
    await harness.control('POST', 'quirks', { name: '1688.removedProduct', value: 'refuse' })
    expect(await detailOf(offerId)).toMatchObject({ success: false, message: '商品已下架' })
    expect(await detailOf(1)).toMatchObject({ success: false, message: '商品不存在' })
  })

  it('follows the market: price, stock, a removed SKU and a new one', async () => {
    const offer = published.find((each) => each.quoteType === 1 && each.skus.length > 2)!
    const [first, second] = offer.skus
    const change = {
      priceFactor: 1.5,
      stock: { [second!.skuId]: 7 },
      removeSku: first!.skuId,
      addSku: { zh: '彩虹色', en: 'Rainbow' },
    }
    await harness.control('POST', 'market/offer', { offerId: offer.offerId, change })
    const { productSkuInfos } = await read(offer.offerId)
    expect(productSkuInfos).toHaveLength(offer.skus.length)
    expect(productSkuInfos.some((sku) => sku.specId === first!.specId)).toBe(false)
    expect(productSkuInfos[0]).toMatchObject({
      amountOnSale: 7,
      price: (Math.round(second!.priceFen * 1.5) / 100).toFixed(2),
    })
    await harness.control('POST', 'scenario', { name: 'calm' })
    await harness.control('POST', 'quirks', { name: '1688.qps', value: 10_000 })
    expect((await read(offer.offerId)).productSkuInfos.map((sku) => sku.specId)).toEqual(
      offer.skus.map((sku) => sku.specId),
    )
  })

  it('has foreign prices only when a currency is requested', async () => {
    const offer = published.find((each) => each.skus.length > 0)!
    expect((await read(offer.offerId)).productSkuInfos[0]).toMatchObject({ foreignCurrencyPrice: null })
    expect((await read(offer.offerId, { currency: 'HKD' })).productSkuInfos[0]).toMatchObject({
      foreignCurrencyPrice: expect.any(Number),
    })
  })
})
