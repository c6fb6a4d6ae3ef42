import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHouse, WORLD } from './buyer.testing.ts'
import type { House, Json } from './buyer.testing.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.control('POST', 'reset')
  await house.control('POST', 'quirks', { name: '1688.qps', value: 10_000 })
})

type Page = { totalRecords: number; totalPage: number; pageSize: number; currentPage: number; data: Item[] }
type Item = Json & {
  offerId: number
  subject: string
  imageUrl: string
  priceInfo: { price: string }
  monthSold: number
}
type Envelope = { success: unknown; code: string; message: string; result: unknown }

const envelope = (body: Json): Envelope => body['result'] as Envelope
const query = (fields: object) => ({ beginPage: 1, pageSize: 20, country: 'en', ...fields })
const search = async (fields: object): Promise<Page> =>
  envelope(await house.ask('product.search.keywordQuery', 'offerQueryParam', query(fields))).result as Page
const detailOf = async (offerId: string | number, more: object = {}): Promise<Envelope> =>
  envelope(
    await house.ask('product.search.queryProductDetail', 'offerDetailParam', {
      offerId: Number(offerId),
      country: 'en',
      ...more,
    }),
  )
const published = WORLD.offers.filter((offer) => offer.status === 'published')
const byNumber = (a: number, b: number): number => a - b
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

  it('keeps to price range, filters, sales and the asked order', async () => {
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

  it('names no supplier, and refuses a page above the cap', async () => {
    const [item] = (await search({ keyword: '帐篷' })).data
    expect(item).not.toHaveProperty('companyName')
    expect(item).not.toHaveProperty('sellerOpenId')
    const over = envelope(
      await house.ask('product.search.keywordQuery', 'offerQueryParam', query({ keyword: '帐篷', pageSize: 51 })),
    )
    expect(over.success).toBe(false)
  })

  it('no longer shows what was taken down', async () => {
    const [item] = (await search({ keyword: '帐篷' })).data
    await house.control('POST', 'market/offer', { offerId: String(item!.offerId), change: { status: 'expired' } })
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

  it('mixes the types as the page does: prices and sold count as text, attribute ids as text and as number', async () => {
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

  it('leaves out or writes null as the quirk says', async () => {
    const offer = published.find((each) => each.batchNumber === null)!
    expect((await read(offer.offerId))['batchNumber']).toBeNull()
    await house.control('POST', 'quirks', { name: '1688.nulls', value: 'absent' })
    expect(await read(offer.offerId)).not.toHaveProperty('batchNumber')
  })

  it('answers a removed product either way, and an unknown one with a refusal', async () => {
    const offerId = published[0]!.offerId
    await house.control('POST', 'market/offer', { offerId, change: { status: 'member deleted' } })
    expect((await read(offerId))['status']).toBe('member deleted')
    await house.control('POST', 'quirks', { name: '1688.removedProduct', value: 'refuse' })
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
    await house.control('POST', 'market/offer', { offerId: offer.offerId, change })
    const { productSkuInfos } = await read(offer.offerId)
    expect(productSkuInfos).toHaveLength(offer.skus.length)
    expect(productSkuInfos.some((sku) => sku.specId === first!.specId)).toBe(false)
    expect(productSkuInfos[0]).toMatchObject({
      amountOnSale: 7,
      price: (Math.round(second!.priceFen * 1.5) / 100).toFixed(2),
    })
    await house.control('POST', 'scenario', { name: 'calm' })
    await house.control('POST', 'quirks', { name: '1688.qps', value: 10_000 })
    expect((await read(offer.offerId)).productSkuInfos.map((sku) => sku.specId)).toEqual(
      offer.skus.map((sku) => sku.specId),
    )
  })

  it('fills foreign prices only when a currency is asked for', async () => {
    const offer = published.find((each) => each.skus.length > 0)!
    expect((await read(offer.offerId)).productSkuInfos[0]).toMatchObject({ foreignCurrencyPrice: null })
    expect((await read(offer.offerId, { currency: 'HKD' })).productSkuInfos[0]).toMatchObject({
      foreignCurrencyPrice: expect.any(Number),
    })
  })
})

describe('picture search', () => {
  it('finds the thing on the picture, says success as text, and answers the same twice', async () => {
    const [tent] = (await search({ keyword: '帐篷' })).data
    const picture = Buffer.from(await (await fetch(tent!.imageUrl)).arrayBuffer())
    const upload = envelope(
      await house.ask('product.image.upload', 'uploadImageParam', { imageBase64: picture.toString('base64') }),
    )
    expect(upload).toMatchObject({ success: 'true', result: expect.any(String) })
    const find = async () =>
      envelope(await house.ask('product.search.imageQuery', 'offerQueryParam', query({ imageId: upload.result })))
    const found = await find()
    expect(found.success).toBe('true')
    const page = found.result as Page & Json
    expect(page.data[0]!.subject).toContain('帐篷')
    expect(page.data[0]).toMatchObject({ companyName: expect.any(String), offerDataInfo: expect.any(Object) })
    expect(page['picRegionInfo']).toBeDefined()
    expect(await find()).toEqual(found)
  })

  it('refuses what is no picture, an unknown id and more than 50 a page', async () => {
    for (const imageBase64 of ['aGVsbG8=', 'data:image/png;base64,AAAA'])
      expect(envelope(await house.ask('product.image.upload', 'uploadImageParam', { imageBase64 })).success).toBe(
        'false',
      )
    expect(
      envelope(await house.ask('product.search.imageQuery', 'offerQueryParam', query({ imageId: '1' }))).success,
    ).toBe('false')
    expect(
      envelope(await house.ask('product.search.imageQuery', 'offerQueryParam', query({ imageId: '1', pageSize: 51 })))
        .message,
    ).toContain('50')
  })
})

describe('recommendations, sellers and freight', () => {
  it('recommends an array without paging, the same for the same user', async () => {
    const ask = async (outMemberId: string) =>
      envelope(await house.ask('product.search.offerRecommend', 'recommendOfferParam', query({ outMemberId })))
        .result as Item[]
    expect(await ask('u1')).toHaveLength(20)
    expect(await ask('u1')).toEqual(await ask('u1'))
    expect(await ask('u2')).not.toEqual(await ask('u1'))
  })

  it('knows at most ten related products a page', async () => {
    const ask = async (pageSize: number) =>
      envelope(
        await house.ask('product.related.recommend', 'relatedQueryParams', {
          offerId: Number(published[0]!.offerId),
          pageNo: 1,
          pageSize,
          language: 'en',
        }),
      )
    expect((await ask(10)).result).toHaveLength(10)
    expect((await ask(11)).success).toBe(false)
  })

  it('lists one seller’s offers', async () => {
    const { openId } = published[0]!.supplier
    const page = envelope(
      await house.ask(
        'product.search.querySellerOfferList',
        'offerQueryParam',
        query({ sellerOpenId: openId, pageSize: 50 }),
      ),
    ).result as Page
    const own = published.filter((offer) => offer.supplier.openId === openId).map((offer) => Number(offer.offerId))
    expect(page.data.map((item) => item.offerId).sort(byNumber)).toEqual(own.sort(byNumber))
  })

  it('estimates more freight for more pieces', async () => {
    const offer = published.find((each) => !each.onePieceFreePost && each.grams > 500)!
    const ask = async (totalNum: number) => {
      const model = envelope(
        await house.ask('product.freight.estimate', 'productFreightQueryParamsNew', {
          offerId: Number(offer.offerId),
          toProvinceCode: '330000',
          toCityCode: '330100',
          toCountryCode: '330108',
          totalNum,
          logisticsSkuNumModels: [],
        }),
      ).result as { freight: string }
      return Number(model.freight)
    }
    expect(await ask(20)).toBeGreaterThan(await ask(1))
  })
})

describe('relations', () => {
  it('take at most 20 ids at a time, known ones only', async () => {
    const push = async (ids: string[]) => {
      const { accessToken } = await house.credentials()
      const params = { access_token: accessToken, productIdList: `[${ids.join(',')}]` }
      return (await house.call('param2/1/com.alibaba.product.push/alibaba.cross.syncProductListPushed', params)).body[
        'result'
      ]
    }
    const ids = published.slice(0, 21).map((offer) => offer.offerId)
    expect(await push(ids)).toMatchObject({ success: false })
    expect(await push(ids.slice(0, 20))).toEqual({ success: true, errorCode: null, errorMsg: null })
    expect(await push(['1'])).toMatchObject({ success: false, errorCode: 'PRODUCT_NOT_EXIST' })
  })

  it('are refused when they stand already, or accepted where the quirk says so', async () => {
    const add = async () =>
      (
        await house.call('param2/1/com.alibaba.fenxiao.crossborder/product.kjdistribute.addRelation', {
          offerId: published[1]!.offerId,
        })
      ).body['result']
    expect(await add()).toMatchObject({ success: true })
    expect(await add()).toMatchObject({ success: false })
    await house.control('POST', 'quirks', { name: '1688.alreadyRelated', value: 'accept' })
    expect(await add()).toMatchObject({ success: true })
  })
})

describe('pictures and pages', () => {
  it('draws an 800×800 JPEG that is the same each time, and no picture for a strange name', async () => {
    const url = (await search({ keyword: '帐篷' })).data[0]!.imageUrl
    const [first, second] = await Promise.all([fetch(url), fetch(url)])
    expect(first.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(bytes.equals(Buffer.from(await second.arrayBuffer()))).toBe(true)
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect((await fetch(`${house.origin}/img/ibank/..%2f..%2fsecret.jpg`)).status).toBe(404)
  })

  it('shows an offer with its title escaped', async () => {
    const offer = published.find((each) => each.title.zh.includes('</b>'))!
    const html = await (await fetch(`${house.origin}/offer/${offer.offerId}.html`)).text()
    expect(html).toContain('&#60;/b&#62;清仓')
    expect((await fetch(`${house.origin}/offer/1.html`)).status).toBe(404)
  })
})
