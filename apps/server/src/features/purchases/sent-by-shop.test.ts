import { randomUUID } from 'node:crypto'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withBuying } from './purchases.testing.ts'
import { selling } from './purchases-selling.testing.ts'
import type { Sold } from './purchases-selling.testing.ts'

const buying = withBuying({ work: true })
const { sell, staff } = selling(buying)

const flagsOf = async ({ orderId }: Sold) => (await buying.app.ok('getOrder', { orderId })).flags
const seen = (purchaseId: string, isSo: (purchase: PurchaseDetail) => boolean): Promise<PurchaseDetail> =>
  until(() => buying.app.ok('getPurchaseOrderSkuDetails', { purchaseId }), isSo)
async function bought(quantity: number): Promise<{ sold: Sold; purchaseId: string }> {
  const offer = buying.offers.find((one) => one.minOrderQuantity <= quantity)!
  await buying.change(offer.offerId, { stock: 100_000 })
  const sold = await sell({ offer, quantity })
  const { purchases } = await buying.app.ok('createPurchaseOrder', {
    key: randomUUID(),
    orderLines: sold.lineIds.map((orderLineId) => ({ orderLineId })),
  })
  return { sold, purchaseId: purchases[0]!.id }
}

describe('an order that the shop sends by itself while its goods are being bought', () => {
  it('is marked, reported with what to do about the purchase, and resolved by cancelling that at 1688', async () => {
    const { app, simulator } = buying
    const { sold, purchaseId } = await bought(20)
    await seen(purchaseId, (one) => one.freightMinor !== null)
    await app.ok('completeReviewOrder', { purchaseIds: purchaseId })
    await app.ok('createAlibabaOrder', { purchaseIds: [purchaseId] })
    await seen(purchaseId, (one) => one.state === 'to-pay')
    expect(await flagsOf(sold)).not.toContain('cut')

    await staff(sold, 'fulfil')
    expect(await flagsOf(sold)).toContain('cut')
    const marked = await seen(purchaseId, (one) => one.alarmQuantity > 0)
    expect(marked.lines[0]!.demand).toMatchObject([
      { alarmSaleQuantity: 20, alarmWhy: `${sold.number} 店铺已自行发货` },
    ])
    const { list } = await app.ok('queryNotices', { kind: 'order-cut' })
    expect(list.map(({ text }) => text)).toContain(
      `采购单 ${marked.number}：${sold.number} 不再需要20件，还没有付款，请取消1688订单，或留作库存`,
    )

    await simulator.control('POST', '/clock', { advanceMs: 15_000 })
    expect(await app.ok('cancelAlibabaOrder', { purchaseIds: [purchaseId] })).toMatchObject({ succeeded: 1 })
    const ended = await seen(purchaseId, (one) => one.state === 'cancelled')
    expect(ended.alarmQuantity).toBe(0)
    expect(await flagsOf(sold)).not.toContain('cut')
  })

  it('is not reported any more once that fulfilment is cancelled, or once the goods are kept as stock', async () => {
    const { sold, purchaseId } = await bought(10)
    await staff(sold, 'fulfil')
    await seen(purchaseId, (one) => one.alarmQuantity === 10)
    await staff(sold, 'unfulfil')
    await seen(purchaseId, (one) => one.alarmQuantity === 0)
    expect(await flagsOf(sold)).not.toContain('cut')

    await staff(sold, 'fulfil')
    const { version } = await seen(purchaseId, (one) => one.alarmQuantity === 10)
    const kept = await buying.app.ok('settlePurchaseAlarm', { purchaseId, version, action: 'keep' })
    expect(kept).toMatchObject({ alarmQuantity: 0, lines: [{ stockQuantity: 10 }] })
    expect(await flagsOf(sold)).not.toContain('cut')
  })
})
