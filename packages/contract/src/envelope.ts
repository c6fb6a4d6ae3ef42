/** Every call that the server understood answers HTTP 200 with this (decisions, section 2). `msg` and `message` say the same. */
export type Envelope<T> = { code: number; msg: string; message: string; data: T }

export type Page<T> = { list: T[]; total: number; page: number; pageSize: number; totalCapped?: boolean }

/**
 * The number of a request, made by whoever asks and sent back with every answer. A caller's own is taken where it fits; else the server
 * makes one.
 */
export const REQUEST_ID = { header: 'x-request-id', pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/ } as const

export const CODE = {
  ok: 200,
  refused: 400,
  sessionOver: 403,
  noRight: 4030,
  /** logged in, but a role asks for an authenticator that is not bound yet: nothing but binding it is open */
  authenticatorFirst: 4031,
  conflict: 409,
  invalid: 422,
  tooMany: 429,
  fault: 500,
  /** the server is there, and can't read or write its data */
  unavailable: 503,
} as const

/** What a failure tells a person (beyond, item 10): what happened, why, what it touched, what to do next. */
export type Explanation = {
  refusal: string
  what: string
  why?: string
  affects?: string
  next?: { label: string; to?: string }[]
  /** field → what is wrong with it, for code 422 */
  fields?: Record<string, string>
  /** the row as it stands now, for a stale save (409) */
  current?: unknown
  /** of a fault, or of an outage: what a person tells whoever reads the server's log */
  requestId?: string
  exchange?: { request: string; response: string; status?: number }
}
