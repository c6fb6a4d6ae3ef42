import { eq, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestDatabase } from '../../test/cluster.ts'
import { createTestDatabase } from '../../test/database.ts'
import { openDb } from './db.ts'
import type { Db, Tx } from './db.ts'
import { listStatements } from './list-statements.ts'

const thing = pgTable('thing', { state: text('state').notNull(), name: text('name').notNull() })

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  // One database session, so that every statement meets the ones before.
  db = openDb(database.url, { max: 1 })
  await db.pool.query(`create table thing (state text not null, name text not null)`)
  await db.pool.query(`insert into thing select 'state ' || n % 60, 'thing ' || n from generate_series(1, 600) n`)
  await db.pool.query(`insert into thing values ('o''clock \\ $1', 'odd')`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const statementOf = listStatements<'state', Page, { name: string }>(
  'things',
  (tx, { state }, _page, { limit, name }) => {
    const limited = tx
      .select({ name: thing.name })
      .from(thing)
      .where(state === undefined ? undefined : eq(thing.state, state))
      .orderBy(thing.name)
      .limit(limit)
    return (name === undefined ? limited.offset(sql.placeholder('offset')) : limited).prepare(name ?? '')
  },
)
type Page = { page: number; pageSize: number; sort: string; direction: string }
const namesOf = async (tx: Tx, state: string | undefined, page = 1, pageSize = 10): Promise<string[]> => {
  const asked = { page, pageSize, sort: 'name', direction: 'asc' }
  const rows = await statementOf(tx, { state }, asked).execute({ state, offset: (page - 1) * pageSize })
  return rows.map(({ name }) => name)
}
const expected = async (state: string): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>('select name from thing where state = $1 order by name', [
    state,
  ])
  return rows.map(({ name }) => name)
}

it('a first page is planned once in a session, with its values in the text', async () => {
  for (let time = 0; time < 3; time += 1) expect(await namesOf(db.handle, 'state 7')).toEqual(await expected('state 7'))
  const { rows } = await db.pool.query<{ name: string; planned: string; ran: string }>(
    `select name, custom_plans::text as planned, generic_plans::text as ran from pg_prepared_statements where name like 'things%'`,
  )
  expect(rows).toEqual([{ name: 'things_1', planned: '0', ran: '3' }])
})

it('a value with quotes is found as it is', async () => {
  expect(await namesOf(db.handle, `o'clock \\ $1`)).toEqual(['odd'])
  expect(await namesOf(db.handle, `' or true --`)).toEqual([])
})

it('more values than there are names, later pages and transactions on the same session each find their own rows', async () => {
  for (let n = 0; n < 60; n += 1) expect(await namesOf(db.handle, `state ${n}`)).toEqual(await expected(`state ${n}`))
  const all = await db.transaction((tx) => namesOf(tx, undefined))
  const next = await db.transaction((tx) => namesOf(tx, undefined, 2))
  expect(new Set([...all, ...next]).size).toBe(20)
  for (const n of [59, 3])
    expect(await db.transaction((tx) => namesOf(tx, `state ${n}`))).toEqual(await expected(`state ${n}`))
  expect(await namesOf(db.handle, 'state 3', 1, 7)).toEqual((await expected('state 3')).slice(0, 7))
  const { rows } = await db.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_prepared_statements where name like 'things%'`,
  )
  expect(rows).toEqual([{ n: 50 }])
})
