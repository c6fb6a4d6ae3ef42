import type { SendGuard } from '@huoqiao/connector-kit'
import type { ActState, Patience, Withdrawal } from '@huoqiao/kit'
import type { Tx } from '../db/db.ts'
import type { ActRow, OpenActs } from './act.store.ts'
import type { ByColumns } from '../platform/call.ts'

export type Act<I> = Omit<ActRow, 'intent'> & { intent: I }

/** A failure: its word, and the message for people that is stored with the act. */
export type Reported = { word: string; message: string; error: unknown }

export type Outcome<A> =
  | { result: 'done'; answer: A }
  | ({ result: 'refused' } & Reported)
  /** `isHeldBack`: this process sent nothing, because it was stopped too long or the act was called off */
  | ({ result: 'unknown'; isHeldBack: boolean } & Reported)

/**
 * `found`: the answer was lost, and a lookup found that it happened; `open`: another act for the same key is open, so nothing was started.
 */
export type Attempt<A> = Outcome<A> | { result: 'found' } | { result: 'open' }

export type Looked = Pick<ActRow, 'looks' | 'nextLookAt'>

/** Whether it happened, no matter who found out; `waiting`: not known yet. */
export type LookOutcome = 'found' | 'absent' | 'waiting'

/**
 * A kind of remote act. The feature writes its own tables in `done`, `refused`, `unknown`, `found` and `absent`. Each runs in the
 * transaction that moves the act, and only if the act moved. `was`: the state before; `absent` as `was`: the result comes late.
 */
export type ActDefinition<I, A, F, H = void> = {
  kind: string
  /** Time after the intent after which its sender counts as gone, if no outcome was recorded. Default: SENDER_GONE_MS. */
  senderGoneMs?: number
  /** Time between a lost answer and the first lookup. Default: at once. */
  firstLookMs?: number
  /** Throws Unresolved if the answer alone does not show whether it was done. */
  send(act: Act<I>, options: { guard: SendGuard; signal?: AbortSignal }): Promise<A>
  /** What the remote has of it; undefined: nothing. Throws RemoteFailure or Refusal if the remote cannot be asked. */
  look(act: Act<I>, signal: AbortSignal): Promise<F | undefined>
  patience(): Promise<Patience> | Patience
  /** milliseconds until the next lookup, after this many without a result (at least one) */
  lookAgainMs(looks: number): number
  /** The purchases that the act belongs to. It is kept until all of them are finished. */
  purchasesOf(intent: I): readonly string[]
  /** Locks that are taken before the act's row in every transaction that moves it. The result is passed to the callbacks. */
  hold?(tx: Tx, act: Act<I>): Promise<H>
  /** The message for people; `error` undefined: the cause is unknown because the sender is gone. */
  explain(error: unknown): string
  /** Also called if a lookup found it before the answer came (`was` is `found`): the answer names everything that belongs to the act. */
  done(tx: Tx, act: Act<I>, answer: A, was: ActState, held: H): Promise<void>
  refused(tx: Tx, act: Act<I>, reported: Reported, held: H): Promise<void>
  unknown(tx: Tx, act: Act<I>, reported: Reported, held: H): Promise<void>
  found(tx: Tx, act: Act<I>, found: F, was: ActState, held: H): Promise<void>
  /** `withdrawal`: `never-sent` if no process ever sent it */
  absent(tx: Tx, act: Act<I>, looked: { looks: number; withdrawal: Withdrawal }, held: H): Promise<void>
}

export type ActsOf<I, A, F> = {
  /** Records the act in the caller's transaction. The index `remote_act_open` refuses a second open one of its key. */
  intend(tx: Tx, act: { id: string; key: string; intent: I } & ByColumns): Promise<Act<I>>
  /** Sends it once and records the outcome. Does not throw when the remote fails. */
  carryOut(act: Act<I>, signal?: AbortSignal): Promise<Outcome<A>>
  /**
   * For a caller who waits: records it, sends it, and looks once if the answer was lost. `before`: what the feature writes in the
   * transaction that records the act.
   */
  attempt(
    act: { id: string; key: string; intent: I } & ByColumns,
    signal: AbortSignal,
    before?: (tx: Tx) => Promise<void>,
  ): Promise<Attempt<A>>
  /** One lookup. Throws RemoteFailure or Refusal if the remote cannot be asked. */
  look(id: string, signal: AbortSignal): Promise<LookOutcome>
  /** The act was seen to have happened at the remote. Returns whether this was its result. */
  find(id: string, found: F): Promise<boolean>
  /**
   * For an act whose sender is gone or hangs. If nothing was sent, it is called off and absent, and may be started again at once. Otherwise
   * its outcome is unknown. Returns whether it was called off.
   */
  callOff(id: string): Promise<boolean>
  /**
   * The act is no longer wanted. If nothing was sent, nothing will be; otherwise its sender may finish the request that is under way and is
   * stopped after that.
   */
  giveUp(tx: Tx, key: string): Promise<void>
  /**
   * Whether it was done for this key before. Ask after `intend` in the same transaction: the open act keeps all others out, so everything
   * that happened before is visible.
   */
  happened(tx: Tx, key: string): Promise<boolean>
  /** Open acts for these keys, oldest first. */
  open(tx: Tx, keys: readonly string[]): Promise<Act<I>[]>
}

export type Acts = {
  define<I extends object, A, F, H = void>(definition: ActDefinition<I, A, F, H>): ActsOf<I, A, F>
  /** Acts whose outcome is open, by kind and state, for the metrics. */
  openCounts(tx: Tx): Promise<OpenActs[]>
  /** The number of lookups without a result, by act. */
  looksOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Looked>>
  /** Closes an act whose outcome was seen and recorded elsewhere; it is not looked up any more. */
  close(tx: Tx, id: string, state: 'found' | 'absent'): Promise<void>
  /** An act that was given up was seen to have happened. Returns whether it can have been this one: it was sent and never answered. */
  findLate(tx: Tx, id: string): Promise<boolean>
  /**
   * Deletes acts whose outcome was known before the given time, except those of purchases that `unfinished` returns. Returns how many were
   * deleted.
   */
  dropOld(
    before: Date,
    unfinished: (tx: Tx, purchaseIds: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number>
}
