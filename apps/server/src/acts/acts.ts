import { permitFor, SendWithdrawn } from '@huoqiao/connector-kit'
import type { SendGuard } from '@huoqiao/connector-kit'
import { actAfter, isAbsent, OPEN_ACT_STATES } from '@huoqiao/kit'
import type { Withdrawal } from '@huoqiao/kit'
import { isUniqueViolation } from '../db/db.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Meters } from '../platform/meters.ts'
import { MESSAGE_CHARS } from '../platform/message-length.ts'
import {
  closeOpenAct,
  countOpenActs,
  deleteActs,
  findAct,
  findActs,
  findDueActs,
  findGivenUp,
  findOldActs,
  findOpenActs,
  hasHappened,
  insertAct,
  lockAct,
  markSent,
} from './act.store.ts'
import { updateAct, withdrawAct } from './act.store.ts'
import type { ActChange, ActRow } from './act.store.ts'
import type { Act, ActDefinition, Acts, ActsOf, LookOutcome, Outcome, Reported } from './act.types.ts'
import { lookAfterAct, resolveActs } from './acts.jobs.ts'
import { isExternalFailure, meaningOf, Unresolved, wordOf } from './failure.rules.ts'

/**
 * How long after the database was asked the first byte may still leave: connecting can take some seconds. The database adds this time to
 * the lease, so a process that was stopped for longer notices it on the open connection and sends nothing.
 */
const CONNECT_GRACE_MS = 5_000
/** If no outcome was recorded for this long, the sender of the act is gone: connecting and one call take at most half of it. */
const SENDER_GONE_MS = 60_000
/** Pause before the next lookup, if the remote could not be reached. */
const LOOK_AGAIN_MS = 60_000
const DUE_AT_ONCE = 200
const OLD_AT_ONCE = 500

export type * from './act.types.ts'

/**
 * The only way to do something at another system at most once (decisions, section 5; decision 0014): record it, send it behind a guard,
 * record the outcome, and look it up if the answer was lost. A process that was stopped cannot break this: "it was not sent" and sending
 * exclude each other by a lock on the act's row, and only the database's clock decides how long a request may be under way. One gap
 * remains: a process that is stopped in the some ten microseconds between the last check (SendPermit.confirm) and the write to the socket,
 * and resumes after the lease. The next lookup finds what it did.
 */
