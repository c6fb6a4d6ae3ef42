import { sayForbidden } from '../stores/index.ts'
import type { TextProblem } from '@huoqiao/contract/translations/translations.schema'
import { foreignWords, scriptFault } from './language.rules.ts'
import { folded, formsOf } from './terms.rules.ts'
import type { Hit } from './terms.rules.ts'

export type Checked = {
  source: string
  text: string
  locale: string
  format: 'plain' | 'html'
  /** most characters that the shop takes */
  most: number | null
  /** terms in the source text */
  terms: readonly Hit[]
  /** forbidden words in the translated text */
  forbidden: readonly Hit[]
}

/** Everything that the translation lost although it must be kept, and everything that it must not contain. Empty: no problem. */
export function problemsOf(checked: Checked): TextProblem[] {
  const { source, text } = checked
  if (text.trim() === '') return [{ word: 'language', message: '译文是空的' }]
  return [
    ...tagProblems(checked),
    ...numberProblems(visible(source), visible(text)),
    ...unitProblems(visible(source), visible(text), checked.locale),
    ...placeholderProblems(source, text),
    ...termProblems(checked),
    ...languageProblems(checked),
    ...lengthProblems(checked),
  ]
}

/** The text without tags, whose numbers belong to addresses and picture sizes; full-width digits become ASCII. */
const visible = (text: string): string =>
  text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&#?\w{1,10};/g, ' ')
    .replaceAll(PLACEHOLDER, ' ')
    .replaceAll(/[²³]/g, '')
    .normalize('NFKC')

/** Bounded: names of placeholders have at most 40 characters. */
const PLACEHOLDER = /\{\{[^{}]{1,40}\}\}|\$?\{[^{}]{1,40}\}|%(?:\(\w{1,40}\))?[sd]\b|%\d\$[sd]/g

/** Bounded: a group of digits is followed by a separator or ends. */
const NUMBER = /\d+(?:[.,]\d+)*/g
/** Separators of thousands and decimals differ between languages: 1,000.5 is 1.000,5 in German. */
const digitsOf = (number: string): string => number.replaceAll(/[.,]/g, '')

