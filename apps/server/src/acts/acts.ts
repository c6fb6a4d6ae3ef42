import { permitFor, SendWithdrawn } from '@huoqiao/connector-kit'
import type { SendGuard } from '@huoqiao/connector-kit'
import { actAfter, isAbsent, OPEN_ACT_STATES } from '@huoqiao/kit'
import type { ActState, Patience, Withdrawal } from '@huoqiao/kit'
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
  insertAct,
  lockAct,
  markSent,
} from './act.store.ts'
import { updateAct, withdrawAct } from './act.store.ts'
import type { ActChange, ActRow, OpenActs } from './act.store.ts'
import { lookAfterAct, settleActs } from './acts.jobs.ts'
import { isOutside, meaningOf, Unsettled, wordOf } from './failure.rules.ts'

/**
 * How late the first byte may be after the database was asked: connecting takes up to some seconds. The database counts this time
 * to the lease, so a process that stood still for longer finds out on the open connection and sends nothing.
 */
const CONNECT_GRACE_MS = 5_000
/** An act whose outcome nobody noted for this long has lost its sender: connecting and one call take half of it at most. */
const SENDER_GONE_MS = 60_000
/** An act that could not be looked for, as the remote did not answer, is looked for again. */
const LOOK_AGAIN_MS = 60_000
const DUE_AT_ONCE = 200
const OLD_AT_ONCE = 500

export type Act<I> = Omit<ActRow, 'intent'> & { intent: I }
/** Who wants it: an account, or the system itself. */
export type By = { byId: string | null; by: string }

/** What went wrong: the failure's word, and the sentence for people that stands beside the act. */
export type Told = { word: string; message: string; error: unknown }

export type Outcome<A> =
  | { news: 'done'; answer: A }
  | ({ news: 'refused' } & Told)
  /** `isHeldBack`: this process sent nothing, as it stood still or others had called the act off */
  | ({ news: 'unknown'; isHeldBack: boolean } & Told)

export type Looked = Pick<ActRow, 'looks' | 'nextLookAt'>

/** Whether it happened, whoever found that out; `waiting`: nobody knows yet. */
export type LookOutcome = 'found' | 'absent' | 'waiting'

/**
 * A kind of remote act. What follows in the feature's own tables is written by `done`, `refused`, `unknown`, `found` and `absent`, each in
 * the transaction that moves the act, and only when it moved. `was`: the state before; `absent`: the news comes late.
 */
export type ActDefinition<I, A, F> = {
  kind: string
  /** Throws Unsettled when the answer alone does not say whether it was done. */
  send(act: Act<I>, options: { guard: SendGuard; signal?: AbortSignal }): Promise<A>
  /** What the remote has of it; undefined: nothing. Throws RemoteFailure or Refusal when it can't be asked. */
  look(act: Act<I>, signal: AbortSignal): Promise<F | undefined>
  patience(): Promise<Patience> | Patience
  /** milliseconds until the next look, after so many in vain (at least one) */
  lookAgainMs(looks: number): number
  /** The purchases that it was part of: it is kept for as long as one of them is not finished. */
  purchasesOf(intent: I): readonly string[]
  /** What is locked before the act, in every transaction that moves it. */
  hold?(tx: Tx, act: Act<I>): Promise<void>
  /** The sentence for people; undefined: nobody knows what went wrong, the sender is gone. */
  explain(error: unknown): string
  /** Also called when a look was quicker than the answer (`was` is `found`): the answer names all that was meant. */
  done(tx: Tx, act: Act<I>, answer: A, was: ActState): Promise<void>
  refused(tx: Tx, act: Act<I>, told: Told): Promise<void>
  unknown(tx: Tx, act: Act<I>, told: Told): Promise<void>
  found(tx: Tx, act: Act<I>, found: F, was: ActState): Promise<void>
  /** `withdrawal`: `never-sent` where no process ever sent it */
  absent(tx: Tx, act: Act<I>, looked: { looks: number; withdrawal: Withdrawal }): Promise<void>
}

