import type { LanguageSheet } from '@huoqiao/contract/translations/translations.schema'
import type { TranslationState } from '@huoqiao/contract/translations/translations.status'
import { picturesNeeded } from './pictures.rules.ts'
import type { KnownWords, ShownPicture } from './pictures.rules.ts'
import { fieldsFor } from './source-fields.rules.ts'
import type { SourceField } from './translations.types.ts'

/** The facts that decide the state of a stored text. */
type Stored = { field: string; sourceDigest: string; isApproved: boolean }

/** The parts of a product that are counted. */
type Counted = {
  fields: readonly SourceField[]
  pictures: readonly ShownPicture[]
  words: readonly KnownWords[]
}

export function stateOf(source: SourceField, stored: Stored | undefined): TranslationState {
  if (stored === undefined) return 'missing'
  if (stored.sourceDigest !== source.digest) return 'outdated'
  return stored.isApproved ? 'approved' : 'machine'
}

/** The state of a product is the first of these that one of its texts has. */
const WORST_FIRST: readonly TranslationState[] = ['outdated', 'missing', 'machine']

/**
 * Counts one product in one language. Texts of fields that the product no longer has are not counted. A field with an outdated market text counts
 * as outdated, because market texts have no counts of their own in the grid.
 */
export function sheetOf(
  { fields, pictures, words }: Counted,
  rows: readonly Stored[],
  ofMarkets: readonly Pick<Stored, 'field' | 'sourceDigest'>[],
  locale: string,
): LanguageSheet {
  const stored = new Map(rows.map((row) => [row.field, row]))
  const isOutdated = ({ field, digest }: SourceField): boolean =>
    ofMarkets.some((row) => row.field === field && row.sourceDigest !== digest)
  const counts = { missing: 0, outdated: 0, machine: 0, approved: 0 }
  const wanted = fieldsFor(fields, locale)
  for (const source of wanted) counts[isOutdated(source) ? 'outdated' : stateOf(source, stored.get(source.field))] += 1
  return {
    locale,
    total: wanted.length,
    ...counts,
    pictures: picturesNeeded(pictures, words, locale).length,
    state: WORST_FIRST.find((state) => counts[state] > 0) ?? 'approved',
  }
}
