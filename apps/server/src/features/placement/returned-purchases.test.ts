import { randomUUID } from 'node:crypto'
import type { ReturnedPurchase } from '@huoqiao/contract/placement/placement.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { photo, sender } from '../files/files.testing.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

/** Tests claims for money at suppliers, for pieces that a shopper returned. */
let bench: DeliveryBench
let token: string
beforeAll(async () => {
  bench = await startDeliveryBench()
  token = await bench.app.login('admin', 'admin888')
})
afterAll(() => bench?.close())

/** An order of three pieces that were bought, received and sent to the shopper, of whom two come back. */
async function returned(): Promise<{ sold: Sold; returnId: string; claim: ReturnedPurchase }> {
  const sold = await bench.sell({ offer: bench.offers[0]!, quantity: 3 })
  const purchase = await bench.buy(sold)
  await bench.send(purchase)
  await bench.receiveAll(purchase)
  await bench.app.ok('confirmAlibabaReceipt', { purchaseIds: [purchase.id] })
  await bench.staff(sold, 'fulfil')
  const lines = [{ lineId: sold.remoteLines[0], quantity: 2, reason: 'DEFECTIVE', note: '坏了' }]
  await bench.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/return`, { lines })
  await bench.app.ok('refreshOrder', { orderId: sold.orderId })
  await untilQuiet(bench.app)
  const [{ id } = { id: '' }] = (await bench.app.ok('getOrderReturns', { orderId: sold.orderId })).returns
  const claims = await bench.app.ok('getReturnedPurchases', { orderId: sold.orderId })
  expect(claims).toMatchObject([{ orderLineId: sold.lineIds[0], purchaseId: purchase.id }])
  return { sold, returnId: id, claim: claims[0]! }
}
const upload = async (): Promise<string> =>
  (await sender(bench.app.url, token)('upload?purpose=rich-text', await photo(900))).data.url
type Refund = { orderId: string; vouchers: string[]; description: string; request: string }
const refundsAt1688 = async (orderId: string): Promise<Refund[]> =>
  (await bench.simulator.control<{ refunds: Refund[] }>('GET', '/1688/refunds')).refunds.filter(
    (refund) => refund.orderId === orderId,
  )

describe('the claim at a supplier for returned pieces', () => {
  it('names the 1688 order that brought them, and carries the photos of the return as evidence', async () => {
    const { sold, returnId, claim } = await returned()
    const photos = [await upload(), await upload()]
    await bench.app.ok('saveReturnPhotos', { returnId, photos })
    // Reading the shop again keeps them.
    await bench.app.ok('refreshOrder', { orderId: sold.orderId })
    const [one] = (await bench.app.ok('getOrderReturns', { orderId: sold.orderId })).returns
    expect(one!.photos).toEqual(photos)

    const { orderId, items } = claim.order
    const item = items.find(({ id }) => claim.itemIds.includes(id))!
    expect(item.quantity).toBe(3)
    const options = await bench.app.ok('getRefundOptions', { orderId, itemIds: claim.itemIds })
    const reason = options.reasons.find(({ needsPhotos }) => needsPhotos)!
    const form = {
      orderId,
      requestKey: randomUUID(),
      itemIds: claim.itemIds,
      kind: 'returnRefund' as const,
      paymentMinor: Math.round((item.amountMinor * 2) / 3),
      reasonId: reason.id,
      description: '买家退货 2 件：有瑕疵，坏了',
      counts: [{ itemId: item.id, quantity: 2 }],
    }
    const bare = await bench.app.call('applyAlibabaRefund', form)
    expect(JSON.stringify(bare)).toContain('1688要求这个原因附上照片')
    const tooMany = await bench.app.call('applyAlibabaRefund', {
      ...form,
      photos,
      counts: [{ itemId: item.id, quantity: 4 }],
    })
    expect(JSON.stringify(tooMany)).toContain('只买了 3 件')
    const gone = photos[0]!.replace(/[0-9a-f]{8}-/, '00000000-')
    expect((await bench.app.call('applyAlibabaRefund', { ...form, photos: [gone] })).code).not.toBe(200)
    expect(await refundsAt1688(orderId)).toEqual([])

    await bench.app.ok('applyAlibabaRefund', { ...form, photos })
    const [refund, ...more] = await refundsAt1688(orderId)
    expect(more).toEqual([])
    expect(refund).toMatchObject({ request: 'returnRefund', description: form.description })
    expect(refund!.vouchers).toHaveLength(2)
    const [after] = await bench.app.ok('getReturnedPurchases', { orderId: sold.orderId })
    expect(after!.order.refunds).toMatchObject([{ state: 'asked', photos }])
  })

  it('of an order that was never bought names nothing, and photos that are gone are refused', async () => {
    const sold = await bench.sell({ offer: bench.offers[0]!, quantity: 1 })
    expect(await bench.app.ok('getReturnedPurchases', { orderId: sold.orderId })).toEqual([])
    const unknown = '018f0000-0000-7000-8000-000000000009'
    expect((await bench.app.call('getReturnedPurchases', { orderId: unknown })).code).not.toBe(200)
    await bench.staff(sold, 'fulfil')
    const lines = [{ lineId: sold.remoteLines[0], quantity: 1 }]
    await bench.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/return`, { lines })
    await bench.app.ok('refreshOrder', { orderId: sold.orderId })
    const [one] = (await bench.app.ok('getOrderReturns', { orderId: sold.orderId })).returns
    const photos = [`/files/${unknown}/${'0'.repeat(32)}.jpg`]
    const answer = await bench.app.call('saveReturnPhotos', { returnId: one!.id, photos })
    expect([answer.code, JSON.stringify(answer)]).toEqual([422, expect.stringContaining('照片已不存在')])
  })
})
