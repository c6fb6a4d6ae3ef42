import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHarness } from './buyer.testing.ts'
import type { Harness, Json } from './buyer.testing.ts'
import { atFirst, byNumber, envelope, published, query, searchIn } from './products.testing.ts'
import type { Item, Page } from './products.testing.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => atFirst(harness))

const search = (fields: object): Promise<Page> => searchIn(harness, fields)

describe('picture search', () => {
  it('finds the product on the picture, returns success as text, and the same result twice', async () => {
    const [tent] = (await search({ keyword: '帐篷' })).data
    const picture = Buffer.from(await (await fetch(tent!.imageUrl)).arrayBuffer())
    const upload = envelope(
      await harness.ask('product.image.upload', 'uploadImageParam', { imageBase64: picture.toString('base64') }),
    )
    expect(upload).toMatchObject({ success: 'true', result: expect.any(String) })
    const find = async () =>
      envelope(await harness.ask('product.search.imageQuery', 'offerQueryParam', query({ imageId: upload.result })))
    const found = await find()
    expect(found.success).toBe('true')
    const page = found.result as Page & Json
    expect(page.data[0]!.subject).toContain('帐篷')
    expect(page.data[0]).toMatchObject({ companyName: expect.any(String), offerDataInfo: expect.any(Object) })
    expect(page['picRegionInfo']).toBeDefined()
    expect(await find()).toEqual(found)
  })

  it('refuses what is not a picture, an unknown id and more than 50 per page', async () => {
    for (const imageBase64 of ['aGVsbG8=', 'data:image/png;base64,AAAA'])
      expect(envelope(await harness.ask('product.image.upload', 'uploadImageParam', { imageBase64 })).success).toBe(
        'false',
      )
    expect(
      envelope(await harness.ask('product.search.imageQuery', 'offerQueryParam', query({ imageId: '1' }))).success,
    ).toBe('false')
    expect(
      envelope(await harness.ask('product.search.imageQuery', 'offerQueryParam', query({ imageId: '1', pageSize: 51 })))
        .message,
    ).toContain('50')
  })
})

describe('recommendations, sellers and freight', () => {
  it('returns recommendations as an array without paging, the same for the same user', async () => {
    const ask = async (outMemberId: string) =>
      envelope(await harness.ask('product.search.offerRecommend', 'recommendOfferParam', query({ outMemberId })))
        .result as Item[]
    expect(await ask('u1')).toHaveLength(20)
    expect(await ask('u1')).toEqual(await ask('u1'))
    expect(await ask('u2')).not.toEqual(await ask('u1'))
  })

  it('returns at most ten related products per page', async () => {
    const ask = async (pageSize: number) =>
      envelope(
        await harness.ask('product.related.recommend', 'relatedQueryParams', {
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
      await harness.ask(
        'product.search.querySellerOfferList',
        'offerQueryParam',
        query({ sellerOpenId: openId, pageSize: 50 }),
      ),
    ).result as Page
    const own = published.filter((offer) => offer.supplier.openId === openId).map((offer) => Number(offer.offerId))
    expect(page.data.map((item) => item.offerId).sort(byNumber)).toEqual(own.sort(byNumber))
  })

  it('estimates more freight for more pieces', async () => {
    // Below every seller's amount for free shipping.
    const offer = published.find(
      (each) => !each.onePieceFreePost && each.grams > 100 && each.tiers[0]!.priceFen * 20 < 19_900,
    )!
    const ask = async (totalNum: number) => {
      const model = envelope(
        await harness.ask('product.freight.estimate', 'productFreightQueryParamsNew', {
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
  it('accept at most 20 ids at a time, known ones only', async () => {
    const push = async (ids: string[]) => {
      const { accessToken } = await harness.credentials()
      const params = { access_token: accessToken, productIdList: `[${ids.join(',')}]` }
      return (await harness.call('param2/1/com.alibaba.product.push/alibaba.cross.syncProductListPushed', params)).body[
        'result'
      ]
    }
    const ids = published.slice(0, 21).map((offer) => offer.offerId)
    expect(await push(ids)).toMatchObject({ success: false })
    expect(await push(ids.slice(0, 20))).toEqual({ success: true, errorCode: null, errorMsg: null })
    expect(await push(['1'])).toMatchObject({ success: false, errorCode: 'PRODUCT_NOT_EXIST' })
  })

  it('are refused when they exist already, or accepted where the quirk says so', async () => {
    const add = async () =>
      (
        await harness.call('param2/1/com.alibaba.fenxiao.crossborder/product.kjdistribute.addRelation', {
          offerId: published[1]!.offerId,
        })
      ).body['result']
    expect(await add()).toMatchObject({ success: true })
    expect(await add()).toMatchObject({ success: false })
    await harness.control('POST', 'quirks', { name: '1688.alreadyRelated', value: 'accept' })
    expect(await add()).toMatchObject({ success: true })
  })
})

describe('pictures and pages', () => {
  it('draws an 800×800 JPEG that is the same each time, and no picture for an invalid name', async () => {
    const url = (await search({ keyword: '帐篷' })).data[0]!.imageUrl
    const [first, second] = await Promise.all([fetch(url), fetch(url)])
    expect(first.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(bytes.equals(Buffer.from(await second.arrayBuffer()))).toBe(true)
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect((await fetch(`${harness.origin}/img/ibank/..%2f..%2fsecret.jpg`)).status).toBe(404)
  })

  it('shows an offer with its title escaped', async () => {
    const offer = published.find((each) => each.title.zh.includes('</b>'))!
    const html = await (await fetch(`${harness.origin}/offer/${offer.offerId}.html`)).text()
    expect(html).toContain('&#60;/b&#62;清仓')
    expect((await fetch(`${harness.origin}/offer/1.html`)).status).toBe(404)
  })
})
