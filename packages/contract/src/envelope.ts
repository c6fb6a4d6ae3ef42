/** Every call that the server understood answers HTTP 200 with this (decisions, section 2). `msg` and `message` say the same. */
export type Envelope<T> = { code: number; msg: string; message: string; data: T }

export type Page<T> = { list: T[]; total: number; page: number; pageSize: number; totalCapped?: boolean }

export const CODE = {
  ok: 200,
  refused: 400,
  sessionOver: 403,
  noRight: 4030,
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
  requestId?: string
  exchange?: { request: string; response: string; status?: number }
}
