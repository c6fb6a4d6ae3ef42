import { vi } from 'vitest'
import { openDb } from '../src/db/db.ts'
import type { Db } from '../src/db/db.ts'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { readyThings } from './real-act-things.ts'
import type { Thing } from './real-act-things.ts'
import { realActs } from './real-acts.ts'
import type { RealAct } from './real-acts.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { standstillOf } from './standstill.ts'
import type { Standstill } from './standstill.ts'
import { loseJobs, runCron } from './run-cron.ts'
import { until } from './until.ts'

export type Fault = { kind: string; [more: string]: unknown }
export type Vendor = RealAct['vendor']

/** Longer than the time after which any kind of act is given up. */
const LATER_MS = 35 * 60_000
const ROUNDS = 6
/** Database sessions: the default of ten, and one per kind of act, since a stopped act keeps its session and all are stopped at once. */
const SESSIONS = 26

export let simulator: TestSimulator
export let first: TestApp
export let db: Db
export let acts: RealAct[]
let things: Record<string, Thing[]>
/**
 * The mock of AbortSignal.timeout, which never fires. Real time passes while a column is prepared: on a busy machine a call that is held
 * by a fault would time out, be tried again too early and be carried out twice.
 */
let deadlines: { mockRestore(): void }
export let still: Standstill
let ahead = 0
const clock = { now: () => Date.now() + ahead }
/** Moves the clock of the nodes forward, and no other clock. */
export const appAdvances = (ms: number): void => void (ahead += ms)

const node = (more: object): Promise<TestApp> => startTestApp({ demoSimulator: simulator.origin, clock, ...more })
export const injectForAll = async (faultOf: (vendor: Vendor) => Fault, times = 1): Promise<void> => {
  for (const [{ vendor, call }] of present)
    await simulator.control('POST', '/faults', { vendor, call, times, every: 1, fault: faultOf(vendor) })
}
/** Waits until every injected fault has been used. */
export const allFaultsUsed = () =>
  until(
    () => simulator.control<{ faults: object[] }>('GET', '/faults'),
    ({ faults }) => faults.length === 0,
  )
export const quirk = (name: string, value: unknown) => simulator.control('POST', '/quirks', { name, value })

/** Acts without an outcome, with the number of attempts to find it out. */
export const openActs = async (): Promise<{ id: string; kind: string; looks: number }[]> =>
  (await db.pool.query(`select id, kind, looks from remote_act where state in ('intended', 'sent', 'unknown')`)).rows
/** Jobs that are running or due. */
const busy = async (): Promise<string[]> =>
  (
    await db.pool.query<{ what: string }>(
      `select name || ' ' || state as what from jobs.job
        where name not like '\\_\\_%' and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))`,
    )
  ).rows.map(({ what }) => what)

/** Jobs that failed and wait for a retry. */
const triedAgain = async () => (await db.pool.query(`select id from jobs.job where state = 'retry'`)).rows

/** Moves the time of the app, the vendors and the database forward, then runs the scheduled jobs. */
export async function aWhilePasses(app: Pick<TestApp, 'db'>): Promise<void> {
  ahead += LATER_MS
  await simulator.control('POST', '/clock', { advanceMs: LATER_MS })
  await db.pool.query(`update remote_act set until = until - make_interval(mins => 35) where until is not null`)
  await db.pool.query(`update jobs.job set start_after = now() where state in ('retry', 'created')`)
  // Orders of other columns count as just read; otherwise each of them would be read again every time.
  await db.pool.query('update alibaba_order set read_at = $1 where read and not purchase_id::text = any($2)', [
    new Date(clock.now()),
    present.map(([, { id }]) => id),
  ])
  for (const job of ['settle-acts', 'settle-shipments', 'hand-on-placements', 'poll-alibaba-orders'])
    await runCron(app, job)
}
export const quiet = () => until(busy, (what) => what.length === 0)

/** Moves time forward until every act has an outcome. */
export async function resolved(app: TestApp, of: readonly [RealAct, Thing][]): Promise<void> {
  await quiet()
  for (let round = 0; round < ROUNDS; round++) {
    const open = [...(await openActs()), ...(await triedAgain())]
    const answers = await Promise.all(of.map(([act, thing]) => act.ours(app, thing)))
    if (open.length === 0 && answers.every((one) => one !== undefined)) return
    await aWhilePasses({ db })
    await quiet()
  }
}

export let asked: Promise<unknown>[] = []
export let beside: TestApp | undefined
/** Requests all acts at once. */
export function askAll(app: TestApp, of: readonly [RealAct, Thing][]): void {
  asked = of.map(([act, thing]) => act.ask(app, thing).catch((error: unknown) => error))
}
export let present: [RealAct, Thing][] = []

/** Starts one more node, which takes over the jobs of the others. */
export async function anotherNode(): Promise<TestApp> {
  beside = await node({ beside: first })
  await loseJobs({ db })
  return beside
}

/** Stops all acts where the database is about to be asked whether they may be sent: the first time, or after `passes` tries. */
export async function stoppedAtMark(passes = 0): Promise<void> {
  let isThere = false
  const stops = Promise.all(present.map(([{ kind }]) => still.stop(kind, 'mark', passes))).then(() => (isThere = true))
  askAll(first, present)
  const counted = () =>
    Promise.all(present.map(([act, thing]) => (thing.id === '' ? Promise.resolve(0) : act.effects(thing))))
  const before = await counted()
  await until(counted, (now) => {
    const sent = present.filter((_one, nr) => now[nr]! > before[nr]!).map(([{ kind }]) => kind)
    if (sent.length > 0) {
      // Later columns use the same node.
      still.thaw()
      throw new Error(`sent, and the database was not asked: ${sent.join(', ')}`)
    }
    return isThere
  })
  await stops
  still.freeze()
}

/** Starts the vendors, one node, and prepares `columns` things of each kind. */
export async function openStage(columns: number): Promise<void> {
  simulator = await startTestSimulator()
  deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  for (const [name, value] of [
    ['1688.autoShip', false],
    ['1688.refundDecision', 'wait'],
    ['1688.payTimeoutSeconds', 30 * 86_400],
    // The vendors' clocks advance by hours in each column, and the token of a held call is checked when the call is released.
    ['1688.tokenSeconds', 30 * 86_400],
    ['shopify.token-life-seconds', 30 * 86_400],
  ] as const)
    await quirk(name, value)
  still = standstillOf('first')
  first = await node({ nodeName: 'first', sessions: SESSIONS })
  db = openDb(first.databaseUrl)
  acts = realActs(simulator)
  things = await readyThings(first, simulator, columns)
}

/** Selects the things for the acts of a column; no earlier column used them. */
export function setStage(column: number, kinds: readonly string[]): void {
  present = acts.filter(({ kind }) => kinds.includes(kind)).map((act) => [act, things[act.kind]![column]!])
}

/** Closes the node that took over in this column. */
export async function clearStage(): Promise<void> {
  await beside?.close()
  beside = undefined
}

export async function closeStage(): Promise<void> {
  still?.end()
  deadlines?.mockRestore()
  await first?.close()
  await db?.close()
  await simulator?.close()
}
