import type { OfferAttribute, SourceOffer } from '@huoqiao/connector-1688'
import { LIMITS } from '@huoqiao/contract/products/products.schema'

/**
 * The description for shoppers: the offer's attributes as one table, then the supplier's own text and pictures. Null if empty. Not
 * sanitised; products does that.
 */
export function descriptionOf(offer: SourceOffer): string | null {
  const text = withoutFacts(offer.descriptionHtmlTrans ?? offer.descriptionHtml ?? '', offer.attributes)
  // A translated description often lacks the pictures, which matter most for sales, so they are added.
  const lost = pictureAddresses(text).length === 0 ? pictureAddresses(offer.descriptionHtml ?? '') : []
  const pictures = lost.map((url) => `<p><img src="${escapeHtml(url)}"></p>`).join('')
  const facts = factsOf(offer)
  const whole = `${facts}${text}${pictures}`
  if (whole === '') return null
  // Cut HTML is broken HTML, so from a text over the limit only the pictures are kept.
  if (whole.length <= LIMITS.descriptionHtml) return whole
  const kept = [facts]
  for (const url of pictureAddresses(text)) kept.push(`<p><img src="${escapeHtml(url)}"></p>`)
  let size = 0
  return kept.filter((part) => (size += part.length) <= LIMITS.descriptionHtml).join('')
}

/**
 * Attributes that suppliers fill in for resellers and for marketplace filters. They do not describe the goods, and look wrong in a shop
 * ("Cross-border Export Only").
 */
const FOR_RESELLERS =
  /跨境|货源|代发|代理|代销|经销|混批|起批|下游平台|销售地区|可授权|加工定制|加印|贴牌|库存|出货|发票|是否进口|是否专利|上市时间/

function factsOf(offer: SourceOffer): string {
  const chosen = new Set(offer.skus.flatMap((sku) => sku.attributes.map((attribute) => attribute.name)))
  const values = new Map<string, Set<string>>()
  for (const attribute of offer.attributes) {
    if (chosen.has(attribute.name) || FOR_RESELLERS.test(attribute.name)) continue
    const name = attribute.nameTrans ?? attribute.name
    values.set(name, (values.get(name) ?? new Set()).add(attribute.valueTrans ?? attribute.value))
  }
  if (values.size === 0) return ''
  const rows = [...values].map(
    ([name, each]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml([...each].join(', '))}</td></tr>`,
  )
  return `<table><tbody>${rows.join('')}</tbody></table>`
}

// Bounded: no part runs past the next <tr, so each character is read once (hostile-growth.test).
const ROW = /<tr\b[^<>]*>(?:(?!<\/?tr\b)[\s\S])*<\/tr>/gi
/**
 * A cell's pattern stops at the next cell, otherwise the cost would be quadratic. Bounded: no part runs past the next <td, so each
 * character is read once (hostile-growth.test).
 */
// Bounded: no part runs past the next <td, so each character is read once (hostile-growth.test).
const CELL = /<t[dh]\b[^<>]*>((?:(?!<t[dh]\b)[\s\S])*?)<\/t[dh]>/gi
const EMPTY_TABLE = /<table\b[^<>]*>(?:\s|&nbsp;|<\/?(?:tbody|thead|tfoot|colgroup)\b[^<>]*>|<col\b[^<>]*>)*<\/table>/gi

/** The supplier's text without table rows that repeat the offer's attributes, which are already shown above. */
function withoutFacts(html: string, attributes: readonly OfferAttribute[]): string {
  const names = new Set(attributes.flatMap(({ name, nameTrans }) => [name, nameTrans ?? name].map(plainName)))
  const isFact = (row: string): boolean => {
    const cells = [...row.matchAll(CELL)].map(([, cell]) => plainName(cell!))
    // A name and its value, once or several times in one row.
    return (
      cells.length > 0 && cells.length % 2 === 0 && cells.every((cell, index) => index % 2 === 1 || names.has(cell))
    )
  }
  const rest = html.replaceAll(ROW, (row) => (isFact(row) ? '' : row))
  return rest === html ? html : rest.replaceAll(EMPTY_TABLE, '')
}

/** The text of a cell for comparison: without tags, entities, the colon after a name, and case. */
function plainName(html: string): string {
  const words = html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10_ffff)))
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
  return (/[:：]$/.test(words) ? words.slice(0, -1).trimEnd() : words).toLowerCase()
}

function pictureAddresses(html: string): string[] {
  const found = new Set<string>()
  for (const match of html.matchAll(/<img\b[^<>]*?\bsrc\s*=\s*["']?([^"'\s<>]+)/gi)) found.add(match[1]!)
  return [...found]
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
