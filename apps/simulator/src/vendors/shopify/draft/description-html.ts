/** Tags without an end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Tags after which a line ends. */
const BLOCK = new Set('p div h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tr td th blockquote hr br'.split(' '))

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', reg: '®', trade: '™', hellip: '…', mdash: '—',
  ndash: '–', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·', deg: '°', times: '×', eacute: 'é',
  egrave: 'è', uuml: 'ü', ouml: 'ö', auml: 'ä', szlig: 'ß', euro: '€', pound: '£', yen: '¥', frac12: '½', plusmn: '±',
} // prettier-ignore

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+\d*));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const textOut = (text: string): string =>
  decoded(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
const valueOut = (value: string): string => decoded(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const TOKEN = /<!--[^]*?-->|<\/?[a-z][^\s/>]*(?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</gi
const ATTRIBUTE = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * A description as a parser would serialize it: characters instead of entities, attributes in double quotes, lower-case tag names, no
 * self-closing slash, every open tag closed, a line end after a block. The content is the same.
 */
export function reserialised(html: string): string {
  const open: string[] = []
  let out = ''
  const close = (name: string): void => {
    out += `</${name}>${BLOCK.has(name) ? '\n' : ''}`
  }
  for (const [token] of html.matchAll(TOKEN)) {
    if (token.startsWith('<!--')) out += token
    else if (!/^<\/?[a-z]/i.test(token)) out += textOut(token)
    else if (token.startsWith('</')) {
      const name = token
        .slice(2)
        .replace(/[\s>][^]*$/, '')
        .toLowerCase()
      // An end tag that closes nothing is dropped; one that closes an outer tag closes the inner ones.
      if (!open.includes(name)) continue
      for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
        close(inner)
        if (inner === name) break
      }
    } else {
      const [, name = '', rest = ''] = /^<([^\s/>]+)([^]*?)\/?>$/.exec(token) ?? []
      const attributes = [...rest.matchAll(ATTRIBUTE)].map(
        ([, key = '', double, single, bare]) => ` ${key.toLowerCase()}="${valueOut(double ?? single ?? bare ?? '')}"`,
      )
      const tag = name.toLowerCase()
      out += `<${tag}${attributes.join('')}>`
      if (!VOID.has(tag)) open.push(tag)
      else if (BLOCK.has(tag)) out += '\n'
    }
  }
  for (const name of open.toReversed()) close(name)
  return out.trim()
}
