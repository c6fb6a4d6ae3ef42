import type { Tx } from '../../db/db.ts'
import { findAllTerms, glossaryMark } from './glossary.store.ts'
import type { TermRow } from './glossary.store.ts'
import { findLanguages } from './sheets.store.ts'
import { termFinder } from './terms.rules.ts'
import type { Term, TermFinder } from './terms.rules.ts'

export type Glossary = {
  readonly terms: readonly Term[]
  /** languages in which amounts are converted to inches and pounds */
  readonly imperial: ReadonlySet<string>
  /** forced translations and names to keep, in source texts */
  readonly demanded: TermFinder
  /** forbidden words, in translated texts */
  readonly forbidden: TermFinder
}
export type TermsService = ReturnType<typeof termsService>

export const termOf = (row: TermRow): Term => ({ ...row, locale: row.locale === '' ? null : row.locale })

/** The glossary, prepared for searching. Kept between calls, and prepared again when any process changed a row. */
export function termsService() {
  let kept: { mark: string; of: Map<string, Glossary>; terms: Term[] } | undefined

  return {
    /** Terms of all stores, and of the given ones. A store's own entry precedes one for all. */
    async glossary(tx: Tx, storeIds: readonly string[] = []): Promise<Glossary> {
      const mark = await glossaryMark(tx)
      if (kept?.mark !== mark) kept = { mark, of: new Map(), terms: (await findAllTerms(tx)).map(termOf) }
      const key = storeIds.toSorted().join(',')
      const imperial = new Set((await findLanguages(tx)).imperial)
      const known = kept.of.get(key)
      if (known !== undefined) return { ...known, imperial }
      const terms = kept.terms
        .filter(({ storeId }) => storeId === null || storeIds.includes(storeId))
        .toSorted((a, b) => specificity(b) - specificity(a))
      const made: Glossary = {
        terms,
        imperial,
        demanded: termFinder(terms.filter(({ kind }) => kind !== 'forbidden')),
        forbidden: termFinder(terms.filter(({ kind }) => kind === 'forbidden')),
      }
      if (kept.of.size < KEPT_FINDERS) kept.of.set(key, made)
      return made
    },
  }
}

const KEPT_FINDERS = 50
const specificity = ({ storeId, locale }: Term): number => (storeId === null ? 0 : 2) + (locale === null ? 0 : 1)
