import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '../../test/database.ts'
import { openDb } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { createLog } from '../platform/log.ts'
import { defineJob } from './define.ts'
import { watchDueJobs } from './due.ts'
import { createJobs } from './jobs.ts'
import type { Jobs } from './jobs.ts'

const job = (name: string) => defineJob({ name, payload: z.object({}) })
const READY = job('test-ready')
const LATER = job('test-later')
const NONE = job('test-none')
const OTHERS = job('test-others')
const HOUR_MS = 3600_000

let db: Db
let jobs: Jobs
let cleanUp: () => Promise<void>

beforeAll(async () => {
  const database = await createTestDatabase()
  db = openDb(database.url)
  jobs = createJobs({ url: database.url, log: createLog('silent') })
  for (const one of [READY, LATER, NONE, OTHERS]) jobs.handle(one, async () => undefined)
  await jobs.start({ work: false, scheduled: false })
  cleanUp = async () => {
    await jobs.stop()
    await db.close()
    await database.drop()
  }
})
afterAll(() => cleanUp())

/** The queues that the watch reports until `enough` is among them, which must take a single query. */
async function namedUntil(enough: string): Promise<string[]> {
  const stop = new AbortController()
  const named = new Set<string>()
  let questions = 0
  await watchDueJobs({
    database: {
      executeSql: (text, values) => {
        questions += 1
        return db.pool.query(text, values)
      },
    },
    queues: [READY, LATER, NONE].map(({ name }) => name),
    wake: (queue) => {
      named.add(queue)
      if (queue === enough) stop.abort()
    },
    signal: stop.signal,
    log: createLog('silent'),
  })
  expect(questions).toBe(1)
  return [...named].toSorted()
}

test('one query finds the queues in which a job is due, and no other', async () => {
  await db.transaction(async (tx) => {
    for (let n = 0; n < 3; n++) await jobs.enqueue(tx, READY, {})
    await jobs.enqueue(tx, LATER, {}, { startAfter: new Date(Date.now() + HOUR_MS) })
    await jobs.enqueue(tx, OTHERS, {})
  })
  expect(await namedUntil(READY.name)).toEqual([READY.name])
  await db.pool.query(`update jobs.job set start_after = now() where name = $1`, [LATER.name])
  expect(await namedUntil(LATER.name)).toEqual([LATER.name, READY.name])
  await db.pool.query(`update jobs.job set state = 'active' where name = $1`, [READY.name])
  expect(await namedUntil(LATER.name)).toEqual([LATER.name])
})

test('continues after a query that failed', async () => {
  const stop = new AbortController()
  const named: string[] = []
  let questions = 0
  await watchDueJobs({
    database: {
      executeSql: (text, values) => {
        questions += 1
        return db.pool.query(questions === 1 ? 'select nothing from nowhere' : text, values)
      },
    },
    queues: [LATER.name],
    wake: (queue) => {
      named.push(queue)
      stop.abort()
    },
    signal: stop.signal,
    log: createLog('silent'),
  })
  expect(named).toEqual([LATER.name])
})
