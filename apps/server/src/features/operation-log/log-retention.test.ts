import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'
import { keptFrom } from './retention.rules.ts'

/** All statements here are sent as the application's own database user. */
let app: TestApp
beforeAll(async () => {
  app = await startAppAlone({ work: true })
})
afterAll(() => app?.close())

const execute = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.db.pool.query<Record<string, unknown>>(sql, values)).rows
const LOGS = ['operation_log', 'login_log'] as const
const DAY_MS = 86_400_000

/** Inserts a row of that many months ago, on that `day` of the month. */
async function past(log: (typeof LOGS)[number], months: number, day = 15): Promise<void> {
  const from = keptFrom(Date.now(), months)!
  const at = new Date(from.getTime() + (day - 1) * DAY_MS)
  const insert = {
    operation_log: `insert into operation_log
        (id, at, account_name, ip, call, title, objects, object_keys, changes, outcome, message, duration_ms, request_id)
      values (gen_random_uuid(), $1, '旧人', '', 'old', '旧事', '[]', '{}', '[]', 'ok', '', 0, '')`,
    login_log: `insert into login_log (id, at, user_account, ip, user_agent, outcome, message)
      values (gen_random_uuid(), $1, 'old', '', '', 'ok', '')`,
  }
  await execute(insert[log], [at])
}
const old = async (log: (typeof LOGS)[number]): Promise<number> =>
  Number((await execute(`select count(*) from ${log} where at < now() - interval '13 months'`))[0]!['count'])

describe.each(LOGS)('%s', (log) => {
  it('accepts no update, no delete of a row and no truncate', async () => {
    await past(log, 1)
    const before = await execute(`select * from ${log} order by id`)
    expect(before.length).toBeGreaterThan(1)
    for (const sql of [
      `update ${log} set ip = 'x'`,
      `update ${log} set at = now() - interval '3 years'`,
      `delete from ${log}`,
      `delete from ${log} where id = '${String(before[0]!['id'])}'`,
      `delete from ${log} where at < now() - interval '20 days'`,
      `truncate ${log}`,
      `merge into ${log} t using (select 1) s on true when matched then delete`,
    ])
      await expect(execute(sql), sql).rejects.toThrow('append-only')
    expect(await execute(`select * from ${log} order by id`)).toEqual(before)
  })

  it('allows only whole months that ended half a year ago to be dropped, and the oldest first', async () => {
    await past(log, 30, 3)
    await past(log, 30, 20)
    await past(log, 28)
    const monthsAgo = (n: number) => keptFrom(Date.now(), n)!
    const refused = [
      // half a month, a later month before an earlier one, and a month that is too recent
      [monthsAgo(30), new Date(monthsAgo(30).getTime() + 10 * DAY_MS)],
      [monthsAgo(28), monthsAgo(27)],
      [new Date(0), new Date(Date.now() + DAY_MS)],
    ]
    for (const span of refused)
      await expect(execute(`delete from ${log} where at >= $1 and at < $2`, span)).rejects.toThrow('append-only')
    await execute(`delete from ${log} where at < $1`, [monthsAgo(29)])
    const [entry] = await execute(
      `select title, message from operation_log where call = 'dropOldLogs' order by at desc limit 1`,
    )
    expect(entry).toEqual({
      title: '按保留期清理日志',
      message: expect.stringMatching(/日志清理了 2 条，\d{4}-\d\d 至 \d{4}-\d\d/),
    })
  })
})

it('nothing is dropped unless a retention is set; then older months are dropped at night, and the log records it', async () => {
  for (const log of LOGS) await past(log, 15)
  const sweep = async () => {
    await runCron(app, 'drop-old-log')
    await runCron(app, 'sweep-sessions')
    await untilQuiet(app)
  }
  await sweep()
  for (const log of LOGS) expect(await old(log)).toBe(2)
  await app.ok('updateSystemConfig', { key: 'log.keepFor', value: '12-months', version: 0 })
  await sweep()
  for (const log of LOGS) expect(await old(log)).toBe(0)
  const reported = (await app.ok('findOperationLog', { call: 'dropOldLogs' })).list.map(({ message }) => message)
  expect(reported).toContainEqual(expect.stringMatching(/^操作日志清理了 2 条/))
  expect(reported).toContainEqual(expect.stringMatching(/^登录日志清理了 2 条/))
})

it('a log keeps from the beginning of a month in China', () => {
  const at = (text: string) => Date.parse(text)
  expect(keptFrom(at('2026-11-23T00:00:00Z'), 12)?.toISOString()).toBe('2025-10-31T16:00:00.000Z')
  expect(keptFrom(at('2026-12-31T16:00:00Z'), 12)?.toISOString()).toBe('2025-12-31T16:00:00.000Z')
  expect(keptFrom(at('2026-11-23T00:00:00Z'), 0)).toBeUndefined()
})
