import type { MarketplaceLanguage, SearchLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'

/** A translated text of an offer, with the Chinese one and, if it is known, the English one. */
export type TranslatedText = { readonly zh: string; readonly text: string; readonly en?: string | undefined }

const HAN = /\p{Script=Han}/u
/**
 * Characters that nearly every text in the language contains. Spanish, French and Portuguese are recognised by accents in several texts together
 * (ACCENTED).
 */
const MARKS: Partial<Record<MarketplaceLanguage, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  ar: /\p{Script=Arabic}/u,
  vi: /[^\p{ASCII}\p{Script=Han}]/u,
}
const ACCENTED: readonly MarketplaceLanguage[] = ['es', 'fr', 'pt']
const ACCENT = /[^\p{ASCII}\p{Script=Han}]/u
/** With fewer texts, missing accents may be a coincidence. */
const ENOUGH_TEXTS = 5

/**
 * The probable language of an answer's texts. Answers do not name it, and whether an app gets a language that it did not book is UNCERTAIN
 * (reference 2.1). The requested language, unless most texts are recognised as English or still Chinese.
 */
export function languageOfTexts(texts: readonly TranslatedText[], asked: MarketplaceLanguage): SearchLanguage {
  // A size such as XL is the same in every language.
  const given = texts.filter(({ zh, text }) => /\p{Letter}/u.test(text) && (text !== zh || HAN.test(zh)))
  if (given.length === 0) return asked
  const most = (count: number): boolean => count * 2 > given.length
  if (most(given.filter(({ zh, text }) => text === zh).length)) return 'zh'
  if (asked === 'en') return 'en'
  if (most(given.filter(({ text, en }) => text === en).length)) return 'en'
  const mark = MARKS[asked]
  if (mark !== undefined) return most(given.filter(({ text }) => !mark.test(text)).length) ? 'en' : asked
  const isPlain = given.length >= ENOUGH_TEXTS && !given.some(({ text }) => ACCENT.test(text))
  return isPlain && ACCENTED.includes(asked) ? 'en' : asked
}

/**
 * Whether the texts are certainly in the language. For languages in Latin letters, English can be excluded only if the English texts are known,
 * or by an accent.
 */
export const areSurelyIn = (texts: readonly TranslatedText[], asked: MarketplaceLanguage): boolean =>
  languageOfTexts(texts, asked) === asked &&
  (MARKS[asked] !== undefined || texts.some(({ text, en }) => en !== undefined || ACCENT.test(text)))

/** Whether a keyword is Chinese, so that 1688 must not translate it. Not if the search is in Japanese, which has the same characters. */
export const isChinese = (keyword: string, language: SearchLanguage): boolean => language !== 'ja' && HAN.test(keyword)
