import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detailProduct, searchAnswer } from '../testing/answers.ts'
import { toOfferCardPage } from './offer-card.mapping.ts'
import { toSourceOffer } from './offer.mapping.ts'

describe('an offer', () => {
  const offer = toSourceOffer(detailProduct)!

  it('has its prices in fen, more decimals rounded half up, and what is missing as null', () => {
    expect(
      offer.skus.map((sku) => [sku.priceMinor, sku.promotionPriceMinor, sku.dropshipPriceMinor, sku.channelPriceMinor]),
    ).toEqual([
      [1850, 1761, 2300, 1810],
      [2100, null, null, null],
    ])
    expect(offer.dropship).toEqual({ priceMinor: 2300, freePostage: true, startQuantity: 1 })
    expect(offer.mixRule).toEqual({ general: true, minAmountMinor: 10_000, minQuantity: 3 })
  })

  it('has its tiers from the smallest quantity on', () => {
    expect(offer.tiers).toEqual([
      { startQuantity: 2, priceMinor: 1850, promotionPriceMinor: 1760 },
      { startQuantity: 100, priceMinor: 1720, promotionPriceMinor: null },
    ])
  })

  it('has its weights in grams: from the list in grams, otherwise from the one in kilograms', () => {
    expect([offer.weightGrams, ...offer.skus.map((sku) => sku.weightGrams)]).toEqual([420, 420, 615])
  })

  it('has ids as text, categories from the broadest on, and pictures with complete addresses', () => {
    expect([offer.offerId, offer.skus[0]?.skuId]).toEqual(['620201390233', '5104790281451'])
    expect(offer.categoryIds).toEqual(['15', '1034346', '123456001'])
    expect(offer.images).toEqual([
      'https://cbu01.alicdn.com/img/ibank/demo0001.jpg',
      'https://cbu01.alicdn.com/img/ibank/demo0004.jpg',
    ])
    expect(offer.videoUrl).toBeNull()
  })

  it('keeps the attributes of its SKUs with picture and translation, and drops rows without a value', () => {
    expect(offer.attributes).toEqual([
      { id: '2176', name: '品牌', value: '示例', nameTrans: 'Brand', valueTrans: 'Demo' },
    ])
    expect(
      offer.skus.map((sku) =>
        sku.attributes.map((attribute) => [attribute.value, attribute.valueTrans, attribute.image]),
      ),
    ).toEqual([
      [
        ['黑色', 'Black', 'https://cbu01.alicdn.com/img/ibank/demo0005.jpg'],
        ['500ml', '500ml', null],
      ],
      [['白色', null, null]],
    ])
  })

  it('distinguishes a stock of zero from an unknown stock', () => {
    expect(offer.skus.map((sku) => sku.stock)).toEqual([820, 0])
    expect(toSourceOffer({ offerId: 1, productSkuInfos: [{ skuId: 2 }] })?.skus[0]?.stock).toBeNull()
  })

  it('reads the number of sold units although the name of its field sounds like a flag', () => {
    expect(offer.soldCount).toBe(12_342)
  })

  it.each([
    ['published', 'published', true],
    ['deleted', 'deleted', false],
    ['TBD', 'tbd', false],
    [null, 'unknown', false],
  ])('with status %j is %j', (status, word, published) => {
    expect(toSourceOffer({ ...detailProduct, status })).toMatchObject({ status: word, published })
  })

  it('returns the address of a description that is only an address', () => {
    const other = toSourceOffer({ ...detailProduct, description: 'https://itemcdn.tmall.com/1688offer/demo' })
    expect([other?.descriptionHtml, other?.descriptionUrl]).toEqual([null, 'https://itemcdn.tmall.com/1688offer/demo'])
  })

  it('without SKUs keeps its own stock and tiers', () => {
    const other = toSourceOffer({
      ...detailProduct,
      productSkuInfos: [],
      productSaleInfo: { ...detailProduct.productSaleInfo, quoteType: 0 },
    })
    expect([other?.skus, other?.stock, other?.quoteType, other?.tiers.length]).toEqual([[], 820, 0, 2])
  })

  it('accepts any field missing, null or of another type, and never throws', () => {
    const names = Object.keys(detailProduct) as (keyof typeof detailProduct)[]
    fc.assert(
      fc.property(fc.subarray(names.filter((name) => name !== 'offerId')), fc.anything(), (broken, value) => {
        const changed = { ...detailProduct, ...Object.fromEntries(broken.map((name) => [name, value])) }
        expect(toSourceOffer(changed)?.offerId).toBe('620201390233')
      }),
    )
  })

  it.each([null, undefined, '', [], {}, { offerId: null }])('is none when %j comes back', (nothing) => {
    expect(toSourceOffer(nothing)).toBeUndefined()
  })
})

describe('a page of a search', () => {
  const page = toOfferCardPage(searchAnswer.result.result, { page: 1, pageSize: 20 })

  it('has its counts and drops rows without an offer', () => {
    expect([page.total, page.totalPages, page.page, page.pageSize]).toEqual([1840, 92, 1, 20])
    expect(page.cards.map((card) => card.offerId)).toEqual(['620201390233', '710891050473'])
  })

  it('has cards with money in fen, times in UTC and the years of the supplier', () => {
    expect(page.cards[0]).toMatchObject({
      priceMinor: 1850,
      promotionPriceMinor: 1760,
      dropshipPriceMinor: 2100,
      soldLastMonth: 1213,
      soldLastWeek: 240,
      repurchasePercent: 33,
      whiteImage: null,
      shipsWithinHours: 48,
      pickedUpWithin24HoursPercent: 97.4,
      createdAt: Date.UTC(2025, 3, 20),
      supplier: { years: 7, companyName: null, scores: { composite: '4.5', dispute: null } },
    })
  })

  it('has mostly empty cards when the platform returns nothing', () => {
    expect(page.cards[1]).toMatchObject({
      priceMinor: null,
      soldLastMonth: null,
      canDropship: false,
      supplier: { years: null },
    })
  })

  it('uses the requested paging when the answer has none', () => {
    expect(toOfferCardPage(null, { page: 3, pageSize: 10 })).toEqual({
      total: 0,
      totalPages: 0,
      page: 3,
      pageSize: 10,
      cards: [],
    })
  })
})
