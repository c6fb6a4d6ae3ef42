import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { openDb } from '../../db/db.ts'
import type { Db } from '../../db/db.ts'
import { seedManyProducts } from '../products/many-products.testing.ts'
import { countGrid, sheetsOf } from './sheets.store.ts'

const PRODUCTS = 3_000
const STORES = ['0195f000-0000-7000-8000-000000000001', '0195f000-0000-7000-8000-000000000002'] as const

let db: Db
let cleanUp: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  db = openDb(database.url)
  cleanUp = async () => {
    await db.close()
    await database.drop()
  }
  await seedManyProducts(db.pool, { count: PRODUCTS, storeIds: STORES })
  // In English the products have nothing to translate; in German every fifth product is completely approved.
  await db.handle.execute(sql`
    insert into translation_sheet (product_id, locale, state, total, missing, outdated, machine, approved, updated_at)
    select id, 'en', 'approved', 0, 0, 0, 0, 0, updated_at from product
    union all
    select id, 'de', case when n % 5 = 0 then 'approved' else 'missing' end, 4, 0, 0, 0, 0, updated_at
    from (select *, row_number() over () as n from product) as numbered`)
  await db.handle.execute(sql`vacuum analyze translation_sheet`)
})
afterAll(() => cleanUp())

it('counts the states of a language with nothing to translate without reading its products', async () => {
  expect(await countGrid(db.handle, { locale: 'en' }, ['missing', 'approved'])).toMatchObject({ counts: {} })
  const { rows } = await db.handle.execute<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, costs off, timing off) ${sheetsOf({ locale: 'en', state: 'approved' })}`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('translation_sheet_state')
  expect(plan).not.toContain('Rows Removed')
  expect(await countGrid(db.handle, { locale: 'de' }, ['missing', 'approved'])).toMatchObject({
    counts: { approved: PRODUCTS / 5, missing: 2_000 },
  })
})
