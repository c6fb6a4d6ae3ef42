import { describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { cargoOf, easyOffers, withBuyer, YIWU } from './trader.testing.ts'

const buyer = withBuyer()

const [first, second] = easyOffers(2)
const ordered = async (): Promise<string> => {
  const created = await buyer.trade('alibaba.trade.createCrossOrder', {
    flow: 'general',
    addressParam: YIWU,
    cargoParamList: [cargoOf(first!, 2), cargoOf(second!, 3)],
    outOrderId: 'PO-PAGE',
  })
  return String((created['result'] as Json)['orderId'])
}
const page = async (orderId: string) => {
  const response = await fetch(`${buyer.origin}/1688/orders/${orderId}`)
  return { status: response.status, html: await response.text() }
}
/** Submits the form of the page. The address of the redirect shows whether it was carried out. */
const press = async (orderId: string, act: string, fields: Record<string, string> = {}) => {
  const response = await fetch(`${buyer.origin}/1688/orders/${orderId}/${act}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return { status: response.status, url: response.url, html: await response.text() }
}
const statusOn = (html: string): string | undefined => /data-status="([a-z_]+)"/.exec(html)?.[1]

describe('the page of a 1688 order', () => {
  it('shows state, goods, amounts and how to pay, and 404 for an unknown number', async () => {
    const orderId = await ordered()
    const { html } = await page(orderId)
    const reported = await buyer.control('GET', `1688/orders/${orderId}`)
    expect(statusOn(html)).toBe('waitbuyerpay')
    expect(html).toContain('PO-PAGE')
    expect(html).toContain(`data-total>¥${(Number(reported['totalFen']) / 100).toFixed(2)}<`)
    expect(html).toContain(`/order/cashier.htm?orderId=${orderId}`)
    expect((await page('2800000000000000001')).status).toBe(404)
  })

  it('accepts the seller’s actions as forms: price, parcels in two, and every step is in the history', async () => {
    const orderId = await ordered()
    await press(orderId, 'price', { goodsYuan: '88.88', freightYuan: '0.12' })
    expect(await buyer.control('GET', `1688/orders/${orderId}`)).toMatchObject({ totalFen: 8900, freightFen: 12 })
    await buyer.control('POST', `1688/orders/${orderId}/pay`)
    const shipped = await press(orderId, 'ship', { how: 'parcels' })
    expect(shipped.url).toContain('?done=')
    expect(statusOn(shipped.html)).toBe('waitbuyerreceive')
    expect(shipped.html.match(/data-parcel="/g)).toHaveLength(2)
    for (const word of ['改价', '付款', '发货']) expect(shipped.html).toContain(word)
  })

  it('reloaded after an action repeats nothing, and refuses what the state does not allow', async () => {
    const orderId = await ordered()
    const closed = await press(orderId, 'close', { by: 'seller' })
    expect(statusOn(closed.html)).toBe('cancel')
    await fetch(closed.url)
    const refused = await press(orderId, 'ship', { how: 'whole' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('data-outcome="refused"')
    const { entries } = (await buyer.control('GET', `1688/journal?orderId=${orderId}`)) as { entries: Json[] }
    expect(entries.map((entry) => entry['kind'])).toEqual(['create', 'close'])
  })

  it('answers a refund with the seller’s reason', async () => {
    const orderId = await ordered()
    await buyer.control('POST', `1688/orders/${orderId}/pay`)
    const order = (await buyer.control('GET', `1688/orders/${orderId}`)) as {
      items: { subItemId: string }[]
      goodsFen: number
    }
    const applied = await buyer.trade('alibaba.trade.createRefund', {
      orderId,
      orderEntryIds: `[${order.items.map((item) => item.subItemId).join(',')}]`,
      disputeRequest: 'refund',
      applyPayment: String(order.goodsFen),
      applyCarriage: '0',
      applyReasonId: '20028',
      description: '不想要了',
      goodsStatus: 'refundWaitSellerSend',
    })
    const { refundId } = (applied['result'] as { result: { refundId: string } }).result
    const rejected = await press(orderId, `refunds/${refundId}/reject`, { reason: '货已备好' })
    expect(rejected.html).toContain('卖家已拒绝')
    const detail = await buyer.trade('alibaba.trade.refund.OpQueryOrderRefund', { refundId })
    expect(detail).toMatchObject({
      result: { opOrderRefundModelDetail: { status: 'waitbuyermodify', rejectReason: '货已备好' } },
    })
  })
})
