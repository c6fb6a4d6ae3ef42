/** Removes these characters from the end of a text in one pass; a regular expression would try each of them as the first. */
export function trimEnd(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end -= 1
  return text.slice(0, end)
}
