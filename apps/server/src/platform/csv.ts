/** What a spreadsheet takes for a formula when it stands first in a cell, control signs before it or not; Chinese and Japanese ones take the wide signs too. */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@＝＋－＠\p{Cc}]/u.test(text)

/** A cell that a spreadsheet would take for a formula is made plain text by a quote before it. */
const plain = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text)
const cell = (text: string): string => `"${plain(text).replaceAll('"', '""')}"`

/** A sheet as a spreadsheet in China opens it: CSV with the mark of UTF-8, lines ended as RFC 4180 says. */
export const csvText = (heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  `\uFEFF${[heads, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
