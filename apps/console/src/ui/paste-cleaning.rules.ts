/**
 * HTML from the clipboard of Word and Excel, without the parts that only they use: conditional comments, their own tags, `Mso…` classes,
 * `mso-…` styles, fonts and fixed theme colours. Headings, lists as written, tables, links, bold and italic stay. HTML from other programs
 * is returned unchanged.
 */
export function cleanOfficeHtml(html: string): string {
  if (!isOffice(html)) return html
  return html
    .replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '')
    .replace(/<!\[if[^\]]*\]>|<!\[endif\]>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(style|xml|script|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<\/?(html|head|body|meta|link)\b[^>]*>/gi, '')
    .replace(/<\/?[a-z]+:[a-z][^>]*>/gi, '')
    .replace(/\s(class|lang)=("[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/<(table|tr|td|th|col)\b[^>]*>/gi, (tag) =>
      tag.replace(/\s(width|height)=("[^"]*"|'[^']*'|[^\s>]+)/gi, ''),
    )
    .replace(/\sstyle=("([^"]*)"|'([^']*)')/gi, (_all, _quoted, double?: string, single?: string) =>
      styleAttribute(double ?? single ?? ''),
    )
    .replace(/<span>([\s\S]*?)<\/span>/gi, '$1')
    .replace(/<(p|b|i|u|h[1-6])>(?:\s|&nbsp;)*<\/\1>/gi, '')
}

const isOffice = (html: string): boolean =>
  /class="?Mso|\bmso-|urn:schemas-microsoft-com:office|<o:p>|content="?(Word|Excel)\.(Document|Sheet)/i.test(html)

/** The few styles that mean something outside of the original document. */
const KEPT = /^(text-align|text-decoration|font-weight|font-style)$/i

function styleAttribute(style: string): string {
  const kept = style
    .replace(/&quot;/g, "'")
    .split(';')
    .map((one) => one.trim())
    .filter((one) => KEPT.test(one.slice(0, one.indexOf(':')).trim()))
  return kept.length > 0 ? ` style="${kept.join('; ').replace(/"/g, '&quot;')}"` : ''
}
