import type { CargoLine } from '@huoqiao/connector-1688'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findCargo, openBuyer, ordersFor, refusalOf } from './alibaba-buyer.ts'
import type { Buyer, Orders } from './alibaba-buyer.ts'

/** Payments and refunds of orders, against the simulator (reference 3.7, 3.8). */
let buyer: Buyer
let cargo: CargoLine[]
let orders: Orders

beforeAll(async () => {
  buyer = await openBuyer()
  cargo = await findCargo(buyer.connector, 2, 20)
  orders = await ordersFor(buyer, cargo)
})
beforeEach(() => buyer.calm())
afterAll(() => buyer?.stop())

describe('paying', () => {
  it('returns a page for what can be paid, and names what can’t', async () => {
    const { connector } = buyer
    const [open, done] = [await orders.placed(), await orders.paid()]
    const link = await connector.payLink({ orderIds: [open.orderId, done.orderId], way: 'alipay' })
    expect(link.failed).toEqual([done.orderId])
    const page = await fetch(link.payUrl)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(open.orderId)])
    expect(await refusalOf(connector.payLink({ orderIds: [done.orderId], way: 'alipay' }))).toEqual([
      'rejected',
      '400_4',
    ])
    expect((await refusalOf(connector.payLink({ orderIds: [open.orderId], way: 'credit' })))[0]).toBe('rejected')
    await buyer.quirk('1688.creditOpened', true)
    expect((await connector.payLink({ orderIds: [open.orderId], way: 'credit' })).failed).toEqual([])
  })

  it('returns the amount, the deadline and the channels', async () => {
    const order = await orders.placed()
    const ways = await buyer.connector.payWays(order.orderId)
    expect(ways).toMatchObject({ orderId: order.orderId, payFen: order.totalFen })
    const { createdAt, payTimeoutSeconds } = await buyer.connector.getOrder(order.orderId)
    // Both times are only precise to the second.
    expect(Math.abs(ways.payBefore! - createdAt! - payTimeoutSeconds! * 1000)).toBeLessThan(1000)
    expect(ways.channels).toContainEqual({ code: '1', name: '支付宝' })
  })

  it('without a password moves the money once, and reports it', async () => {
    const { connector } = buyer
    const order = await orders.placed()
    const pay = () => connector.preparePay({ orderId: order.orderId, amountFen: order.totalFen, channel: 'alipay' })
    expect((await connector.isPayProtocolOpen()).filter((one) => one.open).map((one) => one.channel)).toEqual([
      'alipay',
    ])
    expect(await pay()).toEqual({ paid: true, channel: 'alipay' })
    expect((await refusalOf(pay()))[0]).toBe('rejected')
    expect(await connector.getOrder(order.orderId)).toMatchObject({ paid: true, status: 'waitsellersend' })
    expect(await buyer.witness(order.outOrderId)).toMatchObject({ payments: 1, paidFen: order.totalFen })
  })

  it.each([
    ['a lost answer', () => buyer.fault('alibaba.trade.pay.protocolPay.preparePay', 'drop-after'), 'unknown-outcome'],
    ['a "no" after the money moved', () => buyer.quirk('1688.prepareUnclear', true), 'false'],
  ])('is confirmed by the order after %s', async (_way, prepare, expected) => {
    const order = await orders.placed()
    await prepare()
    const pay = buyer.connector.preparePay({ orderId: order.orderId, amountFen: order.totalFen })
    if (expected === 'false') expect((await pay).paid).toBe(false)
    else expect((await refusalOf(pay))[0]).toBe(expected)
    expect((await buyer.connector.getOrder(order.orderId)).paid).toBe(true)
    expect(await buyer.witness(order.outOrderId)).toMatchObject({ payments: 1, paidFen: order.totalFen })
  })

  it('is refused for missing money, for another amount and for an order of somebody else', async () => {
    const { connector } = buyer
    const order = await orders.placed()
    const pay = (orderId: string, amountFen: number) => connector.preparePay({ orderId, amountFen })
    expect((await refusalOf(pay(order.orderId, order.totalFen + 1)))[0]).toBe('rejected')
    expect((await refusalOf(pay('12345', 1)))[0]).toBe('rejected')
    await buyer.control('POST', '1688/account', { balanceFen: 1 })
    expect((await refusalOf(pay(order.orderId, order.totalFen)))[0]).toBe('rejected')
    expect((await connector.getOrder(order.orderId)).paid).toBe(false)
  })

  it('requires the amount to which the seller changed the price', async () => {
    const order = await orders.placed()
    await orders.act(order.orderId, 'price', { goodsFen: 12_345, freightFen: 678 })
    const changed = await buyer.connector.getOrder(order.orderId)
    expect([changed.totalFen, changed.freightFen]).toEqual([13_023, 678])
    expect(changed.items.reduce((sum, item) => sum + item.amountFen!, 0)).toBe(12_345)
    expect((await buyer.connector.payWays(order.orderId)).payFen).toBe(13_023)
  })
})

