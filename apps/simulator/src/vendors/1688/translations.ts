import type { Bilingual } from '../../world/world.types.ts'
import type { WorkedAnswer } from '../../core/received-call.ts'
import type { Platform } from './api.ts'
import { productRefusal } from './envelopes.ts'

/** The language of the texts in an answer; `zh`: untranslated. */
export type Language = string

/**
 * Replacements for the letters a to z in each language. A translation is the English text with its letters replaced: it can be recognised,
 * is always the same, and a keyword in the language can be converted back to English.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ja: 'アビシデエフガヒイジカルムノオパクラスタウヴワキヤザ',
  ko: '아비시디에프가하이지카라마나오파쿠사수타우버와키야자',
  ru: 'абцдефгхийклмнопщрстувшьыз',
  th: 'กขคงจฉชซญดตถทธนบปผฝพฟภมยรล',
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنه',
  vi: 'ăbcđêfghijklmnôpqrstưvwxyz',
  fr: 'âbçdéfghîjklmnôpqrstûvwxyz',
  pt: 'ãbçdêfghíjklmnõpqrstúvwxyz',
  es: 'ábcdéfghíjklmñópqrstúvwxyz',
  // Indonesian uses the plain Latin letters: here the vowels are swapped.
  id: 'ebcdifghojklmnupqrstavwxyz',
}

const spelled = (text: string, from: string, to: string): string => {
  const letters = new Map(Array.from(from, (letter, at) => [letter, Array.from(to)[at]!]))
  const spell = (part: string): string => Array.from(part.toLowerCase(), (one) => letters.get(one) ?? one).join('')
  return text
    .split(AMOUNT)
    .map((part, at) => (at % 2 === 1 ? part : spell(part)))
    .join('')
}
/** Amounts with their units are the same in every language. */
const AMOUNT = /(\d[\d.,]* ?(?:mm|cm|ml|kg|mah|[mlgwv])\b)/i
const A_TO_Z = 'abcdefghijklmnopqrstuvwxyz'

/** A text of the market in a language. */
export function inLanguage(text: Bilingual, language: Language): string {
  if (language === 'zh') return text.zh
  const letters = LETTERS[language]
  return letters === undefined ? text.en : spelled(text.en, A_TO_Z, letters)
}

/** A keyword in the language, in English. */
export function inEnglish(keyword: string, language: Language): string {
  const letters = LETTERS[language]
  return letters === undefined ? keyword : spelled(keyword, letters, A_TO_Z)
}

/**
 * The language in which a call with this `country` is answered, or its refusal. Which languages an app gets, and what happens with another
 * one, is UNCERTAIN (reference 2.1).
 */
export function answerLanguage(
  platform: Platform,
  country: string,
  refusedAs: false | 'false' = false,
): Language | WorkedAnswer {
  const known = platform.quirks
    .languages()
    .split(',')
    .map((one) => one.trim())
  if (known.includes(country)) return country
  const otherwise = platform.quirks.unknownLanguage()
  if (otherwise === 'refuse') return productRefusal('400', '参数country不合法', refusedAs)
  return otherwise === 'chinese' ? 'zh' : 'en'
}
