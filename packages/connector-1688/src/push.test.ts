import { describe, expect, it } from 'vitest'
import { parsePush, verifyPush } from './index.ts'
import { closeGatewayAfterEach, connectedTo } from './testing/connected.ts'
import { ITEM_ID, ORDER_ID } from './testing/trade-answers.ts'

closeGatewayAfterEach()

/** The example of reference 5.1. */
const MESSAGE =
  '{"msgId":1,"type":"ORDER_BUYER_VIEW_ORDER_PAY","userInfo":"b2b-1","gmtBorn":1700000000000,"data":{"orderId":167539019420540000,"currentStatus":"waitsellersend","msgSendTime":"2023-11-15 06:13:20","buyerMemberId":"b2b-1","sellerMemberId":"b2b-2"}}'
const SIGNATURE = '3B5A7C3E5143B07770A07ECEC91C8FFFC0CA1911'

const push = (type: string, data: string, more = ''): string =>
  `{"msgId":92705609220,"type":"${type}","userInfo":"b2b-1","gmtBorn":1700000000000,"data":${data}${more}}`

const dataOf = (type: string, data: string) => parsePush(push(type, data))?.data

describe('the signature of a push', () => {
  it('matches the published rule, in upper and lower case', () => {
    const secret = 'test123'
    expect(verifyPush({ message: MESSAGE, signature: SIGNATURE, secret })).toBe(true)
    expect(verifyPush({ message: MESSAGE, signature: SIGNATURE.toLowerCase(), secret })).toBe(true)
  })

  it.each([
    ['another secret', MESSAGE, SIGNATURE, 'test124'],
    ['a changed byte', MESSAGE.replace('waitsellersend', 'waitsellersenD'), SIGNATURE, 'test123'],
    ['JSON written differently', `${MESSAGE} `, SIGNATURE, 'test123'],
    ['a cut signature', MESSAGE, SIGNATURE.slice(0, 39), 'test123'],
    ['no signature', MESSAGE, undefined, 'test123'],
    ['an empty one', MESSAGE, '', 'test123'],
  ])('does not match with %s', (_way, message, signature, secret) => {
    expect(verifyPush({ message, signature, secret })).toBe(false)
  })
})

