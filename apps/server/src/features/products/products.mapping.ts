import type { Aggregates } from './products.rules.ts'
import type { ProductRow, VariantRow } from './products.store.ts'
import type { ProductDoc, VariantDoc } from './products.types.ts'

export const variantDoc = ({ productId: _product, position: _position, ...variant }: VariantRow): VariantDoc => variant

export function productDoc(row: ProductRow, variants: readonly VariantRow[]): ProductDoc {
  const {
    image: _image,
    costMin: _costMin,
    costMax: _costMax,
    priceMin: _priceMin,
    priceMax: _priceMax,
    priceCurrency: _priceCurrency,
    marginPercent: _margin,
    variantCount: _count,
    stockTotal: _stock,
    searchText: _search,
    ...doc
  } = row
  return { ...doc, variants: variants.map(variantDoc) }
}

export const productColumns = (doc: ProductDoc, aggregates: Aggregates) => {
  const { variants: _variants, ...columns } = doc
  return { ...columns, ...aggregates }
}

export const variantColumns = (productId: string, variant: VariantDoc, position: number): VariantRow => ({
  ...variant,
  productId,
  position,
})