export function createActs(deps: { db: Db; clock: Clock; log: Log; jobs: Jobs; meters?: Pick<Meters, 'act'> }): Acts {
  const { db, clock, jobs } = deps
  const kinds = new Map<string, Kind>()
  const later = (ms: number): Date => new Date(clock.now() + ms)

  jobs.handle(resolveActs, (_payload, run) => resolveDue(run.signal))
  jobs.handle(lookAfterAct, async ({ actId }, run) => {
    const row = await findAct(db.handle, actId)
    // Was looked up meanwhile: the next lookup has its own job.
    if (row?.nextLookAt && row.nextLookAt.getTime() <= clock.now()) await lookAt(row, run.signal)
  })

  const guardOf =
    (id: string): SendGuard =>
    async (limitMs) => {
      const asked = { monotonicMs: performance.now(), wallMs: Date.now() }
      if (!(await markSent(db, id, limitMs + CONNECT_GRACE_MS)))
        throw new SendWithdrawn('the act was called off before it was sent')
      return permitFor(CONNECT_GRACE_MS, asked)
    }

  function define<I extends object, A, F, H = void>(definition: ActDefinition<I, A, F, H>): ActsOf<I, A, F> {
    const typed = (row: ActRow): Act<I> => row as Act<I>
    const tell = (error: unknown): Reported => ({
      error,
      word: wordOf(error),
      message: definition.explain(error).slice(0, MESSAGE_CHARS),
    })

    type Held = { act: Act<I>; held: H }

    /** Locks the act and reads it again, after the locks that its kind takes first. */
    async function hold(tx: Tx, before: Act<I>): Promise<Held | undefined> {
      const held = (await definition.hold?.(tx, before)) as H
      const fresh = await lockAct(tx, before.id)
      return fresh && { act: typed(fresh), held }
    }

    /** Moves the act in its own transaction; undefined: it no longer exists. */
    async function moving<T>(id: string, work: (tx: Tx, of: Held) => Promise<T>): Promise<T | undefined> {
      const row = await findAct(db.handle, id)
      return (
        row &&
        db.transaction(async (tx) => {
          const of = await hold(tx, typed(row))
          return of && work(tx, of)
        })
      )
    }

    async function send(act: Act<I>, signal: AbortSignal | undefined): Promise<Outcome<A>> {
      try {
        const options = { guard: guardOf(act.id), ...(signal === undefined ? {} : { signal }) }
        return { result: 'done', answer: await definition.send(act, options) }
      } catch (error) {
        const meaning = meaningOf(error)
        if (meaning === 'refused') return { result: 'refused', ...tell(error) }
        const about = { act: act.id, kind: act.kind }
        if (meaning === 'held-back') deps.log.warn(about, 'acts: the request was held back')
        else if (signal?.aborted) deps.log.warn(about, 'acts: the process was stopped while sending')
        else if (!isExternalFailure(error) && !(error instanceof Unresolved))
          deps.log.error(
            { ...about, error: error instanceof Error ? error.stack : String(error) },
            'acts: our own fault while sending',
          )
        return { result: 'unknown', isHeldBack: meaning === 'held-back', ...tell(error) }
      }
    }

    async function note(sent: Act<I>, outcome: Outcome<A>): Promise<void> {
      await db.transaction(async (tx) => {
        const of = await hold(tx, sent)
        if (of === undefined) return
        const { act, held } = of
        const was = act.state
        if (outcome.result === 'unknown') return await becomeUnknown(tx, of, outcome, { isOver: true })
        const state = actAfter(was, outcome.result)
        const reported = outcome.result === 'done' ? { word: null, message: '' } : shortly(outcome)
        const change = state === undefined ? {} : { state, ...reported, resolvedAt: later(0), nextLookAt: null }
        await updateAct(tx, act.id, change, true)
        if (outcome.result === 'refused') {
          if (state !== undefined) await definition.refused(tx, act, outcome, held)
        } else if (was !== 'done') await definition.done(tx, act, outcome.answer, was, held)
      })
    }

    /** `isOver`: reported by the sender itself, which has finished. */
    async function becomeUnknown(
      tx: Tx,
      { act, held }: Held,
      reported: Reported,
      { isOver = false } = {},
    ): Promise<void> {
      if (actAfter(act.state, 'unknown') === undefined) return updateAct(tx, act.id, {}, isOver)
      const at = later(isOver ? (definition.firstLookMs ?? 0) : 0)
      await updateAct(tx, act.id, { state: 'unknown', ...shortly(reported), nextLookAt: at }, isOver)
      await definition.unknown(tx, act, reported, held)
      await jobs.enqueue(tx, lookAfterAct, { actId: act.id }, { startAfter: at })
    }

    /** Schedules the next lookup to the second; the cron job is the safety net. */
    async function lookLater(tx: Tx, id: string, change: ActChange, nextLookAt: Date): Promise<void> {
      await updateAct(tx, id, { ...change, nextLookAt })
      await jobs.enqueue(tx, lookAfterAct, { actId: id }, { startAfter: nextLookAt })
    }

    async function find(id: string, found: F): Promise<boolean> {
      const isResult = await moving(id, async (tx, { act, held }) => {
        const state = actAfter(act.state, 'found')
        if (state === undefined) return false
        await updateAct(tx, id, { state, word: null, message: '', resolvedAt: later(0), nextLookAt: null })
        await definition.found(tx, act, found, act.state, held)
        return true
      })
      if (isResult) deps.meters?.act(definition.kind, 'found')
      return isResult ?? false
    }

    async function becomeAbsent(tx: Tx, { act, held }: Held, looks: number, withdrawal: Withdrawal): Promise<void> {
      await updateAct(tx, act.id, { state: 'absent', looks, resolvedAt: later(0), nextLookAt: null })
      await definition.absent(tx, act, { looks, withdrawal }, held)
    }

    /** The remote knows nothing of it. The lease and the kind's number of lookups decide whether that is final. */
    async function notFound(id: string): Promise<LookOutcome> {
      const patience = await definition.patience()
      let isResult = false
      const outcome = await moving(id, async (tx, of): Promise<LookOutcome> => {
        const { act, held } = of
        if (!isOpen(act)) return outcomeOf(act)
        const now = clock.now()
        // Its sender is still working on it.
        if (act.state !== 'unknown' && act.nextLookAt!.getTime() > now) return 'waiting'
        const looks = act.looks + 1
        const withdrawal = await withdrawAct(tx, id)
        const seen = { intendedAt: act.intendedAt.getTime(), lookedAt: now, looksInVain: looks, withdrawal }
        if (isAbsent(seen, patience)) {
          await becomeAbsent(tx, of, looks, withdrawal)
          isResult = true
          return 'absent'
        }
        // Its sender is gone or far too late, so its outcome may never be recorded by it.
        if (act.state !== 'unknown') await definition.unknown(tx, act, tell(undefined), held)
        const enough = act.intendedAt.getTime() + patience.absentAfterMs
        const at = Math.min(now + definition.lookAgainMs(looks), enough > now ? enough : Infinity)
        await lookLater(tx, id, { state: 'unknown', looks }, new Date(at))
        return 'waiting'
      })
      if (isResult) deps.meters?.act(definition.kind, 'absent')
      return outcome ?? 'absent'
    }

    async function look(id: string, signal: AbortSignal): Promise<LookOutcome> {
      const row = await findAct(db.handle, id)
      if (row === undefined || !isOpen(row)) return outcomeOf(row)
      const found = await definition.look(typed(row), signal)
      if (found === undefined) return notFound(id)
      await find(id, found)
      return outcomeOf(await findAct(db.handle, id))
    }

    async function callOff(id: string): Promise<boolean> {
      const isOff = await moving(id, async (tx, of) => {
        if (!isOpen(of.act)) return false
        const withdrawal = await withdrawAct(tx, id)
        if (withdrawal === 'never-sent') await becomeAbsent(tx, of, of.act.looks, withdrawal)
        else await becomeUnknown(tx, of, tell(undefined))
        return withdrawal === 'never-sent'
      })
      if (isOff) deps.meters?.act(definition.kind, 'absent')
      return isOff ?? false
    }

    async function giveUp(tx: Tx, key: string): Promise<void> {
      for (const row of await findOpenActs(tx, definition.kind, [key])) {
        const of = await hold(tx, typed(row))
        if (!of || !isOpen(of.act)) continue
        const withdrawal = await withdrawAct(tx, row.id)
        if (withdrawal === 'never-sent') await becomeAbsent(tx, of, of.act.looks, withdrawal)
        else if (of.act.state !== 'unknown') await lookLater(tx, row.id, {}, latest(of.act.until, later(0)))
      }
    }

    const attempt: ActsOf<I, A, F>['attempt'] = async (request, signal, before) => {
      let act: Act<I>
      try {
        act = await db.transaction(async (tx) => {
          await before?.(tx)
          return kind.intend(tx, request)
        })
      } catch (error) {
        if (isUniqueViolation(error, 'remote_act_open')) return { result: 'open' }
        throw error
      }
      // No abort signal: when the person's browser disconnects, the outcome of a request that was sent must still be recorded.
      const outcome = await kind.carryOut(act)
      if (outcome.result !== 'unknown') return outcome
      // In most cases the request was carried out and only its answer was lost.
      const looked = await look(act.id, signal).catch((error: unknown) => {
        if (!isExternalFailure(error)) throw error
        return 'waiting' as const
      })
      return looked === 'found' ? { result: 'found' } : outcome
    }

    const kind: ActsOf<I, A, F> = {
      async intend(tx, { id, key, intent, byId, by }) {
        const times = { intendedAt: later(0), nextLookAt: later(definition.senderGoneMs ?? SENDER_GONE_MS) }
        const row = { id, kind: definition.kind, key, state: 'intended' as const, intent, byId, by, ...times }
        return typed(await insertAct(tx, row))
      },
      async carryOut(act, signal) {
        const outcome = await send(act, signal)
        await note(act, outcome)
        const isHeldBack = outcome.result === 'unknown' && outcome.isHeldBack
        deps.meters?.act(definition.kind, isHeldBack ? 'held-back' : outcome.result)
        return outcome
      },
      attempt,
      look,
      find,
      callOff,
      giveUp,
      happened: (tx, key) => hasHappened(tx, definition.kind, key),
      open: async (tx, keys) => (await findOpenActs(tx, definition.kind, keys)).map(typed),
    }
    if (kinds.has(definition.kind)) throw new Error(`two kinds of remote act are called ${definition.kind}`)
    kinds.set(definition.kind, {
      look,
      purchasesOf: (intent) => definition.purchasesOf(intent as I),
      // Until a lookup succeeds, the feature shows that the outcome is unknown.
      lost: async (id, error) => {
        await moving(id, async (tx, of) => {
          if (isOpen(of.act) && of.act.state !== 'unknown') await becomeUnknown(tx, of, tell(error))
        })
      },
    })
    return kind
  }

  /** One lookup; if the remote cannot be reached, it is repeated later. */
  async function lookAt({ id, kind }: ActRow, signal: AbortSignal): Promise<void> {
    const one = kinds.get(kind)
    try {
      await one?.look(id, signal)
    } catch (error) {
      if (!isExternalFailure(error)) throw error
      deps.log.warn({ act: id, kind, word: error.word }, 'acts: the remote could not be asked, tried again later')
      await one?.lost(id, error)
      await updateAct(db.handle, id, { nextLookAt: later(LOOK_AGAIN_MS) })
    }
  }

  async function resolveDue(signal: AbortSignal): Promise<void> {
    for (const row of await findDueActs(db.handle, later(0), DUE_AT_ONCE)) {
      if (signal.aborted) return
      await lookAt(row, signal)
    }
  }

  const dropOld: Acts['dropOld'] = async (before, unfinished) => {
    let gone = 0
    for (let rows = await findOldActs(db.handle, before, undefined, OLD_AT_ONCE); rows.length > 0;) {
      const purchasesOf = (row: ActRow): readonly string[] =>
        kinds.get(row.kind)?.purchasesOf(row.intent as object) ?? []
      const open = await unfinished(db.handle, [...new Set(rows.flatMap(purchasesOf))])
      const old = rows.filter((row) => !purchasesOf(row).some((id) => open.has(id)))
      if (old.length > 0)
        await deleteActs(
          db.handle,
          old.map(({ id }) => id),
        )
      gone += old.length
      rows = await findOldActs(db.handle, before, rows.at(-1), OLD_AT_ONCE)
    }
    return gone
  }

  return {
    define,
    openCounts: countOpenActs,
    looksOf: async (tx, ids) => new Map((await findActs(tx, ids)).map((row) => [row.id, row])),
    close: (tx, id, state) => closeOpenAct(tx, id, state, later(0)),
    findLate: findGivenUp,
    dropOld,
  }
}

/** What the scheduled jobs need to know about a kind. */
type Kind = {
  look(id: string, signal: AbortSignal): Promise<LookOutcome>
  lost(id: string, error: unknown): Promise<void>
  purchasesOf(intent: object): readonly string[]
}

const outcomeOf = (row: Pick<ActRow, 'state'> | undefined): LookOutcome =>
  row === undefined || row.state === 'absent' || row.state === 'refused' ? 'absent' : isOpen(row) ? 'waiting' : 'found'

const isOpen = ({ state }: Pick<ActRow, 'state'>): boolean => OPEN_ACT_STATES.includes(state)
const latest = (one: Date | null, other: Date): Date => (one !== null && one > other ? one : other)
const shortly = ({ word, message }: Reported): { word: string; message: string } => ({ word, message })
