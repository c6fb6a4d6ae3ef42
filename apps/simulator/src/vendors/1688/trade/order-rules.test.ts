import { describe, expect, it } from 'vitest'
import { WORLD } from '../buyer.testing.ts'
import type { Json } from '../buyer.testing.ts'
import { cargoOf, easyOffers, withBuyer, YIWU } from './trader.testing.ts'

const buyer = withBuyer()

const published = WORLD.offers.filter((offer) => offer.status === 'published')
const [first, second] = easyOffers(2) as [ReturnType<typeof easyOffers>[0], ReturnType<typeof easyOffers>[0]]
const preview = (cargoParamList: unknown[], flow = 'general') =>
  buyer.trade('alibaba.createOrder.preview', { flow, addressParam: YIWU, cargoParamList })
const create = (cargoParamList: unknown[], more: Record<string, unknown> = {}) =>
  buyer.trade('alibaba.trade.createCrossOrder', { flow: 'general', addressParam: YIWU, cargoParamList, ...more })
const priced = async (cargo: unknown[]) => {
  const [entry] = (await preview(cargo))['orderPreviewResuslt'] as { cargoList: { finalUnitPrice: number }[] }[]
  return entry!.cargoList.map((line) => Math.round(line.finalUnitPrice * 100))
}
const plenty = (offer: (typeof published)[0]) => offer.skus.find((sku) => sku.stock > 100)

describe('an order', () => {
  it('is refused with the matching code', async () => {
    const gone = WORLD.offers.find((offer) => offer.status !== 'published')!
    const other = published.find((offer) => offer.supplier.openId !== first.supplier.openId && plenty(offer))!
    const line = cargoOf(first, 1)
    expect(await preview([{ offerId: Number(gone.offerId), quantity: 1 }])).toMatchObject({
      success: false,
      errorCode: '500_001',
    })
    expect(await preview([{ offerId: line.offerId, quantity: 1 }])).toMatchObject({ errorCode: '500_002' })
    expect(await preview([line, cargoOf(other, 1)])).toMatchObject({ errorCode: '500_002' })
    expect(await preview([{ ...line, specId: 'f'.repeat(32) }])).toMatchObject({ errorCode: '500_003' })
    expect(await preview([{ ...line, quantity: 1_000_000 }])).toMatchObject({ errorCode: '500_004' })
    expect(await preview([line], 'saleproxy')).toMatchObject({ errorCode: '500_007' })
    await buyer.quirk('zeroPriceOffers', first.offerId)
    expect(await preview([line])).toMatchObject({ errorCode: '500_008' })
    expect(await create([line])).toMatchObject({ success: false, code: '500_008' })
  })

  it('respects the minimum, the lot, and the mixed batch of the seller', async () => {
    const minimum = published.find(
      (offer) => offer.minOrderQuantity >= 5 && !offer.supplier.mix.generalHunpi && !offer.batchNumber && plenty(offer),
    )!
    expect(await preview([cargoOf(minimum, 1)])).toMatchObject({ errorCode: '500_005' })
    expect(await preview([cargoOf(minimum, minimum.minOrderQuantity)])).toMatchObject({ success: true })
    const lot = published.find((offer) => offer.batchNumber !== null && plenty(offer))!
    expect(await preview([cargoOf(lot, lot.minOrderQuantity + 1)])).toMatchObject({ errorCode: '500_009' })
    const mixed = published.find(
      ({ supplier, minOrderQuantity, batchNumber, tiers, ...offer }) =>
        supplier.mix.generalHunpi &&
        supplier.mix.mixNumber >= 4 &&
        minOrderQuantity === 20 &&
        batchNumber === null &&
        tiers[0]!.priceFen < 1000 &&
        offer.skus.filter((sku) => sku.stock > 100).length > 1,
    )!
    const [one, two] = mixed.skus.filter((sku) => sku.stock > 100)
    const lines = (quantity: number) =>
      [one!, two!].map((sku) => ({ offerId: Number(mixed.offerId), specId: sku.specId, quantity }))
    expect(await preview(lines(1))).toMatchObject({ errorCode: '500_006' })
    expect(await preview(lines(mixed.supplier.mix.mixNumber))).toMatchObject({ success: true })
  })

  it('is priced by the quantity of all its SKUs together', async () => {
    const tiered = published.find(
      (offer) =>
        offer.quoteType === 2 &&
        offer.tiers.length > 1 &&
        offer.tiers[1]!.startQuantity <= 50 &&
        offer.batchNumber === null &&
        offer.promotionPercent === 0 &&
        offer.skus.filter((sku) => sku.stock > 100).length > 1,
    )!
    const [one, two] = tiered.skus.filter((sku) => sku.stock > 100)
    const { startQuantity } = tiered.tiers[1]!
    const lines = (a: number, b: number) => [
      { offerId: Number(tiered.offerId), specId: one!.specId, quantity: a },
      { offerId: Number(tiered.offerId), specId: two!.specId, quantity: b },
    ]
    const before = Math.max(tiered.minOrderQuantity, 2)
    expect(await priced(lines(before - 1, 1))).toEqual([tiered.tiers[0]!.priceFen, tiered.tiers[0]!.priceFen])
    expect(await priced(lines(startQuantity - 1, 1))).toEqual([tiered.tiers[1]!.priceFen, tiered.tiers[1]!.priceFen])
  })

  it('has at most 50 SKUs and an offered trade type', async () => {
    const many = Array.from({ length: 51 }, () => cargoOf(first, 1))
    expect(await create(many)).toMatchObject({ success: false, message: expect.stringContaining('50') })
    expect(await create([cargoOf(first, 1)], { tradeType: 'period' })).toMatchObject({
      success: false,
      message: 'not support tradeType:period',
    })
    await buyer.quirk('noTradeTypeOffers', first.offerId)
    expect(await preview([cargoOf(first, 1)])).toMatchObject({ orderPreviewResuslt: [{ tradeModeNameList: [] }] })
    expect(await create([cargoOf(first, 1)])).toMatchObject({ success: false, code: '400' })
  })
})

