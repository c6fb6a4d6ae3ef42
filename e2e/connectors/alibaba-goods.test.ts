import { parsePush, verifyPush } from '@huoqiao/connector-1688'
import type { CargoLine } from '@huoqiao/connector-1688'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findCargo, openBuyer, openMailbox, ordersFor, refusalOf } from './alibaba-buyer.ts'
import type { Buyer, Orders } from './alibaba-buyer.ts'

/** The shipping of orders and its events, against the simulator (reference 4, 5). */
/** How long this machine takes to deliver a message is not part of the tests. */
const SOON = { timeout: 600_000 }

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

describe('goods', () => {
  it('are in no parcel and have no trace before they are sent, and may be urged once', async () => {
    const { connector } = buyer
    const order = await orders.paid()
    expect(await connector.parcels(order.orderId)).toEqual([])
    expect(await connector.trace(order.orderId)).toEqual([])
    await connector.urgeDelivery(order.orderId)
    expect((await refusalOf(connector.urgeDelivery(order.orderId)))[0]).toBe('rejected')
  })

  it.each(['whole', 'parcels', 'partial'])('sent as %s are listed by parcel, in the order as well', async (how) => {
    const { connector } = buyer
    const { orderId } = await orders.shipped(how)
    const [order, parcels] = [await connector.getOrder(orderId), await connector.parcels(orderId)]
    expect(parcels).toHaveLength(how === 'parcels' ? 2 : 1)
    expect(order.parcels.map((one) => [one.logisticsId, one.trackingNo, one.carrierCode, one.itemIds])).toEqual(
      parcels.map((one) => [one.logisticsId, one.trackingNo, one.carrierCode, one.itemIds]),
    )
    const items = new Set(order.items.map((item) => item.itemId))
    for (const one of parcels) {
      expect(one.itemIds.every((itemId) => items.has(itemId))).toBe(true)
      expect([one.carrierName, one.sentAt]).toEqual([expect.any(String), expect.any(Number)])
    }
    const sent = parcels.flatMap((one) => one.goods).reduce((sum, goods) => sum + goods.quantity!, 0)
    const bought = order.items.reduce((sum, item) => sum + item.quantity!, 0)
    if (how === 'partial') expect(sent).toBeLessThan(bought)
    else expect(sent).toBe(bought)
    expect(order.status).toBe(how === 'partial' ? 'waitsellersend' : 'waitbuyerreceive')
  })

  it.each(['code', 'success'])(
    'have a trace once the carrier has them; before, the answer shows that by %s',
    async (how) => {
      await buyer.quirk('1688.traceMissing', how)
      const { connector } = buyer
      const { orderId } = await orders.shipped('parcels')
      expect(await connector.trace(orderId)).toEqual([])
      await orders.act(orderId, 'advance')
      const traces = await connector.trace(orderId)
      expect(traces).toHaveLength(2)
      const at = traces[0]!.steps.map((step) => step.at!)
      expect(at).toEqual(at.toSorted((a, b) => a - b))
      expect((await connector.trace(orderId, traces[1]!.logisticsId!)).map((one) => one.trackingNo)).toEqual([
        traces[1]!.trackingNo,
      ])
    },
  )

  it('are received by the confirmation, which completes the order', async () => {
    const { connector } = buyer
    const { orderId } = await orders.shipped('whole')
    const { items } = await connector.getOrder(orderId)
    await connector.confirmReceipt({ orderId, itemIds: items.map((item) => item.itemId!) })
    expect((await connector.getOrder(orderId)).status).toBe('confirm_goods')
    await buyer.advance(86_400_000)
    expect(await connector.getOrder(orderId)).toMatchObject({ status: 'success', completedAt: expect.any(Number) })
  })

  it('have carriers that are known by name and code', async () => {
    const { connector } = buyer
    const carriers = await connector.carriers()
    const [parcel] = await connector.parcels((await orders.shipped('whole')).orderId)
    expect(carriers.map((one) => one.code)).toContain(parcel!.carrierCode)
    expect(carriers.length).toBeGreaterThan(5)
  })

  it('have the estimated freight', async () => {
    const { connector } = buyer
    const [line] = cargo
    const to = await connector.parseAddress('浙江省 杭州市 滨江区网商路699号')
    const code = to.districtCode!
    const { skus } = await connector.getOffer({ offerId: line!.offerId })
    const { skuId } = skus.find((sku) => sku.specId === line!.specId)!
    const estimate = await connector.estimateFreight({
      offerId: line!.offerId,
      provinceCode: `${code.slice(0, 2)}0000`,
      cityCode: `${code.slice(0, 4)}00`,
      districtCode: code,
      quantity: line!.quantity,
      skus: [{ skuId, quantity: line!.quantity }],
    })
    const address = { fullName: '张三丰', mobile: '13800138000', districtCode: code, address: '网商路699号' }
    const preview = await connector.previewOrder({ address, cargo: [line!], flow: 'general' })
    expect(estimate.freightFen).toBe(preview.orders[0]!.freightFen)
  })
})

