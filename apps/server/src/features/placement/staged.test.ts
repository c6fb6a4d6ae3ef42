import { afterEach, describe, expect, it } from 'vitest'
import { runCron } from '../../../test/run-cron.ts'
import { standstillOf } from '../../../test/standstill.ts'
import type { Standstill } from '../../../test/standstill.ts'
import { until } from '../../../test/until.ts'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp({ nodeName: 'first' })

/** A reviewed purchase of goods that, from now on, 1688 sells only in stages. */
async function ready() {
  const purchase = await fixture.ready()
  await fixture.quirk('stagedOffers', purchase.lines[0]!.offerId)
  return purchase
}
const priceCheckOf = async (purchaseId: string) => (await fixture.app.ok('getPlacement', { purchaseId })).priceCheck
/** How the order will be paid, according to the marketplace. */
const tradeTypeOf = async (number: string) => {
  const { orderIds } = await fixture.witness(number)
  expect(orderIds).toHaveLength(1)
  return (await fixture.simulator.control<{ tradeType: string }>('GET', `/1688/orders/${orderIds[0]}`)).tradeType
}

describe('goods that 1688 sells in stages only', () => {
  it('are shown so in the preview, and not ordered before somebody accepted that way of paying', async () => {
    const purchase = await ready()
    const { ways, now } = await fixture.app.ok('previewAlibabaOrder', { purchaseId: purchase.id })
    expect(ways).toMatchObject([
      { tradeType: '37staged', staged: true, stages: [{ percent: 30 }, { percent: 70 }] },
      { tradeType: '631staged', staged: true, stages: [{ percent: 60 }, { percent: 30 }, { percent: 10 }] },
    ])
    for (const { stages } of ways) expect(stages.reduce((sum, one) => sum + one.dueMinor, 0)).toBe(now.totalMinor)

    await fixture.place(purchase.id)
    const stopped = await fixture.until(purchase.id, 'price-check')
    expect(stopped.reason).toContain('只按分阶段付款')
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 0 })
    const priceCheck = await priceCheckOf(purchase.id)
    expect(priceCheck).toMatchObject({
      withinTolerance: true,
      ways: [{ tradeType: '37staged' }, { tradeType: '631staged' }],
    })

    const seen = { purchaseId: purchase.id, totalMinor: priceCheck!.now.totalMinor }
    const unaware = await fixture.app.ok('acceptAlibabaPrice', { items: [seen] })
    expect(unaware.rows).toMatchObject([{ ok: false, word: 'stale' }])
    const aware = await fixture.app.ok('acceptAlibabaPrice', { items: [{ ...seen, tradeType: '631staged' }] })
    expect(aware).toMatchObject({ succeeded: 1 })
    await fixture.until(purchase.id, 'to-pay')
    expect(await tradeTypeOf(purchase.number)).toBe('631staged')
  })

  it('are ordered without a stop when it was accepted before, in exactly the chosen way', async () => {
    const first = await ready()
    const [second, third] = [await fixture.ready(), await fixture.ready()]
    const chosen = { [first.id]: '37staged', [second.id]: '631staged', [third.id]: '55staged' }
    const handed = await fixture.app.ok('createAlibabaOrder', {
      purchaseIds: Object.keys(chosen),
      staged: Object.entries(chosen).map(([purchaseId, tradeType]) => ({ purchaseId, tradeType })),
    })
    expect(handed).toMatchObject({ succeeded: 3 })
    for (const one of [first, second]) {
      await fixture.until(one.id, 'to-pay')
      expect(await tradeTypeOf(one.number)).toBe(chosen[one.id])
    }
    // 1688 does not offer the way that was accepted for `third`, and no other was accepted, so it stops.
    await fixture.until(third.id, 'price-check')
    expect(await fixture.witness(third.number)).toMatchObject({ orders: 0 })
  })
})