describe('Kuajingbao', () => {
  it('leaves out the orders of sellers who do not accept it, and returns success as text', async () => {
    const sellable = published.filter((offer) => offer.minOrderQuantity === 1 && !offer.batchNumber && plenty(offer))
    const takes = sellable.find((offer) => !offer.supplier.openId.endsWith('0'))!
    const refuses = sellable.find((offer) => offer.supplier.openId.endsWith('0'))!
    expect(await preview([cargoOf(refuses, 1)])).toMatchObject({
      unsupportedCrossBorderPayOfferList: [Number(refuses.offerId)],
    })
    const idOf = async (offer: typeof takes) =>
      String(((await create([cargoOf(offer, 1)]))['result'] as Json)['orderId'])
    const [good, bad] = [await idOf(takes), await idOf(refuses)]
    const link = (orderIdList: string) => buyer.trade('alibaba.crossBorderPay.url.get', { orderIdList })
    expect(await link(`[${good},${bad}]`)).toMatchObject({ success: 'true', cantPayOrderList: [bad] })
    expect(await link(`[${bad}]`)).toMatchObject({ success: 'false', errorCode: '400_4' })
  })
})

describe('the answer to an order', () => {
  it('that is lost leaves an order behind if the work was done, none if not, and outOrderId distinguishes the two', async () => {
    const call = 'alibaba.trade.createCrossOrder'
    for (const [kind, outOrderId, orders] of [
      ['drop-before', 'PO-B', 0],
      ['drop-after', 'PO-A', 1],
    ] as const) {
      await buyer.control('POST', 'faults', { vendor: '1688', call, fault: { kind } })
      await expect(create([cargoOf(first, 1)], { outOrderId })).rejects.toThrow('fetch failed')
      expect(await buyer.control('GET', `1688/witness?outOrderId=${outOrderId}`)).toMatchObject({ orders })
      const listed = await buyer.trade('alibaba.trade.getBuyerOrderList', { outOrderId })
      expect(listed['totalRecord']).toBe(orders)
    }
  })

  it.each([
    ['second', 2],
    ['first', 1],
    ['refuse', 1],
  ])('that is lost, when the request is repeated, is as the quirk says: %s', async (value, orders) => {
    await buyer.quirk('repeatedOutOrderId', value)
    const one = await create([cargoOf(first, 1)], { outOrderId: 'PO-1' })
    const two = await create([cargoOf(first, 1)], { outOrderId: 'PO-1' })
    expect(two['success']).toBe(value !== 'refuse')
    const idOf = (created: Json) => (created['result'] as Json)['orderId']
    expect(idOf(one) === idOf(two)).toBe(value === 'first')
    expect(await buyer.control('GET', '1688/witness?outOrderId=PO-1')).toMatchObject({ orders, payments: 0 })
    expect((await buyer.control('GET', '1688/witness'))['repeated']).toHaveLength(orders - 1)
  })

  it('can have a false flag beside a valid order number, flat at the top', async () => {
    await buyer.quirk('createFlag', 'false-with-order')
    await buyer.quirk('createShape', 'flat')
    const created = await create([cargoOf(first, 1)], { outOrderId: 'PO-1' })
    expect(created).toMatchObject({ success: false, orderId: expect.stringMatching(/^\d{19}$/) })
    expect(created).not.toHaveProperty('result')
    expect(await buyer.control('GET', '1688/witness?outOrderId=PO-1')).toMatchObject({ orders: 1 })
  })

  it('lists what was ordered and what could not be where the quirk says so', async () => {
    await buyer.quirk('dropFailedOffers', true)
    const created = await create([cargoOf(first, 1), { ...cargoOf(second, 1), quantity: 1_000_000 }])
    expect(created).toMatchObject({
      success: true,
      result: { failedOfferList: [{ offerId: Number(second.offerId), errorCode: '500_004' }] },
    })
  })
})

