/**
 * A remote act: a request to another system that must happen at most once (an order, a payment, a refund, a fulfilment). It is recorded
 * before it is sent, and its outcome comes from the answer or from a lookup; it is never sent again blindly.
 *
 * - `intended` recorded, nothing was sent
 * - `sent`     the request was about to leave and may be under way
 * - `done`     the answer says that it happened
 * - `refused`  the answer says that nothing happened
 * - `unknown`  the answer was lost, or the sender was stopped
 * - `found`    a lookup found that it happened
 * - `absent`   lookups found that it did not happen, and it can no longer happen
 */
export type ActState = 'intended' | 'sent' | 'done' | 'refused' | 'unknown' | 'found' | 'absent'
/** The outcome of an act, from its answer or a lookup. */
export type ActResult = 'done' | 'refused' | 'unknown' | 'found' | 'absent'

/** While an act is in one of these states, no second one for the same object may start. */
export const OPEN_ACT_STATES: readonly ActState[] = ['intended', 'sent', 'unknown']

const NEXT: Readonly<Record<ActState, readonly ActResult[]>> = {
  intended: ['done', 'refused', 'unknown', 'found', 'absent'],
  sent: ['done', 'refused', 'unknown', 'found', 'absent'],
  unknown: ['done', 'refused', 'found', 'absent'],
  // A late answer always counts: what it names exists, whatever was assumed before.
  absent: ['done', 'found'],
  done: [],
  refused: [],
  found: [],
}

/** The state after the result; undefined: the result changes nothing. */
export const actAfter = (state: ActState, result: ActResult): ActState | undefined =>
  NEXT[state].includes(result) ? result : undefined

/**
 * Whether the request of an act can still be sent. `alive`: it may be leaving right now; otherwise it will never be sent. `never-sent`: it
 * was not; `maybe-sent`: it may have been sent before.
 */
export type Withdrawal = 'alive' | 'never-sent' | 'maybe-sent'

/** How long a remote may process a request whose answer was lost, and how many lookups are required. */
export type Patience = { absentAfterMs: number; leastLooks: number }

/** Whether an act that a lookup did not find did not happen: "not there" counts only if it is repeated long enough after sending. */
export function isAbsent(
  act: { intendedAt: number; lookedAt: number; looksInVain: number; withdrawal: Withdrawal },
  patience: Patience,
): boolean {
  if (act.withdrawal === 'never-sent') return true
  if (act.withdrawal === 'alive') return false
  return act.looksInVain >= patience.leastLooks && act.lookedAt - act.intendedAt >= patience.absentAfterMs
}
