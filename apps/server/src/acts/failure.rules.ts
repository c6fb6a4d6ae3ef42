import { isRemoteFailure, isSendWithdrawn } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import { isRefusal } from '../platform/refusal.ts'
import type { Refusal } from '../platform/refusal.ts'

/**
 * The other system did not answer, or its account cannot be used. Work over many rows notes it and goes on: one account that is dead
 * must not hold up the others.
 */
export const isExternalFailure = (error: unknown): error is RemoteFailure | Refusal =>
  isRemoteFailure(error) || isRefusal(error)

/** The remote did nothing, and may do it when it is asked again a little later. */
export const isPassing = (error: unknown): boolean =>
  isRemoteFailure(error) && (error.word === 'throttled' || error.word === 'unavailable')

/** The remote answered, and only a look tells whether it was done. */
export class Unresolved extends Error {
  override readonly name = 'Unresolved'
}

/** The kind itself ends the act: what it was told on the way makes the rest useless. What was done before that stays done. */
export class Stopped extends Error {}

/**
 * What a failed send says of the act. `refused`: surely nothing happened. `unknown`: it may have happened. `held-back`: this process
 * sent nothing; what others did with the act a look has to say.
 *
 * A refusal of our own comes before anything is sent: the account is gone, or its secret cannot be read. Whatever is neither that nor
 * a remote's word is a fault of ours, somewhere on the way: the request may have left.
 */
export function meaningOf(error: unknown): 'refused' | 'unknown' | 'held-back' {
  if (isSendWithdrawn(error)) return 'held-back'
  if (isRefusal(error) || error instanceof Stopped) return 'refused'
  if (!isRemoteFailure(error)) return 'unknown'
  return error.word === 'unknown-outcome' || error.word === 'already-done' ? 'unknown' : 'refused'
}

/** The word that is kept of it, one of FAILURE_WORDS. */
export function wordOf(error: unknown): string {
  if (isRemoteFailure(error)) return error.word
  if (error instanceof Stopped) return 'rejected'
  return isRefusal(error) ? 'unauthorised' : 'unknown-outcome'
}
