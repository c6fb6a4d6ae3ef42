import { Readable } from 'node:stream'
import { SheetFault } from '../../platform/zip-reader.ts'
import { walkXml } from '../../platform/xml-reader.ts'
import type { ExchangedText, ReadTexts } from './exchange.types.ts'

const escaped = (text: string): string =>
  text
    // Characters that XML 1.0 can't contain.
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Separates a product's id from its market in the attribute `original`, which translation tools return unchanged. */
const OF_MARKET = '?market='

/** XLIFF 1.2 (OASIS): a `file` for each product, market and source language, a `trans-unit` for each text. HTML is escaped as text. */
export function xliffOf(texts: readonly ExchangedText[], locale: string): string {
  const body = groupsOf(texts).map(({ productId, market, title, marketName, sourceLocale, units }) => {
    const rows = units.map(
      ({ field, label, source, general, target, isApproved }) =>
        `<trans-unit id="${escaped(field)}" resname="${escaped(label)}"${isApproved ? ' approved="yes"' : ''} xml:space="preserve">` +
        `<source>${escaped(source)}</source>` +
        (target === ''
          ? ''
          : `<target state="${isApproved ? 'final' : 'needs-review-translation'}">${escaped(target)}</target>`) +
        (general === '' ? '' : `<note>通用译文：${escaped(general)}</note>`) +
        '</trans-unit>',
    )
    const original = market === '' ? productId : `${productId}${OF_MARKET}${encodeURIComponent(market)}`
    return (
      `<file original="${escaped(original)}" datatype="html" source-language="${sourceLocale}" target-language="${locale}">` +
      `<header><note>${escaped(marketName === '' ? title : `${title}（${marketName}）`)}</note></header><body>\n${rows.join('\n')}\n</body></file>`
    )
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n${body.join('\n')}\n</xliff>\n`
}

type Group = Pick<ExchangedText, 'productId' | 'market' | 'title' | 'marketName' | 'sourceLocale'> & {
  units: ExchangedText[]
}
function groupsOf(texts: readonly ExchangedText[]): Group[] {
  const groups = new Map<string, Group>()
  for (const text of texts) {
    const { productId, market, title, marketName, sourceLocale } = text
    const key = `${productId} ${market} ${sourceLocale}`
    const group = groups.get(key) ?? { productId, market, title, marketName, sourceLocale, units: [] }
    group.units.push(text)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const MOST_TEXTS = 20_000
const MOST_CHARS = 20_000_000

/** Throws SheetFault with a message for the person. Elements inside source and target (inline codes) are refused, because they are not HTML. */
export async function readXliff(bytes: Buffer): Promise<ReadTexts> {
  const read: ReadTexts = { locale: '', texts: [] }
  let of = { productId: '', market: '' }
  let unit: ReadTexts['texts'][number] | undefined
  let into: 'source' | 'target' | undefined
  /** within `alt-trans`: proposals of the translation tool, not translations */
  let isProposal = false
  let chars = 0
  let isXliff = false
  await walkXml(Readable.from([bytes]), {
    open(name, attributes) {
      if (name === 'xliff') {
        isXliff = true
        if (!attributes['version']?.startsWith('1.')) throw new SheetFault('只能导入 XLIFF 1.2 文件')
      } else if (name === 'file') {
        of = namedBy(attributes['original'] ?? '')
        const locale = attributes['target-language'] ?? ''
        if (read.locale !== '' && locale !== read.locale) throw new SheetFault('文件里有几种目标语言，请分开导入')
        read.locale = locale
      } else if (name === 'trans-unit') {
        unit = { ...of, field: attributes['id'] ?? '', source: '', target: '' }
      } else if (name === 'alt-trans') {
        isProposal = true
      } else if (isProposal) {
        return
      } else if (into !== undefined) {
        throw new SheetFault(`译文里有 <${name}> 标记，请让翻译软件按纯文本处理`)
      } else if ((name === 'source' || name === 'target') && unit !== undefined) into = name
    },
    text(text) {
      if (into === undefined || unit === undefined) return
      chars += text.length
      if (chars > MOST_CHARS) throw new SheetFault('文件太大')
      unit[into] += text
    },
    close(name) {
      if (name === into) into = undefined
      if (name === 'alt-trans') isProposal = false
      if (name !== 'trans-unit' || unit === undefined) return
      if (read.texts.length >= MOST_TEXTS) throw new SheetFault(`一次最多导入 ${MOST_TEXTS} 段`)
      read.texts.push(unit)
      unit = undefined
    },
  })
  if (!isXliff) throw new SheetFault('不是 XLIFF 文件')
  return read
}

function namedBy(original: string): { productId: string; market: string } {
  const [productId = '', market = ''] = original.split(OF_MARKET)
  try {
    return { productId, market: decodeURIComponent(market) }
  } catch {
    throw new SheetFault('文件里有读不懂的市场，请重新导出')
  }
}
