import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDb } from '../src/db/db.ts'
import type { Db } from '../src/db/db.ts'
import { createEmptyDatabase } from './cluster.ts'
import { createTestDatabase } from './database.ts'
import { caller } from './harness.ts'
import { startKillableApp } from './killable-app.ts'
import type { KillableApp } from './killable-app.ts'
import { startServerProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import { until } from './until.ts'

describe('several nodes that start at once on an empty database', () => {
  it('create what a new installation needs exactly once, and every one of them starts', async () => {
    const simulator = await startTestSimulator()
    const database = await createEmptyDatabase(inject('testCluster'))
    const folder = await mkdtemp(join(tmpdir(), 'huoqiao-first-'))
    const secretKey = randomBytes(32).toString('hex')
    const start = () =>
      startServerProcess({ databaseUrl: database.url, dataDir: folder, simulator: simulator.origin, secretKey })
    const nodes = await Promise.all([start(), start(), start()])
    try {
      const at = caller(nodes[0].url)
      const token = await at.login('admin', 'admin888')
      const asked = async (name: 'getAllShopifyStores' | 'queryMarketplaceAccounts' | 'queryReceivingAddresses') =>
        ((await at.call(name, {}, token)) as { data: { name: string; health?: string }[] }).data
      const stores = await asked('getAllShopifyStores')
      expect(stores).toHaveLength(3)
      expect(stores.every(({ health }) => health === 'ok')).toBe(true)
      expect(await asked('queryMarketplaceAccounts')).toHaveLength(1)
      expect(await asked('queryReceivingAddresses')).toHaveLength(1)
    } finally {
      for (const node of nodes) await node.stop()
      await simulator.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

const noticesOf = async (nodes: KillableApp) => (await nodes.ok('queryNotices', { kind: 'node-trouble' })).list
const healthOf = async ({ url }: { url: string }) => {
  const response = await fetch(`${url}/healthz`)
  return { code: response.status, ...((await response.json()) as { status: string }) }
}
const metricsOf = async ({ url }: { url: string }): Promise<string> => (await fetch(`${url}/metrics`)).text()

describe('a node that has stopped reporting', () => {
  let nodes: KillableApp
  beforeAll(async () => {
    nodes = await startKillableApp()
  })
  afterAll(() => nodes.close())

  /** In the database, a minute passes in which the other nodes don't report. */
  const aMinutePasses = () => nodes.db.pool.query(`update node set beat_at = beat_at - interval '1 minute'`)
  const nodesInRow = async () => (await nodes.db.pool.query<{ name: string }>('select name from node')).rows
  const healthIs = (word: string) =>
    until(
      () => healthOf(nodes.server()),
      ({ status }) => status === word,
    )

  it('is shown at the bell, at /healthz and in the metrics, until it is back', async () => {
    const other = await nodes.another()
    await until(nodesInRow, (rows) => rows.length === 2)
    expect(await healthOf(nodes.server())).toEqual({ code: 200, status: 'ok' })
    other.freeze()
    await aMinutePasses()
    const [reported] = await until(
      () => noticesOf(nodes),
      ([one]) => one !== undefined,
    )
    expect(reported).toMatchObject({
      title: '节点没有回应',
      level: 'urgent',
      text: expect.stringContaining('请检查这台机器'),
    })
    await until(
      () => metricsOf(nodes.server()),
      (text) => text.includes('huoqiao_nodes{state="alive"} 1') && text.includes('huoqiao_nodes{state="missing"} 1'),
    )
    expect(await healthOf(nodes.server())).toEqual({ code: 200, status: 'node-missing' })
    other.thaw()
    await healthIs('ok')
    expect(await noticesOf(nodes)).toHaveLength(1)
    await other.stop()
  })

  it('is forgotten after an hour; a node that was stopped properly is not reported missing', async () => {
    const [killed, ended] = [await nodes.another(), await nodes.another()]
    await until(nodesInRow, (rows) => rows.length === 3)
    await ended.stop()
    await killed.kill()
    expect(await nodesInRow()).toHaveLength(2)
    await aMinutePasses()
    await healthIs('node-missing')
    await nodes.db.pool.query(`update node set beat_at = beat_at - interval '2 hours'`)
    await until(nodesInRow, (rows) => rows.length === 1)
    await healthIs('ok')
  })
})

describe('a node whose own clock is wrong', () => {
  let nodes: KillableApp
  beforeAll(async () => {
    nodes = await startKillableApp()
  })
  afterAll(() => nodes.close())

  it('writes the time of the database, which all nodes share', async () => {
    const fast = await nodes.another({ clockSkewMs: 55_000 })
    await fast.ok('addDictionary', { code: 'clock', name: '时钟' })
    const { rows } = await nodes.db.pool.query<{ ahead: boolean }>(
      `select at > clock_timestamp() as ahead from operation_log order by at desc limit 1`,
    )
    expect(rows).toEqual([{ ahead: false }])
    expect(fast.log()).toContain('the clock of this machine differs')
    const reported = await until(
      () => noticesOf(nodes),
      ([one]) => one !== undefined,
    )
    expect(reported).toMatchObject([{ text: expect.stringMatching(/本机时间比数据库快 5\d 秒：请校准/) }])
    // Every node reports this, with code 200, since each of them can read and write.
    expect(await healthOf(nodes.server())).toEqual({ code: 200, status: 'clock-off' })
    expect(await metricsOf(nodes.server())).toContain('huoqiao_nodes{state="clock-off"} 1')
    await fast.stop()
    expect(await healthOf(nodes.server())).toEqual({ code: 200, status: 'ok' })
  })

  it('does not start when it is more than a minute off, and says whether it is ahead or behind', async () => {
    await expect(nodes.another({ clockSkewMs: 11 * 60_000 })).rejects.toThrow('本机时间比数据库快 660 秒')
    await expect(nodes.another({ clockSkewMs: -86_400_000 })).rejects.toThrow('本机时间比数据库慢 86400 秒')
  })
})

describe('a node that is frozen in the middle of a transaction', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let still: Db
  let other: Db
  beforeAll(async () => {
    database = await createTestDatabase()
    still = openDb(database.url, { serving: true })
    other = openDb(database.url, { serving: true })
  })
  afterAll(async () => {
    await still.close()
    await other.close()
    await database.drop()
  })

  it('loses its locks to the others after ten seconds, and its own transaction fails when it continues', async () => {
    let goOn: () => void = () => undefined
    const stopped = new Promise<void>((resolve) => (goOn = resolve))
    let isHeld: () => void = () => undefined
    const held = new Promise<void>((resolve) => (isHeld = resolve))
    const holding = still.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(4711)`)
      isHeld()
      await stopped
      await tx.execute(sql`select 1`)
    })
    const failed = expect(holding).rejects.toThrow()
    await held
    await other.transaction((tx) => tx.execute(sql`select pg_advisory_xact_lock(4711)`))
    goOn()
    await failed
    // And the process continues with other sessions.
    expect((await still.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
