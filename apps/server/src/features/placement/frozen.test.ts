import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startKillableApp } from '../../../test/killable-app.ts'
import type { KillableApp } from '../../../test/killable-app.ts'
import type { ServerProcess } from '../../../test/server-process.ts'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { openBuyingFixture, startBuyingApp } from './placement.testing.ts'
import type { BuyingFixture, BuyingApp } from './placement.testing.ts'

const CREATE = 'alibaba.trade.createCrossOrder'

/** Waits until 1688 has the request that the fault delays: a fault is removed after its last use. */
const arrived = (simulator: BuyingFixture['simulator']): Promise<unknown> =>
  until(
    () => simulator.control<{ faults: unknown[] }>('GET', '/faults'),
    ({ faults }) => faults.length === 0,
  )

type Lease = { id: string; sends: number; withdrawn: boolean }
const leasesOf = async (db: BuyingApp['app']['db'], purchaseId: string): Promise<Lease[]> => {
  const { rows } = await db.pool.query<Lease>(
    `select l.id, l.sends, l.withdrawn_at is not null as withdrawn
       from remote_act l join placement p on p.id = l.id where p.purchase_id = $1 order by l.created_at`,
    [purchaseId],
  )
  return rows
}

describe('a worker that is frozen between its intent and its call', () => {
  let nodes: KillableApp
  let fixture: BuyingFixture
  let other: ServerProcess

  beforeAll(async () => {
    nodes = await startKillableApp()
    fixture = await openBuyingFixture(nodes.ok, nodes.simulator)
  })
  afterAll(() => nodes.close())

  /** Stops the only worker after an intent was stored and before anything was sent. Returns whether it was in time. */
  async function stoppedInTime(purchaseId: string): Promise<boolean> {
    for (;;) {
      const [lease] = await leasesOf(nodes.db, purchaseId)
      if (lease === undefined) continue
      nodes.server().freeze()
      // Data that the worker had sent before may reach the database a moment later, and nothing shows when all of it has.
      await sleep(500)
      const [now] = await leasesOf(nodes.db, purchaseId)
      if (now!.sends === 0) return true
      nodes.server().thaw()
      return false
    }
  }

  it('sends nothing when it continues, once another node has placed the purchase', async () => {
    // Attempts wait in the queue of 1688's rate limit: more purchases make it longer.
    const all = await Promise.all(Array.from({ length: 8 }, () => fixture.ready()))
    let stopped: string | undefined
    for (const { id } of all) {
      await fixture.place(id)
      if (await stoppedInTime(id)) {
        stopped = id
        break
      }
    }
    const chosen = all.find(({ id }) => id === stopped)
    if (!chosen) throw new Error('every one of the purchases was sent before its worker could be stopped')
    expect(await fixture.witness(chosen.number)).toMatchObject({ orders: 0 })
    other = await nodes.another()
    // The clerk continues at the running node.
    await until(
      () => leasesOf(nodes.db, chosen.id),
      ([first, second]) => first!.withdrawn && second !== undefined && second.sends > 0,
    )
    await until(
      () => fixture.witness(chosen.number),
      ({ orders }) => orders === 1,
    )
    nodes.server().thaw()
    await until(
      () => Promise.resolve(nodes.server().log()),
      (log) => log.includes('the request was held back'),
    )
    await fixture.until(chosen.id, 'to-pay')
    expect(await fixture.witness(chosen.number)).toMatchObject({ orders: 1 })
    const { attempts } = await fixture.ok('getPlacement', { purchaseId: chosen.id })
    expect(attempts.map(({ state }) => state)).toEqual(['placed', 'absent'])
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })

  it('whose request 1688 carried out late leaves a duplicate order, and the ledger names both until one is closed', async () => {
    const purchase = await fixture.ready()
    const fault = { kind: 'slow', ms: 600_000 }
    await fixture.simulator.control('POST', '/faults', { vendor: '1688', call: CREATE, fault, times: 1, every: 1 })
    const first = nodes.server()
    await fixture.place(purchase.id)
    const [lease] = await until(
      () => leasesOf(nodes.db, purchase.id),
      ([attempt]) => attempt?.sends === 1,
    )
    await arrived(fixture.simulator)
    // Either of the two nodes may have sent the request, so both are frozen; then the times of its act are moved back by an hour.
    first.freeze()
    other.freeze()
    await nodes.db.pool.query(`update remote_act set until = until - interval '1 hour' where id = $1`, [lease!.id])
    await nodes.db.pool.query(
      `update remote_act set intended_at = intended_at - interval '1 hour', next_look_at = now() where id = $1`,
      [lease!.id],
    )
    const third = await nodes.another()
    const stateOf = async () => (await third.ok('getPurchaseOrderSkuDetails', { purchaseId: purchase.id })).state
    await until(
      async () => {
        await runCron(nodes, 'settle-acts')
        return stateOf()
      },
      (state) => state === 'to-place',
    )
    await third.ok('createAlibabaOrder', { purchaseIds: [purchase.id] })
    await until(stateOf, (state) => state === 'to-pay')
    await fixture.simulator.control('DELETE', '/faults')
    await until(
      () => fixture.witness(purchase.number),
      ({ orders }) => orders === 2,
    )
    first.thaw()
    other.thaw()
    const both = await until(
      async () => {
        await runCron(nodes, 'poll-alibaba-orders')
        return fixture.ordersOf(purchase.id)
      },
      (orders) => orders.length === 2,
    )
    const late = both.filter(({ duplicate }) => duplicate)
    expect(late).toMatchObject([{ can: { cancelAlibabaOrder: true } }])
    const { list } = await fixture.ok('queryNotices', {})
    expect(list.some(({ text }) => text.includes(late[0]!.orderId) && text.includes('取消这个订单'))).toBe(true)
    const proof = await fixture.verify()
    expect(proof.ok).toBe(false)
    for (const part of [purchase.number, ...both.map(({ orderId }) => orderId)])
      expect(proof.problems[0]!.message).toContain(part)
    await fixture.simulator.control('POST', '/clock', { advanceMs: 15_000 })
    await fixture.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id], orderIds: [late[0]!.orderId] })
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 2, open: 1 })
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })
})

