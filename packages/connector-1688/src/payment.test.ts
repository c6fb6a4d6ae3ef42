import { describe, expect, it } from 'vitest'
import { apiOf, closeGatewayAfterEach, connectedTo, refusalOf } from './testing/connected.ts'
import { ITEM_ID, ORDER_ID } from './testing/trade-answers.ts'

closeGatewayAfterEach()

const OTHER_ID = '2891234567890123457'
const PAY_URL = `https://trade.1688.com/order/cashier.htm?orderId=${ORDER_ID};${OTHER_ID}`

describe('a pay link', () => {
  it.each([
    ['alipay', 'alibaba.alipay.url.get', `"success": true, "payFailureOrderList": [${OTHER_ID}]`],
    ['crossBorder', 'alibaba.crossBorderPay.url.get', `"success": "true", "cantPayOrderList": ["${OTHER_ID}"]`],
    ['credit', 'alibaba.creditPay.url.get', `"success": "false", "cantPayOrderList": [{"orderId": ${OTHER_ID}}]`],
  ] as const)('by %s names the orders that it leaves out', async (way, api, rest) => {
    const { connector, received } = await connectedTo(`{"payUrl": "${PAY_URL}", ${rest}}`)
    const link = await connector.payLink({ orderIds: [ORDER_ID, OTHER_ID], way })
    expect(link).toEqual({ payUrl: PAY_URL, failed: [OTHER_ID] })
    expect([apiOf(received[0]!), received[0]?.fields['orderIdList']]).toEqual([api, `[${ORDER_ID},${OTHER_ID}]`])
  })

  it.each([
    [{ success: false, errorCode: '400_4', erroMsg: '订单不可支付' }, ['rejected', '400_4', '订单不可支付']],
    [{ success: 'false', errorCode: '400_4', errorMsg: '没有可用订单' }, ['rejected', '400_4', '没有可用订单']],
    [{ success: true, erroMsg: '订单状态错误' }, ['rejected', undefined, '订单状态错误']],
    [
      { success: true, payUrl: 'javascript:alert(1)' },
      ['rejected', undefined, 'the answer holds no address to pay at'],
    ],
  ])('is refused, or absent: %j', async (json, expected) => {
    const { connector } = await connectedTo(json)
    expect(await refusalOf(connector.payLink({ orderIds: [ORDER_ID], way: 'alipay' }))).toEqual(expected)
  })

  it('is not requested for more orders than allowed', async () => {
    const { connector, received } = await connectedTo({})
    const many = Array.from({ length: 31 }, () => ORDER_ID)
    for (const way of ['alipay', 'crossBorder', 'credit'] as const)
      await expect(connector.payLink({ orderIds: many, way })).rejects.toThrow(RangeError)
    await expect(connector.payLink({ orderIds: [], way: 'alipay' })).rejects.toThrow(RangeError)
    expect(received).toHaveLength(0)
  })
})

describe('the ways to pay', () => {
  it.each([['an object'], ['a list']])('are read from %s, in fen, with their end', async (shape) => {
    const row = {
      channels: [{ code: 1, name: '支付宝' }],
      orderId: ORDER_ID,
      payFee: 32120,
      timeout: '2026-11-24 14:00:45',
    }
    const { connector } = await connectedTo({ success: 'true', resultList: shape === 'a list' ? [row] : row })
    expect(await connector.payWays(ORDER_ID)).toEqual({
      orderId: ORDER_ID,
      payFen: 32120,
      payBefore: Date.UTC(2026, 10, 24, 6, 0, 45),
      channels: [{ code: '1', name: '支付宝' }],
    })
  })

  it.each([
    [
      {
        paymentAgreements: [
          { payChannel: 'ALIPAY', bindingStatus: 'true', signedStatus: 'true' },
          { payChannel: 'SHEGOU', bindingStatus: 'false', signedStatus: 'true', signUrl: 'https://sign.example/x' },
        ],
      },
    ],
    [{ ALIPAY: { signedStatus: true, bindingStatus: true }, SHEGOU: { signedStatus: 'true', bindingStatus: false } }],
  ])('without a password are available when signed and bound: %j', async (result) => {
    const { connector } = await connectedTo({ result: { success: true, result } })
    const protocols = await connector.isPayProtocolOpen()
    expect(protocols.map((one) => [one.channel, one.signed, one.open])).toEqual([
      ['alipay', true, true],
      ['shegou', true, false],
    ])
  })
})

