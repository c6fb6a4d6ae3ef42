import { CATEGORIES } from '../../world/catalogue.ts'
import type { LiveOffer, Market } from '../../world/market.ts'
import { isPublished } from './offer.facts.ts'

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
function score(indexed: Indexed, runs: readonly string[], latin: readonly string[], translated: boolean): number {
  let total = 0
  for (const run of runs) {
    const own = scoreRun(indexed.chinese, run)
    if (own === 0) return 0
    total += own
  }
  for (const word of latin) {
    const hit =
      (translated && indexed.words.some((known) => known.startsWith(singular(word)))) || indexed.chinese.includes(word)
    if (!hit) return 0
    total += 4
  }
  return total
}

/**
 * Published offers that match every part of the keyword, best first, among equals those with more sales first. With `chineseOnly`
 * (keywordTranslate=true: "already Chinese, do not translate") English words match only themselves in the Chinese title.
 */
export function matchOffers(market: Market, keyword: string, chineseOnly: boolean): LiveOffer[] {
  const runs = keyword.match(HAN) ?? []
  const latin = wordsOf(keyword.replace(HAN, ' '))
  if (runs.length + latin.length === 0) return []
  return indexOf(market)
    .map((indexed) => ({ offer: indexed.offer, score: score(indexed, runs, latin, !chineseOnly) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score || b.offer.monthSold - a.offer.monthSold || byId(a.offer, b.offer))
    .map((match) => match.offer)
}

const byId = (a: LiveOffer, b: LiveOffer): number => (a.offerId < b.offerId ? -1 : 1)

/** All published offers, in the market's own order. */
export const publishedOffers = (market: Market): LiveOffer[] => indexOf(market).map((indexed) => indexed.offer)
