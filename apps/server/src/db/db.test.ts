import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '../../test/cluster.ts'
import { createTestDatabase } from '../../test/database.ts'
import { openDb } from './db.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await database.drop()
})

async function ask(url: string, query: string): Promise<unknown[]> {
  const db = openDb(url, { serving: true })
  try {
    const { rows } = await db.pool.query<Record<string, unknown>>(query)
    return rows
  } finally {
    await db.close()
  }
}

test('queries over a large table are not compiled first, whatever the database is set to', async () => {
  await ask(database.url, `do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`)
  expect(await ask(database.url, 'show jit')).toEqual([{ jit: 'off' }])
})

test('what the operator sets in the address has priority', async () => {
  expect(await ask(`${database.url}?options=-c%20jit%3Don`, 'show jit')).toEqual([{ jit: 'on' }])
})
