import { RemoteFailure } from '@huoqiao/connector-kit'
import { describe, expect, it } from 'vitest'
import { detailAnswer, detailProduct, gatewayError, refusal, searchAnswer } from './testing/answers.ts'
import { closeGatewayAfterEach, connected } from './testing/connected.ts'
import { APP_KEY } from './testing/scripted-gateway.ts'
import type { ReceivedCall, ScriptedAnswer } from './testing/scripted-gateway.ts'

closeGatewayAfterEach()

async function connect(answer: (call: ReceivedCall, nr: number) => ScriptedAnswer) {
  const { connector, received } = await connected(answer)
  const asked = (param: string) => received.map((call) => JSON.parse(call.fields[param] ?? 'null') as unknown)
  return { connector, received, asked }
}

const wordOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const outcome = await promise.catch((error: unknown) => error)
  return outcome instanceof RemoteFailure ? outcome.word : outcome
}

describe('searching', () => {
  it('sends the fields of the API page: sort as JSON within JSON, prices in yuan, one category as a number', async () => {
    const { connector, received, asked } = await connect(() => ({ json: searchAnswer }))
    await connector.searchOffers({
      keyword: ' 保温杯 ',
      keywordIsChinese: true,
      page: 2,
      pageSize: 200,
      language: 'ja',
      filters: ['shipIn48Hours', 'isOnePsale'],
      sort: { by: 'price', direction: 'asc' },
      priceFromMinor: 1050,
      priceToMinor: 2000,
      categoryIds: ['123456001'],
      sold: [{ period: 'sales30', from: 10 }],
    })
    expect(received[0]?.path).toBe(
      `/openapi/param2/1/com.alibaba.fenxiao.crossborder/product.search.keywordQuery/${APP_KEY}`,
    )
    expect(asked('offerQueryParam')).toEqual([
      {
        keyword: '保温杯',
        keywordTranslate: true,
        beginPage: 2,
        pageSize: 50,
        country: 'ja',
        filter: 'shipIn48Hours,isOnePsale',
        sort: '{"price":"asc"}',
        priceStart: '10.50',
        priceEnd: '20.00',
        categoryId: 123456001,
        saleFilterList: [{ saleType: 'sales30', saleStart: '10' }],
      },
    ])
  })

  it('sends only the required fields when nothing else was given', async () => {
    const { connector, asked } = await connect(() => ({ json: searchAnswer }))
    const page = await connector.searchOffers({ keyword: 'cup', categoryIds: ['1', '2'], filters: [] })
    expect(asked('offerQueryParam')).toEqual([
      { keyword: 'cup', beginPage: 1, pageSize: 20, country: 'en', categoryIdList: '1,2' },
    ])
    expect(page.cards).toHaveLength(2)
  })

  it('lists the offers of one supplier', async () => {
    const { connector, received, asked } = await connect(() => ({ json: searchAnswer }))
    await connector.sellerOffers({ sellerOpenId: 'BBBdemo' })
    expect(received[0]?.path).toContain('/product.search.querySellerOfferList/')
    expect(asked('offerQueryParam')).toEqual([{ sellerOpenId: 'BBBdemo', beginPage: 1, pageSize: 20, country: 'en' }])
  })

  it('reads the plain lists of recommended and related offers', async () => {
    const list = { result: { ...searchAnswer.result, result: searchAnswer.result.result.data } }
    const { connector, received } = await connect(() => ({ json: list }))
    const recommended = await connector.recommendOffers({ ourUserId: 'u1' })
    const related = await connector.relatedOffers({ offerId: '620201390233', pageSize: 40 })
    expect([recommended.length, related.length]).toEqual([2, 2])
    expect(received.map((call) => call.fields['recommendOfferParam'] ?? call.fields['relatedQueryParams'])).toEqual([
      '{"beginPage":1,"pageSize":20,"country":"en","outMemberId":"u1"}',
      '{"offerId":620201390233,"pageNo":1,"pageSize":10,"language":"en"}',
    ])
  })
})

it.each(['onePsale', 'isOnePsale'])(
  'an offer that is recommended with %s can be bought in single pieces',
  async (name) => {
    const { isOnePsale: _same, ...row } = searchAnswer.result.result.data[0]!
    const items = [{ ...row, [name]: true }, { ...row, [name]: false }, row]
    const { connector } = await connect(() => ({ json: { result: { success: true, code: '200', result: items } } }))
    const cards = await connector.recommendOffers({ ourUserId: 'u1' })
    expect(cards.map((card) => card.canDropship)).toEqual([true, false, false])
  },
)

describe('reading an offer', () => {
  it('requests it by number and language', async () => {
    const { connector, received } = await connect(() => ({ json: detailAnswer(detailProduct) }))
    const offer = await connector.getOffer({ offerId: '620201390233', language: 'ko' })
    expect(received[0]?.fields['offerDetailParam']).toBe('{"offerId":620201390233,"country":"ko"}')
    expect(offer).toMatchObject({
      offerId: '620201390233',
      supplier: { openId: 'BBBdemo23tsdvcdsjngp3oj4j3i5' },
      published: true,
    })
  })

  it.each([
    ['a refusal that says so', refusal('500', '商品已下架')],
    ['a refusal for an unknown number', refusal('404', '商品不存在')],
    ['a yes without a product', detailAnswer(null)],
    ['a yes with an empty product', detailAnswer({})],
  ])('reports a removed one as gone: %s', async (_way, json) => {
    const { connector } = await connect(() => ({ json }))
    expect(await wordOf(connector.getOffer({ offerId: '620201390233' }))).toBe('not-found')
  })

  it('returns one that is not on sale with its status', async () => {
    const { connector } = await connect(() => ({ json: detailAnswer({ ...detailProduct, status: 'member expired' }) }))
    expect(await connector.getOffer({ offerId: '620201390233' })).toMatchObject({
      status: 'member expired',
      published: false,
    })
  })

  it.each([
    ['at the top', { success: false, message: '没有该商品的查询权限' }],
    ['inside the result', refusal('500', '没有该商品的查询权限')],
  ])('reports a missing permission in the vendor’s words: %s', async (_where, json) => {
    const { connector, received } = await connect(() => ({ json }))
    const failure = await connector.getOffer({ offerId: '620201390233' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ word: 'unauthorised', message: expect.stringContaining('没有该商品的查询权限') })
    // Neither repeated nor mistaken for an expired token.
    expect(received).toHaveLength(1)
  })

  it('does not mistake an error of the platform for an offer that is gone', async () => {
    const { connector } = await connect(() => ({ json: refusal('500', '系统异常') }))
    expect(await wordOf(connector.getOffer({ offerId: '620201390233' }))).toBe('rejected')
  })
})

