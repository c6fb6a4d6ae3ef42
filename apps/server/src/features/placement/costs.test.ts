import { randomUUID } from 'node:crypto'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { selling } from '../purchases/purchases-selling.testing.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'
import { withBuying } from '../purchases/purchases.testing.ts'
import { askMoneyBack } from './placement.testing.ts'

const buying = withBuying({ work: true })
const { sell, staff } = selling(buying)

const detail = (purchaseId: string) => buying.app.ok('getPurchaseOrderSkuDetails', { purchaseId })
const orders1688 = async (purchaseId: string) => (await buying.app.ok('getPlacement', { purchaseId })).orders
const act = (orderId: string, what: string, body: object = {}) =>
  buying.simulator.control('POST', `/1688/orders/${orderId}/${what}`, body)
const refresh = (purchaseId: string) => buying.app.ok('refreshAlibabaOrders', { purchaseIds: [purchaseId] })
const profitOf = async (sold: Sold) => (await buying.app.ok('getOrder', { orderId: sold.orderId })).profit
const costOf = async (sold: Sold) => {
  const profit = await profitOf(sold)
  return profit?.basis === 'actual' ? profit.goodsMinor + profit.freightMinor : undefined
}
/** The profit of an order of which only a part was placed at 1688. Waits until the cost of that part is known. */
async function partly(sold: Sold) {
  const profit = await until(
    () => profitOf(sold),
    (now) => now?.basis === 'part',
  )
  return profit!
}
/** The shop's id of the line that was added last. */
async function lastRemoteLine(sold: Sold): Promise<string> {
  const { order } = await buying.simulator.control<{ order: { lines: { id: string }[] } }>(
    'GET',
    `/shopify/${sold.shop}/orders/${sold.number.slice(1)}`,
  )
  return order.lines.at(-1)!.id
}

async function created(...orderLineIds: string[]): Promise<string> {
  const { purchases } = await buying.app.ok('createPurchaseOrder', {
    key: randomUUID(),
    orderLines: orderLineIds.map((orderLineId) => ({ orderLineId })),
  })
  expect(purchases).toHaveLength(1)
  return purchases[0]!.id
}
const reached = (purchaseId: string, ...states: PurchaseState[]) =>
  until(
    () => detail(purchaseId),
    ({ state }) => states.includes(state),
  )
/** Reviews a purchase and orders it at 1688; stock and price tolerance are made large enough. */
async function placed(purchaseId: string, how: object = {}) {
  for (const { offerId } of (await detail(purchaseId)).lines) await buying.change(offerId, { stock: 100_000 })
  await until(
    () => detail(purchaseId),
    ({ freightMinor }) => freightMinor !== null,
  )
  await buying.app.ok('completeReviewOrder', { purchaseIds: [purchaseId] })
  await buying.app.ok('createAlibabaOrder', { purchaseIds: [purchaseId], ...how })
  return reached(purchaseId, 'to-pay')
}
/** Waits until the known costs of the orders add up to `total`. */
async function reported(total: () => Promise<number>, ...sold: Sold[]): Promise<number[]> {
  const { costs } = await until(
    async () => ({ costs: await Promise.all(sold.map(costOf)), due: await total() }),
    (now) => now.costs.reduce<number>((all, cost) => all + (cost ?? Number.NaN), 0) === now.due,
  )
  return costs.map((cost) => cost!)
}

