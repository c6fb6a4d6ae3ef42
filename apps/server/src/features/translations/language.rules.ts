const SCRIPTS: Readonly<Record<string, { name: string; of: RegExp }>> = {
  ja: { name: '日文', of: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu },
  ko: { name: '韩文', of: /\p{Script=Hangul}/gu },
  zh: { name: '中文', of: /\p{Script=Han}/gu },
  ru: { name: '西里尔字母', of: /\p{Script=Cyrillic}/gu },
  uk: { name: '西里尔字母', of: /\p{Script=Cyrillic}/gu },
  ar: { name: '阿拉伯文', of: /\p{Script=Arabic}/gu },
  he: { name: '希伯来文', of: /\p{Script=Hebrew}/gu },
  el: { name: '希腊文', of: /\p{Script=Greek}/gu },
  th: { name: '泰文', of: /\p{Script=Thai}/gu },
  hi: { name: '天城文', of: /\p{Script=Devanagari}/gu },
}
const LATIN = { name: '拉丁字母', of: /\p{Script=Latin}/gu }
const LETTERS = /\p{L}/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Texts with fewer letters are not checked, because they are often names and sizes. */
const FEW_LETTERS = 12

const count = (text: string, of: RegExp): number => text.match(of)?.length ?? 0
const languageOf = (locale: string): string => locale.split('-')[0]!

/** Why a text is not in the script of the language; undefined: it is. Names in other scripts are allowed. */
export function scriptFault(text: string, locale: string): string | undefined {
  const language = languageOf(locale)
  const script = SCRIPTS[language] ?? LATIN
  const letters = count(text, LETTERS)
  const own = count(text, script.of)
  if (language !== 'ja' && language !== 'zh' && count(text, SCRIPTS['zh']!.of) > 0 && own * 4 < letters * 3)
    return '译文里还有中文'
  if (letters === 0 || letters < FEW_LETTERS) return undefined
  if (language === 'ja' && !KANA.test(text) && letters > 2 * FEW_LETTERS && own > 0)
    return '没有假名，像是中文而不是日文'
  return own * 4 < letters ? `应是${script.name}` : undefined
}

const COMMON: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'the and of with for is are this that from you your it can be or not to in',
    de: 'der die das und mit für ist sind nicht von dem den ein eine zu auf im sich bei aus',
    fr: 'le la les et des pour avec est dans une un du de sur vous ce cette qui pas au',
    es: 'el la los las y de con para es en una un del por que su se al no más',
    it: 'il la i gli e di con per è in una un del che non si da della sono al',
    nl: 'de het een en van met voor is in op dat niet te zijn aan uw je ook bij',
    pt: 'o a os as e de com para é em uma um do da que não se por no na',
    pl: 'i w na z do się nie jest dla to o od po jak przez za ze lub',
    sv: 'och i att det som en på är av för med den till inte om ett',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
)
/** With fewer words the language can't be recognised. */
const FEW_WORDS = 8

/** Why a text in Latin letters is probably in another language: it has clearly more of that language's common words. */
export function foreignWords(text: string, locale: string): string | undefined {
  const own = COMMON[languageOf(locale)]
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (own === undefined || words.length < FEW_WORDS) return undefined
  const times = (common: ReadonlySet<string>): number => words.filter((word) => common.has(word)).length
  const ours = times(own)
  const others = Object.entries(COMMON).flatMap(([language, common]) =>
    language === languageOf(locale) ? [] : [times(common)],
  )
  const most = Math.max(...others)
  return most >= 3 && most > ours * 2 ? '像是另一种语言' : undefined
}
