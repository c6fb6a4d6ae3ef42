/** What a keyword asks of the search index (products.sql, product_grams). */
export type SearchTerms = {
  /** each word is looked for as a substring */
  words: string[]
  /** grams that a match must have: the longest that the index keeps of each word */
  grams: string[]
  /** the keyword as it stands, when it may be a SKU code or an offer id */
  code: string | undefined
}

/** Words kept of one keyword: further ones would only make the statement longer. */
const WORDS = 8

/** Undefined when there is nothing to look for. */
export function searchTerms(keyword: string | undefined): SearchTerms | undefined {
  const text = (keyword ?? '').trim().toLowerCase()
  if (text === '') return undefined
  const words = text.split(/\s+/).slice(0, WORDS)
  return {
    words,
    grams: [...new Set(words.flatMap(gramsOf))],
    code: /^[\w.\-/#]+$/.test(text) ? (keyword ?? '').trim() : undefined,
  }
}

/** Characters as PostgreSQL counts them: code points. */
function gramsOf(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length <= 3) return [word]
  return characters.slice(2).map((last, index) => characters[index]! + characters[index + 1]! + last)
}

/** For LIKE, whose own signs are taken as plain text. */
export const likeText = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
