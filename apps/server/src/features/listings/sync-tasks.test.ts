import { describe, expect, test } from 'vitest'
import { approvalOf, changesOf, withPushBench } from './listings.testing.ts'

const at = withPushBench({ products: 10 })
const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
describe('push requests', () => {
  test('return a row for every pair, and create no task for nothing', async () => {
    const product = at.pushed()
    const some = await at.app.ok('syncToShopify', {
      productIds: [product.id, UNKNOWN, product.id],
      storeIds: [at.us, at.eu],
    })
    expect(some.rows).toMatchObject({ succeeded: 1, failed: 2 })
    expect(Object.fromEntries(some.rows.rows.map((row) => [row.key, row.word ?? 'ok']))).toEqual({
      [UNKNOWN]: 'not-found',
      [`${product.id}:${at.us}`]: 'ok',
      [`${product.id}:${at.eu}`]: 'not-ready',
    })
    await at.resolved(some.taskId!)
    const none = await at.app.ok('syncToShopify', { productIds: [UNKNOWN], storeIds: [at.us] })
    expect(none).toMatchObject({ taskId: null, task: null, rows: { failed: 1 } })
    expect(await at.app.call('syncToShopify', { productIds: [product.id], storeIds: [] })).toMatchObject({
      code: 400,
      data: { refusal: 'no-store' },
    })
    expect(await at.app.call('syncToShopify', { productIds: [product.id], storeIds: [UNKNOWN] })).toMatchObject({
      code: 400,
      data: { refusal: 'not-found' },
    })
  })

  test('of ten people for the same product at once create one product, and all of them end', async () => {
    const product = await at.product()
    const tasks = await Promise.all(Array.from({ length: 10 }, () => at.request([product])))
    const ends = await Promise.all(tasks.map((task) => at.resolved(task.id)))
    for (const end of ends) {
      expect(end.task).toMatchObject({ state: 'succeeded', done: 1, failed: 0 })
      expect(['succeeded', 'unchanged', 'merged']).toContain(end.items[0]!.state)
    }
    expect(ends.filter((end) => end.items[0]!.state === 'succeeded')).toHaveLength(1)
    expect(await at.shop.titled(product.title)).toHaveLength(1)
    expect(await at.get(product)).toMatchObject({ state: 'online', listings: [{ state: 'online', outdated: false }] })
  })

  test('during which a product is edited lose no edit: the product waits for an update, and the next push brings it', async () => {
    const product = await at.product()
    await at.hold(1)
    const first = await at.request([product])
    await at.writing(first.id)
    const edited = await at.edit(product, { title: 'Edited meanwhile' })
    expect(edited.state).toBe('syncing')
    const second = await at.request([product])
    expect(second.state).not.toBe('succeeded')
    await at.letGo()
    await at.resolved(first.id)
    expect((await at.resolved(second.id)).items).toMatchObject([{ state: 'succeeded' }])
    expect((await at.inShop(product)).title).toBe('Edited meanwhile')
    expect((await at.get(product)).state).toBe('online')
  })

  test('are not needed after an edit of a text that the shop does not have', async () => {
    const product = await at.product()
    await at.hold(1)
    const task = await at.request([product])
    await at.writing(task.id)
    await at.edit(product, { note: 'ours' })
    await at.letGo()
    await at.resolved(task.id)
    expect((await at.get(product)).state).toBe('online')
  })
})

describe('the tabs of the task list', () => {
  test('count the tasks of each state, and all of them, as the list under that tab does', async () => {
    const before = await at.app.ok('getSyncTaskCountByState')
    const product = await at.product()
    await at.push([product])
    expect(await at.app.ok('getSyncTaskCountByState')).toEqual({
      counts: { ...before.counts, succeeded: (before.counts.succeeded ?? 0) + 1 },
      all: before.all + 1,
      capped: [],
    })
    const { counts, all } = await at.app.ok('getSyncTaskCountByState')
    expect((await at.app.ok('querySyncTasks')).total).toBe(all)
    expect((await at.app.ok('querySyncTasks', { state: 'succeeded' })).total).toBe(counts.succeeded)
    expect(counts.queued).toBeUndefined()
  })

  test('a task is found by its title, who began it, and each of its products, also one in the recycle bin', async () => {
    const products = [await at.product(), await at.product()]
    const [one, other] = await Promise.all(
      products.map((product, n) => at.edit(product, { title: `Findling ${n} 寻物` })),
    )
    const task = (await at.push([one!, other!])).task
    const found = async (keyword: string) => {
      const { list, total } = await at.app.ok('querySyncTasks', { keyword, pageSize: 200 })
      const { counts, all } = await at.app.ok('getSyncTaskCountByState', { keyword })
      expect({ counts, all }).toEqual({ counts: total === 0 ? {} : { succeeded: total }, all: total })
      return list.map(({ id }) => id)
    }
    expect(task.title).not.toContain('Findling')
    expect(await found('findling 0')).toEqual([task.id])
    expect(await found('寻物')).toEqual([task.id])
    expect(await found(`2 个商品 ${task.createdBy}`)).toContain(task.id)
    expect(await found('findling 2')).toEqual([])
    await at.app.ok('batchDeleteProducts', { productIds: [other!.id] })
    expect(await found('findling 1')).toEqual([task.id])
    const { total } = await at.app.ok('querySyncTasks', { keyword: 'findling', state: 'failed' })
    expect(total).toBe(0)
  })
})

