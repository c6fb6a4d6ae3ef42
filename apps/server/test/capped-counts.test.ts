import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COUNT_CAP } from '../src/db/search.ts'
import { startAppAlone } from './app-alone.ts'
import type { TestApp } from './harness.ts'

/** Rows of the first state: one more than is counted. Three more rows have another state. */
const MANY = COUNT_CAP + 1

let app: TestApp
beforeAll(async () => {
  app = await startAppAlone()
  const rows = `select n, case when n > ${MANY} then 'few' else 'many' end as share from generate_series(1, ${MANY + 3}) n`
  const supplier = `'01900000-0000-7000-8000-000000000001'`
  await app.db.pool.query(`insert into account (id, user_account, name, password_hash, role_type, status)
    select gen_random_uuid(), 'many' || n, '员工' || n, 'x', 0, case share when 'few' then 'suspended' else 'active' end from (${rows}) r`)
  await app.db.pool.query(`insert into supplier (id, seller_key, name) values (${supplier}, 's1', '义乌厂')`)
  await app.db.pool
    .query(`insert into purchase_order (id, number, state, origin, supplier_id, supplier_name, payment, created_at)
    select gen_random_uuid(), 'CG' || n, case share when 'few' then 'to-place' else 'to-receive' end, 'manual', ${supplier}, '义乌厂', 'paid', now()
    from (${rows}) r`)
})
afterAll(() => app?.close())

describe('counts that stop at a cap name the states of which there are more', () => {
  it('of accounts', async () => {
    const { counts } = await app.ok('pagingQuery', { pageSize: 10 })
    expect(counts).toMatchObject({ counts: { active: COUNT_CAP, suspended: 3 }, capped: ['active'] })
  })

  it('of purchases', async () => {
    const found = await app.ok('getOrderCountByStatus', {})
    expect(found).toMatchObject({
      counts: { 'to-receive': COUNT_CAP, 'to-place': 3 },
      alarms: 0,
      capped: ['to-receive'],
    })
  })

  it('on the home page', async () => {
    const home = await app.ok('getHomeFigures', {})
    expect(home).toMatchObject({ onTheWay: COUNT_CAP, toPlace: 3, capped: ['onTheWay'] })
  })
})