describe('the profit of orders that one purchase covers', () => {
  it('is an estimate until it is placed, and then uses what 1688 charges, to the fen, whatever happens to the purchase', async () => {
    const offer = buying.offers.find((one) => one.minOrderQuantity <= 7)!
    const [one, two] = [await sell({ offer, quantity: 3 }), await sell({ offer, quantity: 4 })]
    expect((await profitOf(one))?.basis).toBe('expected')
    const id = await created(...one.lineIds, ...two.lineIds)
    await placed(id)
    const charged = async () =>
      (await orders1688(id)).reduce((sum, order) => sum + order.totalMinor - order.refundMinor, 0)
    const first = await reported(charged, one, two)
    expect(first[0]! / first[1]!).toBeCloseTo(3 / 4, 1)

    const [order] = await orders1688(id)
    await act(order!.orderId, 'price', { goodsFen: 10_001, freightFen: 334 })
    await refresh(id)
    expect((await reported(() => Promise.resolve(10_335), one, two))[0]).toBe(4_286 + 143)

    // 1688 refunds goods that are not sent yet completely or not at all.
    await act(order!.orderId, 'pay')
    await act(order!.orderId, 'ship', { how: 'whole' })
    await refresh(id)
    const applied = await askMoneyBack(buying.app, order!.orderId, { paymentMinor: 1_000, freightMinor: 0 })
    expect(applied.code).toBe(200)
    await buying.simulator.control('POST', '/clock', { advanceMs: 31 * 60_000 })
    await refresh(id)
    await reported(() => Promise.resolve(9_335), one, two)
  })

  it('returns to the estimate when the 1688 order is cancelled', async () => {
    const offer = buying.offers.find((one) => one.minOrderQuantity <= 7)!
    const sold = await sell({ offer, quantity: 7 })
    const id = await created(...sold.lineIds)
    await placed(id)
    await reported(async () => (await detail(id)).actualMinor ?? -1, sold)
    await buying.simulator.control('POST', '/clock', { advanceMs: 15_000 })
    await buying.app.ok('cancelAlibabaOrder', { purchaseIds: [id] })
    await reached(id, 'cancelled')
    await until(
      () => profitOf(sold),
      (profit) => profit?.basis === 'expected',
    )
  })

  it('of an order that two purchases cover is actual only when both are placed, and then counts both', async () => {
    const [offer, other] = buying.offers.filter((one) => one.minOrderQuantity <= 7)
    const sold = await sell({ offer: offer!, quantity: 7 }, { offer: other!, quantity: 8 })
    const [first, second] = [await created(sold.lineIds[0]!), await created(sold.lineIds[1]!)]
    await placed(first)
    const profit = await partly(sold)
    expect(profit.parts).toMatchObject({ expectedPieces: 8 })
    expect(profit.parts!.paidMinor + profit.freightMinor).toBe((await detail(first)).actualMinor)
    await placed(second)
    await reported(async () => (await detail(first)).actualMinor! + (await detail(second)).actualMinor!, sold)
  })

  it('of an order that grows after everything was bought is an estimate for the added line, until it is removed', async () => {
    const [offer, other] = buying.offers.filter((one) => one.minOrderQuantity <= 7)
    const sold = await sell({ offer: offer!, quantity: 7 })
    const id = await created(...sold.lineIds)
    await placed(id)
    const actual = async () => (await detail(id)).actualMinor ?? -1
    await reported(actual, sold)

    const { variants } = await buying.simulator.control<{ variants: { variantId: string }[] }>(
      'GET',
      `/shopify/${sold.shop}/variants`,
    )
    await staff(sold, 'edit', { additions: [{ variantId: variants[0]!.variantId, quantity: 3 }] })
    const grown = await buying.app.ok('getOrder', { orderId: sold.orderId })
    const added = grown.lines.find((line) => line.id !== sold.lineIds[0])!
    // The new line has no source yet: the profit is unknown, and the former one is not shown.
    expect([grown.profit, grown.profitMissing]).toEqual([null, expect.stringContaining('没有货源')])
    await buying.app.ok('relateShopifyOrder', {
      lineIds: [added.id],
      offerId: other!.offerId,
      skuId: other!.skuIds[0] ?? null,
      saleQuantity: 1,
      sourceQuantity: 1,
      scope: 'this-order',
    })
    const { profit, lines } = await buying.app.ok('getOrder', { orderId: sold.orderId })
    const unitCost = lines.find((line) => line.id === added.id)!.source!.unitCostMinor!
    expect(profit).toMatchObject({ basis: 'part', parts: { expectedPieces: 3, expectedMinor: 3 * unitCost } })
    expect(profit!.parts!.paidMinor + profit!.freightMinor).toBe(await actual())
    expect(profit!.goodsMinor).toBe(profit!.parts!.paidMinor + 3 * unitCost)

    const remoteLine = await lastRemoteLine(sold)
    await staff(sold, 'refund', {
      lines: [{ lineId: remoteLine, quantity: 1 }],
      restockType: 'CANCEL',
    })
    expect((await profitOf(sold))?.parts).toMatchObject({ expectedPieces: 2, expectedMinor: 2 * unitCost })
    await staff(sold, 'edit', { quantities: [{ lineId: remoteLine, quantity: 0 }] })
    expect(await costOf(sold)).toBe(await actual())
  })
})

