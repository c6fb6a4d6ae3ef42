import type { Tx } from '../../db/db.ts'
import { findListedSources, findRelationsFor, findSourcesBySku } from './order-source.store.ts'
import type { RelationRow } from './order-source.store.ts'
import type { ItemRow, LineRow } from './orders.store.ts'
import type { KnownSource } from './orders.types.ts'

/** The columns of a line that describe its source. */
export type LineSourceColumns = Pick<
  LineRow,
  | 'offerId'
  | 'skuId'
  | 'specId'
  | 'saleQuantity'
  | 'sourceQuantity'
  | 'sourceOrigin'
  | 'unitCostCny'
  | 'productId'
  | 'variantId'
>
export const NO_SOURCE: LineSourceColumns = {
  offerId: null,
  skuId: null,
  specId: null,
  saleQuantity: 1,
  sourceQuantity: 1,
  sourceOrigin: null,
  unitCostCny: null,
  productId: null,
  variantId: null,
}
type Asked = Pick<ItemRow, 'id' | 'variantId' | 'productId' | 'sku'>

/**
 * The sources of a store's items, by item: by the remembered relation of the variant; by that of the SKU, if the variant is gone; by our
 * own listing; otherwise by a SKU code that only one of our variants has (issue 4, point 2).
 */
export async function sourcesOf(
  tx: Tx,
  storeId: string,
  items: readonly Asked[],
): Promise<(item: Asked) => LineSourceColumns> {
  if (items.length === 0) return () => NO_SOURCE
  const relations = await findRelationsFor(tx, storeId, items)
  const byVariant = new Map(relations.flatMap((one) => (one.variantId === null ? [] : [[one.variantId, one] as const])))
  const bySku = new Map(relations.flatMap((one) => (one.variantId === null ? [[one.sku, one] as const] : [])))
  const listed = await findListedSources(tx, storeId, items)
  const unlisted = items.filter((item) => item.sku !== '' && !(item.variantId && listed.has(item.variantId)))
  const coded = await findSourcesBySku(tx, [...new Set(unlisted.map(({ sku }) => sku))])
  return (item) => {
    const ours = (item.variantId === null ? undefined : listed.get(item.variantId)) ?? coded.get(item.sku)
    const relation = (item.variantId === null ? undefined : byVariant.get(item.variantId)) ?? bySku.get(item.sku)
    const known = { productId: ours?.productId ?? null, variantId: ours?.variantId ?? null }
    if (relation) return { ...relationColumns(relation), ...known }
    return ours ? listedColumns(ours) : NO_SOURCE
  }
}

const relationColumns = (relation: RelationRow) => ({
  offerId: relation.offerId,
  skuId: relation.skuId,
  specId: relation.specId,
  saleQuantity: relation.saleQuantity,
  sourceQuantity: relation.sourceQuantity,
  sourceOrigin: 'relation' as const,
  unitCostCny: relation.unitCostCny,
})

/** A product made by hand is known, but has no source. */
const listedColumns = (ours: KnownSource): LineSourceColumns => ({
  ...NO_SOURCE,
  productId: ours.productId,
  variantId: ours.variantId,
  ...(ours.offerId === null
    ? {}
    : {
        offerId: ours.offerId,
        skuId: ours.skuId,
        specId: ours.specId,
        sourceOrigin: 'listing' as const,
        unitCostCny: ours.unitCostCny,
      }),
})
