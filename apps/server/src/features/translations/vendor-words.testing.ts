const LATIN_WORD = /(<[^>]*>|\{\{[^{}]*\}\}|&\w+;)|([A-Za-z]{2,})|\p{Script=Han}+/gu
const SAMPLES: Readonly<Record<string, string>> = { ja: 'です', ko: '입니다', ru: 'слово', zh: '词' }
/** Units, which are kept; every other word is replaced by a word of the target language. */
const KEPT = /^(cm|mm|kg|ml|in|lb|ft|oz|mah)$/i

/** A translation that keeps numbers, tags and placeholders in their places. */
export function translatedInto(text: string, locale: string): string {
  const language = locale.toLowerCase().split('-')[0]!
  const word = SAMPLES[language]
  return text.replaceAll(LATIN_WORD, (all, mark: string | undefined, latin: string | undefined) => {
    if (mark !== undefined) return all
    if (latin !== undefined && KEPT.test(latin)) return all
    return word ?? `${(latin ?? 'wort').toLowerCase()}${language}`
  })
}

/** Leaves elements unchanged that are marked as not to be translated, by their attribute or by their class. */
export const translatedHtml = (html: string, locale: string, mark: 'translate="no"' | 'notranslate'): string =>
  html
    .split(/(<span[^>]*>[^<]*<\/span>)/)
    .map((piece) => (/^<span[^>]*>/.exec(piece)?.[0].includes(mark) ? piece : translatedInto(piece, locale)))
    .join('')

/** The number of Unicode code points: a character outside of the basic plane counts as one. */
export const codePoints = (text: string): number => Array.from(text).length
