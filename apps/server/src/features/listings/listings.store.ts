import { and, asc, eq, gt, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { listing, productFeed } from './listings.tables.ts'

export type ListingRow = typeof listing.$inferSelect
export type Pair = { productId: string; storeId: string }

/** Inserts rows for pairs that have none; a pair has one row for ever. */
export async function ensureListings(tx: Tx, rows: readonly (Pair & { id: string })[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(listing)
    .values(rows.map((row) => ({ ...row, state: 'pending' as const, refs: { variants: {}, media: {} } })))
    .onConflictDoNothing()
}

export async function findListings(tx: Tx, pairs: readonly Pair[]): Promise<ListingRow[]> {
  if (pairs.length === 0) return []
  const keys = sql.join(
    pairs.map((pair) => sql`(${pair.productId}::uuid, ${pair.storeId}::uuid)`),
    sql`, `,
  )
  return tx
    .select()
    .from(listing)
    .where(sql`(${listing.productId}, ${listing.storeId}) in (${keys})`)
}

/** Which of these are known: listings by their ids, and products by the shop's ids. */
export async function findKnownInShop(
  tx: Tx,
  storeId: string,
  asked: { ids: readonly string[]; products: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: listing.id, productId: listing.shopifyProductId })
    .from(listing)
    .where(
      and(
        eq(listing.storeId, storeId),
        or(inArray(listing.id, [...asked.ids]), inArray(listing.shopifyProductId, [...asked.products])),
      ),
    )
  return new Set(rows.flatMap(({ id, productId }) => (productId === null ? [id] : [id, productId])))
}

export const findListingsOfProducts = (tx: Tx, productIds: readonly string[]): Promise<ListingRow[]> =>
  productIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(listing)
        .where(inArray(listing.productId, [...productIds]))

export const findListingsInShop = (tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<ListingRow[]> =>
  shopifyIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(listing)
        .where(and(eq(listing.storeId, storeId), inArray(listing.shopifyProductId, [...shopifyIds])))

export async function findListing(tx: Tx, id: string): Promise<ListingRow | undefined> {
  const [row] = await tx.select().from(listing).where(eq(listing.id, id))
  return row
}

/** `onlyIf`: an additional condition; if it is false, nothing is written. */
export async function updateListing(
  tx: Tx,
  id: string,
  change: Partial<typeof listing.$inferInsert>,
  onlyIf?: SQL,
): Promise<ListingRow | undefined> {
  const [row] = await tx
    .update(listing)
    .set(change)
    .where(and(eq(listing.id, id), onlyIf))
    .returning()
  return row
}

/** Stores what the shop created for a push that had been given up, if nothing else is stored, and marks the listing to be read. */
export async function keepMade(
  tx: Tx,
  id: string,
  made: { shopifyProductId: string; handle: string | null },
  now: Date,
): Promise<void> {
  await tx
    .update(listing)
    .set({
      shopifyProductId: sql`coalesce(${listing.shopifyProductId}, ${made.shopifyProductId})`,
      handle: sql`coalesce(${listing.handle}, ${made.handle})`,
      shopTouchedAt: now,
    })
    .where(eq(listing.id, id))
}

/** The product of each of these listings; unknown ids are left out. */
export async function findProductsOfListings(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: listing.id, productId: listing.productId })
    .from(listing)
    .where(inArray(listing.id, [...ids]))
  return new Map(rows.map(({ id, productId }) => [id, productId]))
}

/** Sets listings to queued and remembers their state before, unless they are queued or running already. */
export async function queueListings(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const moving = sql`${listing.state} in ('queued', 'syncing')`
  await tx
    .update(listing)
    .set({
      restState: sql`case when ${moving} then ${listing.restState} else ${listing.state} end`,
      restError: sql`case when ${moving} then ${listing.restError} else ${listing.error} end`,
      state: 'queued',
      error: null,
      updatedAt: now,
    })
    .where(inArray(listing.id, [...ids]))
}

