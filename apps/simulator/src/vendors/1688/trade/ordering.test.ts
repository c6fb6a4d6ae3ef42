import { describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { BY_TEXT, cargoOf, easyOffers, withBuyer, YIWU } from './trader.testing.ts'

const buyer = withBuyer()

const [first, second] = easyOffers(2) as [ReturnType<typeof easyOffers>[0], ReturnType<typeof easyOffers>[0]]
const previewOf = (params: Record<string, unknown>) =>
  buyer.trade('alibaba.createOrder.preview', { addressParam: YIWU, cargoParamList: [cargoOf(first, 2)], ...params })
const createOf = (params: Record<string, unknown> = {}) =>
  buyer.trade('alibaba.trade.createCrossOrder', {
    flow: 'general',
    addressParam: YIWU,
    cargoParamList: [cargoOf(first, 2)],
    ...params,
  })
const entriesOf = (preview: Json) => preview['orderPreviewResuslt'] as Json[]
const resultOf = (created: Json) => created['result'] as Json
const orderIdOf = (created: Json): string => String(resultOf(created)['orderId'])
const detailOf = async (orderId: string) => {
  const detail = await buyer.trade('alibaba.trade.get.buyerView', { webSite: '1688', orderId })
  return detail['result'] as { baseInfo: Json; productItems: Json[]; tradeTerms: Json[]; nativeLogistics: Json }
}

describe('addresses', () => {
  it('are returned with other field names than they are sent with, a two-part city with two parts', async () => {
    const { result } = (await buyer.trade('alibaba.trade.receiveAddress.get')) as {
      result: { receiveAddressItems: Json[] }
    }
    expect(result.receiveAddressItems[0]).toMatchObject({ id: 593_861_699, post: '321000', isDefault: true })
    expect(result.receiveAddressItems.map((item) => item['addressCodeText'])).toContain('广东省 东莞市')
  })

  it.each([
    ['浙江省 杭州市 滨江区网商路699号', '330108', '浙江省 杭州市 滨江区', '网商路699号'],
    ['广东东莞市虎门镇大岭山路12号', '441900', '广东省 东莞市', '虎门镇大岭山路12号'],
    ['北京市朝阳区望京街1号', '110105', '北京 北京市 朝阳区', '望京街1号'],
    ['金华市义乌市北苑街道', '330782', '浙江省 金华市 义乌市', '北苑街道'],
  ])('reads %s', async (addressInfo, addressCode, addressCodeText, address) => {
    const parsed = await buyer.trade('alibaba.trade.addresscode.parse', { addressInfo })
    expect(parsed['result']).toMatchObject({ addressCode, addressCodeText, address })
  })

  it('refuses a text without a district', async () => {
    expect(await buyer.trade('alibaba.trade.addresscode.parse', { addressInfo: '火星路1号' })).toMatchObject({
      success: false,
    })
    expect(await createOf({ addressParam: { addressId: 1 } })).toMatchObject({
      success: false,
      code: '400',
      message: 'AddressId invalid:AddressId invalid',
    })
    expect(await createOf({ addressParam: { ...BY_TEXT, phone: 'ask me' } })).toMatchObject({ success: false })
    expect(await createOf({ addressParam: { ...BY_TEXT, cityText: '杭州市' } })).toMatchObject({ success: false })
  })
})

describe('preview and order', () => {
  it('agree on the total, which is goods plus freight, and the detail returns it in yuan', async () => {
    const entry = entriesOf(await previewOf({ flow: 'general' }))[0]!
    expect(entry['sumPayment']).toBe(Number(entry['sumPaymentNoCarriage']) + Number(entry['sumCarriage']))
    const created = resultOf(await createOf({ outOrderId: 'PO-1', tradeType: 'assureTrade' }))
    expect(created).toMatchObject({ totalSuccessAmount: entry['sumPayment'], postFee: entry['sumCarriage'] })
    const { baseInfo, productItems } = await detailOf(String(created['orderId']))
    expect(Math.round(Number(baseInfo['totalAmount']) * 100)).toBe(entry['sumPayment'])
    expect(baseInfo).toMatchObject({ status: 'waitbuyerpay', outOrderId: 'PO-1', tradeTypeCode: 'assureTrade' })
    expect(Math.round(Number(productItems[0]!['itemAmount']) * 100)).toBe(entry['sumPaymentNoCarriage'])
  })

  it('write order numbers of 19 digits as bare numbers that a JavaScript number can’t hold', async () => {
    const orderId = orderIdOf(await createOf())
    expect(orderId).toMatch(/^\d{19}$/)
    const text = await buyer.raw('alibaba.trade.get.buyerView', { webSite: '1688', orderId })
    expect(text).toContain(`"id":${orderId},`)
    expect(text).toContain(`"idOfStr":"${orderId}"`)
    const damaged = String((JSON.parse(text) as { result: { baseInfo: { id: number } } }).result.baseInfo.id)
    expect(damaged).not.toBe(orderId)
    expect(
      await buyer.trade('alibaba.trade.get.buyerView', { webSite: '1688', orderId: BigInt(damaged).toString() }),
    ).toMatchObject({ success: 'false' })
  })

  it('charge less freight for one order than for two', async () => {
    const freight = async (cargoParamList: unknown[]) =>
      Number(entriesOf(await previewOf({ flow: 'general', cargoParamList }))[0]!['sumCarriage'])
    const together = await freight([cargoOf(first, 1), cargoOf(second, 1)])
    expect(together).toBeLessThan((await freight([cargoOf(first, 1)])) + (await freight([cargoOf(second, 1)])))
  })

  it('reserve the stock with the order and return it when it is cancelled', async () => {
    const line = cargoOf(first, 3)
    const stock = async () => {
      const { skus } = (await buyer.control('GET', `market/offer/${first.offerId}`)) as { skus: Json[] }
      return Number(skus.find((sku) => sku['specId'] === line.specId)!['stock'])
    }
    const before = await stock()
    const orderId = orderIdOf(await createOf({ cargoParamList: [line] }))
    expect(await stock()).toBe(before - 3)
    expect(await createOf({ cargoParamList: [{ ...line, quantity: before }] })).toMatchObject({
      success: false,
      code: '500_004',
      result: { failedOfferList: [{ errorCode: '500_004', specId: line.specId }] },
    })
    await buyer.advance(10_000)
    await buyer.trade('alibaba.trade.cancel', { webSite: '1688', tradeID: orderId, cancelReason: 'buyerCancel' })
    expect(await stock()).toBe(before)
  })

  it('split when the platform wants to, in the preview and in the order', async () => {
    await buyer.control('POST', 'quirks', { name: '1688.splitOrders', value: true })
    expect(entriesOf(await previewOf({}))).toHaveLength(2)
    const result = resultOf(await createOf({ outOrderId: 'PO-2' }))
    expect(result).toMatchObject({ orderId: null, totalSuccessAmount: null })
    const orders = result['orderList'] as { orderId: string; orderAmmount: number }[]
    expect(orders).toHaveLength(2)
    const listed = await buyer.trade('alibaba.trade.getBuyerOrderList', { outOrderId: 'PO-2' })
    expect(listed['totalRecord']).toBe(2)
  })
})

describe('cancelling', () => {
  it('is refused in the first ten seconds, after payment, and for an unknown order', async () => {
    const orderId = orderIdOf(await createOf())
    const cancel = (tradeID: string) =>
      buyer.trade('alibaba.trade.cancel', { webSite: '1688', tradeID, cancelReason: 'buyerCancel' })
    await buyer.advance(9_999)
    expect(await cancel(orderId)).toMatchObject({ success: false, errorCode: 'CLOSE_ORDER_TOO_FAST' })
    await buyer.advance(1)
    expect(await cancel(orderId)).toMatchObject({ success: true })
    expect(await cancel(orderId)).toMatchObject({ success: false, errorCode: 'ORDER_STATUS_ERROR' })
    expect(await cancel('1')).toMatchObject({ success: false, errorCode: 'ORDER_NOT_EXIST' })
    expect((await detailOf(orderId)).baseInfo).toMatchObject({
      status: 'cancel',
      closeReason: 'buyerCancel',
      closeOperateType: 'CLOSE_TRADE_BY_BUYER',
    })
  })

  it('happens automatically when nobody pays in time', async () => {
    await buyer.control('POST', 'quirks', { name: '1688.payTimeoutSeconds', value: 3600 })
    const orderId = orderIdOf(await createOf())
    await buyer.advance(3_599_999)
    expect((await detailOf(orderId)).baseInfo['status']).toBe('waitbuyerpay')
    await buyer.advance(1)
    expect((await detailOf(orderId)).baseInfo).toMatchObject({
      status: 'cancel',
      closeReason: 'BUYER_NO_PAY',
      closeOperateType: 'CLOSE_TRADE_BY_SYSTEM',
    })
  })
})
