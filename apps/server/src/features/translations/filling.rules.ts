import type { FieldOutcome } from '@huoqiao/contract/translations/tasks.status'
import type { ProviderProtocol, TextToTranslate } from './provider.types.ts'
import type { ItemField } from './tasks.tables.ts'
import { fieldsFor } from './source-fields.rules.ts'
import { whyKept } from './text.rules.ts'
import type { TextRow } from './texts.store.ts'
import type { SourceField } from './translations.types.ts'

export type Plan = { fill: SourceField[]; kept: ItemField[] }

export const itemField = (source: SourceField, outcome: FieldOutcome, why = ''): ItemField => ({
  field: source.field,
  label: source.label,
  outcome,
  why,
})

/**
 * Which texts a batch run may fill: missing ones, outdated ones, and unapproved machine-made ones that are older than `redoBefore`. A run passes
 * its own start time, so that after an interruption it does not make, and pay for, its own texts again.
 */
export function planOf(
  fields: readonly SourceField[],
  rows: readonly TextRow[],
  locale: string,
  redoBefore: Date | undefined,
): Plan {
  const stored = new Map(rows.map((row) => [row.field, row]))
  const plan: Plan = { fill: [], kept: [] }
  for (const source of fieldsFor(fields, locale)) {
    const row = stored.get(source.field)
    const isCurrent = row !== undefined && row.sourceDigest === source.digest
    const locked = whyKept(row)
    if (locked !== undefined) plan.kept.push(itemField(source, 'kept', isCurrent ? locked : `原文改过，${locked}`))
    else if (isCurrent && row.isApproved) plan.kept.push(itemField(source, 'kept', '已审'))
    else if (isCurrent && !(redoBefore && row.updatedAt < redoBefore))
      plan.kept.push(itemField(source, 'kept', '已有机器译文'))
    else plan.fill.push(source)
  }
  return plan
}

/** Groups texts into requests within the provider's limits. The markup around protected terms counts as characters. */
export function requestsOf<T extends TextToTranslate>(
  texts: readonly T[],
  limits: Pick<ProviderProtocol, 'texts' | 'chars' | 'sent'>,
): { requests: T[][]; tooLong: T[] } {
  const requests: T[][] = []
  const tooLong: T[] = []
  let current: T[] = []
  let chars = 0
  for (const one of texts) {
    const size = limits.sent(one).length
    if (size > limits.chars) {
      tooLong.push(one)
      continue
    }
    if (current.length >= limits.texts || chars + size > limits.chars) {
      requests.push(current)
      current = []
      chars = 0
    }
    current.push(one)
    chars += size
  }
  if (current.length > 0) requests.push(current)
  return { requests, tooLong }
}

/** Groups fields with equal texts, which are translated once. The key is the first field of each group. */
export function withoutRepeats(sources: readonly SourceField[]): Map<string, SourceField[]> {
  const byText = new Map<string, SourceField[]>()
  for (const source of sources) {
    const key = `${source.format}:${source.digest}`
    const same = byText.get(key)
    if (same === undefined) byText.set(key, [source])
    else same.push(source)
  }
  return new Map([...byText.values()].map((same) => [same[0]!.field, same]))
}

/** The message of a batch run that stopped. */
export const stoppedWords = (why: string, next: string): string => `${why}。${next}，然后点“继续”。`
