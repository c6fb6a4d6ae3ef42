import pg from 'pg'
import { vi } from 'vitest'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RemoteFailure, sendHttp } from '@huoqiao/connector-kit'
import type { ActState } from '@huoqiao/kit'
import { createTestDatabase } from '../../test/database.ts'
import { openDb } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'
import { createMeters } from '../platform/meters.ts'
import { createActs } from './acts.ts'
import type { Act, ActsOf } from './acts.ts'

/**
 * How the remote handles the next request: `hold`: it does nothing until `release`, and then carries it out even if nobody waits any more.
 */
export type Manner = 'do' | 'drop-before' | 'drop-after' | 'refuse' | 'busy' | 'hold'

/** A remote system: it counts what it did for each thing, and can lose, refuse or delay a request. */
export type Remote = {
  url: string
  next(manner: Manner): void
  /** how often it was done */
  effects(thing: string): number
  /** resolves when a request is held back */
  held(): Promise<void>
  release(): void
  close(): Promise<void>
}

async function startRemote(): Promise<Remote> {
  const done = new Map<string, number>()
  const waiting: (() => void)[] = []
  let manner: Manner = 'do'
  let arrived: () => void = () => undefined
  const act = (thing: string): void => void done.set(thing, (done.get(thing) ?? 0) + 1)
  const answer = (response: ServerResponse, status: number): void => void response.writeHead(status).end('{}')
  const server = createServer((request, response) => {
    const thing = request.url!.slice(1)
    if (request.method === 'GET') return void response.end(String(done.get(thing) ?? 0))
    const now = manner
    manner = 'do'
    if (now === 'drop-before') return void request.socket.destroy()
    if (now === 'refuse') return answer(response, 409)
    if (now === 'busy') return answer(response, 429)
    if (now === 'hold') {
      waiting.push(() => {
        act(thing)
        answer(response, 200)
      })
      return arrived()
    }
    act(thing)
    if (now === 'drop-after') return void request.socket.destroy()
    answer(response, 200)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (given) => (manner = given),
    effects: (thing) => done.get(thing) ?? 0,
    held: () => (waiting.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => (arrived = resolve))),
    release: () => waiting.splice(0).forEach((one) => one()),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

type ThingRequest = { thing: string }
/** The reports to a feature, in order: the result, and the former state of the act. */
export type Reported = { result: string; was?: ActState }

/** A process that carries out acts: it can be stopped at every wait between its intent and its note. */
export type Node = {
  acts: ActsOf<ThingRequest, 'made', true>
  /** advances the node's copy of the database's clock */
  later(ms: number): void
  /** the reports to its features about the thing */
  reported(thing: string): Reported[]
  /** what it logged as errors */
  errors: readonly string[]
  /** the counts in its metrics, as `outcome n` */
  counted(): Promise<string[]>
  /** stops at the moment until `go` */
  stopAt(moment: Moment): { reached: Promise<void>; go(): void }
  intend(thing: string): Promise<Act<ThingRequest>>
  /** every statement that it sends to the database during `work` */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>
  close(): Promise<void>
}
/**
 * `queued`: it waits for its turn, the guard was not asked yet; `granted`: the database allowed it to send, and nothing was sent;
 * `answered`: it has the answer, and has not stored it.
 */
export type Moment = 'queued' | 'granted' | 'answered'

export const PATIENCE = { absentAfterMs: 600_000, leastLooks: 2 }

let ids = 0
const newId = (): string => `0197a000-0000-7000-8000-${String(++ids).padStart(12, '0')}`

export async function startNode(databaseUrl: string, remote: Remote): Promise<Node> {
  const db: Db = openDb(databaseUrl)
  const errors: string[] = []
  const log: Log = { ...createLog('silent'), error: (_fields, message) => void errors.push(message) }
  const jobs = createJobs({ url: databaseUrl, log })
  const meters = createMeters()
  const reported = new Map<string, Reported[]>()
  const stops = new Map<Moment, { reached: () => void; gone: Promise<void> }>()
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  const tell = (act: Act<ThingRequest>, one: Reported): Promise<void> => {
    reported.set(act.intent.thing, [...(reported.get(act.intent.thing) ?? []), one])
    return Promise.resolve()
  }
  const stopped = async (moment: Moment): Promise<void> => {
    const stop = stops.get(moment)
    stops.delete(moment)
    stop?.reached()
    await stop?.gone
  }
  const acts = createActs({ db, clock, log, jobs, meters }).define<ThingRequest, 'made', true>({
    kind: 'test',
    async send({ intent }, { guard, signal }) {
      await stopped('queued')
      // As the connectors' queues do.
      signal?.throwIfAborted()
      const { status } = await sendHttp({
        vendor: '1688',
        call: 'act',
        url: `${remote.url}/${intent.thing}`,
        method: 'POST',
        timeoutMs: 20_000,
        safe: false,
        maskedRequest: 'act',
        guard: async (limitMs) => {
          const permit = await guard(limitMs)
          await stopped('granted')
          return permit
        },
        ...(signal ? { signal } : {}),
      })
      await stopped('answered')
      if (status === 429) throw new RemoteFailure('throttled', 'busy', { vendor: '1688', call: 'act' })
      if (status === 409) throw new RemoteFailure('rejected', 'no', { vendor: '1688', call: 'act' })
      return 'made'
    },
    async look({ intent }) {
      const count = await (await fetch(`${remote.url}/${intent.thing}`)).text()
      return count === '0' ? undefined : true
    },
    patience: () => PATIENCE,
    purchasesOf: () => [],
    lookAgainMs: () => 1_000,
    explain: (error) => (error instanceof Error ? error.message : 'nobody knows'),
    done: (_tx, act, _answer, was) => tell(act, { result: 'done', was }),
    refused: (_tx, act) => tell(act, { result: 'refused' }),
    unknown: (_tx, act) => tell(act, { result: 'unknown' }),
    found: (_tx, act, _found, was) => tell(act, { result: 'found', was }),
    absent: (_tx, act) => tell(act, { result: 'absent' }),
  })
  await jobs.start({ work: false, scheduled: false })
  return {
    acts,
    errors,
    later: (ms) => void (ahead += ms),
    reported: (thing) => reported.get(thing) ?? [],
    async counted() {
      const text = await meters.registry.getSingleMetricAsString('huoqiao_act_outcomes_total')
      return [...text.matchAll(/kind="test",outcome="([\w-]+)"\} (\d+)/g)]
        .map(([, outcome, n]) => `${outcome} ${n}`)
        .sort()
    },
    stopAt(moment) {
      let go: () => void = () => undefined
      const gone = new Promise<void>((resolve) => (go = resolve))
      const reached = new Promise<void>((resolve) => stops.set(moment, { reached: resolve, gone }))
      return { reached, go }
    },
    intend: (thing) =>
      db.transaction((tx) => acts.intend(tx, { id: newId(), key: thing, intent: { thing }, byId: null, by: 'test' })),
    async statementsOf(work) {
      const statements: string[] = []
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      await work()
      for (const [query] of spy.mock.calls)
        statements.push(typeof query === 'string' ? query : (query as { text: string }).text)
      spy.mockRestore()
      return statements
    },
    async close() {
      await jobs.stop()
      await db.close()
    },
  }
}

/** Two nodes on one database, and the remote that they use. */
export async function startActsWorld() {
  const database = await createTestDatabase()
  const remote = await startRemote()
  const [first, second] = [await startNode(database.url, remote), await startNode(database.url, remote)]
  const db = openDb(database.url)
  return {
    remote,
    first,
    second,
    async row(id: string) {
      const { rows } = await db.pool.query<{ state: ActState; sends: number; looks: number }>(
        'select state, sends, looks from remote_act where id = $1',
        [id],
      )
      return rows[0]!
    },
    /** Advances the database's clock for this act: its lease is over. */
    leaseEnds: (id: string) =>
      db.pool.query(`update remote_act set until = until - interval '1 hour' where id = $1`, [id]),
    async close() {
      await Promise.all([first.close(), second.close(), db.close(), remote.close()])
      await database.drop()
    },
  }
}