describe('between preview and order', () => {
  it.each([
    ['stock', '500_004'],
    ['vanish', '500_001'],
  ])('an offer can become unavailable: %s', async (what, code) => {
    await buyer.control('POST', '1688/forced-failures', { offerId: first.offerId, what })
    expect(await preview([cargoOf(first, 1)])).toMatchObject({ success: true })
    expect(await create([cargoOf(first, 1)])).toMatchObject({ success: false, code })
  })

  it('a price can jump once', async () => {
    await buyer.control('POST', '1688/forced-failures', { offerId: first.offerId, what: 'price', percent: 50 })
    const [seen] = await priced([cargoOf(first, 1)])
    const [after] = await priced([cargoOf(first, 1)])
    expect(after! / seen!).toBeCloseTo(1.5, 1)
    expect(await priced([cargoOf(first, 1)])).toEqual([after])
  })
})

describe('the order list', () => {
  it('returns at most 20 per page whatever is requested, newest first, and ignores orderIds', async () => {
    for (let i = 0; i < 23; i++) await create([cargoOf(first, 1)], { outOrderId: `PO-${i}` })
    const page = async (params: Record<string, unknown>) =>
      buyer.trade('alibaba.trade.getBuyerOrderList', { pageSize: '50', ...params })
    const one = await page({ page: '1', orderIds: '[1]' })
    const two = await page({ page: '2' })
    const numbers = (list: Json) =>
      (list['result'] as { baseInfo: Json; nativeLogistics: Json }[]).map((order) => order.baseInfo['outOrderId'])
    expect(one['totalRecord']).toBe(23)
    expect(numbers(one)).toHaveLength(20)
    expect([...numbers(one), ...numbers(two)]).toEqual(Array.from({ length: 23 }, (_, i) => `PO-${22 - i}`))
    expect((await page({ bizTypes: '["cn"]' }))['totalRecord']).toBe(0)
    expect((await page({ createStartTime: '20991231000000000+0800' }))['totalRecord']).toBe(0)
  })
})

