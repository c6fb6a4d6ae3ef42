import { gidNumber } from './gid.ts'
import type { ProductRow, VariantRow } from './rows.ts'
import { matchId, matchNumber, matchText, matchTime, matchWords } from './search-query.ts'
import type { SearchFields, SearchTerm } from './search-query.ts'

const anyOf = (list: readonly string[], value: string): boolean =>
  value.split(',').some((part) => list.some((entry) => matchText(entry, part.trim())))

const inventoryTotal = (variants: readonly VariantRow[]): number =>
  variants.reduce((sum, variant) => sum + variant.levels.reduce((n, level) => n + level.available, 0), 0)

function matchMetafield(metafields: ProductRow['metafields'], term: SearchTerm): boolean {
  const [, namespace, key] = (term.field ?? '').split('.')
  return metafields.some(
    (field) => field.namespace === namespace && field.key === key && matchText(field.value, term.value),
  )
}

export const PRODUCT_SEARCH: SearchFields<ProductRow> = {
  text: (product, value) =>
    matchWords(product.title, value) ||
    matchWords(product.vendor, value) ||
    matchWords(product.productType, value) ||
    anyOf(product.tags, value) ||
    product.variants.some((variant) => matchText(variant.sku, value)),
  fields: {
    id: (product, term) => matchId(product.id, term),
    title: (product, { value }) => matchWords(product.title, value),
    handle: (product, { value }) => anyOf([product.handle], value),
    status: (product, { value }) => anyOf([product.status], value),
    vendor: (product, { value }) => matchText(product.vendor, value),
    product_type: (product, { value }) => matchText(product.productType, value),
    tag: (product, { value }) => anyOf(product.tags, value),
    tag_not: (product, { value }) => !anyOf(product.tags, value),
    sku: (product, { value }) => product.variants.some((variant) => matchText(variant.sku, value)),
    barcode: (product, { value }) => product.variants.some((variant) => matchText(variant.barcode, value)),
    created_at: (product, term) => matchTime(product.createdAt, term),
    updated_at: (product, term) => matchTime(product.updatedAt, term),
    published_at: (product, term) => product.publishedAt !== null && matchTime(product.publishedAt, term),
    inventory_total: (product, term) => matchNumber(inventoryTotal(product.variants), term),
    published_status: (product, { value }) =>
      value === 'published'
        ? product.publishedAt !== null
        : value === 'unpublished'
          ? product.publishedAt === null
          : true,
    metafields: (product, term) => matchMetafield(product.metafields, term),
  },
}

export type VariantHit = { product: ProductRow; variant: VariantRow }

export const VARIANT_SEARCH: SearchFields<VariantHit> = {
  text: ({ product, variant }, value) => matchWords(product.title, value) || matchText(variant.sku, value),
  fields: {
    id: ({ variant }, term) => matchId(variant.id, term),
    product_id: ({ product }, term) =>
      term.value.split(',').some((id) => matchId(product.id, { ...term, value: id.trim() })),
    product_ids: ({ product }, { value }) =>
      value.split(',').some((id) => gidNumber(product.id) === id.trim() || product.id === id.trim()),
    sku: ({ variant }, { value }) => matchText(variant.sku, value),
    barcode: ({ variant }, { value }) => matchText(variant.barcode, value),
    title: ({ product }, { value }) => matchWords(product.title, value),
    product_status: ({ product }, { value }) => anyOf([product.status], value),
    vendor: ({ product }, { value }) => matchText(product.vendor, value),
    inventory_quantity: ({ variant }, term) => matchNumber(inventoryTotal([variant]), term),
    updated_at: ({ variant }, term) => matchTime(variant.updatedAt, term),
    metafields: ({ variant }, term) => matchMetafield(variant.metafields, term),
  },
}

type SortKey = { value: (product: ProductRow) => string | number } | undefined

/** The value that a ProductSortKeys sorts by; undefined for ID, which is the order of the index. */
export const PRODUCT_SORTS: Record<string, SortKey> = {
  ID: undefined,
  RELEVANCE: undefined,
  TITLE: { value: (product) => product.title.toLowerCase() },
  VENDOR: { value: (product) => product.vendor.toLowerCase() },
  PRODUCT_TYPE: { value: (product) => product.productType.toLowerCase() },
  CREATED_AT: { value: (product) => product.createdAt },
  UPDATED_AT: { value: (product) => product.updatedAt },
  PUBLISHED_AT: { value: (product) => product.publishedAt ?? '' },
  INVENTORY_TOTAL: { value: (product) => inventoryTotal(product.variants) },
}
