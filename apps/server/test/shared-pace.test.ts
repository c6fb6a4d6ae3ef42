import { createAlibabaConnector } from '@huoqiao/connector-1688'
import { createPace, RemoteFailure, systemClock } from '@huoqiao/connector-kit'
import type { Pace } from '@huoqiao/connector-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../src/db/db.ts'
import type { Db } from '../src/db/db.ts'
import { drawersOf, sharedStarts } from '../src/db/remote-pace.ts'
import { createTestDatabase } from './database.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { until } from './until.ts'

/** Two nodes of one installation, reduced to what they share: one database, to which each has its own connections. */
let simulator: TestSimulator
let database: Awaited<ReturnType<typeof createTestDatabase>>
let nodes: Db[]
beforeAll(async () => {
  simulator = await startTestSimulator()
  database = await createTestDatabase()
  nodes = [openDb(database.url), openDb(database.url)]
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.close()
  await database?.drop()
  await simulator?.close()
})

const log = { warn: () => undefined }
const paceAt = ({ pool }: Db, app: string, startsPerSecond: number): Pace =>
  createPace({ startsPerSecond }, systemClock, sharedStarts({ pool, log }, app, startsPerSecond))

test('two nodes together call 1688 at the rate of one app, as 1688 counts it', async () => {
  const perSecond = 8
  const connectors = nodes.map((node) =>
    createAlibabaConnector({
      gateway: simulator.alibaba.gateway,
      appKey: simulator.alibaba.appKey,
      appSecret: simulator.alibaba.appSecret,
      tokens: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
      pace: paceAt(node, 'one app', perSecond),
    }),
  )
  await simulator.control('DELETE', '/ledger')
  // No call gives up, however slow the machine is.
  const retry = { tries: 1, firstWaitMs: 0, waitCapMs: 0, patienceMs: Number.POSITIVE_INFINITY }
  await Promise.all(Array.from({ length: 40 }, (_, nr) => connectors[nr % 2]!.probe({ retry })))
  const { entries } = await simulator.control<{ entries: { at: number }[] }>('GET', '/ledger?vendor=1688&limit=500')
  expect(entries).toHaveLength(40)
  // Calls arrive later than they start, by varying amounts, which does not matter over some seconds: two nodes that each used the whole
  // rate would need less than half of this time.
  const took = entries.at(-1)!.at - entries[0]!.at
  expect(took).toBeGreaterThan((0.8 * 1000 * (40 - perSecond)) / perSecond)
})

test('a pause that 1688 imposed on one node is observed by the other', async () => {
  const [here, there] = nodes.map((node) => paceAt(node, 'quiet app', 50))
  const call = { vendor: '1688', call: 'search' } as const
  const slowDown = new RemoteFailure('throttled', 'slow down', { ...call, retryAfterMs: 3_600_000 })
  await expect(here!.run(call, () => Promise.reject(slowDown))).rejects.toThrow('slow down')
  await until(
    async () => (await nodes[0]!.pool.query(`select 1 from remote_pace where quiet_until > 0`)).rowCount,
    (count) => count === 1,
  )
  let isSent = false
  const kept = there!.run({ ...call, patienceMs: 500 }, () => Promise.resolve((isSent = true)))
  await expect(kept).rejects.toMatchObject({ word: 'throttled', detail: { code: 'own-pace' } })
  expect(isSent).toBe(false)
})

test('nodes that share the points of a shop count each other, until one has stopped reporting', async () => {
  const { pool } = nodes[0]!
  const [here, there] = nodes.map((node, nr) => drawersOf(node, 'shopify one', `node ${nr}`))
  const thatHereReportedIt = (when: string) =>
    pool.query(
      `update remote_pace set drawers = drawers || jsonb_build_object('node 0', extract(epoch from clock_timestamp() ${when}) * 1000)
        where budget = 'shopify one'`,
    )
  expect(await here!()).toBe(1)
  // In the future, so that the report still counts however long this machine takes between the two calls.
  await thatHereReportedIt(`+ interval '1 hour'`)
  expect(await there!()).toBe(2)
  expect(await drawersOf({ pool }, 'shopify other', 'node 0')()).toBe(1)
  await thatHereReportedIt(`- interval '3 seconds'`)
  expect(await there!()).toBe(1)
  const { rows } = await pool.query(`select budget from remote_pace where budget like 'shopify %' order by budget`)
  expect(rows).toEqual([{ budget: 'shopify one' }, { budget: 'shopify other' }])
})

test('without the database a node continues with one call a second', async () => {
  const gone = openDb(database.url)
  await gone.close()
  const alone = sharedStarts({ pool: gone.pool, log }, 'lonely app', 50)
  const before = systemClock.now()
  expect((await alone.take(5)).at).toHaveLength(1)
  const { at, again } = await alone.take(5)
  // Within the same second no start is granted; if the next second has begun between the two calls, one is granted in it.
  if (at.length === 0) expect(again).toBeGreaterThanOrEqual(before + 1000)
  else expect(at[0]).toBeGreaterThanOrEqual(before + 1000)
})
