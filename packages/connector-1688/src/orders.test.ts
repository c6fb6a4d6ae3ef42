import { describe, expect, it } from 'vitest'
import { apiOf, closeGatewayAfterEach, connected, connectedTo, failureOf, refusalOf } from './testing/connected.ts'
import type { ReceivedCall } from './testing/scripted-gateway.ts'
import {
  detailAnswer,
  ITEM_ID,
  listAnswer,
  listRow,
  ORDER_ID,
  OUT_ORDER_ID,
  tradeInfo,
} from './testing/trade-answers.ts'

closeGatewayAfterEach()

const idOf = (nr: number): string => String(2_891_234_567_890_000_000n + BigInt(nr))

describe('reading an order', () => {
  it('keeps every digit of its numbers and every fen of its amounts', async () => {
    const { connector, received } = await connectedTo(detailAnswer(tradeInfo()))
    const order = await connector.getOrder(ORDER_ID)
    expect(received[0]?.fields).toMatchObject({ webSite: '1688', orderId: ORDER_ID })
    expect(order).toMatchObject({
      orderId: ORDER_ID,
      outOrderId: OUT_ORDER_ID,
      status: 'waitbuyerreceive',
      businessType: 'cb',
      tradeType: 'assureTrade',
      totalFen: 4430,
      goodsFen: 3630,
      freightFen: 800,
      discountFen: -120,
      refundedFen: 30,
      paid: true,
      createdAt: Date.UTC(2026, 10, 18, 2, 30),
      // Sent with an offset of -0800.
      paidAt: Date.UTC(2026, 10, 18, 2, 45, 10),
      shippedAt: Date.UTC(2026, 10, 19, 8, 15),
      completedAt: null,
      payChannels: ['alipay'],
      payments: [
        { status: '2', way: '1', wayName: '支付宝', amountFen: 4430, paidAt: Date.UTC(2026, 10, 18, 2, 45, 10) },
      ],
      buyer: { memberId: 'b2b-2208888888888abcd', loginId: 'demo_buyer' },
      seller: { memberId: 'b2b-1624747073', loginId: 'demo_seller', companyName: '金华示例杯业有限公司' },
      closed: null,
    })
  })

  it('gives its lines, its receiver and its parcels', async () => {
    const { connector } = await connectedTo(detailAnswer(tradeInfo()))
    const order = await connector.getOrder(ORDER_ID)
    expect(order.items).toMatchObject([
      {
        itemId: ITEM_ID,
        offerId: '548818919805',
        skuId: '3332085412530',
        specId: 'eb81c61de14f4adb405ffcc2c8a4a3fb',
        quantity: 2,
        unitPriceFen: 1815,
        amountFen: 3630,
        discountFen: -120,
        refundStatus: 'waitselleragree',
        refundId: 'TQ10426553019961198',
        logisticsStatus: 2,
        attributes: [{ name: '颜色', value: '黑色' }],
        imageUrl: 'http://cbu01.alicdn.com/img/ibank/demo.jpg',
      },
    ])
    expect(order.receiver).toEqual({
      fullName: '仓库A',
      mobile: '15251667788',
      phone: null,
      postCode: '322000',
      districtCode: '330782',
      region: ['浙江省', '金华市', '义乌市'],
      address: '某路1号',
    })
    expect(order.parcels).toMatchObject([
      {
        logisticsId: 'LP00106397027178',
        trackingNo: '78412345678901',
        carrierName: '中通快递(ZTO)',
        carrierCode: 'ZTO',
        status: 'ALREADYSEND',
        itemIds: [ITEM_ID, '2891234567890223457'],
      },
    ])
  })

  it('keeps an unknown state, and reads how an order was closed', async () => {
    const closing =
      '"status": "WaitCustoms", "closeReason": "BUYER_NO_PAY", "closeOperateType": "CLOSE_TRADE_BY_SYSTEM"'
    const { connector } = await connectedTo(detailAnswer(tradeInfo(closing)))
    const order = await connector.getOrder(ORDER_ID)
    expect(order.status).toBe('waitcustoms')
    expect(order.closed).toEqual({ reason: 'BUYER_NO_PAY', by: 'CLOSE_TRADE_BY_SYSTEM', remark: null })
  })

  it('reads an order with nearly no data', async () => {
    const { connector } = await connectedTo(`{"success": true, "result": {"baseInfo": {"id": ${ORDER_ID}}}}`)
    const order = await connector.getOrder(ORDER_ID)
    expect(order).toMatchObject({ orderId: ORDER_ID, status: 'unknown', totalFen: null, paid: false, items: [] })
  })

  it.each([
    ['a code', { success: 'false', errorCode: 'ORDER_NOT_EXIST', errorMessage: 'x' }],
    ['words', { success: 'false', errorCode: '500', errorMessage: '该订单号不存在' }],
    ['a yes without an order', { success: 'true', result: null }],
  ])('reports an order as unknown: %s', async (_way, json) => {
    const { connector } = await connectedTo(json)
    expect((await failureOf(connector.getOrder(ORDER_ID))).word).toBe('not-found')
  })

  it('is repeated when the connection drops, as reading has no effect', async () => {
    const { connector, received } = await connected((_call, nr) =>
      nr === 1 ? 'drop' : { text: detailAnswer(tradeInfo()) },
    )
    expect((await connector.getOrder(ORDER_ID)).orderId).toBe(ORDER_ID)
    expect(received).toHaveLength(2)
  })
})