describe('paying without a password', () => {
  const pay = { orderId: ORDER_ID, amountFen: 4400, channel: 'alipay', requestId: 'R-1' } as const

  it.each([
    [{ result: { success: true, result: { payChannel: 'ALIPAY', paySuccess: true } } }, true],
    [{ result: { result: { paySuccess: 'true' } } }, true],
    [{ success: true, result: { success: true, result: { paySuccess: false } } }, false],
    [{ result: { success: true, result: null } }, false],
  ])('is certain only where the answer says "paid": %j', async (json, paid) => {
    const { connector, received } = await connectedTo(json)
    expect((await connector.preparePay(pay)).paid).toBe(paid)
    expect(received[0]?.fields['tradeWithholdPreparePayParam']).toBe(
      `{"orderId":${ORDER_ID},"payChannel":"alipay","payAmount":4400,"opRequestId":"R-1"}`,
    )
  })

  it.each([
    [{ result: { success: false, code: '500', message: '不是自己的订单' } }, 'rejected'],
    [{ result: { success: false, code: '500', message: '支付处理超时' } }, 'unknown-outcome'],
    [{ result: {} }, 'unknown-outcome'],
  ])('is refused, or its outcome is unknown: %j', async (json, word) => {
    const { connector } = await connectedTo(json)
    expect((await refusalOf(connector.preparePay(pay)))[0]).toBe(word)
  })

  it.each([0, -1, 44.5, Number.NaN])('is not sent for %d fen', async (amountFen) => {
    const { connector, received } = await connectedTo({})
    await expect(connector.preparePay({ ...pay, amountFen })).rejects.toThrow(RangeError)
    expect(received).toHaveLength(0)
  })
})

