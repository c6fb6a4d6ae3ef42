import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { until } from './until.ts'

let app: TestApp
let simulator: TestSimulator
/** A connection to the cluster's own database: it stays open when the app's database is closed. */
let operator: pg.Client
let name: string

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, work: false })
  const { rows } = await app.db.pool.query<{ name: string }>('select current_database() as name')
  name = rows[0]!.name
  const { connectionString } = app.db.pool.options
  const url = new URL(connectionString!)
  url.pathname = '/postgres'
  operator = new pg.Client({ connectionString: url.href })
  await operator.connect()
})
afterAll(async () => {
  await operator?.end()
  await app?.close()
  await simulator?.close()
})

const health = async () => {
  const response = await fetch(`${app.url}/healthz`)
  return { code: response.status, ...((await response.json()) as { status: string }) }
}
const databaseUp = async (): Promise<string[]> =>
  (await (await fetch(`${app.url}/metrics`)).text()).match(/^huoqiao_(database_up|storage_full) .*$/gm) ?? []
const addDictionary = (code: string) => app.call('addDictionary', { code, name: `字典 ${code}` })

/** PostgreSQL's own error for every new dictionary row, as when the disk is full. */
const refusesWith = async (state: string): Promise<void> => {
  await app.db.pool.query(`
    create or replace function refuse_row() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '${state}'; end $$`)
  await app.db.pool.query(`
    create or replace trigger refuse_row before insert on dictionary for each row execute function refuse_row()`)
}
const takesAgain = () => app.db.pool.query('drop trigger refuse_row on dictionary')

describe('a server that can’t write', () => {
  it('reports that the disk is full and what to do, in the call and at /healthz', async () => {
    expect(await health()).toEqual({ code: 200, status: 'ok' })
    await refusesWith('53100')
    expect(await addDictionary('full')).toMatchObject({
      code: 503,
      msg: '服务器磁盘已满，刚才的操作没有保存',
      data: { refusal: 'storage-full', next: [{ label: '请管理员清理磁盘空间，之后重试' }] },
    })
    expect(await health()).toEqual({ code: 503, status: 'storage-full' })
    expect(await databaseUp()).toContain('huoqiao_storage_full 1')
    await takesAgain()
    expect((await addDictionary('room')).code).toBe(200)
  })

  it('reports that the database is locked by another session for too long', async () => {
    await refusesWith('55P03')
    expect(await addDictionary('held')).toMatchObject({ code: 503, data: { refusal: 'database-busy' } })
    await takesAgain()
  })

  it('reports that the database can’t be reached, and works again when it is back', async () => {
    await operator.query(`alter database ${name} allow_connections false`)
    try {
      await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name])
      expect(await until(health, ({ code }) => code === 503)).toEqual({ code: 503, status: 'database-gone' })
      expect(await databaseUp()).toContain('huoqiao_database_up 0')
      expect(await addDictionary('gone')).toMatchObject({
        code: 503,
        data: { refusal: 'database-gone', next: [{ label: expect.stringContaining('稍后重试') }] },
      })
    } finally {
      await operator.query(`alter database ${name} allow_connections true`)
    }
    await until(
      () => addDictionary('back'),
      ({ code }) => code === 200,
    )
    await until(databaseUp, (reported) => reported.includes('huoqiao_database_up 1'))
  })
})