describe('the list of orders', () => {
  it('is requested by time range and state in the platform’s own format', async () => {
    const { connector, received } = await connectedTo(listAnswer([listRow(ORDER_ID, OUT_ORDER_ID)], 41))
    const page = await connector.listOrders({
      page: 3,
      status: 'waitsellersend',
      modifiedFrom: Date.UTC(2026, 10, 18, 2, 30),
      modifiedTo: Date.UTC(2026, 10, 18, 3, 30),
    })
    expect(page).toMatchObject({ page: 3, pageSize: 20, total: 41 })
    expect(page.orders.map((order) => [order.orderId, order.outOrderId])).toEqual([[ORDER_ID, OUT_ORDER_ID]])
    expect(received[0]?.fields).toMatchObject({
      page: '3',
      pageSize: '20',
      isHis: 'false',
      orderStatus: 'waitsellersend',
      modifyStartTime: '20261118103000000+0800',
      modifyEndTime: '20261118113000000+0800',
    })
    expect(received[0]?.fields).not.toHaveProperty('bizTypes')
  })

  it.each([
    ['a count of none', { totalRecord: 0, result: null }, 0],
    ['an empty list', { result: [] }, 0],
    ['a list within the result', { result: { result: [], totalRecord: 0 } }, 0],
  ])('is empty for %s', async (_way, json, length) => {
    const { connector } = await connectedTo(json)
    expect((await connector.listOrders({})).orders).toHaveLength(length)
  })

  it.each([{}, { success: true }, { success: true, result: null }])(
    'is not empty for %j, which has no content',
    async (json) => {
      const { connector } = await connectedTo(json)
      expect((await failureOf(connector.listOrders({}))).word).toBe('unavailable')
    },
  )

  it('is refused by a code alone, as this family of calls has no flag', async () => {
    const { connector } = await connectedTo({ errorCode: '400_1', errorMessage: '参数错误' })
    expect(await refusalOf(connector.listOrders({}))).toEqual(['rejected', '400_1', '参数错误'])
  })
})

