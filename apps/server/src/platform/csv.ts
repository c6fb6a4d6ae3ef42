/**
 * Whether a spreadsheet would read the text as a formula, with or without a leading control character; Chinese and Japanese versions also
 * accept full-width characters.
 */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@＝＋－＠\p{Cc}]/u.test(text)

/** Puts a quote before text that a spreadsheet would read as a formula. */
const plain = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text)
const cell = (text: string): string => `"${plain(text).replaceAll('"', '""')}"`

/** CSV that spreadsheets in China open correctly: with the UTF-8 byte order mark, line ends as in RFC 4180. */
export const csvText = (heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  `\uFEFF${[heads, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
