import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBuyingHouse } from './placement.testing.ts'
import type { BuyingHouse } from './placement.testing.ts'

let desk: BuyingHouse
beforeAll(async () => {
  desk = await startBuyingHouse()
}, 120_000)
afterAll(() => desk?.close())

/** A reviewed purchase of goods that 1688 sells in stages only from now on. */
async function ready() {
  const purchase = await desk.ready()
  const value = purchase.lines[0]!.offerId
  await desk.simulator.control('POST', '/quirks', { name: '1688.stagedOffers', value })
  return purchase
}
const gateOf = async (purchaseId: string) => (await desk.house.ok('getPlacement', { purchaseId })).gate
/** How the order is to be paid, as the market itself has it. */
const tradeTypeOf = async (number: string) => {
  const { orderIds } = await desk.witness(number)
  expect(orderIds).toHaveLength(1)
  return (await desk.simulator.control<{ tradeType: string }>('GET', `/1688/orders/${orderIds[0]}`)).tradeType
}

describe('goods that 1688 sells in stages only', () => {
  it('are told in the preview, and are not ordered before somebody agreed to that way of paying', async () => {
    const purchase = await ready()
    const { staged, now } = await desk.house.ok('previewAlibabaOrder', { purchaseId: purchase.id })
    expect(staged).toMatchObject({ tradeType: '37staged', stages: [{ percent: 30 }, { percent: 70 }] })
    expect(staged!.stages.reduce((sum, one) => sum + one.dueMinor, 0)).toBe(now.totalMinor)

    await desk.place(purchase.id)
    const stopped = await desk.until(purchase.id, 'price-check')
    expect(stopped.reason).toContain('只按分阶段付款')
    expect(await desk.witness(purchase.number)).toMatchObject({ orders: 0 })
    const gate = await gateOf(purchase.id)
    expect(gate).toMatchObject({ withinTolerance: true, staged: { tradeType: '37staged' } })

    const seen = { purchaseId: purchase.id, totalMinor: gate!.now.totalMinor }
    const unaware = await desk.house.ok('acceptAlibabaPrice', { items: [seen] })
    expect(unaware.rows).toMatchObject([{ ok: false, word: 'stale' }])
    const aware = await desk.house.ok('acceptAlibabaPrice', { items: [{ ...seen, tradeType: '37staged' }] })
    expect(aware).toMatchObject({ succeeded: 1 })
    await desk.until(purchase.id, 'to-pay')
    expect(await tradeTypeOf(purchase.number)).toBe('37staged')
  })

  it('are ordered at once when it was agreed to before, in the very way that was agreed to', async () => {
    const purchase = await ready()
    const [one, other] = [purchase, await desk.ready()]
    const handed = await desk.house.ok('createAlibabaOrder', {
      purchaseIds: [one.id, other.id],
      staged: [
        { purchaseId: one.id, tradeType: '37staged' },
        { purchaseId: other.id, tradeType: '631staged' },
      ],
    })
    expect(handed).toMatchObject({ succeeded: 2 })
    await desk.until(one.id, 'to-pay')
    expect(await tradeTypeOf(one.number)).toBe('37staged')
    // 1688 offers another way than the one that was agreed to: nobody agreed to this one.
    await desk.until(other.id, 'price-check')
    expect(await desk.witness(other.number)).toMatchObject({ orders: 0 })
  })
})