/** Takes listings out of the queue and restores their state before. */
export async function restListings(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(listing)
    .set({ state: sql`${listing.restState}`, error: sql`${listing.restError}`, updatedAt: now })
    .where(and(inArray(listing.id, [...ids]), eq(listing.state, 'queued')))
}

/** Marks listings that the shop reported as changed; returns the shop's ids of those that are ours. */
export async function touchListings(
  tx: Tx,
  storeId: string,
  shopifyIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (shopifyIds.length === 0) return new Set()
  const rows = await tx
    .update(listing)
    .set({ shopTouchedAt: now })
    .where(and(eq(listing.storeId, storeId), inArray(listing.shopifyProductId, [...shopifyIds])))
    .returning({ id: listing.shopifyProductId })
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** Marked listings that are not being pushed, longest waiting first; a listing with a running push is read after it. */
export const findTouched = (tx: Tx, exceptStores: readonly string[], limit: number): Promise<ListingRow[]> =>
  tx
    .select()
    .from(listing)
    .where(
      and(
        isNotNull(listing.shopTouchedAt),
        LISTED,
        exceptStores.length === 0 ? undefined : notInArray(listing.storeId, [...exceptStores]),
      ),
    )
    .orderBy(asc(listing.shopTouchedAt))
    .limit(limit)

/**
 * Marks listings that were not read for a long time: messages about deletions get lost too, and a search does not find deleted products.
 */
export async function touchUnlooked(
  tx: Tx,
  storeId: string,
  { before, limit, now }: { before: Date; limit: number; now: Date },
): Promise<void> {
  const due = tx
    .select({ id: listing.id })
    .from(listing)
    .where(
      and(
        eq(listing.storeId, storeId),
        isNull(listing.shopTouchedAt),
        sql`${listing.shopifyProductId} is not null and ${listing.state} in ('online', 'offline', 'failed')`,
        sql`coalesce(${listing.shopLookedAt}, ${listing.pushedAt}, ${listing.createdAt}) < ${before}`,
      ),
    )
    .orderBy(sql`${listing.shopLookedAt} nulls first`)
    .limit(limit)
  await tx.update(listing).set({ shopTouchedAt: now }).where(inArray(listing.id, due))
}

export async function findPolledTo(tx: Tx, storeId: string): Promise<Date | undefined> {
  const [row] = await tx.select().from(productFeed).where(eq(productFeed.storeId, storeId))
  return row?.polledTo
}

export async function savePolledTo(tx: Tx, storeId: string, polledTo: Date): Promise<void> {
  await tx
    .insert(productFeed)
    .values({ storeId, polledTo })
    .onConflictDoUpdate({ target: productFeed.storeId, set: { polledTo } })
}

/** Listings that are in a shop and not being pushed, so that they can be compared. */
const LISTED = sql`${listing.shopifyProductId} is not null and ${listing.state} in ('online', 'offline', 'failed', 'removed')`

export const findListed = (tx: Tx, ids: readonly string[]): Promise<ListingRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(listing)
        .where(and(inArray(listing.id, [...ids]), LISTED))

/** Those of these whose push is running or has an unknown outcome: what the shop shows may change at any moment. */
export async function findMoving(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: listing.id })
    .from(listing)
    .where(and(inArray(listing.id, [...ids]), inArray(listing.state, ['queued', 'syncing', 'unknown'])))
  return rows.map(({ id }) => id)
}

export async function countListed(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(listing)
    .where(LISTED)
  return row?.n ?? 0
}

export async function nextListed(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: listing.id })
    .from(listing)
    .where(and(LISTED, after === null ? undefined : gt(listing.id, after)))
    .orderBy(asc(listing.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function countListingsOfStore(tx: Tx, storeId: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(listing)
    .where(and(eq(listing.storeId, storeId), sql`${listing.shopifyProductId} is not null`))
  return row?.n ?? 0
}
