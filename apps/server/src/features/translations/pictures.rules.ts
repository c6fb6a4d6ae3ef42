import { PICTURE_LANGUAGES, PICTURE_WORDS_MOST } from '@huoqiao/contract/translations/pictures.status'
import type { PictureLanguage } from '@huoqiao/contract/translations/pictures.status'
import type { ProductDoc } from '../products/index.ts'
import { digestOf, isSameLanguage, sourceLocaleOf } from './source-fields.rules.ts'

/** A picture of a product that is shown in shops, labelled with its position. */
export type ShownPicture = { id: string; url: string; urlDigest: string; label: string }
/** The facts that decide whether a language needs its own picture. */
export type KnownWords = {
  pictureId: string
  urlDigest: string
  words: string
  language: PictureLanguage | null
  accepted: readonly string[]
}

const LETTER = /\p{L}/u

export const shownPictures = ({ images }: Pick<ProductDoc, 'images'>): ShownPicture[] =>
  images
    .filter(({ dropped }) => !dropped)
    .map(({ id, url }, index) => ({ id, url, urlDigest: digestOf(url), label: `图片 ${index + 1}` }))

/** The stored words of a picture. With a changed address it counts as a different picture. */
export const wordsOf = <T extends KnownWords>(picture: ShownPicture, rows: readonly T[]): T | undefined =>
  rows.find(({ pictureId, urlDigest }) => pictureId === picture.id && urlDigest === picture.urlDigest)

/** True if the picture has words in another language and no person accepted it for this one. Numbers and sizes need no translation. */
export const needsOwn = (known: KnownWords | undefined, locale: string): boolean =>
  known !== undefined &&
  known.language !== null &&
  LETTER.test(known.words) &&
  !isSameLanguage(known.language, locale) &&
  !known.accepted.includes(locale)

/** The pictures that need a version in this language. */
export const picturesNeeded = (
  pictures: readonly ShownPicture[],
  rows: readonly KnownWords[],
  locale: string,
): KnownWords[] =>
  pictures.flatMap((picture) => {
    const known = wordsOf(picture, rows)
    return known !== undefined && needsOwn(known, locale) ? [known] : []
  })

/** An address from which a provider can download. */
export const isPublicAddress = (url: string): boolean => /^https:\/\//i.test(url) && URL.canParse(url)
const OWN_ADDRESS = /\/files\/[0-9a-f-]{36}\/[0-9a-f]{32}\.[a-z]{3,4}$/
/** Whether a provider can probably read it: a public address, or one of our stored files. The file may no longer exist. */
export const isReadable = (url: string): boolean => isPublicAddress(url) || OWN_ADDRESS.test(url)

const CHINESE_SCRIPTS: Readonly<Record<string, PictureLanguage>> = {
  'zh-hant': 'zh-TW',
  'zh-tw': 'zh-TW',
  'zh-hk': 'zh-TW',
  'zh-mo': 'zh-TW',
}
/** Other codes for our languages. */
const OTHER_CODES: Readonly<Record<string, PictureLanguage>> = {
  zh: 'zh-CN',
  pt: 'pt-PT',
  no: 'nb',
  iw: 'he',
  in: 'id',
}
const HAN_LANGUAGES: readonly string[] = ['zh-CN', 'zh-TW', 'ja', 'ko']

/** Our language for a provider's language code (BCP 47). Undefined: the code names no language. */
function languageNamed(code: string): PictureLanguage | undefined {
  const lower = code.trim().replaceAll('_', '-').toLowerCase()
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/.test(lower)) return undefined
  const ours = (Object.keys(PICTURE_LANGUAGES) as PictureLanguage[]).find((one) => one.toLowerCase() === lower)
  if (ours !== undefined) return ours
  const [language = ''] = lower.split('-')
  const script = Object.keys(CHINESE_SCRIPTS).find((one) => lower.startsWith(one))
  if (script !== undefined) return CHINESE_SCRIPTS[script]
  const known = OTHER_CODES[language] ?? (Object.hasOwn(PICTURE_LANGUAGES, language) ? language : undefined)
  return (known as PictureLanguage | undefined) ?? 'other'
}

/** A provider's answer for a picture, checked: words that can be stored and shown, or the reason why they are refused. */
export type CheckedWords = { words: string; language: PictureLanguage | null } | { why: string }

/** Chinese characters decide: with a few of them a picture is not for readers of German, whatever language the model calls it. */
export function checkedWords(answer: { words: unknown; language: unknown }): CheckedWords {
  if (typeof answer.words !== 'string') return { why: '模型没有按要求的格式答复' }
  const words = answer.words
    .replaceAll(/\r\n?/g, '\n')
    // Lone surrogates can't be stored.
    .replaceAll(/\p{Cs}|[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
  if (words === '') return { words, language: null }
  if (words.length > PICTURE_WORDS_MOST) return { why: `答复太长，最多 ${PICTURE_WORDS_MOST} 个字` }
  const named = typeof answer.language === 'string' ? languageNamed(answer.language) : undefined
  const isHan = sourceLocaleOf(words) === 'zh-CN'
  if (isHan) return { words, language: HAN_LANGUAGES.includes(named ?? '') ? named! : 'zh-CN' }
  if (named === undefined && LETTER.test(words)) return { why: '模型没有说明是什么语言的文字' }
  return { words, language: named ?? 'other' }
}
