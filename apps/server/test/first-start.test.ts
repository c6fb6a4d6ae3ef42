import { randomBytes } from 'node:crypto'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createEmptyDatabase } from './cluster.ts'
import type { TestDatabase } from './cluster.ts'
import { caller } from './harness.ts'
import { beginServerProcess } from './server-process.ts'
import type { ServerProcess, StartingProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { until } from './until.ts'

/** The advisory lock under which a new installation creates its rows (first-start.ts). */
const FIRST_START_LOCK = 7_205_412
const JOURNAL = new URL('../migrations/meta/_journal.json', import.meta.url)

let simulator: TestSimulator
let database: TestDatabase
let folder: string
let operator: pg.Client
const sessions: pg.Client[] = []
const nodes: StartingProcess[] = []
const secretKey = randomBytes(32).toString('hex')

const session = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.url, application_name: 'the test' })
  client.on('error', () => undefined)
  await client.connect()
  sessions.push(client)
  return client
}
beforeEach(async () => {
  simulator = await startTestSimulator()
  database = await createEmptyDatabase(inject('testCluster'))
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-first-'))
  operator = await session()
})
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((one) => one.kill()))
  await Promise.all(sessions.splice(0).map((one) => one.end()))
  await database.drop()
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

function begin(count: number): StartingProcess[] {
  const begun = Array.from({ length: count }, () =>
    beginServerProcess({ databaseUrl: database.url, dataDir: folder, simulator: simulator.origin, secretKey }),
  )
  nodes.push(...begun)
  return begun
}
const allReady = (begun: readonly StartingProcess[]): Promise<ServerProcess[]> =>
  Promise.all(begun.map(({ ready }) => ready))
const killAll = (begun: readonly StartingProcess[]) => Promise.all(begun.map((one) => one.kill()))
/** PostgreSQL notices the death of a client only after the client's last statement has finished. */
const killedSessionsEnd = () =>
  until(
    () =>
      count(`select count(*)::int as n from pg_stat_activity
              where datname = current_database() and client_addr is not null and application_name <> 'the test'`),
    (n) => n === 0,
  )
const count = async (query: string): Promise<number> => (await operator.query<{ n: number }>(query)).rows[0]!.n
/** Waits until `n` sessions wait for a lock. */
const waiting = (n: number, what: string) =>
  until(
    () =>
      count(
        `select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database() and ${what}`,
      ),
    (seen) => seen === n,
  )
const atFirstRows = (n: number) => waiting(n, `l.locktype = 'advisory' and l.objid = ${FIRST_START_LOCK}`)

/** Stops a migrating node between the first migration and the record of it, until the returned session's transaction ends. */
async function holdFirstMigration(): Promise<pg.Client> {
  await operator.query('create schema drizzle')
  await operator.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const holder = await session()
  await holder.query('begin')
  await holder.query('lock table drizzle.__drizzle_migrations in share mode')
  return holder
}

/** Starts two nodes at once, stops them after they have created `batches` batches of rows, and kills them. */
async function killedAfter(batches: number): Promise<void> {
  let holder = await session()
  await holder.query('select pg_advisory_lock($1)', [FIRST_START_LOCK])
  const begun = begin(2)
  await atFirstRows(2)
  for (let batch = 0; batch < batches; batch++) {
    // Queued behind both nodes: each of them creates one batch, and then waits again for this session's lock.
    const next = await session()
    const held = next.query('select pg_advisory_lock($1)', [FIRST_START_LOCK])
    await atFirstRows(3)
    await holder.end()
    await held
    holder = next
    await atFirstRows(2)
  }
  await killAll(begun)
  await holder.end()
  await killedSessionsEnd()
}

/** Everything that a new installation has exists exactly once, according to the calls of one node. */
async function expectComplete([node]: readonly ServerProcess[]): Promise<void> {
  const { entries } = JSON.parse(await readFile(JOURNAL, 'utf8')) as { entries: unknown[] }
  const made = await operator.query('select distinct hash from drizzle.__drizzle_migrations')
  const notes = await count('select count(*)::int as n from drizzle.__drizzle_migrations')
  expect([made.rowCount, notes]).toEqual([entries.length, entries.length])
  const at = caller(node!.url)
  const token = await at.login('admin', 'admin888')
  const list = async (name: Parameters<typeof at.call>[0]) =>
    ((await at.call(name, {}, token)) as { data: object[] }).data
  const stores = (await list('getAllShopifyStores')) as { currency: string; health: string }[]
  expect(stores.map(({ currency, health }) => `${currency} ${health}`).toSorted()).toEqual([
    'EUR ok',
    'JPY ok',
    'USD ok',
  ])
  expect(await list('queryMarketplaceAccounts')).toHaveLength(1)
  expect(await list('queryReceivingAddresses')).toHaveLength(1)
  const twice = await operator.query<{ user_account: string }>('select user_account from account order by user_account')
  expect(twice.rows.map((row) => row.user_account)).toEqual(['admin', 'clerk'])
  expect(await count(`select count(*)::int as n from price_rule`)).toBe(3)
  const health = await fetch(`${node!.url}/healthz`)
  expect(health.status).toBe(200)
}

describe('a first start of two nodes at once, killed at each step of it', () => {
  it('is completed by the next start', async () => {
    // The first migration is executed, but not yet recorded.
    const holder = await holdFirstMigration()
    const migrating = begin(2)
    await waiting(1, `l.relation = 'drizzle.__drizzle_migrations'::regclass`)
    await killAll(migrating)
    await holder.query('commit')
    await killedSessionsEnd()
    expect(await count(`select count(*)::int as n from pg_tables where schemaname = 'public'`)).toBe(0)

    // First the schema exists without rows; then roles and accounts; then the marketplace and the shops.
    await killedAfter(0)
    expect(await count('select count(*)::int as n from account')).toBe(0)
    await killedAfter(1)
    expect(await count('select count(*)::int as n from account')).toBe(2)
    expect(await count('select count(*)::int as n from store')).toBe(0)
    await killedAfter(2)
    expect(await count('select count(*)::int as n from store')).toBe(3)
    expect(await count('select count(*)::int as n from receiving_address')).toBe(0)

    // All rows exist; the job queues are being created.
    const queueing = begin(2)
    await until(
      () => count(`select count(*)::int as n from pg_tables where schemaname = 'jobs' and tablename = 'queue'`),
      (n) => n === 1,
    )
    await until(
      () => count('select count(*)::int as n from jobs.queue'),
      (n) => n > 0,
    )
    await killAll(queueing)
    await killedSessionsEnd()

    await expectComplete(await allReady(begin(3)))
  })
})

describe('a node that is frozen in the middle of its migrations', () => {
  it('delays the others for ten seconds, and does no harm when it continues', async () => {
    const holder = await holdFirstMigration()
    const [still] = begin(1)
    await waiting(1, `l.relation = 'drizzle.__drizzle_migrations'::regclass`)
    still!.freeze()
    const other = begin(1)
    await holder.query('commit')
    const ready = await allReady(other)
    still!.thaw()
    await expectComplete(ready)
  })
})
