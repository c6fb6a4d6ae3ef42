import type { OfferAttribute, OfferSku } from '@huoqiao/connector-1688'
import type { SourceSku } from '../products/index.ts'

type Attribute = SourceSku['attributes'][number]

/**
 * The attributes of all SKUs as a complete table: every SKU has a value for every name, in the same order. Sellers
 * leave attributes out, and sometimes give several SKUs none at all: those are distinguished by their article numbers.
 *
 * @returns one list a SKU, in the order given; lists are empty for a single SKU without attributes
 */
export function evenAttributes(skus: readonly OfferSku[]): Attribute[][] {
  const names = new Map<string, string | null>()
  for (const { name, nameTrans } of skus.flatMap((sku) => sku.attributes)) names.set(name, names.get(name) ?? nameTrans)
  if (names.size === 0) return skus.length < 2 ? skus.map(() => []) : skus.map((sku) => [article(sku)])
  return skus.map((sku) => [...names].map(([name, nameTrans]) => valueOf(sku, name, nameTrans)))
}

const article = (sku: OfferSku): Attribute => {
  const value = sku.cargoNumber ?? sku.skuId
  return { name: '款式', nameTrans: 'Style', value, valueTrans: value, imageUrl: null }
}

/** Several values under one name are joined into one. */
function valueOf(sku: OfferSku, name: string, nameTrans: string | null): Attribute {
  const found = sku.attributes.filter((attribute) => attribute.name === name)
  if (found.length === 0) return { name, nameTrans, value: '默认', valueTrans: 'Default', imageUrl: null }
  const joined = (of: (attribute: OfferAttribute) => string): string => [...new Set(found.map(of))].join(' / ')
  return {
    name,
    nameTrans,
    value: joined((attribute) => attribute.value),
    valueTrans: joined((attribute) => attribute.valueTrans ?? attribute.value),
    imageUrl: found.find((attribute) => attribute.image !== null)?.image ?? null,
  }
}
