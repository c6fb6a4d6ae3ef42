import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { signatureOf } from '../signature.ts'
import { readWireJson } from '../wire-json.ts'
import { cargoOf, easyOffers, LOGISTICS, openBuyer, YIWU } from './trader.testing.ts'
import type { Buyer } from './trader.testing.ts'

/** Messages are on their way at once; how long this machine takes for it is no part of the test. */
const SOON = { timeout: 240_000 }

let buyer: Buyer
beforeAll(async () => {
  buyer = await openBuyer()
})
afterAll(() => buyer.close())
beforeEach(() => buyer.calm())

const MINUTE = 60_000
const [first, second] = easyOffers(2) as [ReturnType<typeof easyOffers>[0], ReturnType<typeof easyOffers>[0]]
const order = async (outOrderId: string, lines: unknown[] = [cargoOf(first, 2)]): Promise<string> => {
  const created = await buyer.trade('alibaba.trade.createCrossOrder', {
    flow: 'general',
    addressParam: YIWU,
    cargoParamList: lines,
    outOrderId,
  })
  return String((created['result'] as Json)['orderId'])
}
const quirk = (name: string, value: unknown) => buyer.control('POST', 'quirks', { name: `1688.${name}`, value })
const act = (orderId: string, name: string, body: object = {}) =>
  buyer.control('POST', `1688/orders/${orderId}/${name}`, body)
const detailOf = async (orderId: string) => {
  const detail = await buyer.trade('alibaba.trade.get.buyerView', { webSite: '1688', orderId })
  return detail['result'] as { baseInfo: Json; productItems: Json[]; nativeLogistics: Json }
}
const statusOf = async (orderId: string) => (await detailOf(orderId)).baseInfo['status']
const parcelsOf = (orderId: string) =>
  buyer.trade('alibaba.trade.getLogisticsInfos.buyerView', { webSite: '1688', orderId }, LOGISTICS)
const traceOf = (orderId: string) =>
  buyer.trade('alibaba.trade.getLogisticsTraceInfo.buyerView', { webSite: '1688', orderId }, LOGISTICS)
const payLink = (orderIds: string[]) => buyer.raw('alibaba.alipay.url.get', { orderIdList: `[${orderIds.join(',')}]` })
const press = async (payUrl: string): Promise<string> => {
  const page = await (await fetch(payUrl)).text()
  const orderId = /name="orderId" value="([\d;]+)"/.exec(page)![1]!
  const paid = await fetch(`${buyer.origin}/order/cashier.htm`, {
    method: 'POST',
    body: new URLSearchParams({ orderId, payChannel: 'alipay' }),
  })
  return paid.text()
}

describe('the pay link', () => {
  it('leads to a cashier that pays all its orders with one click, and leaves out those that cannot be paid', async () => {
    const ids = [await order('A'), await order('B'), await order('C')]
    await act(ids[2]!, 'close')
    const link = readWireJson(await payLink(ids)) as Json
    expect(link).toMatchObject({ success: true, payFailureOrderList: [ids[2]] })
    expect(link['payUrl']).toBe(`${buyer.origin}/order/cashier.htm?orderId=${ids[0]};${ids[1]}`)
    expect(await press(String(link['payUrl']))).toContain('data-outcome="paid"')
    expect(await statusOf(ids[0]!)).toBe('waitsellersend')
    expect(await buyer.control('GET', '1688/witness?outOrderId=B')).toMatchObject({ orders: 1, payments: 1 })
  })

  it('pays nothing at all when the account is short of the whole sum', async () => {
    const ids = [await order('A'), await order('B')]
    const { totalFen } = await buyer.control('GET', `1688/orders/${ids[0]!}`)
    await buyer.control('POST', '1688/account', { balanceFen: Number(totalFen) })
    const { payUrl } = readWireJson(await payLink(ids)) as { payUrl: string }
    expect(await press(payUrl)).toContain('账户余额不足')
    expect(await statusOf(ids[0]!)).toBe('waitbuyerpay')
    expect((await buyer.control('GET', '1688/journal?kind=pay'))['total']).toBe(0)
    expect((await buyer.control('GET', '1688/account'))['balanceFen']).toBe(totalFen)
  })

  it('takes 100 orders and no more', async () => {
    const orderIdList = JSON.stringify(Array.from({ length: 101 }, (_, i) => i + 1))
    expect(await buyer.trade('alibaba.alipay.url.get', { orderIdList })).toMatchObject({
      success: false,
      erroMsg: expect.stringContaining('100'),
    })
  })
})

