/** What one check of `npm run doctor` found; whatever is not `ok` has a `fix`, in words for the operator. */
export type Finding =
  | { level: 'ok'; subject: string; says: string }
  | { level: 'warning' | 'fault'; subject: string; says: string; fix: string }

export const ok = (subject: string, says: string): Finding => ({ level: 'ok', subject, says })
export const warning = (subject: string, says: string, fix: string): Finding => ({
  level: 'warning',
  subject,
  says,
  fix,
})
export const fault = (subject: string, says: string, fix: string): Finding => ({ level: 'fault', subject, says, fix })

/** The first line of an error's message, without the rest of a library's text. */
export const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 200)

/** The code of an error or of what caused it: `ECONNREFUSED`, `28P01`; undefined: it has none. */
export function codeOf(error: unknown): string | undefined {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    // Several addresses were tried: each error has its own code, usually the same.
    const first = one instanceof AggregateError ? one.errors[0] : one
    if (first instanceof Error && 'code' in first && typeof first.code === 'string') return first.code
  }
  return undefined
}
