import { randomUUID } from 'node:crypto'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withBuying } from '../purchases/purchases.testing.ts'
import { selling } from '../purchases/purchases-selling.testing.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

const buying = withBuying({ work: true })
const { sell, staff } = selling(buying)
const ALARM = '有未处理的截单提醒，请先处理'

const reached = (purchaseId: string, isSo: (now: PurchaseDetail) => boolean): Promise<PurchaseDetail> =>
  until(() => buying.app.ok('getPurchaseOrderSkuDetails', { purchaseId }), isSo)
const ordersAt1688 = async (number: string): Promise<number> =>
  (await buying.simulator.control<{ orders: number }>('GET', `/1688/witness?outOrderId=${number}`)).orders
const place = async (purchaseId: string): Promise<string> =>
  (await buying.app.ok('createAlibabaOrder', { purchaseIds: [purchaseId] })).rows[0]!.message ?? ''

/** A reviewed purchase of twenty pieces for one order, ready to be placed. */
async function reviewed(): Promise<{ sold: Sold; id: string; number: string }> {
  const { app } = buying
  const offer = buying.offers.find((one) => one.minOrderQuantity <= 5)!
  await buying.change(offer.offerId, { stock: 100_000 })
  const sold = await sell({ offer, quantity: 20 })
  const orderLines = sold.lineIds.map((orderLineId) => ({ orderLineId }))
  const { id, number } = (await app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })).purchases[0]!
  await reached(id, ({ freightMinor }) => freightMinor !== null)
  await app.ok('completeReviewOrder', { purchaseIds: id })
  return { sold, id, number }
}

describe('nothing is ordered at 1688', () => {
  it('for an order whose money was given back in full, without its goods being named', async () => {
    const { sold, id, number } = await reviewed()
    await staff(sold, 'refund', { percent: 100 })
    const { lines } = await reached(id, ({ alarmQuantity }) => alarmQuantity === 20)
    expect(lines[0]!.demand[0]!.alarmWhy).toBe(`${sold.number} 已全额退款或付款作废`)
    expect(await place(id)).toContain(ALARM)
    expect(await ordersAt1688(number)).toBe(0)
  })

  it('for an order that the shop deleted', async () => {
    const { sold, id, number } = await reviewed()
    await buying.simulator.control('POST', `/shopify/${sold.shop}/orders/${sold.number.slice(1)}/delete`, {})
    await reached(id, ({ alarmQuantity }) => alarmQuantity === 20)
    expect(await place(id)).toContain(ALARM)
    expect(await ordersAt1688(number)).toBe(0)
  })

  it.each(['here', 'in the shop'])('for an order that is on hold %s, until it is released', async (where) => {
    const { app } = buying
    const { sold, id, number } = await reviewed()
    if (where === 'here') await app.ok('holdOrders', { orderIds: [sold.orderId], reason: '等客户回复' })
    else await staff(sold, 'hold', { reason: 'INCORRECT_ADDRESS' })
    expect(await place(id)).toContain(`订单 ${sold.number} 已搁置`)
    expect(await ordersAt1688(number)).toBe(0)
    if (where === 'here') await app.ok('releaseOrders', { orderIds: [sold.orderId] })
    else await staff(sold, 'release')
    expect(await place(id)).toContain('已提交')
    await reached(id, ({ state }) => state === 'to-pay')
    expect(await ordersAt1688(number)).toBe(1)
  })
})

it('what is ordered and not wanted any more is not paid before somebody decided about it', async () => {
  const { app, simulator } = buying
  const { sold, id, number } = await reviewed()
  await place(id)
  await reached(id, ({ state }) => state === 'to-pay')
  await staff(sold, 'cancel')
  const { version, can } = await reached(id, ({ alarmQuantity }) => alarmQuantity === 20)
  expect(can).toMatchObject({ payByProtocol: ALARM, requestPayLink: ALARM })
  const paid = () => app.ok('payByProtocol', { purchaseIds: [id] })
  expect((await paid()).rows).toMatchObject([{ ok: false, message: expect.stringContaining(ALARM) }])
  expect((await app.ok('queryPayable', { purchaseIds: [id] })).orders).toEqual([])
  const { payments } = await simulator.control<{ payments: number }>('GET', `/1688/witness?outOrderId=${number}`)
  expect(payments).toBe(0)
  await app.ok('settlePurchaseAlarm', { purchaseId: id, version, action: 'keep' })
  expect(await paid()).toMatchObject({ succeeded: 1 })
})
