import { CATEGORIES } from '../../world/catalogue.ts'
import type { LiveOffer, Market } from '../../world/market.ts'
import { isPublished } from './offer.facts.ts'
import { inEnglish } from './translations.ts'

type Word = { typed: string; english: readonly string[] }
type Indexed = { offer: LiveOffer; chinese: string; words: readonly string[] }

/** Searchable text of every published offer, rebuilt when the market has changed. */
const indexes = new WeakMap<readonly LiveOffer[], Indexed[]>()

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []

function indexOf(market: Market): Indexed[] {
  const offers = market.all()
  let index = indexes.get(offers)
  if (!index) {
    const names = new Map(CATEGORIES.map((category) => [category.key, category.name]))
    index = offers.filter(isPublished).map((offer) => {
      const category = names.get(offer.categoryKey)!
      return {
        offer,
        chinese: `${offer.title.zh} ${offer.kind.name.zh} ${category.zh}`.toLowerCase(),
        words: wordsOf(`${offer.title.en} ${offer.kind.name.en} ${category.en}`).map(singular),
      }
    })
    indexes.set(offers, index)
  }
  return index
}

/** Removes English plural endings, as far as a search needs it: dresses, toys, boxes. */
const singular = (word: string): string =>
  word.length > 4 && /(?:s|x|ch|sh)es$/.test(word)
    ? word.slice(0, -2)
    : word.length > 3 && /[^s]s$/.test(word)
      ? word.slice(0, -1)
      : word
const HAN = /\p{Script=Han}+/gu

/**
 * How well Chinese text matches a run of characters: the whole run scores highest, otherwise at least half of its pairs of adjacent
 * characters must match.
 */
function scoreRun(chinese: string, run: string): number {
  if (chinese.includes(run)) return run.length * 3
  const pairs = Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2))
  const found = pairs.filter((pair) => chinese.includes(pair)).length
  const characters = Array.from(new Set(run)).filter((character) => chinese.includes(character)).length
  return pairs.length > 1 && found * 2 >= pairs.length ? found + characters : 0
}

/** Score of one offer for a keyword; 0 when any part of the keyword does not match. */
function score(indexed: Indexed, runs: readonly string[], latin: readonly Word[]): number {
  let total = 0
  for (const run of runs) {
    const own = scoreRun(indexed.chinese, run)
    if (own === 0) return 0
    total += own
  }
  for (const { typed, english } of latin) {
    const hit =
      english.some((word) => indexed.words.some((known) => known.startsWith(singular(word)))) ||
      indexed.chinese.includes(typed)
    if (!hit) return 0
    total += 4
  }
  return total
}

/**
 * Published offers that match every part of the keyword, best first, among equals those with more sales first. With `chineseOnly`
 * (keywordTranslate=true: "already Chinese, do not translate") other words match only themselves in the Chinese title; otherwise they are
 * English, or in the language of the call, while the platform recognises a keyword's language by itself.
 */
export function matchOffers(market: Market, keyword: string, chineseOnly: boolean, language = 'en'): LiveOffer[] {
  const runs = keyword.match(HAN) ?? []
  const latin = wordsOf(keyword.replace(HAN, ' ')).map((typed) => ({
    typed,
    english: chineseOnly ? [] : [typed, inEnglish(typed, language)],
  }))
  if (runs.length + latin.length === 0) return []
  return indexOf(market)
    .map((indexed) => ({ offer: indexed.offer, score: score(indexed, runs, latin) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score || b.offer.monthSold - a.offer.monthSold || byId(a.offer, b.offer))
    .map((match) => match.offer)
}

const byId = (a: LiveOffer, b: LiveOffer): number => (a.offerId < b.offerId ? -1 : 1)

/** All published offers, in the market's own order. */
export const publishedOffers = (market: Market): LiveOffer[] => indexOf(market).map((indexed) => indexed.offer)