describe('password-free payment', () => {
  const prepare = (orderId: string, payAmount: number) =>
    buyer.trade('alibaba.trade.pay.protocolPay.preparePay', {
      tradeWithholdPreparePayParam: `{"orderId":${orderId},"payChannel":"alipay","payAmount":${payAmount}}`,
    })

  it('pays the exact sum, and may say it did not although it did', async () => {
    const orderId = await order('A')
    const total = Number((await buyer.control('GET', `1688/orders/${orderId}`))['totalFen'])
    expect(await prepare(orderId, total + 1)).toMatchObject({ result: { success: false } })
    await quirk('prepareUnclear', true)
    expect(await prepare(orderId, total)).toMatchObject({ result: { success: true, result: { paySuccess: false } } })
    expect(await statusOf(orderId)).toBe('waitsellersend')
    expect(await buyer.control('GET', '1688/witness?outOrderId=A')).toMatchObject({ paidFen: total, payments: 1 })
  })

  it('gives up after three tries without enough money', async () => {
    const orderId = await order('A')
    const total = Number((await buyer.control('GET', `1688/orders/${orderId}`))['totalFen'])
    await buyer.control('POST', '1688/account', { balanceFen: 0 })
    for (let i = 0; i < 3; i++)
      expect(await prepare(orderId, total)).toMatchObject({ result: { message: expect.stringContaining('余额不足') } })
    await buyer.control('POST', '1688/account', { balanceFen: 10 * total })
    expect(await prepare(orderId, total)).toMatchObject({ result: { success: false } })
    expect(await statusOf(orderId)).toBe('waitbuyerpay')
  })
})

