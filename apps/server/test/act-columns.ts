import type { TestApp } from './harness.ts'
import {
  aWhilePasses,
  allFaultsUsed,
  anotherNode,
  askAll,
  asked,
  db,
  first,
  appAdvances,
  injectForAll,
  openActs,
  present,
  quiet,
  quirk,
  simulator,
  still,
  stoppedAtMark,
} from './act-stage.ts'
import type { Fault, Vendor } from './act-stage.ts'
import { runCron } from './run-cron.ts'
import { until } from './until.ts'

/** One column of the test table: a fault and the moment of it, applied to all kinds of remote act. */
export type Column = {
  moment: string
  fault: string
  /** default: all kinds */
  kinds?: readonly string[]
  /** For faults that may make the vendor act twice: by kind, how often the vendor did it and how often our data says so, at the end. */
  twice?: Readonly<Record<string, [number, number]>>
  /** Runs the column up to the first attempts to find out the outcome. Returns the node that is alive at the end. */
  meet(): Promise<TestApp>
  /** Lets the frozen node continue. */
  wake?(): Promise<void>
}
const KINDS = [
  'place',
  'refund',
  'pay',
  'pay-link',
  'cancel',
  'confirm-receipt',
  'fulfil',
  'withdraw-fulfilment',
  'change-tracking',
  'answer-return',
  'refund-return',
  'push',
  'sale',
  'delete-variants',
  'delete-product',
  'create-product',
  'push-translations',
]
const WIRE: [string, (vendor: Vendor) => Fault, number?][] = [
  ['request lost', () => ({ kind: 'drop-before' })],
  ['answer lost', () => ({ kind: 'drop-after' })],
  [
    'refused',
    (vendor) => ({ kind: 'refuse', code: vendor === '1688' ? 'gw.ParamMissing' : 'BAD_REQUEST', message: 'no' }),
  ],
  [
    'HTTP 500, nothing done',
    (vendor) => ({ kind: 'refuse', code: vendor === '1688' ? '500' : 'INTERNAL_SERVER_ERROR', status: 500 }),
  ],
  ['HTTP 500 after the work', () => ({ kind: 'fail-after' })],
]

