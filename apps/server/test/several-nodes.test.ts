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
import { startMortalHouse } from './mortal-house.ts'
import type { MortalHouse } from './mortal-house.ts'
import { startServerProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'

describe('several nodes that start at once on an empty database', () => {
  it('make what a new installation needs once, all of it, and every one of them starts', async () => {
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

describe('a node whose own clock is wrong', () => {
  let nodes: MortalHouse
  beforeAll(async () => {
    nodes = await startMortalHouse()
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
  })

  it('does not start when it is more than a minute off, and says which way', async () => {
    await expect(nodes.another({ clockSkewMs: 11 * 60_000 })).rejects.toThrow('本机时间比数据库快 660 秒')
    await expect(nodes.another({ clockSkewMs: -86_400_000 })).rejects.toThrow('本机时间比数据库慢 86400 秒')
  })
})

describe('a node that stands still in the middle of a transaction', () => {
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

  it('loses its locks to the others after ten seconds, and its own transaction fails when it goes on', async () => {
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
    // And the process lives on with other sessions.
    expect((await still.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
