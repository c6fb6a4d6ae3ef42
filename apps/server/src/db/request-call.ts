import type { Call } from '../platform/call.ts'
import type { Tx } from './db.ts'

/** What a handler gets of a request, and hands on to a service that has to be out of any transaction before it writes. */
export type RequestCall = Call & {
  /**
   * One transaction, whose last statement is the call's entry in the operation log: what was changed and that it was changed are
   * there together or not at all, and one commit is waited for instead of two. A result whose rows were all refused is entered as a
   * refusal when the call is over, as are calls that write in other ways.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
