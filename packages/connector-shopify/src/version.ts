/**
 * The Admin API version that every operation here is written for. Its schema was captured after its release and is
 * supported until July 2027 at least; the tests hold the operations valid on the next one too (reference, section 0).
 */
export const API_VERSION = '2026-07'

/** What the operations are tested against beside API_VERSION. */
export const NEXT_API_VERSION = '2026-10'

/**
 * A request for a version that is no longer supported is answered by the oldest supported one, and only this header
 * tells. Absent on answers that never reached the API.
 */
export const answeredVersion = (headers: Headers): string | undefined =>
  headers.get('x-shopify-api-version') ?? undefined
