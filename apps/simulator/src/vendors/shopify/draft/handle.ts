/** "Cotton T-Shirt (Red)" → "cotton-t-shirt-red". Letters of any script stay. */
export const handleFrom = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 255) || 'product'

/** A free handle: the wanted one, or with -1, -2, … appended. */
export function freeHandle(wanted: string, taken: (handle: string) => boolean): string {
  if (!taken(wanted)) return wanted
  for (let n = 1; ; n++) if (!taken(`${wanted}-${n}`)) return `${wanted}-${n}`
}
