import { parseRatio, scaleMinor } from '@huoqiao/kit'
import { currencyDigits } from '@huoqiao/kit'
import type { Call } from '../call.ts'
import type { FileRow, UserError } from '../rows.ts'

/**
 * A change that is prepared before anything is saved: all problems are collected, and only a draft without problems is committed, so that a
 * refused mutation changes nothing.
 */
export type Draft = {
  call: Call
  now: string
  problems: UserError[]
  /** Files to save when the draft is committed: new ones, and ones whose texts changed. */
  files: Map<string, FileRow>
}

export const newDraft = (call: Call): Draft => ({ call, now: call.shop.now(), problems: [], files: new Map() })

export const addProblem = (draft: Draft, code: string, field: readonly (string | number)[], message: string): void => {
  draft.problems.push({ code, field: field.map(String), message })
}

/** Money text to minor units of the shop's currency, extra decimals rounded half up. */
export function minorOf(text: string, currency: string): number {
  return scaleMinor(10 ** currencyDigits(currency), parseRatio(text))
}

/** A short text as the shop stores it. */
export const keptText = (draft: Draft, text: string): string => (draft.call.quirks.trimsTexts() ? text.trim() : text)
