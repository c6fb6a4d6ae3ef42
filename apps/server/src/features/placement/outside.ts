import type { RemoteFailure } from '@huoqiao/connector-kit'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import { isRefusal } from '../../platform/refusal.ts'
import type { Refusal } from '../../platform/refusal.ts'

/**
 * 1688 did not answer, or its account cannot be used. Work over many purchases notes it and goes on: one account that is
 * dead must not hold up the others.
 */
export const isOutside = (error: unknown): error is RemoteFailure | Refusal =>
  isRemoteFailure(error) || isRefusal(error)