export type ActsOf<I, A, F> = {
  /** Writes it down, in the caller's transaction. The index `remote_act_open` refuses a second open one of its key. */
  intend(tx: Tx, act: { id: string; key: string; intent: I } & By): Promise<Act<I>>
  /** Sends it, once, and notes what became of it. Never throws for what the remote did. */
  carryOut(act: Act<I>, signal?: AbortSignal): Promise<Outcome<A>>
  /** One look. Throws RemoteFailure or Refusal when the remote can't be asked. */
  look(id: string, signal: AbortSignal): Promise<LookOutcome>
  /** Somebody saw at the remote that it happened. Answers whether that was news. */
  find(id: string, found: F): Promise<boolean>
  /**
   * For an act whose sender is gone, or stands still. Where nothing of it has left it is called off and absent, and may be begun again
   * at once; otherwise nobody knows what came of it. Answers whether it was called off.
   */
  callOff(id: string): Promise<boolean>
  /** Acts for these things whose outcome is open, oldest first. */
  open(tx: Tx, keys: readonly string[]): Promise<Act<I>[]>
}

export type Acts = {
  define<I extends object, A, F>(definition: ActDefinition<I, A, F>): ActsOf<I, A, F>
  /** Acts whose outcome is open, by kind and state, for the metrics. */
  standing(tx: Tx): Promise<OpenActs[]>
  /** How often acts were looked for in vain, by act. */
  looksOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Looked>>
  /** Somebody saw what became of an act and wrote down what follows: it is not looked for any more. */
  close(tx: Tx, id: string, state: 'found' | 'absent'): Promise<void>
  /** Somebody saw that an act happened which was given up. Answers whether it may have been that one: it was sent, and never answered. */
  findLate(tx: Tx, id: string): Promise<boolean>
  /**
   * Acts whose outcome was known before then go, but not those of a purchase that `unfinished` names. Answers how many went.
   */
  dropOld(
    before: Date,
    unfinished: (tx: Tx, purchaseIds: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number>
}

/**
 * The one way to do something at another system at most once (decisions, section 5; decision record 0014): written down, sent behind a
 * guard, noted, and looked for where the answer was lost.
 *
 * Fenced against a process that stood still: "it was not sent" and the sending exclude each other on the act's row, and only the
 * database's clock says how long a request may be on its way. What remains is a process that is stopped between the last look
 * (SendPermit.confirm) and the write to the socket, some ten microseconds, and wakes after the lease: what it did is found by the next look.
 */
export function createActs(deps: { db: Db; clock: Clock; log: Log; jobs: Jobs; meters?: Pick<Meters, 'act'> }): Acts {
  const { db, clock, jobs } = deps
  const kinds = new Map<string, Kind>()
  const later = (ms: number): Date => new Date(clock.now() + ms)

  jobs.handle(settleActs, (_payload, run) => settleDue(run.signal))
  jobs.handle(lookAfterAct, async ({ actId }, run) => {
    const row = await findAct(db.handle, actId)
    // Looked for meanwhile: the next look has a job of its own.
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

  function define<I extends object, A, F>(definition: ActDefinition<I, A, F>): ActsOf<I, A, F> {
    const typed = (row: ActRow): Act<I> => row as Act<I>
    const tell = (error: unknown): Told => ({
      error,
      word: wordOf(error),
      message: definition.explain(error).slice(0, MESSAGE_CHARS),
    })

    /** The act as it is now, held together with what the kind holds before it. */
    async function held(tx: Tx, act: Act<I>): Promise<Act<I> | undefined> {
      await definition.hold?.(tx, act)
      const fresh = await lockAct(tx, act.id)
      return fresh && typed(fresh)
    }

    /** Moves the act in a transaction of its own; undefined: it is gone. */
    async function moving<T>(id: string, work: (tx: Tx, act: Act<I>) => Promise<T>): Promise<T | undefined> {
      const row = await findAct(db.handle, id)
      return (
        row &&
        db.transaction(async (tx) => {
          const act = await held(tx, typed(row))
          return act && work(tx, act)
        })
      )
    }

    async function send(act: Act<I>, signal: AbortSignal | undefined): Promise<Outcome<A>> {
      try {
        const options = { guard: guardOf(act.id), ...(signal === undefined ? {} : { signal }) }
        return { news: 'done', answer: await definition.send(act, options) }
      } catch (error) {
        const meaning = meaningOf(error)
        if (meaning === 'refused') return { news: 'refused', ...tell(error) }
        const about = { act: act.id, kind: act.kind }
        if (meaning === 'held-back') deps.log.warn(about, 'acts: the request was held back')
        else if (!isOutside(error) && !(error instanceof Unsettled))
          deps.log.error(
            { ...about, error: error instanceof Error ? error.stack : String(error) },
            'acts: our own fault while sending',
          )
        return { news: 'unknown', isHeldBack: meaning === 'held-back', ...tell(error) }
      }
    }

    async function note(sent: Act<I>, outcome: Outcome<A>): Promise<void> {
      await db.transaction(async (tx) => {
        const act = await held(tx, sent)
        if (act === undefined) return
        const was = act.state
        if (outcome.news === 'unknown') return await becomeUnknown(tx, act, outcome, true)
        const state = actAfter(was, outcome.news)
        const told = outcome.news === 'done' ? { word: null, message: '' } : shortly(outcome)
        const change = state === undefined ? {} : { state, ...told, settledAt: later(0), nextLookAt: null }
        await updateAct(tx, act.id, change, true)
        if (outcome.news === 'refused') {
          if (state !== undefined) await definition.refused(tx, act, outcome)
        } else if (was !== 'done') await definition.done(tx, act, outcome.answer, was)
      })
    }

    async function becomeUnknown(tx: Tx, act: Act<I>, told: Told, isOver: boolean): Promise<void> {
      if (actAfter(act.state, 'unknown') === undefined) return updateAct(tx, act.id, {}, isOver)
      await updateAct(tx, act.id, { state: 'unknown', ...shortly(told), nextLookAt: later(0) }, isOver)
      await definition.unknown(tx, act, told)
      await jobs.enqueue(tx, lookAfterAct, { actId: act.id })
    }

    /** The next look, to the second; the schedule is the net under it. */
    async function lookLater(tx: Tx, id: string, change: ActChange, nextLookAt: Date): Promise<void> {
      await updateAct(tx, id, { ...change, nextLookAt })
      await jobs.enqueue(tx, lookAfterAct, { actId: id }, { startAfter: nextLookAt })
    }

    async function find(id: string, found: F): Promise<boolean> {
      const isNews = await moving(id, async (tx, act) => {
        const state = actAfter(act.state, 'found')
        if (state === undefined) return false
        await updateAct(tx, id, { state, word: null, message: '', settledAt: later(0), nextLookAt: null })
        await definition.found(tx, act, found, act.state)
        return true
      })
      if (isNews) deps.meters?.act(definition.kind, 'found')
      return isNews ?? false
    }

    async function becomeAbsent(tx: Tx, act: Act<I>, looks: number, withdrawal: Withdrawal): Promise<void> {
      await updateAct(tx, act.id, { state: 'absent', looks, settledAt: later(0), nextLookAt: null })
      await definition.absent(tx, act, { looks, withdrawal })
    }

    /** The remote has nothing of it. Whether that is so for good the lease and the patience of the kind say. */
    async function notFound(id: string): Promise<LookOutcome> {
      const patience = await definition.patience()
      let isNews = false
      const outcome = await moving(id, async (tx, act): Promise<LookOutcome> => {
        if (!isOpen(act)) return outcomeOf(act)
        const now = clock.now()
        // Its sender is at it.
        if (act.state !== 'unknown' && act.nextLookAt!.getTime() > now) return 'waiting'
        const looks = act.looks + 1
        const withdrawal = await withdrawAct(tx, id)
        const seen = { intendedAt: act.intendedAt.getTime(), lookedAt: now, looksInVain: looks, withdrawal }
        if (isAbsent(seen, patience)) {
          await becomeAbsent(tx, act, looks, withdrawal)
          isNews = true
          return 'absent'
        }
        // Its sender is gone, or far too late: nobody may ever note what became of it.
        if (act.state !== 'unknown') await definition.unknown(tx, act, tell(undefined))
        const enough = act.intendedAt.getTime() + patience.absentAfterMs
        const at = Math.min(now + definition.lookAgainMs(looks), enough > now ? enough : Infinity)
        await lookLater(tx, id, { state: 'unknown', looks }, new Date(at))
        return 'waiting'
      })
      if (isNews) deps.meters?.act(definition.kind, 'absent')
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
      const isOff = await moving(id, async (tx, act) => {
        if (!isOpen(act)) return false
        const withdrawal = await withdrawAct(tx, id)
        if (withdrawal === 'never-sent') await becomeAbsent(tx, act, act.looks, withdrawal)
        else await becomeUnknown(tx, act, tell(undefined), false)
        return withdrawal === 'never-sent'
      })
      if (isOff) deps.meters?.act(definition.kind, 'absent')
      return isOff ?? false
    }

    const kind: ActsOf<I, A, F> = {
      async intend(tx, { id, key, intent, byId, by }) {
        const times = { intendedAt: later(0), nextLookAt: later(SENDER_GONE_MS) }
        const row = { id, kind: definition.kind, key, state: 'intended' as const, intent, byId, by, ...times }
        return typed(await insertAct(tx, row))
      },
      async carryOut(act, signal) {
        const outcome = await send(act, signal)
        await note(act, outcome)
        const isHeldBack = outcome.news === 'unknown' && outcome.isHeldBack
        deps.meters?.act(definition.kind, isHeldBack ? 'held-back' : outcome.news)
        return outcome
      },
      look,
      find,
      callOff,
      open: async (tx, keys) => (await findOpenActs(tx, definition.kind, keys)).map(typed),
    }
    if (kinds.has(definition.kind)) throw new Error(`two kinds of remote act are called ${definition.kind}`)
    kinds.set(definition.kind, {
      look,
      purchasesOf: (intent) => definition.purchasesOf(intent as I),
      // Until it can be asked a person has to see that nobody knows.
      lost: async (id, error) => {
        await moving(id, async (tx, act) => {
          if (isOpen(act) && act.state !== 'unknown') await becomeUnknown(tx, act, tell(error), false)
        })
      },
    })
    return kind
  }

  /** One look; one that could not be made is made again. */
  async function lookAt({ id, kind }: ActRow, signal: AbortSignal): Promise<void> {
    const one = kinds.get(kind)
    try {
      await one?.look(id, signal)
    } catch (error) {
      if (!isOutside(error)) throw error
      deps.log.warn({ act: id, kind, word: error.word }, 'acts: the remote could not be asked, tried again later')
      await one?.lost(id, error)
      await updateAct(db.handle, id, { nextLookAt: later(LOOK_AGAIN_MS) })
    }
  }

  async function settleDue(signal: AbortSignal): Promise<void> {
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
    standing: countOpenActs,
    looksOf: async (tx, ids) => new Map((await findActs(tx, ids)).map((row) => [row.id, row])),
    close: (tx, id, state) => closeOpenAct(tx, id, state, later(0)),
    findLate: findGivenUp,
    dropOld,
  }
}

/** What the schedule has to do with a kind. */
type Kind = {
  look(id: string, signal: AbortSignal): Promise<LookOutcome>
  lost(id: string, error: unknown): Promise<void>
  purchasesOf(intent: object): readonly string[]
}

const outcomeOf = (row: Pick<ActRow, 'state'> | undefined): LookOutcome =>
  row === undefined || row.state === 'absent' || row.state === 'refused' ? 'absent' : isOpen(row) ? 'waiting' : 'found'

const isOpen = ({ state }: Pick<ActRow, 'state'>): boolean => OPEN_ACT_STATES.includes(state)
const shortly = ({ word, message }: Told): { word: string; message: string } => ({ word, message })
