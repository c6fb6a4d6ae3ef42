/** The body of every answer of a call, with HTTP status 200 (decisions, section 2). `msg` and `message` are equal. */
export type Envelope<T> = { code: number; msg: string; message: string; data: T }

export type Page<T> = { list: T[]; total: number; page: number; pageSize: number; totalCapped?: boolean }

/** The id of a request, chosen by the client and returned with every answer. If the client sends no valid one, the server creates it. */
export const REQUEST_ID = { header: 'x-request-id', pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/ } as const

export const CODE = {
  ok: 200,
  refused: 400,
  sessionOver: 403,
  noRight: 4030,
  /** logged in, but a role requires an authenticator that is not bound: only binding it is allowed */
  authenticatorFirst: 4031,
  conflict: 409,
  invalid: 422,
  tooMany: 429,
  fault: 500,
  /** the server runs, but cannot read or write its data */
  unavailable: 503,
} as const

/** What a failure means for a person (beyond, item 10): what happened, why, what it affected, what to do next. */
export type Explanation = {
  refusal: string
  what: string
  why?: string
  affects?: string
  next?: { label: string; to?: string }[]
  /** field → what is wrong with it, for code 422 */
  fields?: Record<string, string>
  /** the labels of those fields on the screens; absent for a field that no screen has */
  labels?: Record<string, string>
  /** the current row, for a stale save (409) */
  current?: unknown
  /** for an internal error or an outage: the id that the person gives to the administrator */
  requestId?: string
  exchange?: { request: string; response: string; status?: number }
}

/** Longest time between two lines of a stream, even without events. A client that receives nothing for several times as long reconnects. */
export const STREAM_BEAT_MS = 15_000