function numberProblems(source: string, text: string): TextProblem[] {
  const wanted = counted((source.match(NUMBER) ?? []).map(digitsOf))
  const found = counted((text.match(NUMBER) ?? []).map(digitsOf))
  const lost = [...wanted].filter(([number, times]) => (found.get(number) ?? 0) < times).map(([number]) => number)
  const added = [...found].filter(([number, times]) => (wanted.get(number) ?? 0) < times).map(([number]) => number)
  const parts = [
    ...(lost.length > 0 ? [`少了数字 ${lost.slice(0, 5).join('、')}`] : []),
    ...(added.length > 0 ? [`多了数字 ${added.slice(0, 5).join('、')}`] : []),
  ]
  return parts.length === 0 ? [] : [{ word: 'number', message: parts.join('，') }]
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const UNITS: Readonly<Record<string, readonly string[]>> = {
  mm: ['mm', '毫米', 'ミリ', 'мм', '밀리미터'],
  cm: ['cm', '厘米', '公分', 'センチ', 'см', '센티미터'],
  m: ['m', '米', 'メートル', 'м', '미터'],
  km: ['km', '公里', '千米', 'км'],
  in: ['in', 'inch', 'inches', 'zoll', '英寸', 'インチ', 'pouces', 'pulgadas', 'дюйм', '인치'],
  mg: ['mg', '毫克', 'мг'],
  g: ['g', '克', 'グラム', 'г', '그램'],
  kg: ['kg', '公斤', '千克', 'キロ', 'кг', '킬로그램'],
  lb: ['lb', 'lbs', '磅'],
  oz: ['oz', '盎司'],
  ml: ['ml', '毫升', 'ミリリットル', 'мл'],
  l: ['l', '升', 'リットル', 'л'],
  w: ['w', '瓦', 'watt', 'вт'],
  v: ['v', '伏', 'volt', 'в'],
  mah: ['mah', '毫安', 'мач'],
  '%': ['%'],
}
const UNIT_OF = new Map(Object.entries(UNITS).flatMap(([unit, words]) => words.map((word) => [word, unit] as const)))
/** Bounded: the word of a unit has at most 12 letters. `3 in 1` is not a length. */
const AMOUNT = /(\d+(?:[.,]\d+)*) ?(%|\p{L}{1,12})(?! ?\d)/gu

/** Numbers with a known unit. The longest known prefix of the word is the unit, because in Chinese the next word follows without a space. */
function amountsOf(text: string): { number: string; unit: string }[] {
  return [...text.matchAll(AMOUNT)].flatMap(([, number, word]) => {
    const unit = unitOf(word!.toLowerCase())
    return unit === undefined ? [] : [{ number: digitsOf(number!), unit }]
  })
}

function unitOf(word: string): string | undefined {
  const exact = UNIT_OF.get(word)
  if (exact !== undefined || /^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(word)) return exact
  for (let length = Math.min(word.length, 6); length > 0; length -= 1) {
    const unit = UNIT_OF.get(word.slice(0, length))
    if (unit !== undefined) return unit
  }
  return undefined
}

/** Languages that write units in Latin letters like the source text, so that a missing unit can be detected. */
const LATIN = new Set('en de fr es it nl pt pl sv da nb fi tr cs hu ro vi id ms'.split(' '))

function unitProblems(source: string, text: string, locale: string): TextProblem[] {
  const found = amountsOf(text)
  const lost = amountsOf(source).find(({ number, unit }) => {
    if (found.some((one) => one.number === number && one.unit === unit)) return false
    return LATIN.has(locale.split('-')[0]!) || found.some((one) => one.number === number)
  })
  return lost === undefined ? [] : [{ word: 'unit', message: `${lost.number} 的单位应是 ${lost.unit}` }]
}

function placeholderProblems(source: string, text: string): TextProblem[] {
  const sorted = (of: string): string => (of.match(PLACEHOLDER) ?? []).toSorted().join(' ')
  const wanted = sorted(source)
  return wanted === sorted(text) ? [] : [{ word: 'placeholder', message: `占位符应和原文一样：${wanted || '没有'}` }]
}

/** Bounded: a tag ends at the first >. */
const TAG = /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/gi
const ADDRESS = /\b(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** The tags of HTML in order, with their src and href addresses. */
export function tagsOf(html: string): string[] {
  return [...html.matchAll(TAG)].map(([, slash, name, attributes]) => {
    const address = ADDRESS.exec(attributes ?? '')
    return `${slash}${name!.toLowerCase()}${address ? ` ${address[1] ?? address[2]}` : ''}`
  })
}

function tagProblems({ source, text, format }: Checked): TextProblem[] {
  if (format === 'plain')
    return /<\/?[a-z][^<>]*>/i.test(text) && !/<\/?[a-z][^<>]*>/i.test(source)
      ? [{ word: 'html', message: '原文没有 HTML 标签，译文里有' }]
      : []
  const wanted = tagsOf(source)
  const found = tagsOf(text)
  const at = wanted.findIndex((tag, index) => tag !== found[index])
  if (at === -1 && found.length === wanted.length) return []
  const place = at === -1 ? wanted.length : at
  return [
    {
      word: 'html',
      message:
        found.length < wanted.length && at === found.length
          ? `HTML 不完整：在第 ${place + 1} 个标签处断开`
          : `HTML 标签和原文不一样：第 ${place + 1} 个应是 <${wanted[place]?.split(' ')[0] ?? '（没有）'}>`,
    },
  ]
}

function termProblems({ text, terms, forbidden }: Checked): TextProblem[] {
  const plain = folded(text)
  const lost = new Map<string, TextProblem>()
  for (const { term } of terms) {
    if (term.kind === 'keep' && !plain.includes(folded(term.source)))
      lost.set(term.id, { word: 'keep', message: `“${term.source}”应保持原文` })
    if (term.kind === 'forced' && !formsOf(term).some((form) => plain.includes(folded(form))))
      lost.set(term.id, { word: 'forced', message: `“${term.source}”应译为“${formsOf(term)[0] ?? ''}”` })
  }
  for (const { term } of forbidden)
    lost.set(term.id, { word: 'forbidden', message: sayForbidden({ word: term.source, note: term.note }) })
  return [...lost.values()]
}

function languageProblems({ source, text, locale, terms }: Checked): TextProblem[] {
  const of = visible(text)
  const fault = scriptFault(of, locale) ?? foreignWords(of, locale)
  if (fault !== undefined) return [{ word: 'language', message: fault }]
  const words = visible(source).trim().split(/\s+/)
  const isName = words.length < 4 || terms.some(({ term }) => term.kind === 'keep')
  return !isName && text.trim() === source.trim() ? [{ word: 'language', message: '译文和原文一样' }] : []
}

/** A translation is refused if it is longer than LONGER_TIMES × the source's characters + LONGER_BY. */
const LONGER_TIMES = 6
const LONGER_BY = 80

function lengthProblems({ source, text, most }: Checked): TextProblem[] {
  if (most !== null && text.length > most)
    return [{ word: 'length', message: `${text.length} 个字符，店铺最多 ${most} 个` }]
  return text.length > source.length * LONGER_TIMES + LONGER_BY
    ? [{ word: 'length', message: '比原文长得多，像是别的内容' }]
    : []
}
