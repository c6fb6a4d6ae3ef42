import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { product, productCountDelta, productDraft, productRevision, productVariant } from './products.tables.ts'
import type { SourceHealth } from './products.types.ts'

export type ProductRow = typeof product.$inferSelect
export type VariantRow = typeof productVariant.$inferSelect
export type RevisionRow = typeof productRevision.$inferSelect

/** Locks in the order of ids, so that two bulk edits of the same products wait for each other instead of deadlocking. */
export function findProducts(
  tx: Tx,
  ids: readonly string[],
  options: { forUpdate?: boolean } = {},
): Promise<ProductRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  const query = tx
    .select()
    .from(product)
    .where(inArray(product.id, [...ids]))
    .orderBy(asc(product.id))
  return options.forUpdate ? query.for('update') : query
}

export const findVariants = (tx: Tx, productIds: readonly string[]): Promise<VariantRow[]> =>
  productIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(productVariant)
        .where(inArray(productVariant.productId, [...productIds]))
        .orderBy(asc(productVariant.productId), asc(productVariant.position))

export const findVariantsByIds = (tx: Tx, ids: readonly string[]): Promise<VariantRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(productVariant)
        .where(inArray(productVariant.id, [...ids]))

export const findVariantsBySku = (tx: Tx, skuCodes: readonly string[]): Promise<VariantRow[]> =>
  skuCodes.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(productVariant)
        .where(and(inArray(productVariant.skuCode, [...skuCodes]), sql`sku_code <> ''`))
        .limit(1000)

export const findLiveByOffers = (tx: Tx, offerIds: readonly string[]) =>
  offerIds.length === 0
    ? Promise.resolve([])
    : tx
        .select({ id: product.id, offerId: product.offerId, storeIds: product.storeIds })
        .from(product)
        .where(and(inArray(product.offerId, [...offerIds]), isNull(product.recycledAt)))

/** False: another live product has this offer already, and nothing was written. */
export async function insertProduct(tx: Tx, row: typeof product.$inferInsert): Promise<boolean> {
  const insert = tx.insert(product).values(row)
  if (row.offerId == null) {
    await insert
    return true
  }
  const done = await insert.onConflictDoNothing().returning({ id: product.id })
  return done.length > 0
}

export async function updateProduct(tx: Tx, id: string, columns: Partial<typeof product.$inferInsert>): Promise<void> {
  await tx.update(product).set(columns).where(eq(product.id, id))
}

export async function deleteProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(product).where(inArray(product.id, [...ids]))
}

/** Column → type, in the order of the statement; the rows use the table's column names. */
const VARIANT_TYPES = {
  id: 'uuid',
  productId: 'uuid',
  position: 'int',
  skuCode: 'text',
  barcode: 'text',
  sourceSkuId: 'bigint',
  sourceSpecId: 'text',
  sourceSkuAliases: 'text[]',
  optionValues: 'text[]',
  costMinor: 'bigint',
  weightGrams: 'int',
  weight: 'jsonb',
  stock: 'int',
  stockPolicy: 'text',
  imageId: 'text',
  dropped: 'boolean',
  prices: 'jsonb',
} as const satisfies Record<keyof VariantRow, string>
const VARIANT_KEYS = Object.keys(VARIANT_TYPES) as (keyof VariantRow)[]
const columnOf = (key: keyof VariantRow): string => `"${productVariant[key].name}"`

/**
 * All variants of a product as one parameter: the statement text is the same for 1 and for 2,048 variants and cheap to build, while sixteen
 * parameters for each row would cost more than the insert. Constant: names of columns and their types, here and below.
 */
const INSERT_VARIANTS = sql.raw(
  `insert into product_variant (${VARIANT_KEYS.map(columnOf).join(', ')}) select ${VARIANT_KEYS.map((key) => `"${key}"`).join(', ')}`,
)
// Constant: as above.
const VARIANT_ROWS = sql.raw(VARIANT_KEYS.map((key) => `"${key}" ${VARIANT_TYPES[key]}`).join(', '))
const OVER_THE_OLD = sql.raw(
  VARIANT_KEYS.filter((key) => key !== 'id' && key !== 'productId')
    .map((key) => `${columnOf(key)} = excluded.${columnOf(key)}`)
    .join(', '),
)
const variantsInsert = (rows: readonly VariantRow[]): SQL =>
  sql`${INSERT_VARIANTS} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (${VARIANT_ROWS})`

export async function insertVariants(tx: Tx, rows: readonly VariantRow[]): Promise<void> {
  if (rows.length > 0) await tx.execute(variantsInsert(rows))
}

/** Inserts new variants and updates existing ones; a variant of another product is never changed. */
export async function saveVariants(tx: Tx, rows: readonly VariantRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`${variantsInsert(rows)} on conflict (id) do update set ${OVER_THE_OLD}
    where product_variant.product_id = excluded.product_id`)
}