describe('goods that 1688 sells at once and in stages', () => {
  it('are paid at once unless stages were chosen, and never in stages that are no longer offered', async () => {
    const [whole, staged, late] = [await fixture.ready(1), await fixture.ready(1), await fixture.ready(1)]
    await fixture.quirk('stagedTooOffers', whole.lines[0]!.offerId)
    const { ways } = await fixture.app.ok('previewAlibabaOrder', { purchaseId: whole.id })
    expect(ways.map((way) => [way.tradeType, way.staged])).toEqual([
      ['assureTrade', false],
      ['37staged', true],
      ['631staged', true],
    ])
    await fixture.place(whole.id)
    await fixture.until(whole.id, 'to-pay')
    expect(await tradeTypeOf(whole.number)).toBe('assureTrade')
    const chosen = (purchaseId: string) => ({
      purchaseIds: [purchaseId],
      staged: [{ purchaseId, tradeType: '631staged' }],
    })
    await fixture.app.ok('createAlibabaOrder', chosen(staged.id))
    await fixture.until(staged.id, 'to-pay')
    expect(await tradeTypeOf(staged.number)).toBe('631staged')

    await fixture.quirk('stagedTooOffers', '')
    await fixture.app.ok('createAlibabaOrder', chosen(late.id))
    expect((await fixture.until(late.id, 'price-check')).reason).toContain('1688不再提供')
    const priceCheck = await priceCheckOf(late.id)
    const seen = { purchaseId: late.id, totalMinor: priceCheck!.now.totalMinor }
    await fixture.app.ok('acceptAlibabaPrice', { items: [seen] })
    await fixture.until(late.id, 'to-pay')
    expect(await tradeTypeOf(late.number)).toBe('assureTrade')
  })
})

describe('a purchase whose job was lost', () => {
  let still: Standstill | undefined
  afterEach(() => still?.end())
  /** Deletes the job while it waits for its retry, after 1688 closed its connection; then runs the scheduled job that enqueues lost ones again. */
  async function loseJob(): Promise<void> {
    await until(
      () => fixture.app.db.pool.query(`delete from jobs.job where name = 'place-purchase' and state = 'retry'`),
      ({ rowCount }) => rowCount === 1,
    )
    await fixture.simulator.control('DELETE', '/faults')
    fixture.later(61_000)
    await runCron(fixture.app, 'hand-on-placements')
  }

  it('is enqueued again with the accepted way of paying, and in the name of the person who requested it', async () => {
    const purchase = await fixture.ready(2)
    await fixture.quirk('stagedTooOffers', purchase.lines[0]!.offerId)
    await fixture.fault('alibaba.createOrder.preview', 'drop-before', 1_000)
    await fixture.app.ok('createAlibabaOrder', {
      purchaseIds: [purchase.id],
      staged: [{ purchaseId: purchase.id, tradeType: '631staged' }],
    })
    await loseJob()
    await fixture.until(purchase.id, 'to-pay')
    expect(await tradeTypeOf(purchase.number)).toBe('631staged')
    const { attempts } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(attempts.map(({ by }) => by)).toEqual(['管理员'])
  })

  it('and that was requested again, to be paid at once, is enqueued with that', async () => {
    const purchase = await fixture.ready(3)
    const { offerId } = purchase.lines[0]!
    await fixture.quirk('stagedTooOffers', offerId)
    await fixture.simulator.control('POST', '/1688/forced-failures', { what: 'stock', offerId })
    await fixture.app.ok('createAlibabaOrder', {
      purchaseIds: [purchase.id],
      staged: [{ purchaseId: purchase.id, tradeType: '631staged' }],
    })
    await fixture.until(purchase.id, 'place-failed')
    await fixture.simulator.control('DELETE', '/1688/forced-failures')
    await fixture.simulator.control('POST', '/market/offer', { offerId, change: { stock: 100_000 } })
    await fixture.fault('alibaba.createOrder.preview', 'drop-before', 1_000)
    await fixture.place(purchase.id)
    await loseJob()
    await fixture.until(purchase.id, 'to-pay')
    expect(await tradeTypeOf(purchase.number)).toBe('assureTrade')
  })

  it('just before it was sent is sent as requested, whatever 1688 offered then', async () => {
    const purchase = await fixture.ready(4)
    await fixture.quirk('stagedTooOffers', purchase.lines[0]!.offerId)
    still = standstillOf('first')
    const stopped = still.stop('place', 'mark')
    await fixture.place(purchase.id)
    const sender = await stopped
    await fixture.app.db.pool.query(`delete from jobs.job where name = 'place-purchase' and state = 'active'`)
    fixture.later(61_000)
    await runCron(fixture.app, 'settle-acts')
    const placed = await fixture.until(purchase.id, 'to-pay', 'price-check')
    sender.go()
    expect(placed).toMatchObject({ state: 'to-pay' })
    expect(await tradeTypeOf(purchase.number)).toBe('assureTrade')
    const { attempts } = await fixture.app.ok('getPlacement', { purchaseId: purchase.id })
    expect(attempts.map(({ state, by }) => [state, by])).toEqual([
      ['placed', '管理员'],
      ['absent', '管理员'],
    ])
  })
})