describe('a push', () => {
  it('about an order keeps the nineteen digits of its number', () => {
    const data = `{"orderId":${ORDER_ID},"currentStatus":"waitbuyerreceive","msgSendTime":"2026-11-19 16:15:00","buyerMemberId":"b2b-1","sellerMemberId":"b2b-2"}`
    expect(parsePush(push('ORDER_BUYER_VIEW_ANNOUNCE_SENDGOODS', data))).toEqual({
      msgId: '92705609220',
      topic: 'ORDER_BUYER_VIEW_ANNOUNCE_SENDGOODS',
      bornAt: 1_700_000_000_000,
      userInfo: 'b2b-1',
      data: {
        kind: 'order',
        orderId: ORDER_ID,
        status: 'waitbuyerreceive',
        at: Date.UTC(2026, 10, 19, 8, 15),
        buyerMemberId: 'b2b-1',
        sellerMemberId: 'b2b-2',
        refund: null,
      },
      raw: { ...JSON.parse(data), orderId: ORDER_ID },
    })
  })

  it('is the same when its data is text, with all digits', () => {
    const data = `{"orderId":${ORDER_ID},"currentStatus":"cancel"}`
    const topic = 'ORDER_BUYER_VIEW_ORDER_BUYER_CLOSE'
    expect(dataOf(topic, JSON.stringify(data))).toEqual(dataOf(topic, data))
    expect(dataOf(topic, data)).toMatchObject({ orderId: ORDER_ID, status: 'cancel' })
  })

  it('about a refund contains the step and who took it', () => {
    const data = `{"orderId":${ORDER_ID},"currentStatus":"waitbuyersend","refundAction":"SELLER_AGREE_REFUND","operator":"seller"}`
    expect(dataOf('ORDER_BUYER_VIEW_ORDER_BUYER_REFUND_IN_SALES', data)).toMatchObject({
      kind: 'order',
      refund: { action: 'SELLER_AGREE_REFUND', operator: 'seller' },
    })
  })

  it('about paying several orders lists those that were paid', () => {
    const data = `{"batchPay":[{"orderId":"${ORDER_ID}","status":"successed"},{"orderId":"1","status":"ACCOUNT_BALANCE_NOT_ENOUGH"}]}`
    expect(dataOf('ORDER_BATCH_PAY', data)).toEqual({
      kind: 'batch-pay',
      orders: [
        { orderId: ORDER_ID, status: 'successed', paid: true },
        { orderId: '1', status: 'ACCOUNT_BALANCE_NOT_ENOUGH', paid: false },
      ],
    })
  })

  it('about a parcel refers to its orders and lines', () => {
    const items = `[{"orderId":${ORDER_ID},"orderEntryId":${ITEM_ID}}]`
    const trace = `{"OrderLogisticsTracingModel":{"logisticsId":"LP1","cpCode":"ZTO","mailNo":"7841","statusChanged":"SIGN","changeTime":"2026-11-20 08:00:00","orderLogsItems":${items}}}`
    const lines = [{ orderId: ORDER_ID, itemId: ITEM_ID }]
    expect(dataOf('LOGISTICS_BUYER_VIEW_TRACE', trace)).toEqual({
      kind: 'parcel',
      logisticsId: 'LP1',
      carrierCode: 'ZTO',
      trackingNo: '7841',
      status: 'SIGN',
      at: Date.UTC(2026, 10, 20),
      lines,
    })
    const change = `{"MailNoChangeModel":{"logisticsId":"LP1","oldCpCode":"ZTO","newCpCode":"YTO","oldMailNo":"7841","newMailNo":"YT1","eventTime":"2026-11-20 08:00:00","orderLogsItems":${items}}}`
    expect(dataOf('LOGISTICS_MAIL_NO_CHANGE', change)).toMatchObject({
      kind: 'tracking-no',
      old: { carrierCode: 'ZTO', trackingNo: '7841' },
      new: { carrierCode: 'YTO', trackingNo: 'YT1' },
      lines,
    })
  })

  it('about stock has the change with its sign', () => {
    const row =
      '{"offerId":620201390233,"offerOnSale":818,"skuId":"5104790281451","skuOnSale":20,"quantity":-2,"bizTime":"1700000000000"}'
    expect(dataOf('PRODUCT_PRODUCT_INVENTORY_CHANGE', `{"OfferInventoryChangeList":[${row}]}`)).toEqual({
      kind: 'stock',
      changes: [
        {
          offerId: '620201390233',
          offerOnSale: 818,
          skuId: '5104790281451',
          skuOnSale: 20,
          change: -2,
          at: 1_700_000_000_000,
        },
      ],
    })
  })

  it.each([
    ['PRODUCT_RELATION_VIEW_PRODUCT_CHANGE', '{"productIds":"1,2","action":"sku_modify"}', ['1', '2'], 'changed'],
    ['PRODUCT_RELATION_VIEW_PRODUCT_EXPIRE', '{"productIds":"1"}', ['1'], 'expired'],
    ['PRODUCT_RELATION_VIEW_PRODUCT_DELETE', '{"productIds":"1, 2,"}', ['1', '2'], 'deleted'],
    ['FENXIAO_PRICE_CHANGE', '{"productId":"1"}', ['1'], 'price'],
    ['PRODUCT_PFT_OFFER_QUIT', '{"offerId":1}', ['1'], 'quit'],
    ['PRODUCT_PRODUCT_CROSSBOARD_INFORM', '{"offerId":"1","action":"distribution"}', ['1'], 'chosen'],
  ])('about products lists them: %s', (topic, data, offerIds, what) => {
    expect(dataOf(topic, data)).toMatchObject({ kind: 'offers', offerIds, what })
  })

  it.each([
    ['a topic that is new', 'LOGISTICS_GLOBAL_1688_PACKAGE_CHANGE', '{"a":1}'],
    ['an order without a number', 'ORDER_BUYER_VIEW_ORDER_PAY', '{"orderId":null}'],
    ['data that is no object', 'ORDER_BUYER_VIEW_ORDER_PAY', '"nothing {"'],
  ])('that can’t be understood is kept: %s', (_way, topic, data) => {
    expect(dataOf(topic, data)).toMatchObject({ kind: 'unknown', raw: JSON.parse(data) as unknown })
  })

  it.each(['', 'not json', '[]', 'null', '{"type":"X"}', '{"msgId":1}'])(
    'that is no message is ignored: %s',
    (message) => {
      expect(parsePush(message)).toBeUndefined()
    },
  )
})

describe('messages that were missed', () => {
  it('are read for a time range without a token, and equal the pushes', async () => {
    const item = push('ORDER_BUYER_VIEW_ORDER_PAY', `{"orderId":${ORDER_ID}}`, ',"topicGroup":"trade"')
    const { connector, received } = await connectedTo(`{"pushMessagePage":{"datas":[${item},{}],"totalCount":7}}`)
    const page = await connector.replayMessages({ from: 0, to: 1_700_000_000_000, page: 2, pageSize: 5 })
    expect(page).toEqual({ page: 2, total: 7, messages: [parsePush(item)] })
    expect(received[0]?.fields).toMatchObject({
      createStartTime: '19700101080000000+0800',
      createEndTime: '20231115061320000+0800',
      page: '2',
      pageSize: '20',
    })
    expect(received[0]?.fields).not.toHaveProperty('access_token')
  })

  it('are read until there are none', async () => {
    const item = push('ORDER_BUYER_VIEW_ORDER_PAY', `{"orderId":${ORDER_ID}}`)
    const some = await connectedTo(`{"pushMessageList":[${item}]}`)
    expect(await some.connector.cursorMessages({ quantity: 500 })).toEqual([parsePush(item)])
    expect(some.received[0]?.fields['quantity']).toBe('200')
    for (const json of [{ pushMessageList: [] }, { pushMessageList: null }, {}]) {
      const none = await connectedTo(json)
      expect(await none.connector.cursorMessages({})).toEqual([])
      await none.gateway.close()
    }
    await some.gateway.close()
  })

  it('are confirmed by number, and no call is made for none', async () => {
    const { connector, received } = await connectedTo({ isSuccess: true })
    await connector.confirmMessages(['123', '92705609220'])
    await connector.confirmMessages([])
    expect(received.map((call) => call.fields['msgIdList'])).toEqual(['[123,92705609220]'])
  })
})