describe('a refund', () => {
  const ask = {
    orderId: ORDER_ID,
    itemIds: [ITEM_ID],
    kind: 'refund',
    goodsFen: 3600,
    freightFen: 0,
    reasonId: '20028',
    description: '不想要了',
    goodsStatus: 'refundWaitSellerSend',
    counts: [{ itemId: ITEM_ID, quantity: 1 }],
  } as const

  it('has the reasons and the largest amount that can be requested', async () => {
    const reasons = [{ id: 20028, name: '不想买了', needVoucher: 'true', noRefundCarriage: true, tip: '' }]
    const first = await connectedTo({ result: { success: true, result: { reasons } } })
    expect(await first.connector.refundReasons({ ...ask })).toEqual([
      { reasonId: '20028', name: '不想买了', needsVoucher: true, refundsFreight: false, tip: null },
    ])
    const limit = { maxGoodsFee: 3600, maxPostFee: 800, maxRefundFee: 4400 }
    const second = await connectedTo({ result: { success: true, result: limit } })
    expect(await second.connector.maxRefund({ ...ask })).toEqual({ totalFen: 4400, goodsFen: 3600, freightFen: 800 })
    expect(second.received[0]?.fields['input']).toBe(
      `{"orderId":${ORDER_ID},"goodsStatus":"refundWaitSellerSend","refundGoodsCountList":[{"id":${ITEM_ID},"count":1}]}`,
    )
  })

  it.each([
    { success: true, result: { refundId: 'TQ1' } },
    { result: { success: true, result: { refundId: 'TQ1' } } },
    { result: { success: false, code: '5100', result: { refundId: 'TQ1' } } },
  ])('with a number was requested: %j', async (json) => {
    const { connector, received } = await connectedTo(json)
    expect(await connector.createRefund(ask)).toEqual({ refundId: 'TQ1' })
    expect(received[0]?.fields).toMatchObject({
      orderEntryIds: `[${ITEM_ID}]`,
      disputeRequest: 'refund',
      applyPayment: '3600',
      applyCarriage: '0',
      applyReasonId: '20028',
      orderEntryCountList: `[{"id":${ITEM_ID},"count":1}]`,
    })
  })

  it.each([
    ['5011', '退款金额不正确', 'rejected'],
    ['4001', 'x', 'unknown-outcome'],
  ])('with %s is refused or its outcome is unknown', async (code, message, word) => {
    const { connector } = await connectedTo({ result: { success: false, code, message } })
    expect(await refusalOf(connector.createRefund(ask))).toEqual([word, code, message])
  })

  it('that is reported as made but has no number has an unknown outcome', async () => {
    const { connector } = await connectedTo({ result: { success: true, result: {} } })
    expect((await refusalOf(connector.createRefund(ask)))[0]).toBe('unknown-outcome')
  })

  it('accepts evidence whose bytes are not signed, and returns the address that a request uses', async () => {
    const picture = { imageDomain: 'https://cbu01.alicdn.com', imageRelativeUrl: '/img/ibank/1.jpg' }
    const { connector, received } = await connectedTo({ result: { success: true, result: picture } })
    const bytes = new Uint8Array([0xff, 0xd8, 0xff])
    expect(await connector.uploadRefundVoucher(bytes)).toBe('https://cbu01.alicdn.com/img/ibank/1.jpg')
    expect([apiOf(received[0]!), received[0]?.contentType]).toEqual([
      'alibaba.trade.uploadRefundVoucher',
      expect.stringContaining('multipart/form-data'),
    ])
    await expect(connector.uploadRefundVoucher(new Uint8Array(1_000_000))).rejects.toThrow(RangeError)
  })

  it('can be cancelled, and the goods sent back', async () => {
    const { connector, received } = await connectedTo({ result: { success: true } })
    await connector.cancelRefund('TQ1')
    await connector.returnGoods({ refundId: 'TQ1', carrierCode: 'ZTO', trackingNo: '7841' })
    expect(received[1]?.fields).toMatchObject({ refundId: 'TQ1', logisticsCompanyNo: 'ZTO', freightBill: '7841' })
    const refused = await connectedTo({ result: { success: false, errorCode: '4007', errorInfo: '状态不支持退货' } })
    const outcome = await refusalOf(
      refused.connector.returnGoods({ refundId: 'TQ1', carrierCode: 'ZTO', trackingNo: '7841' }),
    )
    expect(outcome).toEqual(['rejected', '4007', '状态不支持退货'])
  })

  const model = `{"refundId": "TQ10426553019961198", "id": 10426553019961198, "orderId": ${ORDER_ID}, "status": "waitbuyersend",
    "orderEntryIdList": [${ITEM_ID}], "orderEntryCountMap": {"${ITEM_ID}": 2}, "disputeType": 1, "onlyRefund": false,
    "applyPayment": 3600, "applyCarriage": 0, "refundPayment": 0, "canRefundPayment": 4400, "rejectReason": "",
    "gmtApply": "20261120141034000+0800", "gmtTimeOut": "20261127141034000+0800", "sellerReceiveAddress": "山东 聊城"}`

  it('is listed page by page, whichever number 1688 starts counting with', async () => {
    const body = `{"success": true, "result": {"opOrderRefundModels": [${model}], "totalCount": 2, "currentPageNum": 0}}`
    const { connector, received } = await connectedTo(body)
    const first = await connector.listRefunds({ orderId: ORDER_ID, statuses: ['waitbuyersend'], pageSize: 1 })
    expect(first).toMatchObject({ next: 1, total: 2 })
    expect(first.refunds).toMatchObject([
      {
        refundId: 'TQ10426553019961198',
        orderId: ORDER_ID,
        itemIds: [ITEM_ID],
        counts: [{ itemId: ITEM_ID, quantity: 2 }],
        status: 'waitbuyersend',
        afterSale: false,
        withReturn: true,
        appliedGoodsFen: 3600,
        refundedGoodsFen: 0,
        limitFen: 4400,
        rejectReason: null,
        timesOutAt: Date.UTC(2026, 10, 27, 6, 10, 34),
      },
    ])
    await connector.listRefunds({ page: first.next ?? 0 })
    expect(received.map((call) => [call.fields['currentPageNum'], call.fields['dipsuteType']])).toEqual([
      [undefined, '0'],
      ['1', '0'],
    ])
  })

  it('is read by its number', async () => {
    const { connector } = await connectedTo(`{"result": {"opOrderRefundModelDetail": ${model}}}`)
    expect((await connector.getRefund('TQ10426553019961198')).orderId).toBe(ORDER_ID)
  })
})
