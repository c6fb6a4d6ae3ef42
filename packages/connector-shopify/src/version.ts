/**
 * The Admin API version of all operations here. Its schema was captured after its release, and it is supported until at least July 2027;
 * the tests validate the operations with the next version too (reference, section 0).
 */
export const API_VERSION = '2026-07'

/** The second version that the operations are tested with. */
export const NEXT_API_VERSION = '2026-10'

/**
 * A request for an unsupported version is answered by the oldest supported one, which only this header shows. Absent if the answer did not
 * come from the API.
 */
export const answeredVersion = (headers: Headers): string | undefined =>
  headers.get('x-shopify-api-version') ?? undefined
