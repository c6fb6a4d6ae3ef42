import type { Call } from '../platform/call.ts'
import type { Tx } from './db.ts'

/** The request for a handler, and for a service that must not be inside a transaction before it writes. */
export type RequestCall = Call & {
  /**
   * One transaction whose last statement is the call's entry in the operation log: the change and its entry are stored together or not at
   * all, with one commit instead of two. When all rows of the result were refused, the entry is written as a refusal at the end of the
   * call, as for calls that write in other ways.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
