/** How many characters of a long text are shown on each side of a difference. */
const AROUND = 90
const LONGEST = 260

/** HTML as the text that a shopper reads; each picture becomes a word. */
export const plainText = (html: string): string =>
  html
    .replace(/<img\b[^>]*>/gi, '〔图〕')
    .replace(/<\/(p|div|li|h[1-6]|tr)>|<br\b[^>]*>/gi, '\n')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/ *\n[\s]*/g, '\n')
    .trim()

/** The form in which two versions of a description are compared: as text when the texts differ, otherwise as markup. */
export function comparable(a: string | null, b: string | null): [string | null, string | null] {
  if (a === null || b === null) return [a === null ? null : plainText(a), b === null ? null : plainText(b)]
  const [wordsA, wordsB] = [plainText(a), plainText(b)]
  return wordsA === wordsB && a !== b ? [a, b] : [wordsA, wordsB]
}

/** The part of a long text around its difference from the other text; short texts stay whole. */
export function excerpt(text: string, other: string | null): string {
  if (text.length <= LONGEST) return text
  let at = 0
  while (other !== null && at < text.length && text[at] === other[at]) at += 1
  const from = Math.max(0, Math.min(at, text.length) - AROUND)
  const to = Math.min(text.length, from + LONGEST)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
