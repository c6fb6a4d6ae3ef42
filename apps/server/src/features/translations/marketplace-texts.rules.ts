import { canonicalJson } from '@huoqiao/kit'
import type { ProductDoc, SourceProduct } from '../products/index.ts'
import { digestOf } from './source-fields.rules.ts'
import type { OfferTexts, SourceField } from './translations.types.ts'

type Attribute = {
  readonly name: string
  readonly value: string
  readonly nameTrans: string | null
  readonly valueTrans: string | null
}
/** An offer in one language of the marketplace. */
type TranslatedOffer = {
  readonly titleZh: string
  readonly title: string | null
  readonly skus: readonly { readonly attributes: readonly Attribute[] }[]
}

/** The translated texts of an offer: the title, and the names and values of its SKUs' attributes. */
export function offerTextsOf({ titleZh, title, skus }: TranslatedOffer): OfferTexts {
  const names = new Map<string, string>()
  const values = new Map<string, string>()
  for (const { attributes } of skus)
    for (const { name, nameTrans, value, valueTrans } of attributes) {
      if (nameTrans !== null) names.set(name, nameTrans)
      if (valueTrans !== null) values.set(value, valueTrans)
    }
  return { title: title === null ? null : [titleZh, title], names: [...names], values: [...values] }
}

/** Digest of the texts that the marketplace translates. When it changes, translations that were read before are not used. */
export const sourceDigest = ({ titleZh, skus }: SourceProduct): string =>
  digestOf(
    canonicalJson([
      titleZh,
      [...new Set(skus.flatMap(({ attributes }) => attributes.map(({ name, value }) => `${name}\n${value}`)))].sort(),
    ]),
  )

/** The texts of an offer with their Chinese and, if known, English versions, to recognise the language of the answer. */
export function pairsOf(offer: TranslatedOffer, source: SourceProduct): { zh: string; text: string; en?: string }[] {
  const english = offerTextsOf(source)
  const { title, names, values } = offerTextsOf(offer)
  const pairs = (given: OfferTexts['names'], known: OfferTexts['names']) => {
    const en = new Map(known)
    return given.map(([zh, text]) => ({ zh, text, ...(en.has(zh) ? { en: en.get(zh)! } : {}) }))
  }
  return [
    ...pairs(title ? [title] : [], english.title ? [english.title] : []),
    ...pairs(names, english.names),
    ...pairs(values, english.values),
  ]
}

type Origin = { kind: keyof OfferTexts; zh: string }

/**
 * Finds the Chinese text of the offer that a text of the product equals, either directly or through the marketplace's English version, which came
 * with the claim. Undefined: a person wrote the text, or the marketplace does not translate it.
 */
export function originsOf({
  source,
  options,
}: Pick<ProductDoc, 'source' | 'options'>): (of: Pick<SourceField, 'field' | 'text'>) => Origin | undefined {
  if (source === null) return () => undefined
  const english = {
    title: new Map([[source.titleZh, source.title]]),
    names: new Map<string, string | null>(),
    values: new Map<string, string | null>(),
  }
  for (const { attributes } of source.skus)
    for (const { name, nameTrans, value, valueTrans } of attributes) {
      english.names.set(name, nameTrans)
      english.values.set(value, valueTrans)
    }
  const origin = (kind: keyof OfferTexts, text: string, chinese: readonly string[]): Origin | undefined => {
    const zh = chinese.find(
      (one) => english[kind].has(one) && (text === one || text === english[kind].get(one)?.trim()),
    )
    return zh === undefined ? undefined : { kind, zh }
  }
  return ({ field, text }) => {
    if (field === 'title') return origin('title', text, [source.titleZh])
    const [, at, index] = /^option\.(\d{1,2})(?:\.(\d{1,5}))?$/.exec(field) ?? []
    const option = at === undefined ? undefined : options[Number(at)]
    if (option === undefined) return undefined
    if (index === undefined) return origin('names', text, [text, option.nameZh])
    return origin('values', text, [text, option.values[Number(index)]?.valueZh ?? text])
  }
}

/**
 * The marketplace's own translations of a product's texts. Texts that a person wrote have none, because the marketplace translates the offer's
 * Chinese only.
 */
export function marketplaceTexts(
  product: Pick<ProductDoc, 'source' | 'options'>,
  wanted: readonly SourceField[],
  given: OfferTexts | null | undefined,
): Map<string, string> {
  const found = new Map<string, string>()
  if (!given) return found
  const texts = {
    title: new Map(given.title ? [given.title] : []),
    names: new Map(given.names),
    values: new Map(given.values),
  }
  const originOf = originsOf(product)
  for (const source of wanted) {
    const origin = originOf(source)
    const text = origin && texts[origin.kind].get(origin.zh)?.trim()
    if (text !== undefined && text !== '' && text !== source.text) found.set(source.field, text)
  }
  return found
}
