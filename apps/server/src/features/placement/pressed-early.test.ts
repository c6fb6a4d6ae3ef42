import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()
const PREVIEW = 'alibaba.createOrder.preview'

/** Waits until 1688 has the request that the fault delays: a fault is removed after its last use. */
const isHeldBack = (): Promise<unknown> =>
  until(
    () => fixture.simulator.control<{ faults: unknown[] }>('GET', '/faults'),
    ({ faults }) => faults.length === 0,
  )

/** Prevents the running job of a purchase from being recorded as done, as in a busy database, until the returned function is called. */
async function holdJobOf(purchaseId: string): Promise<() => Promise<void>> {
  const client = await fixture.app.db.pool.connect()
  await client.query('begin')
  await until(
    () =>
      client.query(
        `select id from jobs.job where name = 'place-purchase' and singleton_key = $1 and state = 'active' for update`,
        [purchaseId],
      ),
    ({ rows }) => rows.length === 1,
  )
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Jobs of a purchase that wait or run. */
async function jobsOf(name: string, purchaseId: string): Promise<number> {
  const { rowCount } = await fixture.app.db.pool.query(
    `select id from jobs.job where name = $1 and data ->> 'purchaseId' = $2 and state <= 'active'`,
    [name, purchaseId],
  )
  return rowCount ?? 0
}

/** The state of the purchase once no job works on it. */
async function restsAt(purchaseId: string): Promise<string> {
  const { state } = await until(
    // The jobs are read first: a job changes the state of its purchase before it ends.
    async () => ({ jobs: await jobsOf('place-purchase', purchaseId), state: (await fixture.detail(purchaseId)).state }),
    ({ jobs }) => jobs === 0,
  )
  return state
}

it('a purchase that is reviewed while its freight is read from 1688 gets the freight all the same', async () => {
  const { offerId, skuId, specId } = (await fixture.ready(3)).lines[0]!
  const fault = { kind: 'slow', ms: 600_000 }
  await fixture.simulator.control('POST', '/faults', { vendor: '1688', call: PREVIEW, fault, times: 1, every: 1 })
  const items = [{ offerId, skuId, specId, quantity: 20 }]
  const made = await fixture.ok('createPurchaseOrder', { items, key: randomUUID() })
  const purchaseId = made.purchases[0]!.id
  await isHeldBack()
  expect(await fixture.ok('completeReviewOrder', { purchaseIds: [purchaseId] })).toMatchObject({ succeeded: 1 })
  await fixture.simulator.control('DELETE', '/faults')
  const { freightMinor } = await until(
    async () => ({ jobs: await jobsOf('expect-purchase-freight', purchaseId), ...(await fixture.detail(purchaseId)) }),
    ({ jobs }) => jobs === 0,
  )
  expect(freightMinor).not.toBeNull()
})

it('a purchase that is saved while it is previewed at 1688 is previewed again, and placed', async () => {
  const { id, number } = await fixture.ready(2)
  const fault = { kind: 'slow', ms: 600_000 }
  await fixture.simulator.control('POST', '/faults', { vendor: '1688', call: PREVIEW, fault, times: 1, every: 1 })
  await fixture.place(id)
  // The job has read the purchase by then.
  await isHeldBack()
  await fixture.app.db.pool.query('update purchase_order set version = version + 1 where id = $1', [id])
  await fixture.simulator.control('DELETE', '/faults')
  expect(await restsAt(id)).toBe('to-pay')
  expect(await fixture.witness(number)).toMatchObject({ orders: 1, open: 1 })
})

describe('a purchase that is submitted before its last job is recorded as done', () => {
  it('is placed for the price that was accepted', async () => {
    const { id, number, lines } = await fixture.ready(6)
    const offerIds = [lines[0]!.offerId]
    await fixture.simulator.control('POST', '/scenario', { name: 'price-jump', percent: 20, offerIds })
    const fault = { kind: 'slow', ms: 600_000 }
    await fixture.simulator.control('POST', '/faults', { vendor: '1688', call: PREVIEW, fault, times: 1, every: 1 })
    await fixture.place(id)
    const letGo = await holdJobOf(id)
    await fixture.simulator.control('DELETE', '/faults')
    await fixture.until(id, 'price-check')
    const { priceCheck } = await fixture.app.ok('getPlacement', { purchaseId: id })
    const accepted = fixture.app.ok('acceptAlibabaPrice', {
      items: [{ purchaseId: id, totalMinor: priceCheck!.now.totalMinor }],
    })
    // It is submitted while the job is still open; whether the answer waits for the job does not matter here.
    await Promise.race([accepted, sleep(1_000)])
    await letGo()
    expect(await accepted).toMatchObject({ succeeded: 1 })
    expect(await restsAt(id)).toBe('to-pay')
    expect(await fixture.witness(number)).toMatchObject({ orders: 1, open: 1 })
  })
})
