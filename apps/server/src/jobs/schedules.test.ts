import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { openDb } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { createLog } from '../platform/log.ts'
import { defineJob } from './define.ts'
import { createJobs } from './jobs.ts'
import type { Jobs } from './jobs.ts'

const EVERY_MINUTE = defineJob({ name: 'test-every-minute', payload: z.object({}), cron: '* * * * *' })

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
const nodes: Jobs[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDb(database.url)
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await db?.close()
  await database?.drop()
})

let runs = 0
/** A node checks the schedules when it starts, unless another one has within the last half minute. */
async function startNode(): Promise<void> {
  await db.pool.query(`update jobs.version set cron_on = now() - interval '1 minute'`)
  const node = createJobs({ url: database.url, log: createLog('silent') })
  node.handle(EVERY_MINUTE, () => Promise.resolve(void (runs += 1)))
  nodes.push(node)
  await node.start({ work: true, scheduled: true })
}
const ticksOnTheirWay = async (): Promise<number> =>
  (await db.pool.query(`select 1 from jobs.job where name = '__pgboss__send-it' and state < 'completed'`)).rowCount ?? 0

test('a scheduled time causes one job, however many nodes check it', async () => {
  // The first node stores the schedule after its check; each of the others finds it due when it starts.
  for (let node = 0; node < 3; node++) await startNode()
  await until(
    async () => ({ runs, onTheirWay: await ticksOnTheirWay() }),
    (now) => now.runs > 0 && now.onTheirWay === 0,
  )
  const { rows } = await db.pool.query<{ jobs: number }>(
    `select count(*)::int as jobs from jobs.job where name = $1 group by date_trunc('minute', created_on)`,
    [EVERY_MINUTE.name],
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows).toEqual(rows.map(() => ({ jobs: 1 })))
  expect((await db.pool.query('select name from jobs.schedule')).rows).toEqual([{ name: EVERY_MINUTE.name }])
})
