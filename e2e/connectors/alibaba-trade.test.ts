import type { CargoLine, CreateOrderInput, OrderAddress } from '@huoqiao/connector-1688'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findCargo, openBuyer, refusalOf } from './alibaba-buyer.ts'
import type { Buyer } from './alibaba-buyer.ts'

/** The trade part of the connector against the simulator's: two implementations of reference 3 without shared code. */
let buyer: Buyer
let cargo: CargoLine[]
let address: OrderAddress
let nr = 0

beforeAll(async () => {
  buyer = await openBuyer()
  cargo = await findCargo(buyer.connector, 2, 20)
  address = { addressId: (await buyer.connector.receiveAddresses())[0]!.addressId }
})
beforeEach(() => buyer.calm())
afterAll(() => buyer?.stop())

const next = (): CreateOrderInput => {
  nr += 1
  return { flow: 'general', address, cargo, outOrderId: `PO-TEST-${nr}`, message: `采购单 PO-TEST-${nr}` }
}

describe('addresses', () => {
  it('are the account’s own, one of them the default, with a code of six digits', async () => {
    const addresses = await buyer.connector.receiveAddresses()
    expect(addresses.filter((one) => one.isDefault)).toHaveLength(1)
    for (const one of addresses)
      expect([one.districtCode, one.fullName]).toEqual([expect.stringMatching(/^\d{6}$/), expect.any(String)])
    expect(addresses.map((one) => one.region.length)).toContain(2)
  })

  it('are parsed into an address for an order, with and without a district', async () => {
    const { connector } = buyer
    for (const [text, parts] of [
      ['浙江省 杭州市 滨江区网商路699号', 3],
      ['广东东莞市虎门镇大岭山路12号', 2],
    ] as const) {
      const parsed = await connector.parseAddress(text)
      expect(parsed.region).toHaveLength(parts)
      const person = { fullName: '张三丰', mobile: '13800138000', address: parsed.address ?? '' }
      const [province, city, district] = parsed.region
      const inWords = { ...person, province: province!, city: city!, ...(district ? { district } : {}) }
      const byCode = { ...person, districtCode: parsed.districtCode! }
      const previews = await Promise.all([inWords, byCode].map((to) => connector.previewOrder({ address: to, cargo })))
      expect(previews[0]?.orders[0]?.totalFen).toBe(previews[1]?.orders[0]?.totalFen)
    }
    expect((await refusalOf(connector.parseAddress('火星路1号')))[0]).toBe('rejected')
  })
})

describe('an order', () => {
  it('has the same amounts in the detail as in the preview and the creation, to the fen', async () => {
    const { connector } = buyer
    const preview = await connector.previewOrder({ address, cargo, flow: 'general' })
    expect(preview.orders).toHaveLength(1)
    const [quote] = preview.orders
    expect(quote).toMatchObject({ ok: true, code: null })
    expect(quote!.totalFen).toBe(quote!.goodsFen! + quote!.freightFen!)
    expect(quote!.lines.map((line) => [line.offerId, line.specId, line.quantity])).toEqual(
      cargo.map((line) => [line.offerId, line.specId, line.quantity]),
    )
    expect(quote!.lines.reduce((sum, line) => sum + line.amountFen!, 0)).toBe(quote!.goodsFen)
    const input = { ...next(), tradeType: quote!.tradeTypes[0]! }
    const { orders, failed } = await connector.createOrder(input)
    expect([orders.length, failed]).toEqual([1, []])
    expect(orders[0]).toMatchObject({ totalFen: quote!.totalFen, freightFen: quote!.freightFen, doubt: null })
    const order = await connector.getOrder(orders[0]!.orderId)
    expect(order).toMatchObject({
      orderId: orders[0]!.orderId,
      outOrderId: input.outOrderId,
      status: 'waitbuyerpay',
      tradeType: input.tradeType,
      totalFen: quote!.totalFen,
      goodsFen: quote!.goodsFen,
      freightFen: quote!.freightFen,
      paid: false,
      buyerMessage: input.message,
      closed: null,
      parcels: [],
    })
    expect(order.items.map((item) => [item.offerId, item.specId, item.quantity, item.amountFen])).toEqual(
      quote!.lines.map((line) => [line.offerId, line.specId, line.quantity, line.amountFen]),
    )
    expect(order.createdAt).toEqual(expect.any(Number))
    expect(order.receiver.region.length).toBeGreaterThan(1)
  })

  it('split in two has both ids, under one number of ours', async () => {
    await buyer.quirk('1688.splitOrders', true)
    const input = next()
    expect((await buyer.connector.previewOrder({ address, cargo })).orders).toHaveLength(2)
    const { orders } = await buyer.connector.createOrder(input)
    expect(orders).toHaveLength(2)
    const found = await buyer.connector.ordersByOutOrderId(input.outOrderId)
    expect(found.map((order) => order.orderId).toSorted()).toEqual(orders.map((order) => order.orderId).toSorted())
    expect(found.reduce((sum, order) => sum + order.totalFen!, 0)).toBe(
      orders.reduce((sum, order) => sum + order.totalFen!, 0),
    )
  })

  it.each([
    ['1688.createShape', 'flat'],
    ['1688.createFlag', 'false-with-order'],
  ])('is also recognised with %s = %s', async (name, value) => {
    await buyer.quirk(name, value)
    const input = next()
    const { orders } = await buyer.connector.createOrder(input)
    expect((await buyer.witness(input.outOrderId)).orderIds).toEqual(orders.map((order) => order.orderId))
    expect(orders[0]?.doubt === null).toBe(value === 'flat')
  })

  it.each([
    ['refuse', 'already-done', 1],
    ['second', undefined, 2],
    ['first', undefined, 1],
  ])('with a number used before: 1688 may %s', async (value, word, made) => {
    await buyer.quirk('1688.repeatedOutOrderId', value)
    const input = next()
    await buyer.connector.createOrder(input)
    const again = buyer.connector.createOrder(input)
    if (word === undefined) await again
    else expect((await refusalOf(again))[0]).toBe(word)
    expect((await buyer.witness(input.outOrderId)).orders).toBe(made)
  })

  it('is refused by code for too many pieces, for another product’s spec and for an unavailable way of paying', async () => {
    const { connector } = buyer
    const tooMuch = cargo.map((line) => ({ ...line, quantity: 9_999_999 }))
    expect(await refusalOf(connector.previewOrder({ address, cargo: tooMuch }))).toEqual(['rejected', '500_004'])
    expect(await refusalOf(connector.createOrder({ ...next(), cargo: tooMuch }))).toEqual(['rejected', '500_004'])
    const crossed = [{ ...cargo[0]!, specId: cargo[1]!.specId! }]
    expect(await refusalOf(connector.previewOrder({ address, cargo: crossed }))).toEqual(['rejected', '500_003'])
    expect((await refusalOf(connector.createOrder({ ...next(), tradeType: '37staged' })))[0]).toBe('rejected')
    expect(await refusalOf(connector.createOrder({ ...next(), address: { addressId: '1' } }))).toEqual([
      'rejected',
      '400',
    ])
  })

  it('is returned line by line where only a part could be ordered', async () => {
    await buyer.quirk('1688.dropFailedOffers', true)
    const { orders, failed } = await buyer.connector.createOrder({
      ...next(),
      cargo: [cargo[0]!, { ...cargo[1]!, quantity: 9_999_999 }],
    })
    expect(orders).toHaveLength(1)
    expect(failed).toMatchObject([{ offerId: cargo[1]!.offerId, specId: cargo[1]!.specId, code: '500_004' }])
  })
})