describe('pushes', () => {
  it.each([false, true])(
    'are signed, and contain the order id with all its digits (data as text: %s)',
    async (asText) => {
      await buyer.quirk('1688.pushDataAsText', asText)
      const mailbox = await openMailbox()
      try {
        await buyer.control('POST', '1688/push', { callbackUrl: mailbox.url })
        const { orderId } = await orders.shipped('whole')
        // Events of the parcel come later, each at its own time, and are not waited for.
        await expect.poll(() => mailbox.posted.length, SOON).toBeGreaterThanOrEqual(3)
        const secret = buyer.credentials.appSecret
        for (const one of mailbox.posted) {
          expect(verifyPush({ ...one, secret })).toBe(true)
          expect(verifyPush({ ...one, message: `${one.message} `, secret })).toBe(false)
        }
        const reported = mailbox.posted.flatMap((one) => parsePush(one.message) ?? [])
        expect(
          reported.flatMap((one) => (one.data.kind === 'order' ? [one.topic, one.data.orderId, one.data.status] : [])),
        ).toEqual(
          expect.arrayContaining([
            'ORDER_BUYER_VIEW_BUYER_MAKE',
            'ORDER_BUYER_VIEW_ORDER_PAY',
            'ORDER_BUYER_VIEW_ANNOUNCE_SENDGOODS',
            orderId,
            'waitbuyerreceive',
          ]),
        )
        expect(reported.every((one) => one.data.kind !== 'unknown' && one.bornAt !== null)).toBe(true)
      } finally {
        await mailbox.close()
      }
    },
  )

  it('that nobody received are read again, and confirmed one by one or by reading', async () => {
    const { connector } = buyer
    await buyer.quirk('1688.pushRetrySeconds', '1,1,1')
    await buyer.control('POST', '1688/push', { callbackUrl: 'http://127.0.0.1:9/nobody' })
    const { orderId } = await orders.shipped('whole')
    const window = { from: Date.now() - 400 * 86_400_000, to: Date.now() + 400 * 86_400_000 }
    const waiting = async (): Promise<number> => {
      await buyer.advance(5_000)
      return (await buyer.control<{ total: number }>('GET', '1688/messages?state=waiting')).total
    }
    await expect.poll(waiting, SOON).toBe(0)
    const { messages, total } = await connector.replayMessages(window)
    expect(messages.length).toBeGreaterThanOrEqual(3)
    expect(total).toBe(messages.length)
    expect(messages.flatMap((one) => (one.data.kind === 'order' ? one.data.orderId : []))).toContain(orderId)
    await connector.confirmMessages([messages[0]!.msgId])
    const rest = await connector.cursorMessages({ ...window, quantity: 200 })
    expect(rest.map((one) => one.msgId).toSorted()).toEqual(
      messages
        .slice(1)
        .map((one) => one.msgId)
        .toSorted(),
    )
    expect(await connector.cursorMessages(window)).toEqual([])
  })
})
