import { describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { cargoOf, easyOffers, withBuyer, YIWU } from './trader.testing.ts'

const buyer = withBuyer()

const [offer] = easyOffers(1)
const cargo = { addressParam: YIWU, cargoParamList: [cargoOf(offer!, 7)] }
const ordered = async (): Promise<{ orderId: string; totalFen: number }> => {
  const created = await buyer.trade('alibaba.trade.createCrossOrder', { flow: 'general', outOrderId: 'PO-S', ...cargo })
  const { orderId, totalSuccessAmount } = created['result'] as Json
  return { orderId: String(orderId), totalFen: Number(totalSuccessAmount) }
}
const view = async (orderId: string) =>
  (await buyer.trade('alibaba.trade.get.buyerView', { webSite: '1688', orderId }))['result'] as {
    baseInfo: Json
    tradeTerms: Json[]
  }
const link = async (orderId: string): Promise<string> =>
  String((await buyer.trade('alibaba.alipay.url.get', { orderIdList: `[${orderId}]` }))['payUrl'])
const payAt = async (url: string): Promise<void> => {
  const orderId = new URL(url).searchParams.get('orderId')!
  await fetch(`${buyer.origin}/order/cashier.htm`, {
    method: 'POST',
    body: new URLSearchParams({ orderId, payChannel: 'alipay' }),
  })
}
const witness = async () => buyer.control('GET', '1688/witness?outOrderId=PO-S')

/** An order in three stages of 6 : 3 : 1. */
async function inThree(): Promise<string> {
  const made = await buyer.trade('alibaba.trade.createCrossOrder', {
    flow: 'general',
    outOrderId: 'PO-S',
    tradeType: '631staged',
    ...cargo,
  })
  return String((made['result'] as Json)['orderId'])
}

describe('an order paid in stages', () => {
  it('is created from goods that are sold in stages only, with or without a trade type', async () => {
    await buyer.quirk('stagedOffers', offer!.offerId)
    const preview = await buyer.trade('alibaba.createOrder.preview', cargo)
    expect(preview['orderPreviewResuslt']).toMatchObject([{ tradeModeNameList: ['37staged', '631staged'] }])
    const refused = await buyer.trade('alibaba.trade.createCrossOrder', {
      flow: 'general',
      tradeType: 'assureTrade',
      ...cargo,
    })
    expect(String(refused['message'])).toContain('not support tradeType')
    const { orderId } = await ordered()
    expect((await view(orderId)).baseInfo['tradeTypeCode']).toBe('37staged')
  })

  it('is paid stage by stage, each with its own amount, and sent after the last only', async () => {
    await buyer.quirk('stagedOffers', offer!.offerId)
    await buyer.quirk('shipAfterMinutes', 1)
    const { orderId, totalFen } = await ordered()
    const firstFen = Math.floor((totalFen * 30) / 100)
    const ways = () => buyer.trade('alibaba.trade.payWay.query', { orderId })
    expect(await ways()).toMatchObject({ resultList: { payFee: firstFen } })
    await payAt(await link(orderId))
    const partly = await view(orderId)
    expect(partly).toMatchObject({
      baseInfo: { status: 'waitbuyerpay', payTime: expect.any(String) },
      tradeTerms: [
        { payStatus: '2', phasAmount: firstFen / 100 },
        { payStatus: '1', phasAmount: (totalFen - firstFen) / 100 },
      ],
    })
    // A time in the future is omitted, as in the vendor's samples.
    expect(JSON.stringify(partly)).not.toContain('"payTime":null')
    expect(await ways()).toMatchObject({ resultList: { payFee: totalFen - firstFen } })
    await buyer.advance(9 * 3_600_000)
    expect((await view(orderId)).baseInfo['status']).toBe('waitbuyerpay')
    expect(
      await buyer.trade('alibaba.trade.cancel', { webSite: '1688', tradeID: orderId, cancelReason: 'other' }),
    ).toMatchObject({ errorCode: 'ORDER_STATUS_ERROR' })
    await payAt(await link(orderId))
    expect((await view(orderId)).tradeTerms.map((term) => term['payStatus'])).toEqual(['2', '2'])
    expect(await witness()).toMatchObject({ orders: 1, payments: 2, paidFen: totalFen })
    await buyer.advance(2 * 60_000)
    expect((await view(orderId)).baseInfo['status']).toBe('waitbuyerreceive')
  })

  it('accepts no refund while a stage is due, and returns what was paid when both sides close it', async () => {
    await buyer.quirk('stagedOffers', offer!.offerId)
    const { orderId, totalFen } = await ordered()
    const resolve = () => buyer.control('POST', `1688/orders/${orderId}/finish-close`)
    expect(await resolve()).toMatchObject({ error: '只有付了一部分的订单能协商关闭' })
    await payAt(await link(orderId))
    const firstFen = Math.floor((totalFen * 30) / 100)
    const most = await buyer.trade('alibaba.trade.getMaxRefundFee', {
      input: { orderId, goodsStatus: 'refundWaitSellerSend' },
    })
    expect(JSON.stringify(most)).toContain('5003')
    await resolve()
    expect(await view(orderId)).toMatchObject({
      baseInfo: { status: 'cancel', refund: firstFen / 100 },
      tradeTerms: [{ payStatus: '4' }, { payStatus: '8' }],
    })
    expect(await witness()).toMatchObject({ paidFen: firstFen, refundedFen: firstFen })
  })

  it('may require another amount between its stages: paid stages stay, the rest is divided again', async () => {
    await buyer.quirk('stagedOffers', offer!.offerId)
    const orderId = await inThree()
    const terms = async () =>
      (await view(orderId)).tradeTerms.map((term) => Math.round(Number(term['phasAmount']) * 100))
    const [first, second, third] = (await terms()) as [number, number, number]
    await payAt(await link(orderId))
    const price = (fields: object) => buyer.control('POST', `1688/orders/${orderId}/price`, fields)
    expect(await price({ goodsFen: 1, freightFen: 0 })).toMatchObject({ error: '不能低于已付的金额' })
    await price({ goodsFen: first + 4000, freightFen: 0 })
    expect(await terms()).toEqual([first, 3000, 1000])
    expect(second + third).not.toBe(4000)
  })

  it.each([
    ['uncreated', ['1', '7', '7'], ['2', '1', '7']],
    ['absent', ['1'], ['2', '1']],
  ])('can return its later stages as %s', async (how, before, after) => {
    await buyer.quirk('stagedOffers', offer!.offerId)
    await buyer.quirk('laterTerms', how)
    const orderId = await inThree()
    const states = async () => (await view(orderId)).tradeTerms.map((term) => term['payStatus'])
    expect(await states()).toEqual(before)
    await payAt(await link(orderId))
    expect(await states()).toEqual(after)
  })

  it('is one of two ways where goods are sold both ways, and is not the default', async () => {
    await buyer.quirk('stagedTooOffers', offer!.offerId)
    const preview = await buyer.trade('alibaba.createOrder.preview', cargo)
    expect(preview['orderPreviewResuslt']).toMatchObject([
      { tradeModeNameList: ['37staged', '631staged', 'assureTrade', 'fxassure', 'alipay'] },
    ])
    const { orderId } = await ordered()
    expect((await view(orderId)).baseInfo['tradeTypeCode']).toBe('assureTrade')
  })

  it('can show that it waits for the seller although a stage is open, and refunds no more than was paid', async () => {
    await buyer.quirk('stagedOffers', offer!.offerId)
    await buyer.quirk('stepStatus', 'waitsellersend')
    const { orderId, totalFen } = await ordered()
    const firstFen = Math.floor((totalFen * 30) / 100)
    await payAt(await link(orderId))
    expect(await view(orderId)).toMatchObject({
      baseInfo: { status: 'waitsellersend' },
      tradeTerms: [{ payStatus: '2' }, { payStatus: '1' }],
    })
    const most = await buyer.trade('alibaba.trade.getMaxRefundFee', {
      input: { orderId, goodsStatus: 'refundWaitSellerSend' },
    })
    expect((most['result'] as Json)['result']).toMatchObject({ maxGoodsFee: firstFen })
    await buyer.control('POST', `1688/orders/${orderId}/ship`)
    expect(await buyer.control('GET', `1688/orders/${orderId}`)).toMatchObject({ parcels: [], paidFen: firstFen })
  })
})
