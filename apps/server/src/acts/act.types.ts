import type { SendGuard } from '@huoqiao/connector-kit'
import type { ActState, Patience, Withdrawal } from '@huoqiao/kit'
import type { Tx } from '../db/db.ts'
import type { ActRow, OpenActs } from './act.store.ts'
import type { ByColumns } from '../platform/call.ts'

export type Act<I> = Omit<ActRow, 'intent'> & { intent: I }

/** What went wrong: the failure's word, and the sentence for people that stands beside the act. */
export type Reported = { word: string; message: string; error: unknown }

export type Outcome<A> =
  | { result: 'done'; answer: A }
  | ({ result: 'refused' } & Reported)
  /** `isHeldBack`: this process sent nothing, as it stood still or others had called the act off */
  | ({ result: 'unknown'; isHeldBack: boolean } & Reported)

/** `found`: the answer was lost, and a look found that it happened; `open`: one for the same thing is under way, nothing was begun. */
export type Attempt<A> = Outcome<A> | { result: 'found' } | { result: 'open' }

export type Looked = Pick<ActRow, 'looks' | 'nextLookAt'>

/** Whether it happened, whoever found that out; `waiting`: nobody knows yet. */
export type LookOutcome = 'found' | 'absent' | 'waiting'

/**
 * A kind of remote act. What follows in the feature's own tables is written by `done`, `refused`, `unknown`, `found` and `absent`, each in
 * the transaction that moves the act, and only when it moved. `was`: the state before; `absent`: the result comes late.
 */
export type ActDefinition<I, A, F, H = void> = {
  kind: string
  /** How long after the intent its sender counts as gone, where nobody noted anything; left out: SENDER_GONE_MS. */
  senderGoneMs?: number
  /** How long after a lost answer it is looked for first; left out: at once. */
  firstLookMs?: number
  /** Throws Unresolved when the answer alone does not say whether it was done. */
  send(act: Act<I>, options: { guard: SendGuard; signal?: AbortSignal }): Promise<A>
  /** What the remote has of it; undefined: nothing. Throws RemoteFailure or Refusal when it can't be asked. */
  look(act: Act<I>, signal: AbortSignal): Promise<F | undefined>
  patience(): Promise<Patience> | Patience
  /** milliseconds until the next look, after so many in vain (at least one) */
  lookAgainMs(looks: number): number
  /** The purchases that it was part of: it is kept for as long as one of them is not finished. */
  purchasesOf(intent: I): readonly string[]
  /** What is locked before the act, in every transaction that moves it; handed to what follows. */
  hold?(tx: Tx, act: Act<I>): Promise<H>
  /** The sentence for people; undefined: nobody knows what went wrong, the sender is gone. */
  explain(error: unknown): string
  /** Also called when a look was quicker than the answer (`was` is `found`): the answer names all that was meant. */
  done(tx: Tx, act: Act<I>, answer: A, was: ActState, held: H): Promise<void>
  refused(tx: Tx, act: Act<I>, reported: Reported, held: H): Promise<void>
  unknown(tx: Tx, act: Act<I>, reported: Reported, held: H): Promise<void>
  found(tx: Tx, act: Act<I>, found: F, was: ActState, held: H): Promise<void>
  /** `withdrawal`: `never-sent` where no process ever sent it */
  absent(tx: Tx, act: Act<I>, looked: { looks: number; withdrawal: Withdrawal }, held: H): Promise<void>
}

export type ActsOf<I, A, F> = {
  /** Writes it down, in the caller's transaction. The index `remote_act_open` refuses a second open one of its key. */
  intend(tx: Tx, act: { id: string; key: string; intent: I } & ByColumns): Promise<Act<I>>
  /** Sends it, once, and notes what became of it. Never throws for what the remote did. */
  carryOut(act: Act<I>, signal?: AbortSignal): Promise<Outcome<A>>
  /**
   * For whoever waits for it: written down, sent, and looked for once where the answer was lost. `before`: what the feature writes in the
   * transaction that writes it down.
   */
  attempt(
    act: { id: string; key: string; intent: I } & ByColumns,
    signal: AbortSignal,
    before?: (tx: Tx) => Promise<void>,
  ): Promise<Attempt<A>>
  /** One look. Throws RemoteFailure or Refusal when the remote can't be asked. */
  look(id: string, signal: AbortSignal): Promise<LookOutcome>
  /** Somebody saw at the remote that it happened. Answers whether that was result. */
  find(id: string, found: F): Promise<boolean>
  /**
   * For an act whose sender is gone, or stands still. Where nothing of it has left it is called off and absent, and may be begun again
   * at once; otherwise nobody knows what came of it. Answers whether it was called off.
   */
  callOff(id: string): Promise<boolean>
  /**
   * Nobody wants it any more. Where nothing of it has left, nothing will; else its sender may bring to its end what is on its way, and
   * is stopped after that.
   */
  giveUp(tx: Tx, key: string): Promise<void>
  /**
   * Whether it was done to the thing before. Asked after `intend` in the same transaction: the open act keeps all others out, so whatever
   * happened before it is to be seen.
   */
  happened(tx: Tx, key: string): Promise<boolean>
  /** Acts for these things whose outcome is open, oldest first. */
  open(tx: Tx, keys: readonly string[]): Promise<Act<I>[]>
}

export type Acts = {
  define<I extends object, A, F, H = void>(definition: ActDefinition<I, A, F, H>): ActsOf<I, A, F>
  /** Acts whose outcome is open, by kind and state, for the metrics. */
  openCounts(tx: Tx): Promise<OpenActs[]>
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
