import { CODE } from './envelope.ts'
import { REFUSALS } from './errors.ts'
import type { RefusalWord } from './errors.ts'
import type { BulkOutcome, RowOutcome } from './wire.ts'

/** The outcomes of the rows in a bulk call's answer: the answer itself, or its `rows`. */
export function rowOutcomesOf(data: unknown): BulkOutcome | undefined {
  if (isBulkOutcome(data)) return data
  const { rows } = (data ?? {}) as { rows?: unknown }
  return isBulkOutcome(rows) ? rows : undefined
}

/**
 * The refusal of a bulk call whose rows were all refused; undefined if any was done (decisions, section 8). The word of a single row; for
 * several, their common word, or the first if they share a code; otherwise `state-not-allowed`, which is 409.
 */
export function refusalOfRows({ succeeded, rows }: BulkOutcome): { word: RefusalWord; message: string } | undefined {
  const [first] = rows
  if (first === undefined || succeeded > 0) return undefined
  const words = rows.map(wordOf)
  const isCommon = new Set(words.map((word) => REFUSALS[word].code)).size === 1
  return {
    word: isCommon ? words[0]! : 'state-not-allowed',
    message: rows.length === 1 ? first.message : `${rows.length} 项都没有完成：${first.message}`,
  }
}

/** If a row has no word, or one that the envelope does not know, its object's state was the reason. */
function wordOf({ word }: RowOutcome): RefusalWord {
  if (word === undefined || !(word in REFUSALS)) return 'state-not-allowed'
  // A row must not end the caller's session.
  return REFUSALS[word as RefusalWord].code === CODE.sessionOver ? 'state-not-allowed' : (word as RefusalWord)
}

const isBulkOutcome = (value: unknown): value is BulkOutcome =>
  typeof value === 'object' &&
  value !== null &&
  'succeeded' in value &&
  typeof value.succeeded === 'number' &&
  'rows' in value &&
  Array.isArray(value.rows)