describe('one of two 1688 orders of a purchase that is cancelled alone', () => {
  it('releases what it was to bring to the order, which may buy it again and nothing more', async () => {
    const offer = buying.offers.find((one) => one.minOrderQuantity <= 4)!
    const sold = await sell({ offer, quantity: 8 })
    const id = await created(...sold.lineIds)
    await buying.simulator.control('POST', '/quirks', { name: '1688.splitOrders', value: true })
    await placed(id)
    await buying.simulator.control('POST', '/quirks', { name: '1688.splitOrders', value: false })
    await refresh(id)
    const [first, second] = await orders1688(id)
    await reported(async () => first!.totalMinor + second!.totalMinor, sold)
    const pieces = (order: typeof first) => order!.items.reduce((sum, item) => sum + item.quantity, 0)
    await buying.simulator.control('POST', '/clock', { advanceMs: 15_000 })
    await buying.app.ok('cancelAlibabaOrder', { purchaseIds: [id], orderIds: [first!.orderId] })
    const left = (await detail(id)).lines.flatMap((line) => line.demand).reduce((sum, one) => sum + one.saleQuantity, 0)
    expect(left).toBe(pieces(second))
    await until(
      () => partly(sold),
      ({ parts }) => parts!.expectedPieces === pieces(first),
    )
    const { purchases, rows } = await buying.app.ok('createPurchaseOrder', {
      key: randomUUID(),
      orderLines: sold.lineIds.map((orderLineId) => ({ orderLineId })),
    })
    expect(rows).toMatchObject({ succeeded: 1 })
    const again = await detail(purchases[0]!.id)
    expect(again.lines.flatMap((line) => line.demand)).toMatchObject([{ saleQuantity: pieces(first) }])
    // Both parts are bought: the profit counts what remains of each, to the fen.
    await placed(again.id)
    await reported(async () => second!.totalMinor + (await detail(again.id)).actualMinor!, sold)
  })
})

describe('a 1688 order in stages that both sides close after its deposit', () => {
  const quirk = (name: string, value: unknown) =>
    buying.simulator.control('POST', '/quirks', { name: `1688.${name}`, value })
  /** Places the purchase in stages, pays its deposit, and closes its order; the seller keeps `keepFen` of the deposit. */
  async function closedKeeping(purchaseId: string, keepFen: number): Promise<void> {
    await placed(purchaseId, { staged: [{ purchaseId, tradeType: '37staged' }] })
    await refresh(purchaseId)
    const [order] = await orders1688(purchaseId)
    await act(order!.orderId, 'pay')
    await refresh(purchaseId)
    expect((await orders1688(purchaseId))[0]!.paidMinor).toBeGreaterThan(keepFen)
    await act(order!.orderId, 'finish-close', { keepFen })
    await refresh(purchaseId)
    await reached(purchaseId, 'cancelled')
  }
  beforeEach(async () => {
    await quirk('laterTerms', 'all')
    await quirk('stepStatus', 'waitbuyerpay')
  })

  it('costs the orders what the seller keeps, in addition to what is bought for them again', async () => {
    const offer = buying.offers.find((one) => one.minOrderQuantity <= 7)!
    await quirk('stagedOffers', offer.offerId)
    const [one, two] = [await sell({ offer, quantity: 3 }), await sell({ offer, quantity: 4 })]
    const id = await created(...one.lineIds, ...two.lineIds)
    await closedKeeping(id, 101)
    const shares = [await partly(one), await partly(two)]
    expect(shares.map(({ parts, freightMinor }) => [parts!.paidMinor, parts!.expectedPieces, freightMinor])).toEqual([
      [43, 3, 0],
      [58, 4, 0],
    ])
    await quirk('stagedOffers', '')
    const again = await created(...one.lineIds, ...two.lineIds)
    await placed(again)
    await reported(async () => 101 + (await detail(again)).actualMinor!, one, two)
  })

  it('costs nothing when everything is refunded', async () => {
    const offer = buying.offers.find((one) => one.minOrderQuantity <= 7)!
    await quirk('stagedOffers', offer.offerId)
    const sold = await sell({ offer, quantity: 7 })
    const id = await created(...sold.lineIds)
    await closedKeeping(id, 0)
    const profit = await until(
      () => profitOf(sold),
      (now) => now?.basis === 'expected',
    )
    expect(profit!.parts).toBeNull()
  })
})
