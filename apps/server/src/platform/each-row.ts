import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { outcomeOf } from './outcome-of-rows.ts'
import { isRefusal } from './refusal.ts'
import type { Refusal } from './refusal.ts'

/** The outcome of a row. `id`: of the object that was created or used. */
export type RowResult = Omit<RowOutcome, 'key'>

/**
 * Runs the rows of a bulk call one after another, each in its own transaction (opened by `work`): a refused row does not affect the others.
 * `explain` turns a failure of the other system into a refusal; any other error is an internal one and ends the call.
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

/** For a failure of the other system, its own words are appended. */
function wordsOf({ message, detail: { why } }: Refusal, isExternalFailure: boolean): string {
  if (why === undefined) return message
  return isExternalFailure ? `${message}：${why}` : why
}