describe('an answer that arrives after its attempt was given up', () => {
  let fixture: BuyingApp
  beforeAll(async () => {
    fixture = await startBuyingApp()
  })
  afterAll(() => fixture.close())
  beforeEach(() => fixture.simulator.control('DELETE', '/faults'))

  /** Places a purchase whose request 1688 holds back until `goOn`, and carries out when nobody waits any more, as after a freeze of the node. */
  async function givenUp() {
    const purchase = await fixture.ready()
    const fault = { kind: 'slow', ms: 600_000 }
    await fixture.simulator.control('POST', '/faults', { vendor: '1688', call: CREATE, fault, times: 1, every: 1 })
    await fixture.place(purchase.id)
    const [lease] = await until(
      () => leasesOf(fixture.app.db, purchase.id),
      ([first]) => first?.sends === 1,
    )
    await arrived(fixture.simulator)
    return { purchase, lease: lease!, goOn: () => fixture.simulator.control('DELETE', '/faults') }
  }
  /** Ends the lease by the database's clock; the rest follows the clock of the test. */
  const leaseEnds = (id: string) =>
    fixture.app.db.pool.query(`update remote_act set until = until - interval '1 hour' where id = $1`, [id])
  /** Looks up the purchase at 1688 once more, an hour later. */
  const lookedAt = async (purchaseId: string) => {
    const looks = async (): Promise<number> =>
      (
        await fixture.app.db.pool.query<{ looks: number }>(
          `select sum(looks)::int as looks from remote_act where key = $1`,
          [purchaseId],
        )
      ).rows[0]!.looks
    const before = await looks()
    fixture.later(60 * 60_000)
    await runCron(fixture.app, 'settle-acts')
    await until(looks, (now) => now > before)
  }
  const absent = async (purchaseId: string) => {
    while ((await fixture.detail(purchaseId)).state !== 'to-place') await lookedAt(purchaseId)
  }

  it('is not declared absent while its request may still be on its way, however late it is', async () => {
    const { purchase, goOn } = await givenUp()
    for (let round = 0; round < 4; round++) await lookedAt(purchase.id)
    expect((await fixture.detail(purchase.id)).state).toBe('unknown')
    await goOn()
    await fixture.until(purchase.id, 'to-pay')
    const { attempts } = await fixture.ok('getPlacement', { purchaseId: purchase.id })
    expect(attempts).toHaveLength(1)
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1 })
  })

  it('becomes the purchase’s order when nothing else was ordered for it', async () => {
    const { purchase, lease, goOn } = await givenUp()
    await leaseEnds(lease.id)
    await absent(purchase.id)
    await goOn()
    await fixture.until(purchase.id, 'to-pay')
    expect(await fixture.ordersOf(purchase.id)).toMatchObject([{ duplicate: false }])
    expect(await fixture.verify()).toMatchObject({ ok: true })
  })
})
