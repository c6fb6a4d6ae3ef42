import type { TextToTranslate } from './provider.types.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')

/** DeepL reads the attribute, Google and Azure the class. */
const OPEN = '<span translate="no" class="notranslate">'
const CLOSE = '</span>'
/** Bounded: a tag ends at the first >, its content at the next <. */
const MARKED = /<span[^>]*\bnotranslate\b[^>]*>([^<]*)<\/span>/gi

const isInTag = (html: string, at: number): boolean => html.lastIndexOf('<', at) > html.lastIndexOf('>', at)

/** A text as HTML, with the terms replaced by their translations and marked as not to be translated. */
export function markedHtml({ text, format, terms }: TextToTranslate): string {
  const own = (piece: string): string => (format === 'html' ? piece : escaped(piece))
  let html = ''
  let from = 0
  for (const { start, end, target } of terms) {
    if (format === 'html' && isInTag(text, start)) continue
    html += `${own(text.slice(from, start))}${OPEN}${escaped(target)}${CLOSE}`
    from = end
  }
  return html + own(text.slice(from))
}

/** The translated text without the markup. */
export function unmarked(html: string, format: TextToTranslate['format']): string {
  const plain = html.replaceAll(MARKED, '$1')
  return format === 'html' ? plain : unescaped(plain)
}
