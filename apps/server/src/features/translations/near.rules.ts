/**
 * Similar texts are found by their trigrams: how many of those in either text are in both (Jaccard). Each text is stored with bands of
 * MinHash values of its trigrams (Broder 1997; Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, chapter 3): similar texts have a band in
 * common, so the database looks up a few rows by an index instead of comparing with all. With 6 values in each of 40 bands, a text with a
 * similarity of 0.7 is found in 99 % of cases, one of 0.8 practically always, and unrelated ones rarely.
 */
const ROWS = 6
export const BANDS = 40

/** Lowest similarity of a proposed pair. */
export const NEAR_SCORE = 0.7
/** Longer texts are whole descriptions, which are found only if they are equal. */
export const NEAR_CHARS = 500

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** All sequences of three characters, with a space added at both ends. Works for Chinese too, which has no spaces between words. */
export function trigramsOf(text: string): Set<string> {
  const characters = Array.from(` ${plain(text)} `)
  const grams = new Set<string>()
  for (let at = 0; at + 2 < characters.length; at += 1)
    grams.add(characters[at]! + characters[at + 1]! + characters[at + 2]!)
  return grams
}

export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let common = 0
  for (const gram of few) if (many.has(gram)) common += 1
  return common / (a.size + b.size - common)
}

/** FNV-1a, 32 bits. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return hash >>> 0
}

/** Fixed multipliers of the hash functions: stored bands depend on them, so they are never changed. */
const FACTORS = Array.from({ length: ROWS * BANDS }, (_none, at) => [
  hashOf(`factor ${at}`, 2_166_136_261) | 1,
  hashOf(`offset ${at}`, 2_166_136_261),
])

/** The bands of a text in a language, as 32-bit integers; empty: the text is too long or has no trigrams. */
export function bandsOf(text: string, locale: string): number[] {
  if (text.length > NEAR_CHARS) return []
  const grams = [...trigramsOf(text)].map((gram) => hashOf(gram, 2_166_136_261))
  if (grams.length === 0) return []
  const least = FACTORS.map(([factor, offset]) => {
    let smallest = 0xffff_ffff
    for (const gram of grams) {
      const mixed = (Math.imul(gram ^ (gram >>> 15), factor!) + offset!) >>> 0
      const value = (mixed ^ (mixed >>> 13)) >>> 0
      if (value < smallest) smallest = value
    }
    return smallest
  })
  return Array.from(
    { length: BANDS },
    (_none, band) =>
      hashOf(`${locale} ${band} ${least.slice(band * ROWS, (band + 1) * ROWS).join()}`, 2_166_136_261) | 0,
  )
}

/**
 * Whether so many trigrams are missing from a text that the similarity is below NEAR_SCORE, even if the text has no others. This excludes most
 * candidates, several times as fast as collecting the trigrams of each.
 */
function isFar(own: ReadonlySet<string>, text: string): boolean {
  const searched = ` ${plain(text)} `
  let common = own.size
  for (const gram of own)
    if (!searched.includes(gram)) {
      common -= 1
      if (common / own.size < NEAR_SCORE) return true
    }
  return false
}

/** The most similar of some texts, best first. */
export function nearest<T extends { source: string }>(
  text: string,
  candidates: readonly T[],
  most: number,
): (T & { score: number })[] {
  const own = trigramsOf(text)
  return candidates
    .filter(({ source }) => !isFar(own, source))
    .map((one) => ({ ...one, score: similarity(own, trigramsOf(one.source)) }))
    .filter(({ score }) => score >= NEAR_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
}
