import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { verifyLogs } from './log-seal.service.ts'
import { LOGS } from './log-seal.tables.ts'
import type { LogName } from './log-seal.tables.ts'
import { keptFrom } from './retention.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await startAppAlone({ work: true })
})
afterAll(() => app?.close())

const execute = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.db.pool.query<Record<string, unknown>>(sql, values)).rows
const proofOf = async (log: LogName) => (await verifyLogs(app.db)).find((one) => one.log === log)!
async function seal(): Promise<void> {
  await runCron(app, 'seal-logs')
  await until(
    async () => (await verifyLogs(app.db)).reduce((sum, { waiting }) => sum + waiting, 0),
    (waiting) => waiting === 0,
  )
}
/** Some rows in both logs, sealed. */
async function written(): Promise<void> {
  for (let n = 0; n < 3; n++) await app.login('clerk', 'clerk888')
  await app.call('login', { userAccount: 'clerk', userPassword: '0'.repeat(32) }, { token: null })
  await seal()
}
/** Executed as the owner of the tables, without the triggers. */
async function asOwner(log: string, sql: string, values: unknown[] = []): Promise<void> {
  await execute(`alter table ${log} disable trigger user`)
  await execute(sql, values)
  await execute(`alter table ${log} enable trigger user`)
}
const INSERTED = '018f0000-0000-7000-8000-0000000000aa'
const INSERT: Record<LogName, string> = {
  operation_log: `insert into operation_log
      (id, at, account_name, ip, call, title, objects, object_keys, changes, outcome, message, duration_ms, request_id)
    values ($1, $2, '旧人', '', 'old', '旧事', '[]', '{}', '[]', 'ok', '', 0, '')`,
  login_log: `insert into login_log (id, at, user_account, ip, user_agent, outcome, message)
    values ($1, $2, 'old', '', '', 'ok', '')`,
}

it('what is written waits in its own transaction, is sealed by a job, and the chain is valid', async () => {
  await app.login('clerk', 'clerk888')
  for (const log of LOGS) expect((await proofOf(log)).waiting).toBeGreaterThan(0)
  await written()
  for (const log of LOGS) {
    const [{ n } = { n: 0 }] = await execute(`select count(*)::int as n from ${log}`)
    expect(await proofOf(log)).toMatchObject({ rows: n, waiting: 0, problems: [] })
  }
  // The next seal continues from the last one.
  await written()
  for (const log of LOGS) expect((await proofOf(log)).links).toBeGreaterThan(1)
})

it('two nodes that seal at once make one chain', async () => {
  for (let n = 0; n < 5; n++) await app.login('clerk', 'clerk888')
  await Promise.all([runCron(app, 'seal-logs'), runCron(app, 'seal-logs')])
  await seal()
  for (const log of LOGS) expect((await proofOf(log)).problems).toEqual([])
})

it('seals can’t be changed, as the logs can’t', async () => {
  for (const sql of ["update log_seal set month = '2020-01'", 'delete from log_seal', 'truncate log_seal'])
    await expect(execute(sql)).rejects.toThrow('append-only')
})

describe.each(LOGS)('the check of %s', (log) => {
  it('names the row that was changed outside the app, until it is as it was', async () => {
    await written()
    const [row] = await execute(`select id, ip from ${log} order by at desc limit 1`)
    await asOwner(log, `update ${log} set ip = '6.6.6.6' where id = $1`, [row!['id']])
    expect((await proofOf(log)).problems).toMatchObject([
      { id: row!['id'], message: expect.stringContaining('被改动') },
    ])
    await asOwner(log, `update ${log} set ip = $2 where id = $1`, [row!['id'], row!['ip']])
    expect((await proofOf(log)).problems).toEqual([])
  })

  it('names the row that was inserted outside the app', async () => {
    await asOwner(log, INSERT[log], [INSERTED, new Date()])
    expect((await proofOf(log)).problems).toMatchObject([{ id: INSERTED, message: '这一行不是由系统写入的' }])
    await asOwner(log, `delete from ${log} where id = $1`, [INSERTED])
  })

  it('names a seal that was rewritten, also over a changed row', async () => {
    const kept = await execute(`select * from log_seal where log = $1 order by seq desc limit 1`, [log])
    await asOwner('log_seal', `update log_seal set marks = repeat('0', length(marks)) where log = $1 and seq = 1`, [
      log,
    ])
    expect((await proofOf(log)).problems.length).toBeGreaterThan(0)
    await asOwner('log_seal', `update log_seal set rows_hash = repeat('0', 64) where log = $1 and seq = $2`, [
      log,
      kept[0]!['seq'],
    ])
    expect((await proofOf(log)).problems).toContainEqual({
      id: null,
      message: expect.stringContaining('封存被改动过') as string,
    })
    await asOwner('log_seal', `update log_seal set rows_hash = $3 where log = $1 and seq = $2`, [
      log,
      kept[0]!['seq'],
      kept[0]!['rows_hash'],
    ])
  })

  it('names the row that was deleted outside the app, sealed or not', async () => {
    await app.login('clerk', 'clerk888')
    const before = (await proofOf(log)).problems.length
    const [young] = await execute(`select row_id as id from log_unsealed where log = $1 limit 1`, [log])
    const [sealed] = await execute(`select row_ids[1] as id from log_seal where log = $1 order by seq limit 1`, [log])
    for (const one of [young, sealed]) await asOwner(log, `delete from ${log} where id = $1`, [one!['id']])
    await seal()
    const after = (await proofOf(log)).problems.map(({ id }) => id)
    expect(after.length).toBeGreaterThan(before)
    expect(after).toContain(sealed!['id'])
    expect(after).toContain(young!['id'])
  })
})

describe('whole months that are dropped', () => {
  let fresh: TestApp
  beforeAll(async () => {
    fresh = app
    app = await startAppAlone({ work: true })
  })
  afterAll(async () => {
    await app.close()
    app = fresh
  })

  it.each(LOGS)(
    'of %s are recorded by the log itself and do not break the chain; other removals still do',
    async (log) => {
      const at = (months: number): Date => new Date(keptFrom(Date.now(), months)!.getTime() + 86_400_000)
      const id = (n: number): string => `018f0000-0000-7000-8000-0000000000b${n}`
      for (const [n, months] of [30, 28, 15].entries()) await execute(INSERT[log], [id(n), at(months)])
      await written()
      // One unsealed row is in the month that is removed.
      await execute(INSERT[log], [id(3), at(28)])
      await execute(`delete from ${log} where at < $1`, [keptFrom(Date.now(), 27)])
      expect(await proofOf(log)).toMatchObject({ dropped: 2, problems: [] })
      await written()
      expect(await proofOf(log)).toMatchObject({ dropped: 2, problems: [] })
      await asOwner(log, `delete from ${log} where id = $1`, [id(2)])
      expect((await proofOf(log)).problems).toMatchObject([{ id: id(2), message: expect.stringContaining('被删除') }])
    },
  )
})
