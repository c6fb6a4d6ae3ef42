import type { Product } from '@huoqiao/contract/products/products.schema'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { standstillOf } from '../../../test/standstill.ts'
import type { Standstill } from '../../../test/standstill.ts'
import { loseJobs } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { withPushBench } from './listings.testing.ts'

const at = withPushBench({ products: 3, nodeName: 'first' })
let still: Standstill
let second: TestApp | undefined
beforeAll(() => {
  still = standstillOf('first')
})
afterAll(() => still.end())
afterEach(async () => {
  still.thaw()
  await at.letGo()
  await second?.close()
  second = undefined
})

/** Waits until the fault was applied to its call. */
const faultUsed = () =>
  until(
    () => at.simulator.control<{ faults: object[] }>('GET', '/faults'),
    ({ faults }) => faults.length === 0,
  )

/** Starts a push at the first node and freezes that node when it has the shop's answer to its look-up: nothing was written yet. */
async function frozenBeforeItsBytes(product: Product): Promise<string> {
  await at.edit(product, { title: `${product.title} old` })
  await at.fault('nodes', 'slow', { fault: { kind: 'slow', ms: 3_600_000 } })
  const { id } = await at.request([product])
  await faultUsed()
  still.freeze()
  await at.letGo()
  return id
}
const anotherNode = async (): Promise<TestApp> => {
  second = await startTestApp({ demoSimulator: at.simulator.origin, beside: at.app, nodeName: 'second' })
  return second
}
const itemOf = async (app: TestApp, taskId: string) =>
  (await app.ok('queryProductsSyncStates', { taskId })).items.list[0]!
const succeeded = (app: TestApp, taskId: string) =>
  until(
    () => itemOf(app, taskId),
    ({ state }) => state === 'succeeded',
  )
const edit = async (app: TestApp, product: Product, title: string): Promise<void> => {
  const { version } = await app.ok('getProduct', { productId: product.id })
  await app.ok('editProduct', { productId: product.id, version, edit: { title } })
}
/** The first act of the item: whether it was cancelled, whether its sender has stored its end, and how often it was looked up. */
const firstActOf = async (app: TestApp, taskId: string) =>
  (
    await app.db.pool.query<{ id: string; state: string; off: boolean; ended: boolean; looks: number }>(
      `select a.id, a.state, a.withdrawn_at is not null as off, a.ended_at is not null as ended, a.looks
         from remote_act a join sync_item i on a.intent->>'itemId' = i.id::text
        where i.task_id = $1 order by a.created_at limit 1`,
      [taskId],
    )
  ).rows[0]
/** The first node continues until it has written to the shop or stored that it did not; it must not have written. */
async function wakes(app: TestApp, taskId: string): Promise<void> {
  const writes = await at.simulator.received('productSet')
  still.thaw()
  await until(
    async () => ((await at.simulator.received('productSet')) > writes ? true : (await firstActOf(app, taskId))?.ended),
    (isOver) => isOver === true,
  )
  expect(await at.simulator.received('productSet')).toBe(writes)
}

describe('a node that is frozen before its push is sent', () => {
  test('writes nothing when it continues, as another node has the item and pushed a newer state', async () => {
    const product = at.pushed()
    const { id: gid } = await at.inShop(product)
    const taskId = await frozenBeforeItsBytes(product)
    const app = await anotherNode()
    await edit(app, product, 'Newer')
    await loseJobs(app)
    await succeeded(app, taskId)
    expect((await at.shop.product(gid))?.title).toBe('Newer')
    await wakes(app, taskId)
    expect((await at.shop.product(gid))?.title).toBe('Newer')
    expect(await itemOf(app, taskId)).toMatchObject({ state: 'succeeded', attempts: 2 })
  })

  test('writes nothing when it continues after a person gave its push up, and staff changed the shop', async () => {
    const product = at.pushed()
    const { id: gid } = await at.inShop(product)
    const taskId = await frozenBeforeItsBytes(product)
    const app = await anotherNode()
    await app.ok('manualSetSyncFailed', { productIds: [product.id], reason: '等太久' })
    expect(await firstActOf(app, taskId)).toMatchObject({ state: 'absent', off: true, ended: false })
    await at.shop.ask('mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }', {
      p: { id: gid, title: 'By staff' },
    })
    await wakes(app, taskId)
    expect((await at.shop.product(gid))?.title).toBe('By staff')
    expect(await itemOf(app, taskId)).toMatchObject({ state: 'failed', message: '手动置为失败：等太久' })
  })
})

describe('a node that is frozen with its push on the wire', () => {
  test('is waited for by the node that gets the item next, which finds the push in the shop and does not write again', async () => {
    const product = at.pushed()
    const { id: gid } = await at.inShop(product)
    const title = `${product.title} new`
    await at.edit(product, { title })
    const writes = await at.simulator.received('productSet')
    await at.fault('productSet', 'slow', { fault: { kind: 'slow', ms: 3_600_000 } })
    const { id: taskId } = await at.request([product])
    await faultUsed()
    still.freeze()
    const app = await anotherNode()
    await loseJobs(app)
    // Another node has the item and looks it up in the shop; it writes nothing.
    await until(
      () => firstActOf(app, taskId),
      (act) => act!.looks >= 2,
    )
    expect(await firstActOf(app, taskId)).toMatchObject({ state: 'unknown', off: false })
    expect(await at.simulator.received('productSet')).toBe(writes)
    await at.letGo()
    await until(
      () => itemOf(app, taskId),
      ({ state }) => state === 'unchanged',
    )
    expect(await firstActOf(app, taskId)).toMatchObject({ state: 'found' })
    await wakes(app, taskId)
    expect((await at.shop.product(gid))?.title).toBe(title)
    expect(await at.simulator.received('productSet')).toBe(writes + 1)
    expect(await itemOf(app, taskId)).toMatchObject({ state: 'unchanged', attempts: 2 })
  })
})
