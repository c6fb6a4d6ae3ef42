/**
 * A remote act: something asked of another system that must happen at most once (an order, a payment, a refund, a fulfilment). It is
 * written down before it is sent, and what became of it is either told by the answer or looked up; it is never sent blindly again.
 *
 * - `intended` written down, nothing has left
 * - `sent`     the request was about to leave, and may be on its way
 * - `done`     the answer says that it happened
 * - `refused`  the answer says that nothing happened
 * - `unknown`  nobody knows: the answer was lost, or the sender stood still
 * - `found`    a look found that it happened
 * - `absent`   looks found that it did not happen, and it can't any more
 */
export type ActState = 'intended' | 'sent' | 'done' | 'refused' | 'unknown' | 'found' | 'absent'
/** What is learned of an act, by its answer or by a look. */
export type ActResult = 'done' | 'refused' | 'unknown' | 'found' | 'absent'

/** While an act is in one of these, no second one for the same thing may be begun. */
export const OPEN_ACT_STATES: readonly ActState[] = ['intended', 'sent', 'unknown']

const NEXT: Readonly<Record<ActState, readonly ActResult[]>> = {
  intended: ['done', 'refused', 'unknown', 'found', 'absent'],
  sent: ['done', 'refused', 'unknown', 'found', 'absent'],
  unknown: ['done', 'refused', 'found', 'absent'],
  // A late answer is never thrown away: what it names exists, whatever was believed.
  absent: ['done', 'found'],
  done: [],
  refused: [],
  found: [],
}

/** The state after the result; undefined: the result changes nothing. */
export const actAfter = (state: ActState, result: ActResult): ActState | undefined =>
  NEXT[state].includes(result) ? result : undefined

/**
 * Whether the request of an act can still leave: `alive`: it may be leaving at this moment; otherwise nobody will ever send it.
 * `never-sent`: nobody did; `maybe-sent`: it may have left before.
 */
export type Withdrawal = 'alive' | 'never-sent' | 'maybe-sent'

/** How long a remote may go on working on a request whose answer was lost, and how often it must have been looked at. */
export type Patience = { absentAfterMs: number; leastLooks: number }

/** Whether an act that a look did not find did not happen: "not there" counts only when it is said again, long after the sending. */
export function isAbsent(
  act: { intendedAt: number; lookedAt: number; looksInVain: number; withdrawal: Withdrawal },
  patience: Patience,
): boolean {
  if (act.withdrawal === 'never-sent') return true
  if (act.withdrawal === 'alive') return false
  return act.looksInVain >= patience.leastLooks && act.lookedAt - act.intendedAt >= patience.absentAfterMs
}
