import type { KeptText, SourceField } from './translations.types.ts'

const KEYS = ['text', 'origin', 'isApproved', 'locked', 'sourceText', 'sourceDigest'] as const

/** The part of a stored text that its history keeps. */
export const keptOf = (row: KeptText): KeptText => ({
  text: row.text,
  origin: row.origin,
  isApproved: row.isApproved,
  locked: row.locked,
  sourceText: row.sourceText,
  sourceDigest: row.sourceDigest,
})

/** The same for a market text, which a person wrote: approved and locked. */
export const keptOfMarket = (row: Pick<KeptText, 'text' | 'sourceText' | 'sourceDigest'>): KeptText =>
  keptOf({ ...row, origin: 'manual', isApproved: true, locked: true })

export const sameKept = (a: KeptText | null, b: KeptText | null): boolean =>
  a === b || (a !== null && b !== null && KEYS.every((key) => a[key] === b[key]))

const madeFrom = (source: SourceField) => ({ sourceText: source.text, sourceDigest: source.digest })

/** A text that a person entered: approved, and locked against changes by runs. */
export const typedText = (source: SourceField, text: string): KeptText => ({
  text,
  origin: 'manual',
  isApproved: true,
  locked: true,
  ...madeFrom(source),
})

/** A text that a run found. Texts from the memory, which a person approved before, and from the glossary need no approval. */
export const foundText = (
  source: SourceField,
  text: string,
  origin: Exclude<KeptText['origin'], 'manual'>,
): KeptText => ({
  text,
  origin,
  isApproved: origin === 'memory' || origin === 'glossary',
  locked: false,
  ...madeFrom(source),
})

/** Approves a text unchanged, for the current source text, even if it was made from an earlier one. */
export const approvedText = (source: SourceField, text: KeptText): KeptText => ({
  ...text,
  isApproved: true,
  ...madeFrom(source),
})

/** Why a run may not replace a text; undefined: it may. */
export const whyKept = (row: Pick<KeptText, 'locked'> | undefined): string | undefined =>
  row?.locked ? '已锁定，只能由人修改' : undefined
