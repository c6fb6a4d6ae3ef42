import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { outcomeOf } from './outcome-of-rows.ts'
import { isRefusal } from './refusal.ts'
import type { Refusal } from './refusal.ts'

/** What became of a row. `id`: of the object that came of it, or that it was. */
export type RowResult = Omit<RowOutcome, 'key'>

/**
 * The rows of a bulk call one after another, each in whatever transaction `work` opens: one that is refused leaves the others alone.
 * `explain` gives the refusal that an error of the other side is told as; what nobody explains is a fault, and ends the call.
 */
export async function eachRow<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  work: (item: T) => Promise<RowResult>,
  explain: (error: unknown) => Refusal | undefined = () => undefined,
): Promise<BulkOutcome> {
  const rows: RowOutcome[] = []
  for (const item of items) {
    const key = keyOf(item)
    try {
      rows.push({ key, ...(await work(item)) })
    } catch (error) {
      const refusal = isRefusal(error) ? error : explain(error)
      if (refusal === undefined) throw error
      rows.push({ key, ok: false, word: refusal.word, message: wordsOf(refusal, refusal !== error) })
    }
  }
  return outcomeOf(rows)
}

/** Of what the other side said its own words stand behind ours. */
function wordsOf({ message, detail: { why } }: Refusal, isExternalFailure: boolean): string {
  if (why === undefined) return message
  return isExternalFailure ? `${message}：${why}` : why
}
