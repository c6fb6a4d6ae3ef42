import { isRemoteFailure, isSendWithdrawn } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import { isRefusal } from '../platform/refusal.ts'
import type { Refusal } from '../platform/refusal.ts'

/**
 * The other system did not answer, or its account cannot be used. Work over many rows records it and continues: one broken account must not
 * hold up the others.
 */
export const isExternalFailure = (error: unknown): error is RemoteFailure | Refusal =>
  isRemoteFailure(error) || isRefusal(error)

/** The remote did nothing and may succeed if asked again a little later. */
export const isPassing = (error: unknown): boolean =>
  isRemoteFailure(error) && (error.word === 'throttled' || error.word === 'unavailable')

/** The remote answered, but only a lookup shows whether it was done. */
export class Unresolved extends Error {
  override readonly name = 'Unresolved'
}

/** Thrown by a kind to end its act: what it learnt on the way makes the rest useless. What was done before stays done. */
export class Stopped extends Error {}

/**
 * What a failed send means for the act. `refused`: certainly nothing happened. `unknown`: it may have happened. `held-back`: this process
 * sent nothing; a lookup has to show what others did with the act. A refusal of our own comes before anything is sent: the account is gone,
 * or its secret cannot be read. Any other error is an internal one at an unknown point: the request may have been sent.
 */
export function meaningOf(error: unknown): 'refused' | 'unknown' | 'held-back' {
  if (isSendWithdrawn(error)) return 'held-back'
  if (isRefusal(error) || error instanceof Stopped) return 'refused'
  if (!isRemoteFailure(error)) return 'unknown'
  return error.word === 'unknown-outcome' || error.word === 'already-done' ? 'unknown' : 'refused'
}

/** The failure word that is stored, one of FAILURE_WORDS. */
export function wordOf(error: unknown): string {
  if (isRemoteFailure(error)) return error.word
  if (error instanceof Stopped) return 'rejected'
  return isRefusal(error) ? 'unauthorised' : 'unknown-outcome'
}
