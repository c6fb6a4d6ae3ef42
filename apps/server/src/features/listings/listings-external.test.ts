import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { startAppAlone } from '../../../test/app-alone.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { until } from '../../../test/until.ts'
import { withPushBench } from './listings.testing.ts'

const at = withPushBench({ products: 10 })
const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
describe('a person and external workers', () => {
  test('a stuck push is given up with a reason, and its late success counts', async () => {
    const product = await at.product()
    await at.hold(1)
    const task = await at.request([product])
    await at.writing(task.id)
    const given = await at.app.ok('manualSetSyncFailed', { productIds: [product.id, UNKNOWN], reason: '等太久' })
    expect(given.rows.map((row) => [row.ok, row.word])).toEqual([
      [true, undefined],
      [false, 'state-not-allowed'],
    ])
    expect(await at.get(product)).toMatchObject({ state: 'failed', listings: [{ error: '手动置为失败：等太久' }] })
    await at.letGo()
    await until(
      () => at.get(product),
      ({ state }) => state === 'online',
    )
    expect((await at.app.ok('queryProductsSyncStates', { taskId: task.id })).items.list).toMatchObject([
      { state: 'succeeded' },
    ])
    expect(await at.shop.titled(product.title)).toHaveLength(1)
  })

  test('an external worker reports an outcome once, and nobody else can', async () => {
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
    let secret = '0'.repeat(64)
    const tell = (over: object, by = secret) => {
      const fields = { itemId: item!.id, result: 'succeeded', message: '外部完成', timestamp: Date.now(), ...over }
      return at.app.call(
        'receiveSyncShopifyResult',
        { ...fields, ...('signature' in over ? {} : { signature: sign(fields, by) }) },
        { token: null },
      )
    }
    expect(await tell({})).toMatchObject({
      data: { refusal: 'bad-signature', why: expect.stringContaining('还没有生成') },
    })
    const former = await newSecret()
    secret = await newSecret()
    for (const forged of [
      await tell({}, former),
      await tell({ signature: 'f'.repeat(64) }),
      await tell({}, '0'.repeat(64)),
      await tell({ timestamp: Date.now() - 25 * 3600_000 }),
      await tell({ signature: '' }),
    ])
      expect(forged).toMatchObject({ code: 400, data: { refusal: 'bad-signature' } })
    expect((await at.app.ok('queryProductsSyncStates', { taskId: task.id })).task!.state).toBe(task.state)
    expect(await tell({ result: 'failed', message: '店铺拒绝' })).toMatchObject({ code: 200 })
    expect(await tell({})).toMatchObject({ code: 200, data: { taken: true } })
    expect(await tell({})).toMatchObject({ code: 200, data: { taken: false } })
    expect(await tell({ result: 'failed' })).toMatchObject({ code: 200, data: { taken: false } })
    expect(await tell({ itemId: UNKNOWN })).toMatchObject({ code: 400, data: { refusal: 'not-found' } })
    const after = await at.app.ok('queryProductsSyncStates', { taskId: task.id })
    expect(after).toMatchObject({
      task: { state: 'succeeded', succeeded: 1, failed: 0 },
      items: { list: [{ message: '外部完成' }] },
    })
    expect((await at.get(product)).state).toBe('online')
  })

  test('the callback can be tested without anything being stored', async () => {
    const { items } = await at.push([at.pushed()])
    await untilQuiet(at.app)
    const before = await allRows()
    for (const itemId of [items[0]!.id, undefined]) {
      const answer = await at.app.ok('testBackData', { ...(itemId ? { itemId } : {}), result: 'failed' })
      expect(answer.ok).toBe(true)
      expect(answer.steps.map((step) => step.step)).toContain('拒绝被改动的内容')
    }
    expect(await at.app.ok('testBackData', { itemId: UNKNOWN })).toMatchObject({ ok: false })
    expect(await allRows()).toEqual(before)
  })

  test('SKUs that were pushed are counted by days in UTC+8', async () => {
    const { items } = await at.push([await at.product()])
    const set = (at_: string): Promise<unknown> =>
      at.app.db.pool.query('update sync_item set finished_at = $1 where id = $2', [at_, items[0]!.id])
    const count = async (from: string, to: string): Promise<unknown> =>
      (await at.app.ok('getSyncSuccessSkuCountByDate', { from, to, storeId: at.us })).map(
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
      expect(await at.app.call('getSyncSuccessSkuCountByDate', { from, to })).toMatchObject({
        code: 422,
        data: { fields: { [field!]: expect.any(String) } },
      })
  })

  test('the stream of one node reports a task of another node, from its creation to its end', async () => {
    const token = await at.app.login('admin', 'admin888')
    const stop = new AbortController()
    const there = await startAppAlone({ beside: at.app })
    const response = await fetch(`${there.url}/api/alibaba/product/streamSyncTasks`, {
      headers: { authorization: token },
      signal: stop.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const product = await at.product()
    // Changes between two polls of the stream are reported as one: the task may end only after its running state was reported.
    await at.hold(1)
    const task = await at.request([product])
    const seen: string[] = []
    for await (const event of eventsOf(response)) {
      for (const { state } of event.tasks.filter(({ id }) => id === task.id)) {
        if (state === 'running' && !seen.includes('running')) await at.letGo()
        seen.push(state)
      }
      if (seen.includes('succeeded')) break
    }
    stop.abort()
    expect(seen).toEqual(expect.arrayContaining(['running', 'succeeded']))
    expect(seen.at(-1)).toBe('succeeded')
    // The push used points of the shop's rate limit, and recorded that for the other nodes.
    const { rows } = await there.db.pool.query(
      `select 1 from remote_pace where budget like 'shopify %' and drawers <> '{}'`,
    )
    await there.close()
    expect(rows.length).toBeGreaterThan(0)
  })
})

async function allRows(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of ['listing', 'sync_task', 'sync_item', 'product', 'product_revision']) {
    const { rows } = await at.app.db.pool.query(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`,
    )
    found[table] = rows[0].sum
  }
  return found
}

/** Creates the secret as an administrator; what the app stores does not reveal it. */
async function newSecret(): Promise<string> {
  const entry = async () =>
    (await at.app.ok('querySystemConfig', { group: '同步' })).find(({ key }) => key === 'sync.workerSecret')!
  const made = await at.app.ok('createWorkerSecret', { version: (await entry()).version })
  expect(made.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await entry()).toMatchObject({ hasSecret: true, value: null })
  for (const table of ['system_config', 'operation_log']) {
    const { rows } = await at.app.db.pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`)
    expect(rows.filter(({ row }) => row.includes(made.secret))).toEqual([])
  }
  return made.secret
}

/** The signature that receiveSyncShopifyResult documents. */
function sign(
  fields: { timestamp?: number; itemId?: string; result?: string; message?: string },
  secret: string,
): string {
  const text = [fields.timestamp, fields.itemId, fields.result, '', fields.message].join('\n')
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex')
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
