import type { ProposalOrigin } from '@huoqiao/contract/orders/proposal.words'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { SourceOffer } from '@huoqiao/connector-1688'
import type { Tx } from '../../db/db.ts'
import { sourceOffer } from '../collection/collection.tables.ts'
import { listing } from '../listings/listings.tables.ts'
import { product, productVariant } from '../products/products.tables.ts'
import type { WaitingGood } from './goods.store.ts'
import { salesOrder, salesOrderLine, skuRelation, soldItem } from './orders.tables.ts'

/** A source that something else in the app is bought from, and why it may fit this good. */
export type Candidate = {
  goodId: string
  origin: ProposalOrigin
  /** where the link comes from: a product's title, a store's id, an order's number */
  from: string
  offerId: string
  skuId: string | null
  specId: string | null
  saleQuantity: number
  sourceQuantity: number
}

/** Maximum of candidates for one good from one place. */
const MOST = 3
/** How many lines of a sold item are searched for a linked one, newest first. */
const LOOKED_BACK = 200

const goodsAs = (goods: readonly WaitingGood[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(
    goods.map((good) => ({
      id: good.id,
      store_id: good.storeId,
      variant_id: good.variantId,
      product_id: good.productId,
      sku: good.sku,
      title: good.title.toLowerCase(),
      variant_title: good.variantTitle.toLowerCase(),
    })),
  )}::jsonb) as g(id uuid, store_id uuid, variant_id bigint, product_id bigint, sku text, title text, variant_title text)`

type Row = Omit<Candidate, 'origin' | 'from'> & { from: string }
const plain = sql`p.offer_id::text as "offerId", v.source_sku_id::text as "skuId", v.source_spec_id as "specId",
  1 as "saleQuantity", 1 as "sourceQuantity"`
/** The variant of a product whose option values match the name of the shop's variant, or the only variant; none: a person has to choose. */
const itsVariant = sql`left join lateral (select n.source_sku_id, n.source_spec_id from ${productVariant} n
  where n.product_id = p.id and not n.dropped and (lower(array_to_string(n.option_values, ' / ')) = g.variant_title
    or (select count(*) from ${productVariant} o where o.product_id = p.id and not o.dropped) = 1)
  order by n.position limit 1) v on true`

/** SQL sort key that puts matching rows before all others, whatever their age. */
const first = (isSo: SQL): SQL => sql`case when ${isSo} then interval '100 years' else interval '0' end`

/** Our products that are listed in this shop as the product that was sold. */
const byListing = (goods: readonly WaitingGood[]): SQL => sql`
  select g.id as "goodId", p.title as "from", p.updated_at as at, ${plain} from ${goodsAs(goods)}
  join ${listing} l on l.store_id = g.store_id and l.shopify_product_id = 'gid://shopify/Product/' || g.product_id
  join ${product} p on p.id = l.product_id and p.offer_id is not null
  ${itsVariant}`

/** Links remembered under the same SKU code, in another store or for a variant that was created again. */
const byRelation = (goods: readonly WaitingGood[]): SQL => sql`
  select g.id as "goodId", r.store_id::text as "from", r.offer_id::text as "offerId", r.sku_id::text as "skuId", r.spec_id as "specId",
    r.sale_quantity as "saleQuantity", r.source_quantity as "sourceQuantity", r.updated_at + ${first(sql`r.store_id = g.store_id`)} as at
  from ${goodsAs(goods)} join ${skuRelation} r on r.sku = g.sku and g.sku <> ''`

/** Our variants with the same SKU code. If there are several, none was linked automatically. */
const byCode = (goods: readonly WaitingGood[]): SQL => sql`
  select g.id as "goodId", p.title as "from", p.updated_at + ${first(sql`p.recycled_at is null`)} as at, ${plain} from ${goodsAs(goods)}
  join ${productVariant} v on v.sku_code = g.sku and g.sku <> '' and not v.dropped
  join ${product} p on p.id = v.product_id and p.offer_id is not null`

/** The last linked line of an item, and its order. */
const lastLinked = sql`cross join lateral (select n.* from (select l.* from ${salesOrderLine} l where l.item_id = i.id
    order by l.order_id desc limit ${LOOKED_BACK}) n where n.offer_id is not null limit 1) x
  join ${salesOrder} o on o.id = x.order_id`

/**
 * What the same SKU code or the same title was bought as in another order. Two joins by equality: one join with OR would compare every good
 * with every sold item.
 */
const byEarlier = (goods: readonly WaitingGood[]): SQL => sql`
  select g.id as "goodId", o.number as "from", x.offer_id::text as "offerId", x.sku_id::text as "skuId", x.spec_id as "specId",
    x.sale_quantity as "saleQuantity", x.source_quantity as "sourceQuantity", o.ordered_at as at
  from (select g.id, i.id as item_id from ${goodsAs(goods)} join ${soldItem} i on i.sku = g.sku and g.sku <> ''
    union select g.id, i.id from ${goodsAs(goods)}
    join ${soldItem} i on lower(i.title) = g.title and lower(i.variant_title) = g.variant_title) g
  join ${soldItem} i on i.id = g.item_id
  ${lastLinked}`

/** The sources of the other variants of the same product. Which SKU fits this variant is decided by its name. */
const bySibling = (goods: readonly WaitingGood[]): SQL => sql`
  select distinct on (g.id, x.offer_id) g.id as "goodId", o.number as "from", x.offer_id::text as "offerId", null::text as "skuId",
    null::text as "specId", x.sale_quantity as "saleQuantity", x.source_quantity as "sourceQuantity", o.ordered_at as at
  from ${goodsAs(goods)}
  join ${soldItem} i on i.store_id = g.store_id and i.product_id = g.product_id and i.variant_id <> g.variant_id
  ${lastLinked} order by g.id, x.offer_id, o.ordered_at desc`

/**
 * Our products with the same title: one index lookup for each good (the limit forces the planner to use the index), because comparing
 * twenty thousand products with each good takes a second.
 */
const byTitle = (goods: readonly WaitingGood[]): SQL => sql`
  select g.id as "goodId", p.title as "from", p.updated_at as at, ${plain} from ${goodsAs(goods)}
  cross join lateral (select p.* from ${product} p where search_terms(p.search_text, p.updated_at) @> search_grams(g.title)
    and g.title in (lower(p.title), lower(p.title_zh)) and p.offer_id is not null and p.recycled_at is null
    order by p.updated_at desc limit ${MOST}) p
  ${itsVariant}`

const READINGS: readonly [ProposalOrigin, (goods: readonly WaitingGood[]) => SQL][] = [
  ['listing', byListing],
  ['relation', byRelation],
  ['code', byCode],
  ['earlier', byEarlier],
  ['sibling', bySibling],
  ['title', byTitle],
]

/** All possible sources of goods in the app, most reliable reason first. */
export async function findCandidates(tx: Tx, goods: readonly WaitingGood[]): Promise<Candidate[]> {
  if (goods.length === 0) return []
  const candidates: Candidate[] = []
  for (const [origin, reading] of READINGS) {
    const found = await tx.execute<Row>(
      sql`select n."goodId", n."from", n."offerId", n."skuId", n."specId", n."saleQuantity", n."sourceQuantity"
        from (select r.*, row_number() over (partition by r."goodId" order by r.at desc) as nth from (${reading(goods)}) r) n
        where nth <= ${MOST} order by n."goodId", nth`,
    )
    candidates.push(...found.rows.map((row) => ({ ...row, origin })))
  }
  return candidates
}

/** The fields of an offer that a proposal shows. */
export type OfferFacts = Pick<SourceOffer, 'skus' | 'tiers' | 'stock' | 'status'> & {
  offerId: string
  subject: string
  supplierName: string | null
  image: string | null
  published: boolean
}

export async function findOfferFacts(tx: Tx, offerIds: readonly string[]): Promise<Map<string, OfferFacts>> {
  if (offerIds.length === 0) return new Map()
  const found = await tx.execute<OfferFacts>(sql`
    select o.offer_id::text as "offerId", o.subject, o.supplier_name as "supplierName", o.image, o.published, o.status,
      o.offer -> 'skus' as skus, o.offer -> 'tiers' as tiers, (o.offer ->> 'stock')::bigint::int as stock
    from ${sourceOffer} o where o.offer_id = any(${sql.param([...offerIds])}::bigint[])`)
  return new Map(found.rows.map((row) => [row.offerId, row]))
}

/**
 * New SKU ids of offers by the old ones that were linked (三方合并 keeps the old ids). If two of our products had the same SKU, the active one
 * that changed last counts.
 */
export async function findRenamedSkus(tx: Tx, offerIds: readonly string[]): Promise<Map<string, string>> {
  if (offerIds.length === 0) return new Map()
  const found = await tx.execute<{ old: string; now: string }>(sql`
    select a.old, v.source_sku_id::text as now from ${product} p
    join ${productVariant} v on v.product_id = p.id and v.source_sku_id is not null
    cross join lateral unnest(v.source_sku_aliases) as a(old) where p.offer_id = any(${sql.param([...offerIds])}::bigint[])
    order by (p.recycled_at is null), p.updated_at`)
  return new Map(found.rows.map(({ old, now }) => [old, now]))
}