export async function deleteVariants(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(productVariant).where(inArray(productVariant.id, [...ids]))
}

export async function insertRevisions(tx: Tx, rows: readonly RevisionRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(productRevision).values([...rows])
}

export async function findRevisions(
  tx: Tx,
  productId: string,
  page: { page: number; pageSize: number },
): Promise<{ rows: RevisionRow[]; total: number }> {
  const rows = await tx
    .select()
    .from(productRevision)
    .where(eq(productRevision.productId, productId))
    .orderBy(desc(productRevision.at), desc(productRevision.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const total = await tx.$count(productRevision, eq(productRevision.productId, productId))
  return { rows, total }
}

export async function findRevision(tx: Tx, productId: string, id: string): Promise<RevisionRow | undefined> {
  const [row] = await tx
    .select()
    .from(productRevision)
    .where(and(eq(productRevision.productId, productId), eq(productRevision.id, id)))
  return row
}

export async function findRevisionOfVersion(tx: Tx, productId: string, version: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: productRevision.id })
    .from(productRevision)
    .where(and(eq(productRevision.productId, productId), eq(productRevision.version, version)))
    .orderBy(desc(productRevision.at))
    .limit(1)
  return row?.id
}

/** The revisions of a product after a time, or after one of its revisions; newest first. */
export const findRevisionsSince = (
  tx: Tx,
  productId: string,
  { at, id }: { at: Date; id: string | undefined },
): Promise<RevisionRow[]> =>
  tx
    .select()
    .from(productRevision)
    .where(
      and(
        eq(productRevision.productId, productId),
        id === undefined
          ? gt(productRevision.at, at)
          : or(gt(productRevision.at, at), and(eq(productRevision.at, at), gt(productRevision.id, id))),
      ),
    )
    .orderBy(desc(productRevision.at), desc(productRevision.id))

/** The revision that was current at a time. */
export async function findRevisionAt(tx: Tx, productId: string, at: Date): Promise<RevisionRow | undefined> {
  const [row] = await tx
    .select()
    .from(productRevision)
    .where(and(eq(productRevision.productId, productId), lte(productRevision.at, at)))
    .orderBy(desc(productRevision.at), desc(productRevision.id))
    .limit(1)
  return row
}

/** The revisions of a bulk action, one for each product. */
export const findBatch = (tx: Tx, batchId: string): Promise<RevisionRow[]> =>
  tx.select().from(productRevision).where(eq(productRevision.batchId, batchId)).orderBy(asc(productRevision.id))

export async function productExists(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.select({ id: product.id }).from(product).where(eq(product.id, id))
  return rows.length > 0
}

export async function setSourceHealth(tx: Tx, ids: readonly string[], health: SourceHealth): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(product)
    .set({ sourceHealth: health })
    .where(and(inArray(product.id, [...ids]), sql`source_health <> ${health}`))
}

export async function markUnchecked(tx: Tx, offerIds: readonly string[]): Promise<void> {
  if (offerIds.length === 0) return
  await tx
    .update(product)
    .set({ sourceHealth: 'unchecked' })
    .where(
      and(
        inArray(product.offerId, [...offerIds]),
        isNull(product.recycledAt),
        sql`source_health not in ('offer-gone', 'link-dead', 'unchecked')`,
      ),
    )
}

export async function storeIsUsed(tx: Tx, storeId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: product.id })
    .from(product)
    .where(sql`${product.storeIds} @> array[${storeId}]::uuid[]`)
    .limit(1)
  return rows.length > 0
}

export async function saveDraft(tx: Tx, row: typeof productDraft.$inferInsert): Promise<void> {
  const { version, savedAt, draft } = row
  await tx
    .insert(productDraft)
    .values(row)
    .onConflictDoUpdate({
      target: [productDraft.productId, productDraft.accountId],
      set: { version, savedAt, draft },
    })
}

const ofAccount = (productId: string, accountId: string) =>
  and(eq(productDraft.productId, productId), eq(productDraft.accountId, accountId))

export async function removeDraft(tx: Tx, productId: string, accountId: string): Promise<void> {
  await tx.delete(productDraft).where(ofAccount(productId, accountId))
}

export async function findDraft(tx: Tx, productId: string, accountId: string) {
  const [row] = await tx.select().from(productDraft).where(ofAccount(productId, accountId))
  return row
}

/**
 * Merges the deltas into one row for each bucket. Deltas that are written at the same time are not visible and stay; a second merge at the
 * same time waits for the first one's rows and then finds them gone.
 */
export async function foldCountDeltas(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from ${productCountDelta} returning *)
    insert into ${productCountDelta} (store_id, state, source_health, origin, delta)
    select store_id, state, source_health, origin, sum(delta) from gone
    group by store_id, state, source_health, origin having sum(delta) <> 0`)
}