export const COLUMNS: Column[] = [
  {
    moment: 'none',
    fault: 'none',
    async meet() {
      askAll(first, present)
      await Promise.all(asked)
      return first
    },
  },
  {
    moment: 'before the intent is committed',
    fault: 'the session is ended',
    async meet() {
      for (const one of present) {
        const stopped = still.stop(one[0].kind, 'commit')
        const answer = one[0].ask(first, one[1]).catch((error: unknown) => error)
        const at = await stopped
        await db.pool.query('select pg_terminate_backend($1)', [
          (at.client as unknown as { processID: number }).processID,
        ])
        at.go()
        await answer
      }
      return first
    },
  },
  {
    moment: 'after the intent',
    fault: 'frozen, another node looks first',
    async meet() {
      await stoppedAtMark()
      return anotherNode()
    },
    async wake() {
      still.thaw()
      await Promise.all(asked)
    },
  },
  {
    moment: 'between two tries',
    fault: 'frozen, called off meanwhile, and then slow',
    // 1688's rate limit delays the other kinds by 30 s after a throttled call.
    kinds: ['fulfil', 'withdraw-fulfilment', 'change-tracking'],
    async meet() {
      await injectForAll(() => ({ kind: 'throttle' }))
      await stoppedAtMark(1)
      await injectForAll(() => ({ kind: 'slow', ms: 3_600_000 }))
      await anotherNode()
      const ids = (await openActs()).map(({ id }) => id)
      const every = async (what: string) =>
        (
          await db.pool.query<{ is: boolean }>(`select bool_and(${what}) as is from remote_act where id = any($1)`, [
            ids,
          ])
        ).rows[0]!.is
      await db.pool.query(
        `update remote_act set until = until - interval '1 hour', next_look_at = now() where id = any($1)`,
        [ids],
      )
      await runCron({ db }, 'settle-acts')
      await until(
        () => every('withdrawn_at is not null'),
        (is) => is,
      )
      still.thaw()
      await until(
        () => every('ended_at is not null or sends > 1'),
        (is) => is,
      )
      await aWhilePasses({ db })
      await until(
        () => every(`state not in ('intended', 'sent', 'unknown')`),
        (is) => is,
      )
      // Each act is requested once more; the request of the thawed node must not be running at the same time.
      await until(
        async () =>
          (
            await db.pool.query<{ kind: string }>(
              'select distinct kind from remote_act where id > $1 and not id = any($2) and sends > 0',
              [ids.toSorted().at(-1), ids],
            )
          ).rows,
        (kinds) => kinds.length === present.length,
      )
      await simulator.control('DELETE', '/faults')
      return first
    },
  },
  ...WIRE.map(([fault, faultOf, times]) => ({
    moment: 'after the send',
    fault,
    async meet() {
      await injectForAll(faultOf, times)
      askAll(first, present)
      await Promise.all(asked)
      await quiet()
      await simulator.control('DELETE', '/faults')
      return first
    },
  })),
  {
    moment: 'after the send',
    fault: 'answer lost, lists lag 300 s',
    async meet() {
      await quirk('1688.listLagSeconds', 300)
      await injectForAll(() => ({ kind: 'drop-after' }))
      askAll(first, present)
      await Promise.all(asked)
      await quiet()
      for (const { id } of await openActs())
        await db.pool.query('update remote_act set next_look_at = now() where id = $1', [id])
      await runCron({ db }, 'settle-acts')
      return first
    },
    async wake() {
      await quirk('1688.listLagSeconds', 0)
    },
  },
  {
    moment: 'after the send',
    fault: 'the connection is cut, the vendor does it later',
    // Withdrawing a fulfilment may be sent twice and a pay link pays nothing: both are requested again at once.
    async meet() {
      await injectForAll(() => ({ kind: 'drop-then', ms: 3_600_000 }))
      askAll(first, present)
      await allFaultsUsed()
      await Promise.all(asked)
      // Shorter than the time after which any other kind is given up, with several attempts to find out the outcome.
      for (let round = 0; round < 3; round++) {
        appAdvances(6_000)
        await runCron({ db }, 'settle-acts')
        await runCron({ db }, 'settle-shipments')
        await quiet()
      }
      await simulator.control('DELETE', '/faults')
      return first
    },
  },
  {
    moment: 'after the send',
    fault: 'the lease is over, answered late',
    async meet() {
      await injectForAll(() => ({ kind: 'slow', ms: 3_600_000 }))
      askAll(first, present)
      await allFaultsUsed()
      for (let round = 0; round < 3; round++) {
        const before = new Map((await openActs()).map(({ id, looks }) => [id, looks]))
        await aWhilePasses({ db })
        await until(openActs, (open) => open.every(({ id, looks }) => looks > (before.get(id) ?? -1)))
      }
      await simulator.control('DELETE', '/faults')
      await Promise.all(asked)
      return first
    },
  },
  {
    moment: 'after the answer',
    fault: 'frozen before the note, another node looks first',
    async meet() {
      await injectForAll(() => ({ kind: 'slow', ms: 3_600_000 }))
      askAll(first, present)
      await allFaultsUsed()
      still.freeze()
      await simulator.control('DELETE', '/faults')
      await until(
        () => Promise.all(present.map(([act, thing]) => act.effects(thing))),
        (done) => done.every((count) => count > 0),
      )
      return anotherNode()
    },
    async wake() {
      still.thaw()
      await Promise.all(asked)
    },
  },
  {
    // Must be the last column, since it leaves a duplicate order at 1688. A vendor that acts an hour later can't be prevented from it; it
    // is reported.
    moment: 'after the send',
    fault: 'frozen, given up, asked for again, and carried out an hour late',
    // A push waits for its lease while its job is running: tested in push-standstill.test.ts and translation-standstill.test.ts.
    kinds: KINDS.filter((kind) => kind !== 'push' && kind !== 'push-translations'),
    twice: { place: [2, 2], fulfil: [2, 2], 'change-tracking': [2, 1] },
    async meet() {
      await injectForAll(() => ({ kind: 'slow', ms: 3_600_000 }))
      askAll(first, present)
      await allFaultsUsed()
      still.freeze()
      return anotherNode()
    },
    async wake() {
      await simulator.control('DELETE', '/faults')
      still.thaw()
      await Promise.all(asked)
      // The request is gone, so the result is found by the next poll of changed 1688 orders.
      await aWhilePasses({ db })
      await quiet()
    },
  },
]

export const kindsOf = (column: Column): readonly string[] => column.kinds ?? KINDS