describe('a refund', () => {
  it('requested before sending refunds all the money, or is refused for another amount', async () => {
    const { connector } = buyer
    const order = await orders.paid()
    const { items } = await connector.getOrder(order.orderId)
    const itemIds = items.map((item) => item.itemId!)
    const about = { orderId: order.orderId, itemIds, goodsStatus: 'refundWaitSellerSend' } as const
    const counts = items.map((item) => ({ itemId: item.itemId!, quantity: item.quantity! }))
    const limit = await connector.maxRefund({ ...about, counts })
    expect(limit.totalFen).toBe(order.totalFen)
    const reasons = await connector.refundReasons(about)
    const reason = reasons.find((one) => one.refundsFreight && !one.needsVoucher)!
    const ask = {
      ...about,
      kind: 'refund',
      goodsFen: limit.goodsFen!,
      freightFen: limit.freightFen!,
      reasonId: reason.reasonId,
      description: '不想要了',
    } as const
    expect(await refusalOf(connector.createRefund({ ...ask, goodsFen: ask.goodsFen - 1 }))).toEqual([
      'rejected',
      '5011',
    ])
    const { refundId } = await connector.createRefund(ask)
    expect(refundId).toMatch(/^TQ\d+$/)
    const waiting = await connector.getOrder(order.orderId)
    expect(waiting.refundStatus).toBe('waitselleragree')
    expect(waiting.items.map((item) => [item.refundStatus, item.refundId])).toEqual(
      itemIds.map(() => ['waitselleragree', refundId]),
    )
    await buyer.control('POST', `1688/refunds/${refundId}/agree`)
    const page = await connector.listRefunds({ orderId: order.orderId })
    expect(page).toMatchObject({ next: null, total: 1 })
    expect(page.refunds).toEqual([await connector.getRefund(refundId)])
    expect(page.refunds[0]).toMatchObject({
      refundId,
      orderId: order.orderId,
      itemIds,
      status: 'refundsuccess',
      afterSale: false,
      withReturn: false,
      refundedGoodsFen: limit.goodsFen,
      refundedFreightFen: limit.freightFen,
    })
    expect((await connector.getOrder(order.orderId)).refundedFen).toBe(order.totalFen)
  })

  it('can be withdrawn once, and is not found under a wrong number', async () => {
    await buyer.quirk('1688.refundDecision', 'wait')
    const { connector } = buyer
    const { orderId } = await orders.shipped('whole')
    const { items } = await connector.getOrder(orderId)
    const about = { orderId, itemIds: [items[0]!.itemId!], goodsStatus: 'refundWaitBuyerReceive' } as const
    const reason = (await connector.refundReasons(about)).find((one) => !one.needsVoucher)!
    const { refundId } = await connector.createRefund({
      ...about,
      kind: 'refund',
      goodsFen: items[0]!.amountFen!,
      freightFen: 0,
      reasonId: reason.reasonId,
      description: '少发了一件',
    })
    await connector.cancelRefund(refundId)
    expect((await connector.getRefund(refundId)).status).toBe('refundclose')
    expect((await refusalOf(connector.cancelRefund(refundId)))[0]).toBe('rejected')
    expect((await refusalOf(connector.getRefund('TQ1')))[0]).toBe('not-found')
  })

  it('with goods to return waits for the parcel and for the seller', async () => {
    await buyer.quirk('1688.refundDecision', 'wait')
    const { connector } = buyer
    const { orderId } = await orders.shipped('whole')
    const { items } = await connector.getOrder(orderId)
    const about = { orderId, itemIds: [items[0]!.itemId!], goodsStatus: 'refundBuyerReceived' } as const
    const reason = (await connector.refundReasons(about)).find((one) => !one.needsVoucher)!
    const { refundId } = await connector.createRefund({
      ...about,
      kind: 'returnRefund',
      goodsFen: 100,
      freightFen: 0,
      reasonId: reason.reasonId,
      description: '质量问题',
    })
    const back = { refundId, carrierCode: 'ZTO', trackingNo: '7841234567890' }
    expect((await refusalOf(connector.returnGoods(back)))[0]).toBe('rejected')
    await buyer.control('POST', `1688/refunds/${refundId}/agree`)
    await connector.returnGoods(back)
    expect(await connector.getRefund(refundId)).toMatchObject({
      status: 'waitsellerreceive',
      returnTrackingNo: '7841234567890',
      withReturn: true,
    })
    await buyer.control('POST', `1688/refunds/${refundId}/receive`)
    expect(await connector.getRefund(refundId)).toMatchObject({ status: 'refundsuccess', refundedGoodsFen: 100 })
  })
})