describe('a cancelled task', () => {
  test('leaves untouched what it had not started, in its former state; what was merged into it continues by itself', async () => {
    const [edited, offline] = [at.pushed(), at.pushed()]
    await at.edit(edited, { title: 'Waits' })
    await at.app.ok('setListingsOnline', { productIds: [offline.id], storeIds: [at.us], online: false })
    const merged = await whileBusy(async () => {
      const task = await at.request([edited, offline])
      const taken = await at.app.ok('syncToShopify', { productIds: [edited.id], storeIds: [at.us] })
      expect(taken.rows.rows).toMatchObject([{ message: '已在排队，已合并' }])
      expect(taken.task).toMatchObject({ state: 'succeeded', done: 1 })
      const cancelled = await at.app.ok('cancelSyncTask', { taskId: task.id })
      expect(cancelled).toMatchObject({ state: 'cancelled', can: { cancelSyncTask: expect.any(String) } })
      expect(await at.get(offline)).toMatchObject({ state: 'offline', listings: [{ state: 'offline' }] })
      expect(await at.app.call('cancelSyncTask', { taskId: task.id })).toMatchObject({
        code: 409,
        data: { refusal: 'state-not-allowed' },
      })
      return taken
    })
    expect((await at.resolved(merged.taskId!)).items).toMatchObject([{ state: 'succeeded' }])
    expect((await at.inShop(edited)).title).toBe('Waits')
    expect(await at.inShop(offline)).toMatchObject({ status: 'DRAFT' })
  })

  test('is sent again by a retry, once', async () => {
    const product = at.pushed()
    await at.edit(product, { title: 'Again' })
    const task = await whileBusy(async () => {
      const requested = await at.request([product])
      await at.app.ok('cancelSyncTask', { taskId: requested.id })
      return requested
    })
    expect(await at.get(product)).toMatchObject({ state: 'outdated', listings: [{ state: 'online', outdated: true }] })
    await at.app.ok('retrySyncTask', { taskId: task.id })
    expect(await at.resolved(task.id)).toMatchObject({ task: { state: 'succeeded' }, items: [{ state: 'succeeded' }] })
    expect((await at.inShop(product)).title).toBe('Again')
    expect(await at.app.call('retrySyncTask', { taskId: task.id })).toMatchObject({ code: 409 })
  })

  test('passes an approval that comes later to the item that is already waiting', async () => {
    const product = at.pushed()
    await at.edit(product, { title: 'Ours', vendor: 'Ours' })
    const seen = await at.dryRun(product)
    const [task, merged] = await whileBusy(
      async () => [await at.request([product]), await at.request([product], [approvalOf(seen, ['vendor'])])] as const,
    )
    expect((await at.resolved(merged.id)).items).toMatchObject([{ state: 'merged' }])
    expect((await at.resolved(task.id)).items).toMatchObject([{ state: 'succeeded' }])
    expect(await at.inShop(product)).toMatchObject({ title: 'Ours', vendor: 'Huo' })
  })
})

describe('a retry', () => {
  test('of a failed push leaves out what a person excluded, and overwrites nothing on the strength of the old approval', async () => {
    const product = at.pushed()
    const { id, title } = await at.inShop(product)
    await at.shop.ask('mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }', {
      p: { id, vendor: 'Shop' },
    })
    const edited = await at.edit(product, (now) => ({
      title: 'Excluded',
      vendor: 'Ours',
      tags: ['new'],
      variants: now.variants.map((variant) => ({
        ...variant,
        prices: variant.prices.map((price) => ({ ...price, minor: 7700 })),
      })),
    }))
    const seen = await at.dryRun(edited)
    const excluded = changesOf(seen).filter((field) => field === 'title' || field.endsWith('.price'))
    expect(excluded).toHaveLength(3)
    await at.fault('productSet', 'refuse', { fault: { kind: 'refuse', code: 'INVALID_VARIANT', message: 'no' } })
    const { task } = await at.push([product], [approvalOf(seen, excluded)])
    expect(task.state).toBe('failed')
    await at.app.ok('retrySyncTask', { taskId: task.id })
    expect((await at.resolved(task.id)).items).toMatchObject([
      { state: 'succeeded', message: expect.stringContaining('保留了店铺里改过的 1 项') },
    ])
    const there = await at.inShop(product)
    expect(there).toMatchObject({ title, vendor: 'Shop', tags: ['new'] })
    expect(there.variants.map(({ price }) => price)).not.toContain('77.00')
    // A new request without a dry run pushes everything that nobody changed in the shop.
    await at.push([product])
    expect(await at.inShop(product)).toMatchObject({
      title: 'Excluded',
      vendor: 'Shop',
      variants: [{ price: '77.00' }, {}],
    })
  })
})

/** A process runs four tasks at a time: while four pushes hang, further ones wait. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const blockers = await Promise.all(Array.from({ length: 4 }, () => at.product()))
  await at.hold(4)
  const tasks = await Promise.all(blockers.map((blocker) => at.request([blocker])))
  await Promise.all(tasks.map((task) => at.writing(task.id)))
  const done = await work()
  await at.letGo()
  await Promise.all(tasks.map((task) => at.resolved(task.id)))
  return done
}
