import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { migrate, migrationNamed } from '../src/db/migrate.ts'
import { createEmptyDatabase } from './cluster.ts'
import type { TestDatabase } from './cluster.ts'
import { caller } from './harness.ts'
import { nextBuild } from './next-build.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { until } from './until.ts'

/**
 * A dump (`pg_dump --inserts`) of a database created by the last version with the 51 migrations before decision 0041, after a purchase was
 * placed.
 */
const LEFT = new URL('databases/before-0041.sql.gz', import.meta.url)
const LAST_OF_THEM = 1_795_658_590_808
const SECRET_KEY = '4aa8a72eea03c8398832142a7a83e717221b3f65f217b61161e1e31f1f47bcd0'
const PURCHASE = { id: '01a21699-db24-78f4-8d9b-1aa2891c8760', number: 'CG202611260001', state: 'to-pay' }

let simulator: TestSimulator
let folder: string
let database: TestDatabase
let client: pg.Client
const processes: ServerProcess[] = []

beforeAll(async () => {
  simulator = await startTestSimulator()
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-earlier-'))
})
afterAll(async () => {
  await simulator?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  database = await createEmptyDatabase(inject('testCluster'))
  await query(database.url, gunzipSync(await readFile(LEFT)).toString('utf8'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  for (const one of processes.splice(0)) await one.stop()
  await client.end()
  await database.drop()
})

async function query(url: string, text: string): Promise<void> {
  const once = new pg.Client({ connectionString: url })
  await once.connect()
  await once.query(text).finally(() => once.end())
}

/** Starts without jobs, because the simulated 1688 where the purchase was placed no longer exists. */
async function start(main?: string): Promise<ServerProcess> {
  const started = await startServerProcess({
    databaseUrl: database.url,
    dataDir: folder,
    simulator: simulator.origin,
    secretKey: SECRET_KEY,
    role: 'web',
    ...(main === undefined ? {} : { main }),
  })
  processes.push(started)
  return started
}

async function hasItsPurchase({ url }: ServerProcess): Promise<void> {
  const { login, call } = caller(url)
  const token = await login('admin', 'admin888')
  const detail = await call('getPurchaseOrderSkuDetails', { purchaseId: PURCHASE.id }, token)
  expect(detail).toMatchObject({ code: 200, data: PURCHASE })
  expect(await call('verifyLedger', {}, token)).toMatchObject({ code: 200, data: { ok: true } })
}

const journal = async (): Promise<{ count: number; last: number }> =>
  (
    await client.query<{ count: number; last: number }>(
      'select count(*)::int as count, max(created_at)::float8 as last from drizzle.__drizzle_migrations',
    )
  ).rows[0]!

/** Every object of a schema, one line each. */
async function describeSchema(url: string): Promise<string[]> {
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  const { rows } = await reader.query<{ line: string }>(`
    with ours as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', 'column', relname, attnum_in_order, attname, type, needed, value, attstorage) as line from (
      select relname, row_number() over (partition by attrelid order by attnum) as attnum_in_order, attname, attstorage,
             format_type(atttypid, atttypmod) as type, attnotnull as needed, pg_get_expr(adbin, adrelid) as value
        from pg_attribute join ours on ours.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attnum > 0 and not attisdropped) columns
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), attstattarget)
      from pg_index join ours on ours.oid = indexrelid join pg_attribute on attrelid = indexrelid and attnum = 1
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join ours on ours.oid = tgrelid where not tgisinternal
    union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'statistics ' || pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxnamespace = 'public'::regnamespace
    order by 1`)
  await reader.end()
  return rows.map(({ line }) => line)
}

test('this version begins with the schema that the last of the earlier migrations created', async () => {
  const empty = await createEmptyDatabase(inject('testCluster'))
  await migrate(empty.url, migrationNamed('search'))
  const made = await describeSchema(empty.url)
  expect(made).toEqual(await describeSchema(database.url))
  expect(made.length).toBeGreaterThan(1000)
  expect(migrationNamed('search')).toBe(LAST_OF_THEM)
  await empty.drop()
})

test('a database after the last of the earlier migrations opens with all its rows, in this version and in the next', async () => {
  expect(await journal()).toEqual({ count: 51, last: LAST_OF_THEM })
  const now = await start()
  await hasItsPurchase(now)
  await now.stop()

  const next = await nextBuild(
    'alter table purchase_order add column kept text; update purchase_order set kept = number',
  )
  try {
    await hasItsPurchase(await start(next.main))
    const { rows } = await client.query('select kept from purchase_order where id = $1', [PURCHASE.id])
    expect(rows).toEqual([{ kept: PURCHASE.number }])
  } finally {
    await Promise.all(processes.splice(0).map((one) => one.stop()))
    await next.remove()
  }
})

test('a database of an older version is refused with instructions, and is not changed', async () => {
  await client.query('delete from drizzle.__drizzle_migrations where created_at = $1', [LAST_OF_THEM])
  const before = await describeSchema(database.url)
  await expect(start()).rejects.toThrow('请先用上一个版本启动一次')
  expect(await journal()).toMatchObject({ count: 50 })
  expect(await describeSchema(database.url)).toEqual(before)
})

test('an older order gets the promise that its offers make now, and who closed it from the ledger', async () => {
  await migrate(database.url, migrationNamed('analytics-changes'))
  await client.query(`update source_offer set offer = jsonb_set(offer, '{shipsWithinHours}', '48')`)
  await client.query(
    `insert into ledger_entry (seq, at, kind, purchase_number, account_name, order_id, by, summary, body, prev_hash, hash)
     select 3, now(), 'order-closed', '', '', order_id, '1688', '', '{"facts":{"by":"CLOSE_TRADE_BY_SELLER"}}', '', '' from alibaba_order`,
  )
  await migrate(database.url)
  const { rows } = await client.query('select promised_hours, closed_by from alibaba_order')
  expect(rows).toEqual([{ promised_hours: 48, closed_by: 'CLOSE_TRADE_BY_SELLER' }])
})

test('what analytics counted by day is included in the sums of longer periods', async () => {
  await migrate(database.url, migrationNamed('returned-and-deleted'))
  const goods = '00000000-0000-0000-0000-000000000001'
  for (const [day, sale] of [
    ['2026-09-30', 100],
    ['2026-10-01', 20],
    ['2027-01-01', 3],
  ] as const)
    await client.query(
      `insert into sales_day_goods (day, goods_id, facts, orders, unknown_orders, pieces, returned_pieces, sent_pieces, sent_hours, sale_minor,
         refund_minor, tax_minor, goods_minor, freight_minor, abroad_minor, fee_minor, profit_minor, profit_sale_minor)
       values ($1, $2, 1, 1, 0, 1, 0, 0, 0, $3, 0, 0, 0, 0, 0, 0, 0, 0)`,
      [day, goods, sale],
    )
  await migrate(database.url)
  const { rows } = await client.query<{ text: string }>(
    `select concat_ws(' ', grain, day, facts, sale_minor) as text from sales_span_goods order by grain, day`,
  )
  expect(rows.map(({ text }) => text)).toEqual([
    'month 2026-09-01 1 100',
    'month 2026-10-01 1 20',
    'month 2027-01-01 1 3',
    'quarter 2026-07-01 1 100',
    'quarter 2026-10-01 1 20',
    'quarter 2027-01-01 1 3',
    'week 2026-09-28 2 120',
    'week 2026-12-28 1 3',
    'year 2026-01-01 2 120',
    'year 2027-01-01 1 3',
  ])
})

test('what analytics counted by day, shop and country is included in the sums by day and shop', async () => {
  await migrate(database.url, migrationNamed('analytics-spans'))
  const [shop, other] = ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002']
  for (const [storeId, country, sale] of [
    [shop, 'US', 100],
    [shop, 'DE', 20],
    [other, 'DE', 3],
  ] as const)
    await client.query(
      `insert into sales_day_place (day, store_id, country, facts, orders, unknown_orders, pieces, returned_pieces, sent_pieces, sent_hours,
         sale_minor, refund_minor, tax_minor, goods_minor, freight_minor, abroad_minor, fee_minor, profit_minor, profit_sale_minor)
       values ('2026-09-30', $1, $2, 2, 1, 0, 1, 0, 0, 0, $3, 0, 0, 0, 0, 0, 0, 0, 0)`,
      [storeId, country, sale],
    )
  await migrate(database.url)
  const { rows } = await client.query<{ text: string }>(
    `select concat_ws(' ', store_id, facts, orders, sale_minor) as text from sales_day_store order by store_id`,
  )
  expect(rows.map(({ text }) => text)).toEqual([`${shop} 4 2 120`, `${other} 2 1 3`])
})

test('what a node of the version before counts while the database is migrated is in the sums by day and shop', async () => {
  await migrate(database.url, migrationNamed('analytics-spans'))
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query('begin')
  await other.query(
    `insert into sales_day_place (day, store_id, country, facts, orders, unknown_orders, pieces, returned_pieces, sent_pieces, sent_hours,
       sale_minor, refund_minor, tax_minor, goods_minor, freight_minor, abroad_minor, fee_minor, profit_minor, profit_sale_minor)
     values ('2026-09-30', gen_random_uuid(), 'US', 1, 1, 0, 1, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0)`,
  )
  const migrated = migrate(database.url)
  await until(
    () =>
      client.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    ({ rowCount }) => rowCount === 1,
  )
  await other.query('commit')
  await other.end()
  await migrated
  const { rows } = await client.query('select facts, sale_minor::int as sale from sales_day_store')
  expect(rows).toEqual([{ facts: 1, sale: 100 }])
})