describe('refunds', () => {
  const ordered = async (
    quantity = 2,
  ): Promise<{ orderId: string; items: Json[]; totalFen: number; freightFen: number }> => {
    const created = await create([cargoOf(first, quantity)], { outOrderId: 'PO-R' })
    const orderId = String((created['result'] as Json)['orderId'])
    const paid = await buyer.control('POST', `1688/orders/${orderId}/pay`)
    return {
      orderId,
      items: paid['items'] as Json[],
      totalFen: Number(paid['totalFen']),
      freightFen: Number(paid['freightFen']),
    }
  }
  const apply = (order: Awaited<ReturnType<typeof ordered>>, more: Record<string, unknown> = {}) =>
    buyer.trade('alibaba.trade.createRefund', {
      orderId: order.orderId,
      orderEntryIds: `[${order.items.map((item) => String(item['subItemId'])).join(',')}]`,
      disputeRequest: 'refund',
      applyPayment: String(order.totalFen - order.freightFen),
      applyCarriage: String(order.freightFen),
      applyReasonId: '20028',
      description: '不想要了',
      goodsStatus: 'refundWaitSellerSend',
      ...more,
    })
  const refundId = (applied: Json) => String(((applied['result'] as Json)['result'] as Json)['refundId'])
  const detail = async (id: string) =>
    (
      (
        await buyer.trade('alibaba.trade.refund.OpQueryOrderRefund', { refundId: id, needOrderRefundOperation: 'true' })
      )['result'] as Json
    )['opOrderRefundModelDetail'] as Json
  const balance = async () => Number((await buyer.control('GET', '1688/account'))['balanceFen'])

  it('before sending return all the money and the stock, and close the order', async () => {
    const before = await balance()
    const order = await ordered()
    expect(await apply(order, { applyPayment: '1' })).toMatchObject({ result: { success: false, code: '5011' } })
    const id = refundId(await apply(order))
    expect(id).toMatch(/^TQ\d+$/)
    expect(await apply(order)).toMatchObject({ result: { code: '5010' } })
    await buyer.control('POST', `1688/refunds/${id}/agree`)
    expect(await detail(id)).toMatchObject({
      status: 'refundsuccess',
      refundPayment: order.totalFen - order.freightFen,
    })
    expect(await balance()).toBe(before)
    expect(await buyer.control('GET', `1688/orders/${order.orderId}`)).toMatchObject({ status: 'cancel' })
    expect(await buyer.control('GET', '1688/witness?outOrderId=PO-R')).toMatchObject({ refundedFen: order.totalFen })
  })

  it('after sending go back and forth: refused, withdrawn, requested again, goods returned, paid', async () => {
    const order = await ordered()
    await buyer.control('POST', `1688/orders/${order.orderId}/ship`)
    await buyer.quirk('refundDecision', 'reject')
    const ask = () =>
      apply(order, { disputeRequest: 'returnRefund', goodsStatus: 'refundBuyerReceived', applyCarriage: '0' })
    const rejected = refundId(await ask())
    await buyer.advance(30 * 60_000)
    expect(await detail(rejected)).toMatchObject({ status: 'waitbuyermodify', rejectTimes: 1 })
    expect(await buyer.trade('alibaba.trade.cancelRefund', { refundId: rejected })).toMatchObject({
      result: { success: true },
    })
    await buyer.quirk('refundDecision', 'agree')
    const id = refundId(await ask())
    await buyer.advance(30 * 60_000)
    expect(await detail(id)).toMatchObject({ status: 'waitbuyersend', onlyRefund: false })
    const back = { refundId: id, logisticsCompanyNo: 'ZTO', freightBill: '78412345678901' }
    expect(await buyer.trade('alibaba.trade.refund.returnGoods', { ...back, freightBill: '?' })).toMatchObject({
      result: { errorCode: '4004' },
    })
    await buyer.trade('alibaba.trade.refund.returnGoods', back)
    await buyer.advance(30 * 60_000)
    expect(await detail(id)).toMatchObject({ status: 'refundsuccess', freightBill: back.freightBill })
    expect(await buyer.control('GET', `1688/orders/${order.orderId}`)).toMatchObject({ status: 'cancel' })
    const listed = await buyer.trade('alibaba.trade.refund.buyer.queryOrderRefundList', {
      orderId: order.orderId,
      dipsuteType: '1',
    })
    expect(listed).toMatchObject({ success: true, result: { totalCount: 2 } })
  })
})
