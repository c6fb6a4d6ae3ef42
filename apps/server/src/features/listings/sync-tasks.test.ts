import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { approvalOf, startPushBench } from './listings.testing.ts'
import type { PushBench } from './listings.testing.ts'

let at: PushBench
/** Pushed products that no test has used yet. */
let fresh: Product[]
beforeAll(async () => {
  at = await startPushBench()
  fresh = await Promise.all(Array.from({ length: 10 }, () => at.product()))
  await at.push(fresh)
})
afterAll(async () => {
  await at?.close()
})

const pushed = (): Product => fresh.pop()!
const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
/** Holds the shop's next writes back so long that tasks can be looked at while they run. */
const slow = (ms: number, times: number): Promise<unknown> =>
  at.simulator.control('POST', '/faults', { vendor: 'shopify', call: 'productSet', times, fault: { kind: 'slow', ms } })
const running = async (taskId: string): Promise<void> => {
  for (;;) {
    const { items } = await at.house.ok('queryProductsSyncStates', { taskId })
    if (items.list.some((item) => item.state === 'running' && item.step.endsWith('商品'))) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('orders', () => {
  test('answer a row for every pair, and make no task of nothing', async () => {
    const product = pushed()
    const some = await at.house.ok('syncToShopify', {
      productIds: [product.id, UNKNOWN, product.id],
      storeIds: [at.us, at.eu],
    })
    expect(some.rows).toMatchObject({ succeeded: 1, failed: 2 })
    expect(Object.fromEntries(some.rows.rows.map((row) => [row.key, row.word ?? 'ok']))).toEqual({
      [UNKNOWN]: 'not-found',
      [`${product.id}:${at.us}`]: 'ok',
      [`${product.id}:${at.eu}`]: 'not-ready',
    })
    await at.settled(some.taskId!)
    const none = await at.house.ok('syncToShopify', { productIds: [UNKNOWN], storeIds: [at.us] })
    expect(none).toMatchObject({ taskId: null, task: null, rows: { failed: 1 } })
    expect(await at.house.call('syncToShopify', { productIds: [product.id], storeIds: [] })).toMatchObject({
      code: 400,
      data: { refusal: 'no-store' },
    })
    expect(await at.house.call('syncToShopify', { productIds: [product.id], storeIds: [UNKNOWN] })).toMatchObject({
      code: 400,
      data: { refusal: 'not-found' },
    })
  })

  test('ten people who order the same product at once make one product, and nobody waits for ever', async () => {
    const product = await at.product()
    const tasks = await Promise.all(Array.from({ length: 10 }, () => at.order([product])))
    const ends = await Promise.all(tasks.map((task) => at.settled(task.id)))
    for (const end of ends) {
      expect(end.task).toMatchObject({ state: 'succeeded', done: 1, failed: 0 })
      expect(['succeeded', 'unchanged', 'merged']).toContain(end.items[0]!.state)
    }
    expect(ends.filter((end) => end.items[0]!.state === 'succeeded')).toHaveLength(1)
    expect(await at.shop.titled(product.title)).toHaveLength(1)
    expect(await at.get(product)).toMatchObject({ state: 'online', listings: [{ state: 'online', outdated: false }] })
  })

  test('an edit made while a push runs is not lost: the product waits for an update, and the next push brings it', async () => {
    const product = await at.product()
    await slow(1500, 1)
    const first = await at.order([product])
    await running(first.id)
    const edited = await at.edit(product, { title: 'Edited meanwhile' })
    expect(edited.state).toBe('syncing')
    const second = await at.order([product])
    expect(second.state).not.toBe('succeeded')
    await at.settled(first.id)
    expect((await at.settled(second.id)).items).toMatchObject([{ state: 'succeeded' }])
    expect((await at.inShop(product)).title).toBe('Edited meanwhile')
    expect((await at.get(product)).state).toBe('online')
  })

  test('an edit of words that the shop never sees leaves the product up to date', async () => {
    const product = await at.product()
    await slow(800, 1)
    const task = await at.order([product])
    await running(task.id)
    await at.edit(product, { note: 'ours' })
    await at.settled(task.id)
    expect((await at.get(product)).state).toBe('online')
  })
})

describe('a task that is called off', () => {
  test('leaves untouched what it had not begun, each as it was; what was merged into it goes its own way', async () => {
    const [edited, offline] = [pushed(), pushed()]
    await at.edit(edited, { title: 'Waits' })
    await at.house.ok('setListingsOnline', { productIds: [offline.id], storeIds: [at.us], online: false })
    await whileBusy(async () => {
      const task = await at.order([edited, offline])
      const merged = await at.house.ok('syncToShopify', { productIds: [edited.id], storeIds: [at.us] })
      expect(merged.rows.rows).toMatchObject([{ message: '已在排队，已合并' }])
      expect(merged.task).toMatchObject({ state: 'succeeded', done: 1 })
      const cancelled = await at.house.ok('cancelSyncTask', { taskId: task.id })
      expect(cancelled).toMatchObject({ state: 'cancelled', can: { cancelSyncTask: expect.any(String) } })
      expect(await at.get(offline)).toMatchObject({ state: 'offline', listings: [{ state: 'offline' }] })
      expect(await at.house.call('cancelSyncTask', { taskId: task.id })).toMatchObject({
        code: 409,
        data: { refusal: 'state-not-allowed' },
      })
      expect((await at.settled(merged.taskId!)).items).toMatchObject([{ state: 'succeeded' }])
    })
    expect((await at.inShop(edited)).title).toBe('Waits')
    expect(await at.inShop(offline)).toMatchObject({ status: 'DRAFT' })
  })

  test('is sent again by a retry, once', async () => {
    const product = pushed()
    await at.edit(product, { title: 'Again' })
    const task = await whileBusy(async () => {
      const ordered = await at.order([product])
      await at.house.ok('cancelSyncTask', { taskId: ordered.id })
      return ordered
    })
    expect(await at.get(product)).toMatchObject({ state: 'outdated', listings: [{ state: 'online', outdated: true }] })
    await at.house.ok('retrySyncTask', { taskId: task.id })
    expect(await at.settled(task.id)).toMatchObject({ task: { state: 'succeeded' }, items: [{ state: 'succeeded' }] })
    expect((await at.inShop(product)).title).toBe('Again')
    expect(await at.house.call('retrySyncTask', { taskId: task.id })).toMatchObject({ code: 409 })
  })

  test('an approval that comes later goes over to the item that waits already', async () => {
    const product = pushed()
    await at.edit(product, { title: 'Ours', vendor: 'Ours' })
    const seen = await at.dryRun(product)
    const [task, merged] = await whileBusy(
      async () => [await at.order([product]), await at.order([product], [approvalOf(seen, ['vendor'])])] as const,
    )
    expect((await at.settled(merged.id)).items).toMatchObject([{ state: 'merged' }])
    expect((await at.settled(task.id)).items).toMatchObject([{ state: 'succeeded' }])
    expect(await at.inShop(product)).toMatchObject({ title: 'Ours', vendor: 'Huo' })
  })
})

/** A process runs four tasks at a time: while four pushes hang, what is ordered waits. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const blockers = await Promise.all(Array.from({ length: 4 }, () => at.product()))
  await slow(5_000, 4)
  const tasks = await Promise.all(blockers.map((blocker) => at.order([blocker])))
  await Promise.all(tasks.map((task) => running(task.id)))
  const done = await work()
  await Promise.all(tasks.map((task) => at.settled(task.id)))
  return done
}

describe('a person and the world outside', () => {
  test('a stuck push is given up with a reason, and its late success counts', async () => {
    const product = await at.product()
    await slow(1500, 1)
    const task = await at.order([product])
    await running(task.id)
    const given = await at.house.ok('manualSetSyncFailed', { productIds: [product.id, UNKNOWN], reason: '等太久' })
    expect(given.rows.map((row) => [row.ok, row.word])).toEqual([
      [true, undefined],
      [false, 'state-not-allowed'],
    ])
    expect(await at.get(product)).toMatchObject({ state: 'failed', listings: [{ error: '手动置为失败：等太久' }] })
    while ((await at.get(product)).state !== 'online') await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await at.house.ok('queryProductsSyncStates', { taskId: task.id })).items.list).toMatchObject([
      { state: 'succeeded' },
    ])
    expect(await at.shop.titled(product.title)).toHaveLength(1)
  })

  test('a worker elsewhere tells an outcome once, and nobody else can', async () => {
    const product = await at.product()
    await at.simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: '*',
      times: 0,
      fault: { kind: 'drop-before' },
    })
    const { task, items } = await at.push([product])
    await at.simulator.control('DELETE', '/faults')
    const [item] = items
    const tell = (over: object, secret?: Buffer) => {
      const fields = { itemId: item!.id, result: 'succeeded', message: '外部完成', timestamp: Date.now(), ...over }
      return at.house.call(
        'receiveSyncShopifyResult',
        { ...fields, ...('signature' in over ? {} : { signature: sign(fields, secret) }) },
        { token: null },
      )
    }
    for (const forged of [
      await tell({ signature: 'f'.repeat(64) }),
      await tell({}, Buffer.alloc(32)),
      await tell({ timestamp: Date.now() - 25 * 3600_000 }),
      await tell({ signature: '' }),
    ])
      expect(forged).toMatchObject({ code: 400, data: { refusal: 'bad-signature' } })
    expect((await at.house.ok('queryProductsSyncStates', { taskId: task.id })).task!.state).toBe(task.state)
    expect(await tell({ result: 'failed', message: '店铺拒绝' })).toMatchObject({ code: 200 })
    expect(await tell({})).toMatchObject({ code: 200, data: { taken: true } })
    expect(await tell({})).toMatchObject({ code: 200, data: { taken: false } })
    expect(await tell({ result: 'failed' })).toMatchObject({ code: 200, data: { taken: false } })
    expect(await tell({ itemId: UNKNOWN })).toMatchObject({ code: 400, data: { refusal: 'not-found' } })
    const after = await at.house.ok('queryProductsSyncStates', { taskId: task.id })
    expect(after).toMatchObject({
      task: { state: 'succeeded', succeeded: 1, failed: 0 },
      items: { list: [{ message: '外部完成' }] },
    })
    expect((await at.get(product)).state).toBe('online')
  })

  test('the callback is tried out without anything being stored', async () => {
    const { items } = await at.push([pushed()])
    const before = await allRows()
    for (const itemId of [items[0]!.id, undefined]) {
      const answer = await at.house.ok('testBackData', { ...(itemId ? { itemId } : {}), result: 'failed' })
      expect(answer.ok).toBe(true)
      expect(answer.steps.map((step) => step.step)).toContain('拒绝被改动的内容')
    }
    expect(await at.house.ok('testBackData', { itemId: UNKNOWN })).toMatchObject({ ok: false })
    expect(await allRows()).toEqual(before)
  })

  test('listings go off sale and on again, each row by itself; a push to one that is off leaves it off', async () => {
    const [one, never] = [pushed(), await at.product()]
    const toggle = (online: boolean) =>
      at.house.ok('setListingsOnline', { productIds: [one.id, never.id], storeIds: [at.us], online })
    expect((await toggle(false)).rows).toMatchObject([{ ok: true }, { ok: false, word: 'state-not-allowed' }])
    expect(await at.inShop(one)).toMatchObject({ status: 'DRAFT' })
    expect((await at.get(one)).state).toBe('offline')
    await at.edit(one, { title: 'Off sale' })
    const { items } = await at.push([one])
    expect(items).toMatchObject([{ state: 'succeeded', message: expect.stringContaining('没有上架') }])
    expect(await at.inShop(one)).toMatchObject({ status: 'DRAFT', title: 'Off sale' })
    expect((await at.get(one)).state).toBe('offline')
    expect((await toggle(false)).succeeded).toBe(0)
    await toggle(true)
    expect(await at.inShop(one)).toMatchObject({ status: 'ACTIVE' })
    expect((await at.get(one)).state).toBe('online')
  })

  test('SKUs that went through are counted by days in UTC+8', async () => {
    const { items } = await at.push([await at.product()])
    const set = (at_: string): Promise<unknown> =>
      at.house.db.pool.query('update sync_item set finished_at = $1 where id = $2', [at_, items[0]!.id])
    const count = async (from: string, to: string): Promise<unknown> =>
      (await at.house.ok('getSyncSuccessSkuCountByDate', { from, to, storeId: at.us })).map(
        ({ date, skuCount, productCount }) => [date, skuCount, productCount],
      )
    await set('2026-03-01T15:59:59Z')
    expect(await count('2026-03-01', '2026-03-01')).toEqual([['2026-03-01', 2, 1]])
    await set('2026-03-01T16:00:00Z')
    expect(await count('2026-03-01', '2026-03-01')).toEqual([])
    expect(await count('2026-03-01', '2026-03-02')).toEqual([['2026-03-02', 2, 1]])
    for (const [from, to, field] of [
      ['2026-02-30', '2026-03-01', 'from'],
      ['2026-03-02', '2026-03-01', 'to'],
      ['0000-01-01', '9999-12-31', 'from'],
    ])
      expect(await at.house.call('getSyncSuccessSkuCountByDate', { from, to })).toMatchObject({
        code: 422,
        data: { fields: { [field!]: expect.any(String) } },
      })
  })

  test('the stream tells a task from its order to its end', async () => {
    const token = await at.house.login('admin', 'admin888')
    const stop = new AbortController()
    const response = await fetch(`${at.house.url}/api/alibaba/product/streamSyncTasks`, {
      headers: { authorization: token },
      signal: stop.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const product = await at.product()
    const task = await at.order([product])
    const seen: string[] = []
    for await (const event of eventsOf(response)) {
      seen.push(...event.tasks.filter((one) => one.id === task.id).map((one) => one.state))
      if (seen.includes('succeeded')) break
    }
    stop.abort()
    expect(seen.at(-1)).toBe('succeeded')
    expect(seen.length).toBeGreaterThan(1)
  })
})

async function allRows(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of ['listing', 'sync_task', 'sync_item', 'product', 'product_revision']) {
    const { rows } = await at.house.db.pool.query(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`,
    )
    found[table] = rows[0].sum
  }
  return found
}

/** As receiveSyncShopifyResult documents it; the secret is the house's own, derived from its key. */
function sign(
  fields: { timestamp?: number; itemId?: string; result?: string; message?: string },
  secret = at.house.secretKey,
): string {
  const worker = createHmac('sha256', secret).update('sync-worker').digest('hex')
  const text = [fields.timestamp, fields.itemId, fields.result, '', fields.message].join('\n')
  return createHmac('sha256', worker).update(text, 'utf8').digest('hex')
}

async function* eventsOf(response: Response): AsyncGenerator<{ tasks: SyncTask[] }> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of response.body!) {
    text += decoder.decode(part, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks)
      if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as { tasks: SyncTask[] }
  }
}
