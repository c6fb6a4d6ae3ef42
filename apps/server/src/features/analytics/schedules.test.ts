import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAppAlone } from '../../../test/app-alone.ts'
import type { TestApp } from '../../../test/harness.ts'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'

const DAY = 86_400_000
/** A Wednesday, nine in the morning in China. */
let now = Date.parse('2026-11-25T09:00:00+08:00')
let app: TestApp

beforeAll(async () => {
  app = await startAppAlone({ clock: { now: () => now }, work: true })
})
afterAll(() => app?.close())

/** A new session each time, because a session ends within a week. */
const as = { admin: () => app.login('admin', 'admin888'), clerk: () => app.login('clerk', 'clerk888') }
const reports = async (token: string): Promise<{ title: string; to: string | null }[]> =>
  (await app.ok('queryNotices', { kind: 'weekly-report' }, { token })).list.map(({ title, to }) => ({ title, to }))
/** Runs the job once and waits for its end. */
async function send(): Promise<void> {
  await runCron(app, 'send-weekly-analytics')
  await until(
    () => app.db.pool.query(`select 1 from jobs.job where name = 'send-weekly-analytics' and state < 'completed'`),
    ({ rowCount }) => rowCount === 0,
  )
}

it('a report is sent once a week to the person who ordered it only, with the seven days before, also when its hour was missed', async () => {
  const view = { group: 'store', country: 'US' }
  const clerk = await as.clerk()
  const made = await app.ok('addAnalyticsSchedule', { name: '美国各店', weekday: 4, view }, { token: clerk })
  expect(await app.ok('queryAnalyticsSchedules', {}, { token: clerk })).toEqual([made])
  expect(await app.ok('queryAnalyticsSchedules')).toEqual([])
  await send()
  expect(await reports(await as.clerk())).toEqual([])

  now += DAY
  await send()
  await send()
  const first = { title: '每周报表：美国各店', to: expect.stringContaining('from=2026-11-19&to=2026-11-25') as string }
  expect(await reports(await as.clerk())).toEqual([first])
  expect((await reports(await as.clerk()))[0]!.to).toMatch(/^\/analytics\?range=custom&.*group=store.*country=US/)
  expect(await reports(await as.admin())).toEqual([])

  // Nothing ran on the Thursday, nor on the days after it.
  now += 9 * DAY
  await send()
  expect((await reports(await as.clerk())).map(({ to }) => to)).toEqual([
    expect.stringContaining('from=2026-11-26&to=2026-12-02'),
    first.to,
  ])
})

it("a name belongs to one report of one person, and nobody deletes another person's report", async () => {
  const schedule = { name: '各店', weekday: 1, view: { group: 'store' } }
  const [admin, clerk] = [{ token: await as.admin() }, { token: await as.clerk() }]
  const made = await app.ok('addAnalyticsSchedule', schedule, admin)
  expect(await app.call('addAnalyticsSchedule', schedule, admin)).toMatchObject({
    code: 409,
    data: { refusal: 'name-taken' },
  })
  await app.ok('addAnalyticsSchedule', schedule, clerk)
  expect(await app.call('deleteAnalyticsSchedule', { id: made.id }, clerk)).toMatchObject({
    data: { refusal: 'not-found' },
  })
  await app.ok('deleteAnalyticsSchedule', { id: made.id }, admin)
  expect(await app.ok('queryAnalyticsSchedules', {}, admin)).toEqual([])
  for (let n = 0; n < 10; n += 1) await app.ok('addAnalyticsSchedule', { ...schedule, name: `第${n}份` }, admin)
  const many = await app.call('addAnalyticsSchedule', { ...schedule, name: '又一份' }, admin)
  expect(many).toMatchObject({ data: { refusal: 'too-large', why: '每人最多 10 份每周报表，请先删除不用的' } })
})
