import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findCargo, openBuyer, ordersFor, refusalOf } from './alibaba-buyer.ts'
import type { Buyer, Orders } from './alibaba-buyer.ts'

/**
 * Every call that changes something at 1688, when the change is made but its answer is lost or broken: sent once, unless a repetition does
 * no harm, and its result is found by reading.
 */
let buyer: Buyer
let orders: Orders
beforeAll(async () => {
  buyer = await openBuyer()
  orders = await ordersFor(buyer, await findCargo(buyer.connector, 2, 3))
})
afterAll(() => buyer.stop())
beforeEach(async () => {
  await buyer.calm()
  await buyer.quirk('1688.refundDecision', 'wait')
  await buyer.quirk('1688.cancelTooFastSeconds', 0)
})

const received = async (call: string): Promise<number> =>
  (await buyer.control<{ total: number }>('GET', `ledger?vendor=1688&call=${call}`)).total

/** The failure word, and how often the call was sent. */
async function lost(kind: string, call: string, work: () => Promise<unknown>): Promise<[string, number]> {
  await buyer.fault(call, kind)
  const [word] = await refusalOf(work())
  return [word, await received(call)]
}

async function asked(kind: 'refund' | 'returnRefund' = 'refund') {
  const { orderId } = await orders.shipped('whole')
  const [item] = (await buyer.connector.getOrder(orderId)).items
  const goodsStatus = kind === 'refund' ? 'refundWaitBuyerReceive' : 'refundBuyerReceived'
  const about = { orderId, itemIds: [item!.itemId!], goodsStatus } as const
  const reason = (await buyer.connector.refundReasons(about)).find((one) => !one.needsVoucher)!
  return {
    orderId,
    request: { ...about, kind, goodsFen: 100, freightFen: 0, reasonId: reason.reasonId, description: '少发了一件' },
  }
}

describe.each(['drop-after', 'fail-after'])('an answer lost after the work (%s)', (kind) => {
  it('of a creation is found by our number, once', async () => {
    const outOrderId = `PO-LOST-${kind}`
    const { addressId } = (await buyer.connector.receiveAddresses())[0]!
    const cargo = await findCargo(buyer.connector, 1, 2)
    const create = () => buyer.connector.createOrder({ flow: 'general', address: { addressId }, cargo, outOrderId })
    expect(await lost(kind, 'alibaba.trade.createCrossOrder', create)).toEqual(['unknown-outcome', 1])
    const found = await buyer.connector.ordersByOutOrderId(outOrderId)
    expect(found).toHaveLength(1)
    expect(await buyer.witness(outOrderId)).toMatchObject({ orders: 1, orderIds: [found[0]!.orderId] })
  })

  it('of a cancellation shows on the order, and a second one is refused', async () => {
    const { orderId } = await orders.placed()
    const cancel = () => buyer.connector.cancelOrder({ orderId, reason: 'buyerCancel' })
    expect(await lost(kind, 'alibaba.trade.cancel', cancel)).toEqual(['unknown-outcome', 1])
    expect((await buyer.connector.getOrder(orderId)).status).toBe('cancel')
    expect(await refusalOf(cancel())).toEqual(['rejected', 'ORDER_STATUS_ERROR'])
  })

  it('of a receipt shows on the order', async () => {
    const { orderId } = await orders.shipped('whole')
    const { items } = await buyer.connector.getOrder(orderId)
    const confirm = () => buyer.connector.confirmReceipt({ orderId, itemIds: items.map((item) => item.itemId!) })
    expect(await lost(kind, 'trade.receivegoods.confirm', confirm)).toEqual(['unknown-outcome', 1])
    expect((await buyer.connector.getOrder(orderId)).status).toBe('confirm_goods')
  })

  it('of a refund shows on the order, and is not requested twice', async () => {
    const { orderId, request } = await asked()
    const create = () => buyer.connector.createRefund(request)
    expect(await lost(kind, 'alibaba.trade.createRefund', create)).toEqual(['unknown-outcome', 1])
    expect(await buyer.connector.listRefunds({ orderId })).toMatchObject({ total: 1 })
    expect(await refusalOf(create())).toEqual(['rejected', '5010'])
  })

  it('of a withdrawn refund and of returned goods shows on the refund', async () => {
    const first = await buyer.connector.createRefund((await asked()).request)
    const cancel = () => buyer.connector.cancelRefund(first.refundId)
    expect(await lost(kind, 'alibaba.trade.cancelRefund', cancel)).toEqual(['unknown-outcome', 1])
    expect((await buyer.connector.getRefund(first.refundId)).status).toBe('refundclose')

    const { refundId } = await buyer.connector.createRefund((await asked('returnRefund')).request)
    await buyer.control('POST', `1688/refunds/${refundId}/agree`)
    const back = () => buyer.connector.returnGoods({ refundId, carrierCode: 'ZTO', trackingNo: '78412345678901' })
    expect(await lost(kind, 'alibaba.trade.refund.returnGoods', back)).toEqual(['unknown-outcome', 1])
    expect(await buyer.connector.getRefund(refundId)).toMatchObject({ status: 'waitsellerreceive' })
  })

  it('of a reminder is sent once, as the seller gets one a day', async () => {
    const { orderId } = await orders.paid()
    expect(await lost(kind, 'logistics.delivery.urge', () => buyer.connector.urgeDelivery(orderId))).toEqual([
      'unknown-outcome',
      1,
    ])
  })

  it('of evidence is sent again, as a repeated picture does no harm', async () => {
    await buyer.fault('alibaba.trade.uploadRefundVoucher', kind)
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3)
    expect(await buyer.connector.uploadRefundVoucher(jpeg)).toMatch(/^https:\/\/.*\.jpg$/)
    expect(await received('alibaba.trade.uploadRefundVoucher')).toBe(2)
  })
})

describe('evidence for a refund', () => {
  it('is uploaded signed, named by its address, and refused if it was never uploaded', async () => {
    const { connector } = buyer
    const { request } = await asked()
    const reason = (await connector.refundReasons(request)).find((one) => one.needsVoucher)!
    const reported = { ...request, reasonId: reason.reasonId }
    expect(await refusalOf(connector.createRefund(reported))).toEqual(['rejected', '5005'])
    const address = await connector.uploadRefundVoucher(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 9, 9))
    const madeUp = address.replace(/[^/]+$/, 'made-up.jpg')
    expect(await refusalOf(connector.createRefund({ ...reported, vouchers: [madeUp] }))).toEqual(['rejected', '5005'])
    expect((await connector.createRefund({ ...reported, vouchers: [address] })).refundId).toMatch(/^TQ/)
    expect((await refusalOf(connector.uploadRefundVoucher(Uint8Array.of(1, 2, 3))))[0]).toBe('rejected')
  })
})
