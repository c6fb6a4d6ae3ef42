import { describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { signatureOf } from '../signature.ts'
import { cargoOf, easyOffers, withBuyer, TRADE, YIWU } from './trader.testing.ts'

const buyer = withBuyer()

const [offer] = easyOffers(1)
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])

/** A multipart upload: the fields are signed, the bytes are not (reference 1.1). */
async function upload(bytes: Uint8Array<ArrayBuffer>, secret?: string): Promise<Json> {
  const { appKey, appSecret, accessToken } = await buyer.credentials()
  const path = `param2/1/${TRADE}/alibaba.trade.uploadRefundVoucher/${appKey}`
  const form = new FormData()
  form.append('access_token', accessToken)
  form.append('_aop_signature', signatureOf(path, { access_token: accessToken }, secret ?? appSecret))
  form.append('imageData', new Blob([bytes], { type: 'image/jpeg' }), 'voucher.jpg')
  const response = await fetch(`${buyer.origin}/openapi/${path}`, { method: 'POST', body: form })
  return (await response.json()) as Json
}
type Ordered = { orderId: string; goodsFen: number; items: { subItemId: string }[] }
async function paid(): Promise<Ordered> {
  const created = await buyer.trade('alibaba.trade.createCrossOrder', {
    flow: 'general',
    addressParam: YIWU,
    cargoParamList: [cargoOf(offer!, 2)],
  })
  const orderId = String((created['result'] as Json)['orderId'])
  await buyer.control('POST', `1688/orders/${orderId}/pay`)
  return (await buyer.control('GET', `1688/orders/${orderId}`)) as unknown as Ordered
}
const apply = (order: Ordered, more: Record<string, unknown> = {}) =>
  buyer.trade('alibaba.trade.createRefund', {
    orderId: order.orderId,
    orderEntryIds: `[${order.items.map((item) => item.subItemId).join(',')}]`,
    disputeRequest: 'refund',
    applyPayment: String(order.goodsFen),
    applyCarriage: '0',
    applyReasonId: '20013',
    description: '杯身有裂纹',
    goodsStatus: 'refundWaitSellerSend',
    ...more,
  })
const inner = (answer: Json): Json => (answer['result'] as Json)['result'] as Json

describe('evidence for a refund', () => {
  it('is a signed multipart upload of a jpg below one megabyte', async () => {
    expect(inner(await upload(JPEG))).toMatchObject({ imageRelativeUrl: expect.stringContaining('img/ibank/') })
    expect(await upload(new Uint8Array([1, 2, 3, 4]))).toMatchObject({ result: { success: false } })
    const large = new Uint8Array(1_000_000)
    large.set(JPEG)
    expect(await upload(large)).toMatchObject({ result: { success: false } })
    expect(await upload(JPEG, 'wrong')).toMatchObject({ error_code: 'gw.SignatureInvalid' })
  })

  it('is required where the reason needs it, and must have been uploaded before', async () => {
    const order = await paid()
    expect(await apply(order)).toMatchObject({ result: { code: '5005' } })
    const made = { vouchers: ['https://cbu01.alicdn.com/img/ibank/made-up.jpg'] }
    expect(await apply(order, made)).toMatchObject({ result: { code: '5005' } })
    const { imageDomain, imageRelativeUrl } = inner(await upload(JPEG))
    const applied = await apply(order, { vouchers: [`https://${String(imageDomain)}/${String(imageRelativeUrl)}`] })
    expect(inner(applied)).toMatchObject({ isVoucher: '1' })
  })
})

describe('the messages of a refund', () => {
  it('can be read by order and step, with the return address, until the platform closes it', async () => {
    const order = await paid()
    await buyer.control('POST', `1688/orders/${order.orderId}/ship`)
    await buyer.control('POST', 'quirks', { name: '1688.refundDecision', value: 'wait' })
    const applied = await apply(order, {
      applyReasonId: '20028',
      disputeRequest: 'returnRefund',
      goodsStatus: 'refundBuyerReceived',
    })
    const refundId = String(inner(applied)['refundId'])
    const ofOrder = async (queryType: string) =>
      (
        (
          await buyer.trade('alibaba.trade.refund.OpQueryBatchRefundByOrderIdAndStatus', {
            orderId: order.orderId,
            queryType,
          })
        )['result'] as { opOrderRefundModels: Json[] }
      ).opOrderRefundModels
    expect(await ofOrder('1')).toMatchObject([{ refundId }])
    expect((await ofOrder('1'))[0]).not.toHaveProperty('sellerReceiveAddress')
    await buyer.control('POST', `1688/refunds/${refundId}/agree`)
    expect(await ofOrder('1')).toMatchObject([{ sellerReceiveAddress: expect.any(String) }])
    const address = await buyer.trade('refund.address.get', { mainOrderId: order.orderId }, 'com.alibaba.fenxiao')
    expect(address).toMatchObject({ success: true, result: { address: expect.any(String) } })
    await buyer.control('POST', `1688/refunds/${refundId}/close`)
    expect(await ofOrder('1')).toEqual([])
    expect(await ofOrder('3')).toMatchObject([{ refundId, status: 'refundclose' }])
    const steps = await buyer.trade('alibaba.trade.refund.OpQueryOrderRefundOperationList', {
      refundId,
      pageNo: '1',
      pageSize: '20',
    })
    expect((steps['result'] as Json)['opOrderRefundOperationModels']).toMatchObject([
      { afterOperateStatus: 'refundclose', operatorRoleId: 3 },
      { afterOperateStatus: 'waitbuyersend' },
      { afterOperateStatus: 'waitselleragree' },
    ])
  })

  it('are not readable for a sub-account where the list is for the main account', async () => {
    await buyer.control('POST', 'quirks', { name: '1688.mainAccountOnly', value: true })
    expect(await buyer.trade('alibaba.trade.refund.buyer.queryOrderRefundList')).toMatchObject({ success: false })
  })
})

describe('the official cross-border shipping', () => {
  it('takes over parcels from the platform’s warehouse, and only where the order requested it', async () => {
    const asked = {
      flow: 'general',
      addressParam: YIWU,
      cargoParamList: [cargoOf(offer!, 2)],
      useOfficialSolution: 'true',
    }
    expect(await buyer.trade('alibaba.trade.createCrossOrder', asked)).toMatchObject({ success: false })
    await buyer.control('POST', 'quirks', { name: '1688.officialSolution', value: true })
    const created = await buyer.trade('alibaba.trade.createCrossOrder', asked)
    const orderId = String((created['result'] as Json)['orderId'])
    await buyer.control('POST', `1688/orders/${orderId}/pay`)
    await buyer.control('POST', `1688/orders/${orderId}/ship`, { how: 'whole' })
    for (let step = 0; step < 4; step++) await buyer.control('POST', `1688/orders/${orderId}/advance`)
    const packages = async () =>
      (
        await buyer.trade(
          'alibaba.trade.getLogisticsTraceInfo.buyerView',
          { webSite: '1688', orderId },
          'com.alibaba.logistics',
        )
      )['crossPackageFulfillmentDTO']
    expect(await packages()).toMatchObject([{ status: 'INBOUND' }])
    await buyer.advance(4 * 30 * 60_000)
    expect(await packages()).toMatchObject([{ status: 'SIGN' }])
  })
})