describe('the order clock', () => {
  it('ships, moves the parcel, confirms and finishes, each at its own time', async () => {
    await quirk('autoConfirmDays', 0.2)
    const orderId = await order('A')
    await act(orderId, 'pay')
    expect(await parcelsOf(orderId)).toMatchObject({ success: false, errorCode: '500_2' })
    await buyer.advance(10 * MINUTE)
    expect(await statusOf(orderId)).toBe('waitbuyerreceive')
    expect(await traceOf(orderId)).toMatchObject({ success: false, errorCode: '404' })
    await buyer.advance(4 * 30 * MINUTE)
    const parcels = (await parcelsOf(orderId))['result'] as Json[]
    expect(parcels).toMatchObject([{ status: 'SIGN', logisticsBillNo: expect.any(String) }])
    const [trace] = (await traceOf(orderId))['logisticsTrace'] as { logisticsSteps: { acceptTime: string }[] }[]
    const times = trace!.logisticsSteps.map((step) => Date.parse(step.acceptTime.replace(' ', 'T')))
    expect(times.map((time) => Math.round((time - times[0]!) / MINUTE))).toEqual([0, 30, 60, 90, 120])
    await buyer.advance(288 * MINUTE)
    expect(await statusOf(orderId)).toBe('success')
  })

  it('goes on after a restart where it stood', async () => {
    await buyer.restart(false)
    const orderId = await order('A')
    await act(orderId, 'pay')
    await buyer.restart(false)
    expect(await statusOf(orderId)).toBe('waitsellersend')
    await buyer.advance(10 * MINUTE)
    expect(await statusOf(orderId)).toBe('waitbuyerreceive')
    await buyer.restart(false)
    await buyer.advance(30 * MINUTE)
    expect(await parcelsOf(orderId)).toMatchObject({ result: [{ status: 'ACCEPT' }] })
    await buyer.control('POST', 'reset')
    await buyer.restart(true)
  })

  it('ships a part first and the rest later, in two parcels whose lines add up', async () => {
    await quirk('shipment', 'partial')
    const orderId = await order('A', [cargoOf(first, 3), cargoOf(second, 2)])
    await act(orderId, 'pay')
    await buyer.advance(10 * MINUTE)
    const partly = await detailOf(orderId)
    expect(partly.baseInfo['status']).toBe('waitsellersend')
    expect(partly.productItems.map((item) => item['logisticsStatus'])).toEqual([2, 1])
    await buyer.advance(10 * MINUTE)
    expect(await statusOf(orderId)).toBe('waitbuyerreceive')
    const parcels = (await parcelsOf(orderId))['result'] as { sendGoods: { quantity: number }[] }[]
    expect(parcels.map((parcel) => parcel.sendGoods.map((goods) => goods.quantity))).toEqual([[3], [2]])
  })

  it('lets the seller change the price before payment, and totals still add up', async () => {
    const orderId = await order('A', [cargoOf(first, 3), cargoOf(second, 2)])
    await act(orderId, 'price', { goodsFen: 1_001, freightFen: 0 })
    const { baseInfo, productItems } = await detailOf(orderId)
    expect(baseInfo).toMatchObject({ totalAmount: 10.01, shippingFee: 0 })
    const items = productItems.map((item) => Math.round(Number(item['itemAmount']) * 100))
    expect(items[0]! + items[1]!).toBe(1_001)
  })

  it('is confirmed by the buyer, the seller urged at most once a day', async () => {
    const orderId = await order('A')
    await act(orderId, 'pay')
    const urge = () => buyer.trade('logistics.delivery.urge', { orderId }, LOGISTICS)
    expect(await urge()).toMatchObject({ result: { success: true } })
    expect(await urge()).toMatchObject({ result: { success: false } })
    await act(orderId, 'ship')
    const [item] = (await detailOf(orderId)).productItems
    const orderEntryIds = `[${String(item!['subItemIDString'])}]`
    expect(await buyer.trade('trade.receivegoods.confirm', { orderId, orderEntryIds })).toMatchObject({
      result: { success: true },
    })
    expect(await statusOf(orderId)).toBe('confirm_goods')
    await buyer.advance(MINUTE)
    expect(await statusOf(orderId)).toBe('success')
  })
})

