import { describe, expect, it } from 'vitest'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()

const proposed = async (...purchaseIds: string[]) => (await fixture.app.ok('queryPayable', { purchaseIds })).payWay
/** Requests a pay link, and pays there as a person does. */
async function payByLink(purchaseId: string, way: 'alipay' | 'crossBorder' | 'credit'): Promise<void> {
  const {
    payments: [payment],
  } = await fixture.app.ok('requestPayLink', { purchaseIds: [purchaseId], way })
  for (const orderId of payment!.orderIds) await fixture.simulator.control('POST', `/1688/orders/${orderId}/pay`, {})
  await fixture.refresh(purchaseId)
  await fixture.until(purchaseId, 'to-send')
}

describe('how a supplier was paid', () => {
  it('is proposed for its next purchase once the money has arrived, and not when a link was only requested', async () => {
    await fixture.quirk('creditOpened', true)
    const first = await fixture.placed(0)
    expect(await proposed(first.id)).toBeNull()
    await fixture.app.ok('requestPayLink', { purchaseIds: [first.id], way: 'alipay' })
    expect(await proposed(first.id)).toBeNull()
    await payByLink(first.id, 'credit')

    const second = await fixture.placed(0)
    expect(await proposed(second.id)).toBe('credit')
    await fixture.app.ok('payByProtocol', { purchaseIds: [second.id] })
    await fixture.until(second.id, 'to-send')
    const third = await fixture.placed(0)
    expect(await proposed(third.id)).toBe('protocol-alipay')
    const { list } = await fixture.app.ok('querySuppliers', { keyword: third.supplierName })
    expect(list.find(({ id }) => id === third.supplierId)).toMatchObject({ payWay: 'protocol-alipay' })
  })

  it('is not proposed for several suppliers that were paid in different ways', async () => {
    const [one, other] = [await fixture.placed(0), await fixture.placed(1)]
    expect(one.supplierId).not.toBe(other.supplierId)
    // The other one has not been paid yet: the known way is proposed for both.
    expect(await proposed(one.id, other.id)).toBe('protocol-alipay')
    await payByLink(other.id, 'crossBorder')
    const again = await fixture.placed(1)
    expect(await proposed(again.id)).toBe('crossBorder')
    expect(await proposed(one.id, again.id)).toBeNull()
  })
})

it('payments are found by the number of a purchase, however it is typed, and show which order belongs to which purchase', async () => {
  const [one, other] = [await fixture.placed(0), await fixture.placed(1)]
  await fixture.app.ok('requestPayLink', { purchaseIds: [one.id, other.id] })
  await fixture.app.ok('requestPayLink', { purchaseIds: [other.id] })
  const find = async (keyword: string) => (await fixture.app.ok('getPayments', { keyword })).list
  expect(await find(` ${one.number.toLowerCase()} `)).toHaveLength(1)
  expect(await find(other.number)).toHaveLength(2)
  expect(await find('CG000000000000')).toEqual([])
  const [orderId] = (await fixture.ordersOf(one.id)).map((order) => order.orderId)
  expect((await find(one.number))[0]!.parts).toContainEqual(
    expect.objectContaining({ purchaseId: one.id, orderId, amountMinor: expect.any(Number) }),
  )
})

it('reading the orders again returns the state of the purchase', async () => {
  const one = await fixture.placed(0)
  const press = async () =>
    (await fixture.app.ok('refreshAlibabaOrders', { purchaseIds: [one.id] })).rows.map(({ message }) => message)
  expect(await press()).toEqual([expect.stringContaining('现在是待付款，未申请')])
  for (const { orderId } of await fixture.ordersOf(one.id))
    await fixture.simulator.control('POST', `/1688/orders/${orderId}/pay`, {})
  expect(await press()).toEqual([expect.stringContaining('现在是待发货，已付款')])
})

it('many orders are paid by as many links as 1688 needs for them', async () => {
  await fixture.quirk('splitOrders', true)
  const made = []
  for (let nr = 0; nr < 16; nr++) made.push(await fixture.ready())
  const purchaseIds = made.map((one) => one.id)
  await fixture.place(...purchaseIds)
  for (const id of purchaseIds) await fixture.until(id, 'to-pay')
  const { payments, rows } = await fixture.app.ok('requestPayLink', { purchaseIds })
  expect([payments.map((one) => one.orderIds.length), rows.succeeded]).toEqual([[30, 2], 16])
  const orderIds = payments.flatMap((one) => one.orderIds)
  expect(new Set(orderIds).size).toBe(32)
  for (const one of payments) for (const id of one.orderIds) expect(one.payUrl).toContain(id)
  await fixture.quirk('splitOrders', false)
})