describe('declaring listings', () => {
  const ids = Array.from({ length: 45 }, (_unused, index) => String(620_201_390_000 + index))

  it('sends twenty at a time, each once', async () => {
    const { connector, asked } = await connect(() => ({
      json: { result: { success: true, errorCode: null, errorMsg: null } },
    }))
    const outcome = await connector.pushListing([...ids, ids[0]!])
    expect(outcome).toEqual({ done: ids, refused: [] })
    expect(asked('productIdList').map((list) => (list as number[]).length)).toEqual([20, 20, 5])
  })

  it('treats "already listed" as done and continues after a refusal', async () => {
    const { connector } = await connect((_call, nr) => ({
      json: {
        result: { success: false, errorCode: `E${nr}`, errorMsg: nr === 1 ? '商品已铺货，请勿重复铺货' : '参数错误' },
      },
    }))
    const outcome = await connector.pushListing(ids.slice(0, 25))
    expect(outcome.done).toEqual(ids.slice(0, 20))
    expect(outcome.refused.map((refusal) => [refusal.offerIds.length, refusal.failure.detail.code])).toEqual([
      [5, 'E2'],
    ])
  })

  it('finds the one offer that is gone and declares all the others', async () => {
    const gone = ids[13]!
    const { connector, received } = await connect((call) => {
      const bad = call.fields['productIdList']?.includes(gone) === true
      return {
        json: {
          result: { success: !bad, errorCode: bad ? 'PRODUCT_NOT_EXIST' : null, errorMsg: bad ? '商品不存在' : null },
        },
      }
    })
    const outcome = await connector.pushListing(ids.slice(0, 20))
    expect(outcome.done.toSorted()).toEqual(ids.slice(0, 20).filter((id) => id !== gone))
    expect(outcome.refused.map((refusal) => [refusal.offerIds, refusal.failure.word])).toEqual([[[gone], 'not-found']])
    expect(received.length).toBeLessThanOrEqual(11)
  })

  it('stops when the app lacks the permission, instead of trying again for every twenty', async () => {
    const { connector, received } = await connect(() => ({
      status: 400,
      json: gatewayError('gw.APIACLDecline', 'AppKey is not allowed(acl)'),
    }))
    expect(await wordOf(connector.pushListing(ids))).toBe('unauthorised')
    expect(received).toHaveLength(1)
  })

  it('relates and unrelates a single offer, and accepts a repeated or missing relation', async () => {
    const { connector, received } = await connect((_call, nr) => ({
      json: {
        result:
          nr === 1
            ? { success: true, msg: 'ok', traceId: 't' }
            : { success: false, msg: nr === 2 ? '关系已存在' : '商品不存在' },
      },
    }))
    await connector.addRelation('620201390233')
    await connector.addRelation('620201390233')
    await connector.removeRelation('620201390233')
    expect(received.map((call) => [call.path.split('/')[5], call.fields['offerId']])).toEqual([
      ['product.kjdistribute.addRelation', '620201390233'],
      ['product.kjdistribute.addRelation', '620201390233'],
      ['product.kjdistribute.removeRelation', '620201390233'],
    ])
  })
})

describe('following an offer', () => {
  it('succeeds the first time and again, and returns the reason of a refusal', async () => {
    const { connector, received } = await connect((_call, nr) => ({
      json: [
        { code: 0, message: 'success' },
        { code: 3, message: '已经关注该商品' },
        { code: 1, message: '商品不存在' },
        { code: 2, message: '无权限' },
      ][nr - 1]!,
    }))
    await connector.followOffer('620201390233')
    await connector.followOffer('620201390233')
    expect(await wordOf(connector.followOffer('620201390233'))).toBe('not-found')
    expect(await wordOf(connector.followOffer('620201390233'))).toBe('rejected')
    expect(received[0]).toMatchObject({ fields: { productId: '620201390233' }, signatureFits: true })
    expect(received[0]!.path).toContain('/com.alibaba.product/alibaba.product.follow.crossborder/')
  })
})

describe('the connection check', () => {
  it('reads the plain text of the clock, signed and without a token', async () => {
    const { connector, received } = await connect(() => ({ text: '"20261010164552223+0800"' }))
    expect((await connector.probe()).serverTime).toBe(Date.UTC(2026, 9, 10, 8, 45, 52, 223))
    expect(received[0]).toMatchObject({ path: `/openapi/param2/1/system/currentTime/${APP_KEY}`, signatureFits: true })
    expect(received[0]?.fields).not.toHaveProperty('access_token')
  })

  it('recognises a wrong secret', async () => {
    const { connector } = await connect(() => ({
      status: 400,
      json: gatewayError('gw.SignatureInvalid', 'Invalid signature'),
    }))
    expect(await wordOf(connector.probe())).toBe('unauthorised')
  })
})
