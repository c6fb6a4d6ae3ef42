import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { custom, openShops, read, workOf } from './shopify-shoppers.ts'
import type { Shops } from './shopify-shoppers.ts'

/** What happens to an order after the purchase: goods are returned, staff edit it, an answer is lost. */
let shops: Shops
beforeAll(async () => {
  shops = await openShops()
})
afterAll(() => shops.stop())
beforeEach(() => shops.quirk('extra-scopes', 'write_returns,write_order_edits'))

describe('returns', () => {
  it('refer to the lines of the order, with their refunds', async () => {
    const bought = await shops.buy({ lines: custom(2, 3) })
    const order = await read(shops.us, bought.id)
    await shops.us.createFulfillment({ fulfillmentOrders: workOf(order), notifyCustomer: false })
    const [line] = order.lines
    await shops.act(bought, 'return', { lines: [{ lineId: line!.id, quantity: 2, reason: 'DEFECTIVE' }] })
    expect(await read(shops.us, bought.id)).toMatchObject({ returnStatus: 'IN_PROGRESS' })
    expect(await shops.us.readReturns(bought.id)).toMatchObject([
      {
        status: 'OPEN',
        lines: [{ lineItemId: line!.id, quantity: 2, refundedQuantity: 0, processedQuantity: 0, reason: 'defective' }],
      },
    ])
    await shops.act(bought, 'refund', { lines: [{ lineId: line!.id, quantity: 2, restockType: 'RETURN' }] })
    await shops.act(bought, 'return-step', { step: 'close' })
    expect(await shops.us.readReturns(bought.id)).toMatchObject([
      { status: 'CLOSED', lines: [{ refundedQuantity: 2 }] },
    ])
    expect(await read(shops.us, bought.id)).toMatchObject({ returnStatus: 'RETURNED' })
  })

  it('of many lines are read completely', async () => {
    const bought = await shops.buy({ lines: custom(60, 1) })
    const order = await read(shops.us, bought.id)
    await shops.us.createFulfillment({ fulfillmentOrders: workOf(order), notifyCustomer: false })
    await shops.act(bought, 'return', { lines: order.lines.map((line) => ({ lineId: line.id, quantity: 1 })) })
    const returns = await shops.us.readReturns(bought.id)
    expect(new Set(returns?.[0]?.lines.map((line) => line.lineItemId)).size).toBe(60)
  })

  it('are approved once, declined with a reason, refunded as the shop proposes, and closed', async () => {
    const bought = await shops.buy({ lines: custom(1, 3) })
    const order = await read(shops.us, bought.id)
    await shops.us.createFulfillment({ fulfillmentOrders: workOf(order), notifyCustomer: false })
    const asks = async (quantity: number): Promise<string> => {
      await shops.act(bought, 'return', { lines: [{ lineId: order.lines[0]!.id, quantity }], requested: true })
      return (await shops.us.readReturns(bought.id))!.find(({ status }) => status === 'REQUESTED')!.id
    }
    const declined = await asks(1)
    await shops.us.declineReturn(declined, { reason: 'FINAL_SALE', note: 'no returns', notifyCustomer: true })
    const id = await asks(2)
    await shops.us.approveReturn(id, true)
    await expect(shops.us.approveReturn(id, true)).rejects.toMatchObject({ word: 'rejected' })
    expect((await shops.us.readReturns(bought.id))!.map(({ status, declined: why }) => [status, why])).toEqual([
      ['DECLINED', { reason: 'FINAL_SALE', note: 'no returns' }],
      ['OPEN', undefined],
    ])
    const open = (await shops.us.unprocessedReturn(id))!
    expect(open).toMatchObject({ status: 'OPEN', exchanges: 0, isPartial: false, refundIds: [] })
    const line = open.lines[0]!
    expect(line).toMatchObject({ quantity: 2, lineItemId: order.lines[0]!.id, arrivals: [{ quantity: 2 }] })
    const pieces = [{ id: line.id, quantity: 1 }]
    const proposed = (await shops.us.suggestReturnRefund(id, { lines: pieces, shipping: false }))!
    const [payment] = proposed.payments
    expect(payment!.amount).toEqual(proposed.amount)
    expect(proposed.amount!.shop.minor).toBeGreaterThan(0)
    const withShipping = (await shops.us.suggestReturnRefund(id, { lines: pieces, shipping: true }))!
    expect(withShipping.amount!.shop.minor - proposed.amount!.shop.minor).toBeGreaterThanOrEqual(
      proposed.shipping.shop.minor,
    )
    const process = (quantity: number, minor: number) =>
      shops.us.processReturn(id, {
        lines: [{ id: line.id, quantity, dispositions: [] }],
        payments: [{ id: payment!.id, amount: { ...payment!.amount.presentment, minor } }],
        shipping: false,
        note: 'refunded',
        notifyCustomer: false,
      })
    await expect(process(3, 100)).rejects.toMatchObject({ word: 'rejected', detail: { code: 'INVALID' } })
    await expect(process(1, proposed.maximum.presentment.minor + 1)).rejects.toMatchObject({ word: 'rejected' })
    await process(1, payment!.amount.presentment.minor)
    expect(await shops.us.unprocessedReturn(id)).toMatchObject({
      lines: [{ quantity: 1 }],
      refundIds: [expect.any(String)],
    })
    await shops.us.closeReturn(id)
    expect((await shops.us.readReturns(bought.id))!.find((one) => one.id === id)).toMatchObject({
      status: 'CLOSED',
      lines: [{ processedQuantity: 1, refundedQuantity: 1 }],
      refunds: [{ total: { shop: proposed.amount!.shop } }],
    })
    expect(await shops.us.unprocessedReturn('gid://shopify/Return/1')).toBeUndefined()
  })

  it('are unknown without their scope, and there are none for a deleted order', async () => {
    const bought = await shops.buy()
    expect(await shops.us.readReturns(bought.id)).toEqual([])
    expect(await shops.us.readReturns('gid://shopify/Order/1')).toEqual([])
    await shops.quirk('withheld-scopes', 'read_returns,write_returns')
    expect(await shops.us.readReturns(bought.id)).toBeUndefined()
    // The order itself is read as before.
    expect(await read(shops.us, bought.id)).toMatchObject({ returnStatus: 'NO_RETURN' })
    await shops.quirk('withheld-scopes', '')
  })
})

describe('an edited order', () => {
  it('shows what was removed and added, so that only what is still wanted is bought', async () => {
    const bought = await shops.buy({ lines: custom(1, 5) })
    const before = await read(shops.us, bought.id)
    await shops.act(bought, 'edit', {
      quantities: [{ lineId: before.lines[0]!.id, quantity: 2 }],
      additions: [{ title: 'Late piece', priceMinor: 900, quantity: 1 }],
    })
    const order = await read(shops.us, bought.id)
    expect(order).toMatchObject({
      edited: true,
      lines: [
        { quantity: 5, currentQuantity: 2, unfulfilledQuantity: 2 },
        { title: 'Late piece', quantity: 1, currentQuantity: 1 },
      ],
    })
    const open = order.fulfillmentOrders
      .flatMap((entry) => entry.lines)
      .reduce((sum, line) => sum + line.remainingQuantity, 0)
    expect(open).toBe(3)
  })
})
