import { RemoteFailure, isRemoteFailure } from '@huoqiao/connector-kit'
import type { Exchange, FailureWord, RemoteFailureDetail } from '@huoqiao/connector-kit'

/** One entry of a mutation's `userErrors`. Many payloads have no code (reference, section 3). */
export type ShopifyUserError = {
  readonly code?: string
  /** Path into the input, e.g. ['input', 'variants', '3', 'price']. */
  readonly field?: readonly string[]
  readonly message: string
}

export type ShopifyFailureDetail = RemoteFailureDetail & { readonly errors: readonly ShopifyUserError[] }

/** A mutation that was refused completely or partly. The first error becomes the message; the detail contains all. */
export function userErrorsFailure(
  call: string,
  errors: readonly ShopifyUserError[],
  exchange?: Exchange,
): RemoteFailure {
  const first = errors[0]
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const detail: ShopifyFailureDetail = {
    vendor: 'shopify',
    call,
    errors,
    ...(first?.code === undefined ? {} : { code: first.code }),
    ...(first?.field === undefined ? {} : { field: first.field.join('.') }),
    ...(exchange ? { exchange } : {}),
  }
  return new RemoteFailure(wordOf(first), `${call}: ${first?.message ?? 'refused without a reason'}${more}`, detail)
}

/** All userErrors of a failure; empty for failures of another kind. */
export function userErrorsOf(failure: unknown): readonly ShopifyUserError[] {
  if (!isRemoteFailure(failure) || !('errors' in failure.detail)) return []
  return (failure.detail as ShopifyFailureDetail).errors
}

/** Codes that mean something other than "refused, and refused again if repeated". */
const USER_ERROR_WORDS: Readonly<Record<string, FailureWord>> = {
  NOT_FOUND: 'not-found',
  PRODUCT_DOES_NOT_EXIST: 'not-found',
  PRODUCT_VARIANT_DOES_NOT_EXIST: 'not-found',
  PUBLICATION_NOT_FOUND: 'not-found',
  TAKEN: 'already-done',
  DUPLICATE_FULFILLMENT_HOLD_HANDLE: 'already-done',
  FULFILLMENT_ORDER_NOT_FOUND: 'not-found',
  RESOURCE_NOT_FOUND: 'not-found',
  // Another request with the same key is still being processed: this one did nothing.
  IDEMPOTENCY_CONCURRENT_REQUEST: 'unavailable',
}

function wordOf(error: ShopifyUserError | undefined): FailureWord {
  if (error?.code !== undefined) return USER_ERROR_WORDS[error.code] ?? 'rejected'
  return error && /does not exist|not found/i.test(error.message) ? 'not-found' : 'rejected'
}

/**
 * The word for a top-level error code (reference, section 3). The request was refused as a whole, except for INTERNAL_SERVER_ERROR, where
 * the work may have been done before the error.
 */
export function wordOfCode(code: string | undefined, mutation: boolean): FailureWord {
  switch (code) {
    case 'THROTTLED':
      return 'throttled'
    case 'ACCESS_DENIED':
    case 'SHOP_INACTIVE':
    case 'UNAUTHORIZED':
      return 'unauthorised'
    case 'RESOURCE_NOT_FOUND':
      return 'not-found'
    case 'INTERNAL_SERVER_ERROR':
    case 'TIMEOUT':
      return mutation ? 'unknown-outcome' : 'unavailable'
    default:
      // BAD_REQUEST, INVALID_FIELD_ARGUMENTS, MAX_COST_EXCEEDED, and validation errors, which carry other codes.
      return 'rejected'
  }
}

/** The word for an HTTP status other than 200 and 429. */
export function wordOfStatus(status: number, mutation: boolean): FailureWord {
  // 408 and 499: a proxy stopped waiting, and the work may have been done.
  if (status >= 500 || status === 408 || status === 499) return mutation ? 'unknown-outcome' : 'unavailable'
  // 402 frozen shop, 403 forbidden, 404 no such shop, 423 locked, 3xx moved: a person has to check the settings.
  if (status < 400 || [401, 402, 403, 404, 423].includes(status)) return 'unauthorised'
  return 'rejected'
}
