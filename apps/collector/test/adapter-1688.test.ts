import { collectedOffer } from '@huoqiao/contract/collection/collector.schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardsOf, descriptionIn, isChallenged, pageKindOf, productUrl, readProduct } from '../src/adapter-1688.ts'
import { openPages, pageAddress } from './pages.ts'
import type { Offer, Pages } from './pages.ts'

let pages: Pages
let offerIds: string[]
beforeAll(async () => {
  pages = await openPages()
  const document = await pages.list(`/selloffer/offer_search.htm?keywords=${encodeURIComponent('收纳')}`)
  offerIds = cardsOf(document).map(({ offerId }) => offerId)
})
afterAll(() => pages.close())

const read = async (offerId: string) => readProduct(await pages.product(offerId), pageAddress(offerId))
/** The first offer of the result page that satisfies `holds`. */
async function first(holds: (offer: Offer) => boolean): Promise<{ offerId: string; offer: Offer }> {
  for (const offerId of offerIds) {
    const offer = await pages.offer(offerId)
    if (holds(offer)) return { offerId, offer }
  }
  throw new Error('no such offer')
}

describe('a product page', () => {
  test('is read as the call takes it, for every offer of a result page', async () => {
    expect(offerIds.length).toBeGreaterThan(20)
    for (const offerId of offerIds) {
      const page = await read(offerId)
      if (!page.ok) throw new Error(`${offerId}: ${JSON.stringify(page)}`)
      const { offer } = page
      expect(collectedOffer.safeParse(offer).error).toBeUndefined()
      const truth = await pages.offer(offerId)
      expect({
        title: offer.title,
        supplier: offer.supplierName,
        tiers: offer.tiers.map(({ startQuantity, priceMinor }) => ({ startQuantity, priceFen: priceMinor })),
        skus: offer.skus.map(({ skuId, specId, stock, values }) => ({
          skuId,
          specId,
          stock,
          values: values.map(({ value }) => value),
        })),
      }).toEqual({
        title: truth.title.zh.trim(),
        supplier: truth.supplier,
        tiers: truth.tiers,
        skus: truth.skus.map(({ skuId, specId, stock, values }) => ({ skuId, specId, stock, values })),
      })
      expect(offer.images.length).toBeGreaterThan(0)
      expect(offer.attributes.length).toBeGreaterThan(0)
      expect(offer.minOrderQuantity).toBeGreaterThan(0)
      expect(offer.freightMinor).toBeGreaterThanOrEqual(0)
      expect(offer.sendFrom).toMatch(/[省市]/)
      expect(['24h', '48h']).toContain(offer.shipWithin)
      expect(page.descriptionUrl).toBe(`https://itemcdn.tmall.com/1688offer/${offerId}/zh`)
    }
  })

  test('has a price for each SKU where they have prices, else prices by quantity for all', async () => {
    const bySku = await first(({ quoteType, skus }) => quoteType === 1 && skus.length > 1)
    const one = await read(bySku.offerId)
    expect(one.ok && one.offer.skus.map(({ priceMinor }) => priceMinor)).toEqual(
      bySku.offer.skus.map(({ priceFen }) => priceFen),
    )
    const byQuantity = await first(({ quoteType }) => quoteType === 2)
    const other = await read(byQuantity.offerId)
    expect(other.ok && new Set(other.offer.skus.map(({ priceMinor }) => priceMinor))).toEqual(new Set([null]))
  })

  test('names its properties, with a picture for each colour', async () => {
    const { offerId } = await first(({ skus }) => (skus[0]?.values.length ?? 0) > 1)
    const page = await read(offerId)
    const [sku] = page.ok ? page.offer.skus : []
    expect(sku!.values.map(({ name }) => name)).toContain('颜色')
    expect(sku!.values.find(({ name }) => name === '颜色')!.image).toMatch(/^https?:\/\//)
  })

  test('whose property values contain the separator is split by the values that it lists', () => {
    const page = readProduct(
      {
        variables: [],
        context: {
          result: {
            global: {
              globalData: {
                model: {
                  skuModel: {
                    skuProps: [
                      { prop: '适用', value: [{ name: '身高>160' }, { name: '身高' }] },
                      { prop: '颜色', value: [{ name: '红&白', imageUrl: '//cbu01.alicdn.com/img/a.jpg' }] },
                    ],
                  },
                },
              },
            },
            data: {
              productTitle: { fields: { title: '裙子' } },
              gallery: { fields: { mainImage: [{ fullPathImageURI: '//cbu01.alicdn.com/img/b.jpg' }] } },
              mainPrice: {
                fields: {
                  finalPriceModel: {
                    tradeWithoutPromotion: {
                      skuMapOriginal: [
                        {
                          skuId: 12,
                          specAttrs: '身高&gt;160&gt;红&amp;白',
                          price: '9.90',
                          discountPrice: '8.8',
                          canBookCount: 3,
                        },
                        { skuId: 'none', specAttrs: 'x' },
                      ],
                    },
                  },
                },
              },
            },
          },
        },
      },
      pageAddress('123456789012'),
    )
    expect(page).toMatchObject({
      ok: true,
      offer: {
        images: ['https://cbu01.alicdn.com/img/b.jpg'],
        skus: [
          {
            skuId: '12',
            priceMinor: 990,
            promotionPriceMinor: 880,
            stock: 3,
            values: [
              { name: '适用', value: '身高>160', image: null },
              { name: '颜色', value: '红&白', image: 'https://cbu01.alicdn.com/img/a.jpg' },
            ],
          },
        ],
      },
    })
    expect(page.ok && page.offer.skus).toHaveLength(1)
  })

  test('in another version is reported with what was found instead, and nothing of it is guessed', async () => {
    await pages.quirk('1688.productPage', 'next')
    expect(await read(offerIds[0]!)).toEqual({ ok: false, why: 'unknown-page', version: 'window.__OD_STATE__' })
    await pages.quirk('1688.productPage', 'context')
    const url = pageAddress(offerIds[0]!)
    expect(readProduct({ variables: [] }, url)).toMatchObject({ version: '没有 window.context' })
    expect(
      readProduct({ variables: [], context: { result: { data: { gallery: { fields: {} } } } } }, url),
    ).toMatchObject({
      version: 'window.context，缺 mainPrice、title',
    })
  })

  test('of an offer that is not for sale says so', async () => {
    const { context } = await pages.product(offerIds[0]!)
    const gone = JSON.parse(
      JSON.stringify(context).replace('"status":"published"', '"status":"member expired"'),
    ) as unknown
    expect(readProduct({ context: gone, variables: [] }, pageAddress(offerIds[0]!))).toEqual({
      ok: false,
      why: 'not-for-sale',
      status: 'member expired',
    })
  })
})

describe('result and shop pages', () => {
  test('show each offer once, with the element that is its card', async () => {
    expect(new Set(offerIds).size).toBe(offerIds.length)
    const shop = await pages.list('/page/offerlist.htm')
    const cards = cardsOf(shop)
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.map(({ element }) => element.tagName)).toEqual(cards.map(() => 'LI'))
  })

  test('are told apart by their address', () => {
    const kinds = [
      'https://detail.1688.com/offer/624139032536.html?spm=1',
      'https://s.1688.com/selloffer/offer_search.htm?keywords=x',
      'https://shop1234.1688.com/page/offerlist.htm',
      'https://detail.1688.com/pic/624139032536.html',
      'https://www.1688.com/',
    ].map((address) => pageKindOf(new URL(address)).kind)
    expect(kinds).toEqual(['product', 'list', 'list', 'other', 'other'])
    expect(productUrl('624139032536', 'https:')).toBe('https://detail.1688.com/offer/624139032536.html')
  })

  test('that ask for proof of a person are recognised', async () => {
    const document = await pages.list('/page/offerlist.htm')
    expect(isChallenged(document)).toBe(false)
    document.body.innerHTML = '<div id="nocaptcha"></div>'
    expect(isChallenged(document)).toBe(true)
  })
})

test('a description is HTML, or a script that assigns it; anything else is none', () => {
  expect(descriptionIn('<p>详情</p>')).toBe('<p>详情</p>')
  expect(descriptionIn('var offer_details={"content":"<p>详情</p>"};')).toBe('<p>详情</p>')
  expect(['', 'alert(1); {"x":', 'var offer_details={"content":""};'].map(descriptionIn)).toEqual([null, null, null])
})
