/** The type of a file by its first bytes; its name and the browser's type prove nothing. */
export type ContentKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'zip' | 'text' | 'unknown'

const starts = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte)
const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))

export function kindOf(head: Uint8Array): ContentKind {
  if (starts(head, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (starts(head, letters('GIF87a')) || starts(head, letters('GIF89a'))) return 'gif'
  if (starts(head, letters('RIFF')) && starts(head, letters('WEBP'), 8)) return 'webp'
  if (starts(head, letters('ftypavif'), 4) || starts(head, letters('ftypavis'), 4)) return 'avif'
  if (starts(head, [0x50, 0x4b, 0x03, 0x04])) return 'zip'
  return looksLikeText(head) ? 'text' : 'unknown'
}

/** No control characters except tab and line ends, and no markup: HTML or SVG is not a sheet. */
function looksLikeText(head: Uint8Array): boolean {
  if (head.length === 0) return false
  const isPlain = head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
  return isPlain && !/^\s*<[a-z!?]/i.test(Buffer.from(head.subarray(0, 256)).toString('latin1').replace(/^ï»¿/, ''))
}

export const isPicture = (kind: ContentKind): boolean =>
  kind === 'jpeg' || kind === 'png' || kind === 'webp' || kind === 'gif' || kind === 'avif'
