const LATIN_WORD = /(<[^>]*>|\{\{[^{}]*\}\}|&\w+;)|([A-Za-z]{2,})|\p{Script=Han}+/gu
const SAMPLES: Readonly<Record<string, string>> = { ja: 'です', ko: '입니다', ru: 'слово', zh: '词' }
/** Units stay, and every other word becomes one of the language. */
const KEPT = /^(cm|mm|kg|ml|in|lb|ft|oz|mah)$/i

/** A translation in which numbers, tags and placeholders are where they were. */
export function translatedInto(text: string, locale: string): string {
  const language = locale.toLowerCase().split('-')[0]!
  const word = SAMPLES[language]
  return text.replaceAll(LATIN_WORD, (all, mark: string | undefined, latin: string | undefined) => {
    if (mark !== undefined) return all
    if (latin !== undefined && KEPT.test(latin)) return all
    return word ?? `${(latin ?? 'wort').toLowerCase()}${language}`
  })
}

/** Elements that are marked as not to be translated are left alone: by their attribute, or by their class. */
export const translatedHtml = (html: string, locale: string, mark: 'translate="no"' | 'notranslate'): string =>
  html
    .split(/(<span[^>]*>[^<]*<\/span>)/)
    .map((piece) => (/^<span[^>]*>/.exec(piece)?.[0].includes(mark) ? piece : translatedInto(piece, locale)))
    .join('')

/** As Unicode counts them; a character beyond the basic plane is one. */
export const codePoints = (text: string): number => Array.from(text).length
