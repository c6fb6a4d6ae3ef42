import { CODE } from './envelope.ts'
import { REFUSALS } from './errors.ts'
import type { RefusalWord } from './errors.ts'
import type { BulkOutcome, RowOutcome } from './wire.ts'

/** What became of each row, in the answer of a call that takes rows: the answer itself, or its `rows`. */
export function rowOutcomesOf(data: unknown): BulkOutcome | undefined {
  if (isBulkOutcome(data)) return data
  const { rows } = (data ?? {}) as { rows?: unknown }
  return isBulkOutcome(rows) ? rows : undefined
}

/**
 * The envelope's word of a call that did nothing of what it was asked for, and undefined where it did something (decisions, section
 * 8): the word of its one object; of many their common one, or the first of a common code; else `state-not-allowed`, which is 409.
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

/** A row may name a word that the envelope does not know, or none: it was the state of its object. */
function wordOf({ word }: RowOutcome): RefusalWord {
  if (word === undefined || !(word in REFUSALS)) return 'state-not-allowed'
  // No row ends the session of whoever asked.
  return REFUSALS[word as RefusalWord].code === CODE.sessionOver ? 'state-not-allowed' : (word as RefusalWord)
}

const isBulkOutcome = (value: unknown): value is BulkOutcome =>
  typeof value === 'object' &&
  value !== null &&
  'succeeded' in value &&
  typeof value.succeeded === 'number' &&
  'rows' in value &&
  Array.isArray(value.rows)
