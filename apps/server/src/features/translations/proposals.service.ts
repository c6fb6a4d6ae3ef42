import type { TranslationProposal } from '@huoqiao/contract/translations/translations.schema'
import type { Tx } from '../../db/db.ts'
import { findMemory, findNearMemory } from './memory.store.ts'
import { bandsOf, nearest } from './near.rules.ts'
import { wholeTerm } from './terms.rules.ts'
import type { Glossary } from './terms.service.ts'
import { digestOf } from './source-fields.rules.ts'
import type { SourceField } from './translations.types.ts'

/** Known translations of texts, without a provider. A glossary entry that is the whole text is preferred over the memory. */
export async function knownTexts(
  tx: Tx,
  sources: readonly SourceField[],
  locale: string,
  glossary: Glossary,
): Promise<Map<string, TranslationProposal>> {
  const memory = new Map(
    (
      await findMemory(
        tx,
        locale,
        sources.map(({ digest }) => digest),
      )
    ).map((pair) => [pair.sourceDigest, pair]),
  )
  const found = new Map<string, TranslationProposal>()
  for (const { field, text, digest } of sources) {
    const term = wholeTerm(text, glossary.demanded(text, locale))
    const pair = memory.get(digest)
    if (term !== undefined) found.set(field, { ...exact('glossary', text, term), by: null, at: null })
    else if (pair !== undefined)
      found.set(field, {
        ...exact('memory', pair.source, pair.target),
        by: pair.byName,
        at: pair.updatedAt.getTime(),
      })
  }
  return found
}

export const exact = (origin: 'glossary' | 'memory' | 'marketplace', source: string, text: string) => ({
  origin,
  source,
  text,
  score: 1,
})

const NEAR_MOST = 3

/** Translations of similar texts with their scores, the most similar first. Only proposed to a person; runs never use them. */
export async function nearTexts(tx: Tx, { text, digest }: SourceField, locale: string): Promise<TranslationProposal[]> {
  const candidates = await findNearMemory(tx, locale, bandsOf(text, locale))
  return nearest(text, candidates, NEAR_MOST + 1)
    .filter(({ source }) => digestOf(source) !== digest)
    .slice(0, NEAR_MOST)
    .map(({ source, target, byName, updatedAt, score }) => ({
      origin: 'memory',
      text: target,
      // Below 1, which means an exact match.
      score: Math.min(score, 0.99),
      source,
      by: byName,
      at: updatedAt.getTime(),
    }))
}
