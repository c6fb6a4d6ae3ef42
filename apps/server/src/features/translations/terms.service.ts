import type { Db, Tx } from '../../db/db.ts'
import type { ForbiddenWord, ShownText } from '../stores/index.ts'
import { findAllTerms, glossaryMark } from './glossary.store.ts'
import type { TermRow } from './glossary.store.ts'
import { findLanguages } from './sheets.store.ts'
import { plainText, sourceLocaleOf } from './source-fields.rules.ts'
import { termFinder } from './terms.rules.ts'
import type { Term, TermFinder } from './terms.rules.ts'

export type Glossary = Prepared & {
  /** languages in which amounts are converted to inches and pounds */
  readonly imperial: ReadonlySet<string>
}
type Prepared = {
  readonly terms: readonly Term[]
  /** forced translations and names to keep, in source texts */
  readonly demanded: TermFinder
  /** forbidden words, in translated texts */
  readonly forbidden: TermFinder
}
export type TermsService = ReturnType<typeof termsService>

export const termOf = (row: TermRow): Term => ({ ...row, locale: row.locale === '' ? null : row.locale })

/** The glossary, prepared for searching. Cached, and prepared again when any process changed a row. */
function termsService() {
  let kept: { mark: string; of: Map<string, Prepared>; terms: Term[] } | undefined

  const prepared = async (tx: Tx, storeIds: readonly string[]): Promise<Prepared> => {
    const mark = await glossaryMark(tx)
    if (kept?.mark !== mark) kept = { mark, of: new Map(), terms: (await findAllTerms(tx)).map(termOf) }
    const key = storeIds.toSorted().join(',')
    const known = kept.of.get(key)
    if (known !== undefined) return known
    const terms = kept.terms
      .filter(({ storeId }) => storeId === null || storeIds.includes(storeId))
      .toSorted((a, b) => specificity(b) - specificity(a))
    const made: Prepared = {
      terms,
      demanded: termFinder(terms.filter(({ kind }) => kind !== 'forbidden')),
      forbidden: termFinder(terms.filter(({ kind }) => kind === 'forbidden')),
    }
    if (kept.of.size < KEPT_FINDERS) kept.of.set(key, made)
    return made
  }

  return {
    /** Terms of all stores, and of the given ones. An entry for one store takes precedence over one for all. */
    async glossary(tx: Tx, storeIds: readonly string[] = []): Promise<Glossary> {
      const imperial = new Set((await findLanguages(tx)).imperial)
      return { ...(await prepared(tx, storeIds)), imperial }
    },

    /** The answer to the hook `forbiddenWordsIn` of stores. */
    async forbiddenIn(
      tx: Tx,
      {
        storeIds,
        locales,
        texts,
      }: { storeIds: readonly string[]; locales: readonly string[]; texts: readonly ShownText[] },
    ): Promise<ForbiddenWord[]> {
      const { forbidden } = await prepared(tx, storeIds)
      const found = new Map<string, ForbiddenWord>()
      for (const { field, text, format } of texts) {
        const plain = format === 'html' ? plainText(text) : text
        for (const locale of new Set([sourceLocaleOf(plain), ...locales]))
          for (const { term } of forbidden(plain, locale))
            found.set(`${field} ${term.id}`, { field, word: term.source, note: term.note })
      }
      return [...found.values()]
    },
  }
}

/** One instance per database, so that the feature and its hooks share the prepared terms. */
export function termsOf({ db }: { db: Db }): TermsService {
  const known = opened.get(db)
  if (known) return known
  const made = termsService()
  opened.set(db, made)
  return made
}
const opened = new WeakMap<Db, TermsService>()

const KEPT_FINDERS = 50
const specificity = ({ storeId, locale }: Term): number => (storeId === null ? 0 : 2) + (locale === null ? 0 : 1)
