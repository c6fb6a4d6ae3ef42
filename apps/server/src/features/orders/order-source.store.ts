import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { sourceOffer } from '../collection/collection.tables.ts'
import { listing } from '../listings/listings.tables.ts'
import { product, productVariant } from '../products/products.tables.ts'
import { skuRelation } from './orders.tables.ts'
import type { KnownSource } from './orders.types.ts'

export type RelationRow = typeof skuRelation.$inferSelect
type Asked = { variantId: string | null; productId: string | null; sku: string }

/** Remembered relations of a store for these variants, and relations by SKU code alone for these codes. */
export async function findRelationsFor(tx: Tx, storeId: string, items: readonly Asked[]): Promise<RelationRow[]> {
  const variants = [...new Set(items.flatMap(({ variantId }) => variantId ?? []))]
  const skus = [...new Set(items.flatMap(({ sku }) => (sku === '' ? [] : [sku])))]
  return tx
    .select()
    .from(skuRelation)
    .where(
      sql`${skuRelation.storeId} = ${storeId} and (${skuRelation.variantId} = any(${sql.param(variants)}::bigint[])
        or (${skuRelation.variantId} is null and ${skuRelation.sku} = any(${sql.param(skus)}::text[])))`,
    )
}

type Listed = {
  shop_variant: string
  product_id: string
  variant_id: string
  offer_id: string | null
  sku_id: string | null
  spec_id: string | null
  cost: string | null
}

/** Our variants that are listed as these shop variants (listings store the shop's ids of what they pushed). By shop variant. */
export async function findListedSources(
  tx: Tx,
  storeId: string,
  items: readonly Asked[],
): Promise<Map<string, KnownSource>> {
  const products = [...new Set(items.flatMap(({ productId }) => productId ?? []))].map(
    (id) => `gid://shopify/Product/${id}`,
  )
  if (products.length === 0) return new Map()
  const found = await tx.execute<Listed>(sql`
    select split_part(ref.value ->> 'id', '/', 5) as shop_variant, v.product_id, v.id as variant_id, p.offer_id,
      v.source_sku_id as sku_id, v.source_spec_id as spec_id, v.cost_minor as cost
    from ${listing} l
    cross join lateral jsonb_each(l.refs -> 'variants') as ref
    join ${productVariant} v on v.id = ref.key::uuid
    join ${product} p on p.id = v.product_id
    where l.store_id = ${storeId} and l.shopify_product_id = any(${sql.param(products)}::text[])`)
  return new Map(found.rows.map((row) => [row.shop_variant, sourceOf(row)]))
}

/** By SKU code, if exactly one of our variants has it. */
export async function findSourcesBySku(tx: Tx, skus: readonly string[]): Promise<Map<string, KnownSource>> {
  if (skus.length === 0) return new Map()
  const found = await tx.execute<Listed & { sku: string; n: number }>(sql`
    select v.sku_code as sku, count(*) over (partition by v.sku_code)::int as n, '' as shop_variant, v.product_id,
      v.id as variant_id, p.offer_id, v.source_sku_id as sku_id, v.source_spec_id as spec_id, v.cost_minor as cost
    from ${productVariant} v join ${product} p on p.id = v.product_id
    where v.sku_code = any(${sql.param([...skus])}::text[]) and v.sku_code <> '' and p.recycled_at is null`)
  return new Map(found.rows.filter(({ n }) => n === 1).map((row) => [row.sku, sourceOf(row)]))
}

const sourceOf = (row: Listed): KnownSource => ({
  productId: row.product_id,
  variantId: row.variant_id,
  offerId: row.offer_id,
  skuId: row.sku_id,
  specId: row.spec_id,
  unitCostCny: row.cost === null ? null : Number(row.cost),
})

/** Pictures of our own variants: the variant's, otherwise the product's first. Variants without a picture are left out. */
export async function findOwnPictures(tx: Tx, variantIds: readonly string[]): Promise<Map<string, string>> {
  if (variantIds.length === 0) return new Map()
  const found = await tx.execute<{ id: string; url: string }>(sql`
    select v.id, picture.url from ${productVariant} v
    join ${product} p on p.id = v.product_id
    cross join lateral (
      select image ->> 'url' as url from jsonb_array_elements(p.images) with ordinality as one(image, place)
      order by (image ->> 'id' = v.image_id) desc nulls last, place limit 1
    ) as picture
    where v.id = any(${sql.param([...variantIds])}::uuid[])`)
  return new Map(found.rows.map(({ id, url }) => [id, url]))
}

export type OfferNames = {
  offerId: string
  subject: string
  supplierName: string | null
  supplierId: string | null
  image: string | null
}

/** The names of offers that were ever fetched. */
export async function findOfferNames(tx: Tx, offerIds: readonly string[]): Promise<Map<string, OfferNames>> {
  if (offerIds.length === 0) return new Map()
  const rows = await tx
    .select({
      offerId: sourceOffer.offerId,
      subject: sourceOffer.subject,
      supplierName: sourceOffer.supplierName,
      supplierId: sourceOffer.supplierOpenId,
      image: sourceOffer.image,
    })
    .from(sourceOffer)
    .where(sql`${sourceOffer.offerId} = any(${sql.param([...offerIds])}::bigint[])`)
  return new Map(rows.map((row) => [row.offerId, row]))
}