describe('looking an order up by our number', () => {
  const asksArchive = (call: ReceivedCall): boolean => call.fields['isHis'] === 'true'

  it('finds all that have exactly it, in the list and in the archive', async () => {
    const { connector, received } = await connected((call) => ({
      text: asksArchive(call)
        ? listAnswer([listRow(idOf(3), OUT_ORDER_ID)])
        : listAnswer([listRow(idOf(1), OUT_ORDER_ID), listRow(idOf(2), `${OUT_ORDER_ID}0`)]),
    }))
    const found = await connector.ordersByOutOrderId(OUT_ORDER_ID)
    expect(found.map((order) => order.orderId).toSorted()).toEqual([idOf(1), idOf(3)])
    expect(received.map((call) => call.fields['outOrderId'])).toEqual([OUT_ORDER_ID, OUT_ORDER_ID])
  })

  it('reads on to the end where 1688 ignores the filter and truncates the page', async () => {
    const all = Array.from({ length: 33 }, (_unused, nr) => listRow(idOf(nr), nr === 31 ? OUT_ORDER_ID : `PO-${nr}`))
    const { connector, received } = await connected((call) => {
      const from = (Number(call.fields['page']) - 1) * 10
      return { text: listAnswer(all.slice(from, from + 10), 33) }
    })
    const found = await connector.ordersByOutOrderId(OUT_ORDER_ID, { history: false, createdFrom: 0 })
    expect(found.map((order) => order.orderId)).toEqual([idOf(31)])
    expect(received.map((call) => call.fields['page'])).toEqual(['1', '2', '3', '4'])
    expect(received[0]?.fields['createStartTime']).toBe('19700101080000000+0800')
  })

  it('reads the order itself where the list has no number', async () => {
    const { connector, received } = await connected((call) => {
      if (apiOf(call) === 'alibaba.trade.getBuyerOrderList') {
        return { text: listAnswer([listRow(ORDER_ID, null), listRow(idOf(2), null)]) }
      }
      const other = `{"baseInfo": {"id": ${idOf(2)}, "buyerFeedback": "${OUT_ORDER_ID}9"}}`
      return { text: detailAnswer(call.fields['orderId'] === ORDER_ID ? tradeInfo() : other) }
    })
    const found = await connector.ordersByOutOrderId(OUT_ORDER_ID, { history: false })
    expect(found.map((order) => order.orderId)).toEqual([ORDER_ID])
    expect(received.map(apiOf)).toEqual([
      'alibaba.trade.getBuyerOrderList',
      'alibaba.trade.get.buyerView',
      'alibaba.trade.get.buyerView',
    ])
  })

  it('returns "none" only after the whole list', async () => {
    const { connector } = await connectedTo(listAnswer([]))
    expect(await connector.ordersByOutOrderId(OUT_ORDER_ID)).toEqual([])
  })

  it.each([
    ['the same page comes again and again', listAnswer([listRow(idOf(1), 'PO-1')], 40)],
    ['the answer holds no list', '{"success": true}'],
  ])('does not return "none" when %s', async (_way, body) => {
    const { connector } = await connectedTo(body)
    expect((await failureOf(connector.ordersByOutOrderId(OUT_ORDER_ID))).word).toBe('unavailable')
  })
})

describe('ending an order', () => {
  it('cancels with a reason, and confirms the receipt of its lines', async () => {
    const { connector, received } = await connectedTo({ success: true, result: { success: 'true' } })
    await connector.cancelOrder({ orderId: ORDER_ID, reason: 'buyerCancel', remark: '重复下单' })
    await connector.confirmReceipt({ orderId: ORDER_ID, itemIds: [ITEM_ID] })
    expect(received.map((call) => [apiOf(call), call.fields['tradeID'] ?? call.fields['orderEntryIds']])).toEqual([
      ['alibaba.trade.cancel', ORDER_ID],
      ['trade.receivegoods.confirm', `[${ITEM_ID}]`],
    ])
    expect(received[0]?.fields).toMatchObject({ webSite: '1688', cancelReason: 'buyerCancel', remark: '重复下单' })
  })

  it.each([
    ['CLOSE_ORDER_TOO_FAST', 'rejected'],
    ['ORDER_STATUS_ERROR', 'rejected'],
    ['400_3', 'rejected'],
    ['ORDER_NOT_EXIST', 'not-found'],
  ])('is refused with %s', async (code, word) => {
    const { connector } = await connectedTo({ success: false, errorCode: code, errorMessage: '请稍后再试' })
    const outcome = await refusalOf(connector.cancelOrder({ orderId: ORDER_ID, reason: 'other' }))
    expect(outcome).toEqual([word, code, '请稍后再试'])
  })

  it('reads the reason of a confirmation where that call has it', async () => {
    const { connector } = await connectedTo({ result: { success: false, errorCode: '500_1', errorInfo: '订单未发货' } })
    const outcome = await refusalOf(connector.confirmReceipt({ orderId: ORDER_ID, itemIds: [ITEM_ID] }))
    expect(outcome).toEqual(['rejected', '500_1', '订单未发货'])
  })
})