describe('messages', () => {
  type Received = { message: string; signature: string; json: Json }
  const received: Received[] = []
  let answer = 200
  // A kept connection is ended by the client alone, never under a request that is on its way.
  const receiver = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      const message = form.get('message')!
      received.push({ message, signature: form.get('_aop_signature')!, json: readWireJson(message) as Json })
      response.writeHead(answer).end()
    })
  })
  beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => receiver.close(resolve)))
  beforeEach(async () => {
    received.length = 0
    answer = 200
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/push`
    await buyer.control('POST', '1688/push', { callbackUrl })
  })
  afterEach(() => buyer.control('DELETE', '1688/push'))
  const topics = () => received.map((each) => String(each.json['type']).replace('ORDER_BUYER_VIEW_', ''))

  it('tell every step in order, signed, with the order number as a bare number', async () => {
    const orderId = await order('A')
    await act(orderId, 'pay')
    await act(orderId, 'ship')
    await expect
      .poll(topics, SOON)
      .toEqual(['BUYER_MAKE', 'ORDER_PAY', 'ANNOUNCE_SENDGOODS', 'LOGISTICS_BUYER_VIEW_TRACE'])
    const { appSecret } = await buyer.credentials()
    for (const { message, signature } of received) expect(signature).toBe(signatureOf('', { message }, appSecret))
    expect(received[1]!.message).toContain(`"orderId":${orderId},`)
    expect(received[1]!.json['data']).toMatchObject({ orderId, currentStatus: 'waitsellersend' })
  })

  it('are tried three times more, then wait in the replay queue until they are confirmed', async () => {
    answer = 500
    await order('A')
    const noted = async () => {
      const { messages } = (await buyer.control('GET', '1688/messages')) as { messages: { attempts: object[] }[] }
      return messages[0]?.attempts.length
    }
    // A try is set for after the answer to the one before it was read, so the log is asked, not the receiver.
    await expect.poll(noted, SOON).toBe(1)
    for (const [index, seconds] of [10, 60, 300].entries()) {
      await buyer.advance(seconds * 1000 - 1)
      expect(received).toHaveLength(index + 1)
      await buyer.advance(1)
      await expect.poll(noted, SOON).toBe(index + 2)
    }
    expect(received).toHaveLength(4)
    expect((await buyer.control('GET', '1688/messages?state=failed'))['total']).toBe(1)
    const query = () => buyer.trade('push.query.messageList', {}, 'cn.alibaba.open')
    const { pushMessagePage } = (await query()) as { pushMessagePage: { datas: Json[]; totalCount: number } }
    expect(pushMessagePage).toMatchObject({ totalCount: 1, datas: [{ type: 'ORDER_BUYER_VIEW_BUYER_MAKE' }] })
    const msgIdList = `[${String(pushMessagePage.datas[0]!['msgId'])}]`
    expect(await buyer.trade('push.message.confirm', { msgIdList }, 'cn.alibaba.open')).toEqual({ isSuccess: true })
    expect(await query()).toMatchObject({ pushMessagePage: { totalCount: 0 } })
  })

  it('can come twice, as text, out of order, or not at all', async () => {
    await quirk('pushDuplicatePercent', 100)
    await quirk('pushDataAsText', true)
    await order('A')
    await buyer.advance(3_000)
    await expect.poll(() => received.length, SOON).toBe(2)
    expect(received[0]!.json['msgId']).toBe(received[1]!.json['msgId'])
    expect(typeof received[0]!.json['data']).toBe('string')

    await quirk('pushDuplicatePercent', 0)
    await quirk('pushDisorderSeconds', 600)
    received.length = 0
    const orderId = await order('B')
    await act(orderId, 'pay')
    await act(orderId, 'ship')
    for (let i = 0; i < 3; i++) await act(orderId, 'advance')
    await buyer.advance(600_000)
    await expect.poll(() => received.length, SOON).toBe(7)
    const born = received.map((each) => Number(each.json['msgId']))
    expect(born).not.toEqual(born.toSorted((a, b) => a - b))

    await quirk('pushLossPercent', 100)
    received.length = 0
    await order('C')
    await buyer.advance(600_000)
    expect((await buyer.control('GET', '1688/messages?state=lost'))['total']).toBe(1)
    expect(received).toEqual([])
  })

  it('tell of a followed offer only: its stock, its price, its going and its coming back', async () => {
    const { offerId } = first
    const change = (body: object) => buyer.control('POST', 'market/offer', { offerId, change: body })
    await change({ priceFactor: 1.1 })
    await buyer.trade('alibaba.product.follow.crossborder', { productId: offerId }, 'com.alibaba.product')
    await change({ priceFactor: 1.1 })
    await change({ status: 'expired' })
    await change({ status: 'published' })
    await order('A')
    await expect
      .poll(topics, SOON)
      .toEqual([
        'FENXIAO_PRICE_CHANGE',
        'PRODUCT_RELATION_VIEW_PRODUCT_EXPIRE',
        'PRODUCT_RELATION_VIEW_PRODUCT_REPOST',
        'PRODUCT_PRODUCT_INVENTORY_CHANGE',
        'BUYER_MAKE',
      ])
    expect(received[0]!.json['data']).toMatchObject({ productId: offerId })
    expect(received[3]!.json['data']).toMatchObject({
      OfferInventoryChangeList: [{ offerId: Number(offerId), quantity: -2 }],
    })
  })
})