describe('a lost answer', () => {
  it.each([
    ['drop-before', 0],
    ['drop-after', 1],
  ])('to a creation leaves the outcome unknown, is sent once, and is resolved by reading: %s', async (kind, made) => {
    const input = next()
    await buyer.fault('alibaba.trade.createCrossOrder', kind)
    expect((await refusalOf(buyer.connector.createOrder(input)))[0]).toBe('unknown-outcome')
    const { orderIds } = await buyer.witness(input.outOrderId)
    expect(orderIds).toHaveLength(made)
    const found = await buyer.connector.ordersByOutOrderId(input.outOrderId)
    expect(found.map((order) => order.orderId)).toEqual(orderIds)
  })

  it('to a read is repeated without an error for the caller', async () => {
    const { orders } = await buyer.connector.createOrder(next())
    await buyer.fault('alibaba.trade.get.buyerView', 'drop-after')
    expect((await buyer.connector.getOrder(orders[0]!.orderId)).orderId).toBe(orders[0]!.orderId)
  })
})

describe('the list', () => {
  it('is read to its end for our number, past other buyers’ orders and with bare numbers as ids', async () => {
    await buyer.quirk('1688.orderPageSize', 2)
    await buyer.quirk('1688.idOfStrInList', 'number')
    const inputs = [next(), next(), next(), next(), next()]
    const made: string[] = []
    for (const input of inputs) made.push((await buyer.connector.createOrder(input)).orders[0]!.orderId)
    const page = await buyer.connector.listOrders({ pageSize: 50 })
    expect([page.orders.length, page.total]).toEqual([2, 5])
    const pages = await Promise.all([1, 2, 3].map((one) => buyer.connector.listOrders({ page: one })))
    expect(pages.flatMap((one) => one.orders.map((order) => order.orderId)).toSorted()).toEqual(made.toSorted())
    const found = await buyer.connector.ordersByOutOrderId(inputs[2]!.outOrderId)
    expect(found.map((order) => order.orderId)).toEqual([made[2]])
  })

  it('finds an old order in the archive only', async () => {
    const input = next()
    const { orders } = await buyer.connector.createOrder(input)
    await buyer.advance(100 * 86_400_000)
    expect(await buyer.connector.ordersByOutOrderId(input.outOrderId, { history: false })).toEqual([])
    const found = await buyer.connector.ordersByOutOrderId(input.outOrderId)
    expect(found.map((order) => [order.orderId, order.status])).toEqual([[orders[0]!.orderId, 'cancel']])
    expect(found[0]?.closed).toMatchObject({ reason: 'BUYER_NO_PAY', by: 'CLOSE_TRADE_BY_SYSTEM' })
  })
})

describe('cancelling', () => {
  it('is too early, then done, then too late; and not found for an unknown order', async () => {
    const { connector } = buyer
    await buyer.quirk('1688.cancelTooFastSeconds', 86_400)
    const orderId = (await connector.createOrder(next())).orders[0]!.orderId
    const cancel = () => connector.cancelOrder({ orderId, reason: 'buyerCancel' })
    expect(await refusalOf(cancel())).toEqual(['rejected', 'CLOSE_ORDER_TOO_FAST'])
    await buyer.advance(86_400_000)
    await cancel()
    expect(await connector.getOrder(orderId)).toMatchObject({
      status: 'cancel',
      closed: { reason: 'buyerCancel', by: 'CLOSE_TRADE_BY_BUYER' },
    })
    expect(await refusalOf(cancel())).toEqual(['rejected', 'ORDER_STATUS_ERROR'])
    expect((await refusalOf(connector.cancelOrder({ orderId: '12345', reason: 'other' })))[0]).toBe('not-found')
    expect((await refusalOf(connector.getOrder('12345')))[0]).toBe('not-found')
  })
})
