import { describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { readWireJson } from '../wire-json.ts'
import { cargoOf, easyOffers, LOGISTICS, withBuyer } from './trader.testing.ts'

const buyer = withBuyer()

const MINUTE = 60_000
const [first, second] = easyOffers(2) as [ReturnType<typeof easyOffers>[0], ReturnType<typeof easyOffers>[0]]
const order = (outOrderId: string, lines: unknown[] = [cargoOf(first, 2)]) => buyer.order(outOrderId, lines)
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
  it('opens a cashier page that pays all its orders with one click, and leaves out those that can’t be paid', async () => {
    const ids = [await order('A'), await order('B'), await order('C')]
    await buyer.act(ids[2]!, 'close')
    const link = readWireJson(await payLink(ids)) as Json
    expect(link).toMatchObject({ success: true, payFailureOrderList: [ids[2]] })
    expect(link['payUrl']).toBe(`${buyer.origin}/order/cashier.htm?orderId=${ids[0]};${ids[1]}`)
    expect(await press(String(link['payUrl']))).toContain('data-outcome="paid"')
    expect(await statusOf(ids[0]!)).toBe('waitsellersend')
    expect(await buyer.control('GET', '1688/witness?outOrderId=B')).toMatchObject({ orders: 1, payments: 1 })
  })

  it('pays nothing at all when the balance is less than the total', async () => {
    const ids = [await order('A'), await order('B')]
    const { totalFen } = await buyer.control('GET', `1688/orders/${ids[0]!}`)
    await buyer.control('POST', '1688/account', { balanceFen: Number(totalFen) })
    const { payUrl } = readWireJson(await payLink(ids)) as { payUrl: string }
    expect(await press(payUrl)).toContain('账户余额不足')
    expect(await statusOf(ids[0]!)).toBe('waitbuyerpay')
    expect((await buyer.control('GET', '1688/journal?kind=pay'))['total']).toBe(0)
    expect((await buyer.control('GET', '1688/account'))['balanceFen']).toBe(totalFen)
  })

  it.each([30, 100])('accepts %i orders and no more, as the quirk says', async (most) => {
    await buyer.quirk('payLinkOrders', most)
    const ask = (n: number) =>
      buyer.trade('alibaba.alipay.url.get', { orderIdList: JSON.stringify(Array.from({ length: n }, (_, i) => i + 1)) })
    expect(await ask(most + 1)).toMatchObject({ success: false, erroMsg: expect.stringContaining(`最多${most}个`) })
    expect(await ask(most)).toMatchObject({ erroMsg: expect.stringContaining('没有可支付的订单') })
  })
})

describe('password-free payment', () => {
  const prepare = (orderId: string, payAmount: number) =>
    buyer.trade('alibaba.trade.pay.protocolPay.preparePay', {
      tradeWithholdPreparePayParam: `{"orderId":${orderId},"payChannel":"alipay","payAmount":${payAmount}}`,
    })

  it('pays the exact amount, and may report a failure although it paid', async () => {
    const orderId = await order('A')
    const total = Number((await buyer.control('GET', `1688/orders/${orderId}`))['totalFen'])
    expect(await prepare(orderId, total + 1)).toMatchObject({ result: { success: false } })
    await buyer.quirk('prepareUnclear', true)
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
  it('sends, moves the parcel, confirms and completes, each at its own time', async () => {
    await buyer.quirk('autoConfirmDays', 0.2)
    const orderId = await order('A')
    await buyer.act(orderId, 'pay')
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

  it('continues after a restart where it stopped', async () => {
    await buyer.restart(false)
    const orderId = await order('A')
    await buyer.act(orderId, 'pay')
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

  it('sends a part first and the rest later, in two parcels whose lines add up', async () => {
    await buyer.quirk('shipment', 'partial')
    const orderId = await order('A', [cargoOf(first, 3), cargoOf(second, 2)])
    await buyer.act(orderId, 'pay')
    await buyer.advance(10 * MINUTE)
    const partly = await detailOf(orderId)
    expect(partly.baseInfo['status']).toBe('waitsellersend')
    expect(partly.productItems.map((item) => item['logisticsStatus'])).toEqual([2, 1])
    await buyer.advance(10 * MINUTE)
    expect(await statusOf(orderId)).toBe('waitbuyerreceive')
    const parcels = (await parcelsOf(orderId))['result'] as { sendGoods: { quantity: unknown }[] }[]
    // Quantities are text, as the SDKs of three languages declare (reference 4).
    expect(parcels.map((parcel) => parcel.sendGoods.map((goods) => goods.quantity))).toEqual([['3'], ['2']])
  })

  it('lets the seller change the price before payment, and totals still add up', async () => {
    const orderId = await order('A', [cargoOf(first, 3), cargoOf(second, 2)])
    await buyer.act(orderId, 'price', { goodsFen: 1_001, freightFen: 0 })
    const { baseInfo, productItems } = await detailOf(orderId)
    expect(baseInfo).toMatchObject({ totalAmount: 10.01, shippingFee: 0 })
    const items = productItems.map((item) => Math.round(Number(item['itemAmount']) * 100))
    expect(items[0]! + items[1]!).toBe(1_001)
  })

  it('is confirmed by the buyer, and the seller is urged at most once a day', async () => {
    const orderId = await order('A')
    await buyer.act(orderId, 'pay')
    const urge = () => buyer.trade('logistics.delivery.urge', { orderId }, LOGISTICS)
    expect(await urge()).toMatchObject({ result: { success: true } })
    expect(await urge()).toMatchObject({ result: { success: false } })
    await buyer.act(orderId, 'ship')
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
