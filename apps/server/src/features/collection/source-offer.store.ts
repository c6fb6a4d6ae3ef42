import type { SourceOffer } from '@huoqiao/connector-1688'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { lockItemsOf, tellWords } from './collect-item.store.ts'
import { collectItem, sourceOffer, sourceOfferSnapshot } from './collection.tables.ts'

export type OfferRow = typeof sourceOffer.$inferSelect
export type NewOfferRow = Omit<
  typeof sourceOffer.$inferInsert,
  'relation' | 'relationNote' | 'follow' | 'refusedAt' | 'createdAt' | 'updatedAt'
>

export async function findOffer(tx: Tx, offerId: string): Promise<OfferRow | undefined> {
  const [row] = await tx.select().from(sourceOffer).where(eq(sourceOffer.offerId, offerId))
  return row
}

export const findOffers = (tx: Tx, offerIds: readonly string[]): Promise<OfferRow[]> =>
  offerIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(sourceOffer)
        .where(inArray(sourceOffer.offerId, [...offerIds]))

/** Only the columns that search results need, without the whole offers. */
export const findKnown = (
  tx: Tx,
  offerIds: readonly string[],
): Promise<{ offerId: string; supplierName: string | null; subjectTrans: string }[]> =>
  offerIds.length === 0
    ? Promise.resolve([])
    : tx
        .select({
          offerId: sourceOffer.offerId,
          supplierName: sourceOffer.supplierName,
          subjectTrans: sourceOffer.subjectTrans,
        })
        .from(sourceOffer)
        .where(inArray(sourceOffer.offerId, [...offerIds]))

/**
 * Stores a fetch: the newest one as the row, plus a snapshot if its hash changed. An older fetch (another worker was faster) changes
 * nothing. Returns the row before, if any.
 */
export async function keepFetch(
  tx: Tx,
  fetched: NewOfferRow,
  snapshotId: string,
): Promise<{ before: OfferRow | undefined; changed: boolean }> {
  // Locked before the offer, as everywhere: line of the box first, then offer.
  await lockItemsOf(tx, [fetched.offerId])
  const kept = await keepRow(tx, fetched, snapshotId)
  await tellWords(tx, [fetched.offerId])
  return kept
}

async function keepRow(
  tx: Tx,
  fetched: NewOfferRow,
  snapshotId: string,
): Promise<{ before: OfferRow | undefined; changed: boolean }> {
  const insertedFirst = await tx
    .insert(sourceOffer)
    .values({ ...fetched, createdAt: fetched.fetchedAt, updatedAt: fetched.fetchedAt })
    .onConflictDoNothing()
    .returning({ offerId: sourceOffer.offerId })
  if (insertedFirst.length > 0) {
    await addSnapshot(tx, fetched, snapshotId)
    return { before: undefined, changed: true }
  }
  const [before] = await tx.select().from(sourceOffer).where(eq(sourceOffer.offerId, fetched.offerId)).for('update')
  if (!before || before.fetchedAt > fetched.fetchedAt) return { before, changed: false }
  const changed = before.hash !== fetched.hash
  await tx
    .update(sourceOffer)
    .set({ ...fetched, updatedAt: fetched.fetchedAt })
    .where(eq(sourceOffer.offerId, fetched.offerId))
  if (changed) await addSnapshot(tx, fetched, snapshotId)
  return { before, changed }
}

const addSnapshot = async (tx: Tx, fetched: NewOfferRow, id: string): Promise<void> => {
  const { offerId, hash, offer, fetchedAt } = fetched
  await tx.insert(sourceOfferSnapshot).values({ id, offerId, hash, offer, at: fetchedAt })
}

/** 1688 refused to return the offer, without saying that it is gone. */
export const markOfferRefused = async (tx: Tx, offerId: string, at: Date): Promise<void> => {
  await tx.update(sourceOffer).set({ refusedAt: at }).where(eq(sourceOffer.offerId, offerId))
}

/** 1688 no longer returns the offer; its last content is kept. */
export const markOfferGone = async (tx: Tx, offerId: string, at: Date): Promise<void> => {
  await tx
    .update(sourceOffer)
    .set({ status: 'gone', published: false, fetchedAt: at, updatedAt: at })
    .where(eq(sourceOffer.offerId, offerId))
}

export async function noteRelation(
  tx: Tx,
  offerIds: readonly string[],
  relation: NonNullable<OfferRow['relation']>,
  note: string | null,
  at: Date,
): Promise<void> {
  if (offerIds.length === 0) return
  await tx
    .update(sourceOffer)
    .set({ relation, relationNote: note, updatedAt: at })
    .where(inArray(sourceOffer.offerId, [...offerIds]))
}

export async function noteFollow(
  tx: Tx,
  offerIds: readonly string[],
  follow: NonNullable<OfferRow['follow']>,
  at: Date,
): Promise<void> {
  if (offerIds.length === 0) return
  await tx
    .update(sourceOffer)
    .set({ follow, updatedAt: at })
    .where(inArray(sourceOffer.offerId, [...offerIds]))
}

/** Claimed offers that were not reported to 1688 yet, oldest first. */
export async function findUnreported(tx: Tx, what: 'relation' | 'follow', limit: number): Promise<string[]> {
  const rows = await tx
    .select({ offerId: sourceOffer.offerId })
    .from(sourceOffer)
    .innerJoin(collectItem, eq(collectItem.offerId, sourceOffer.offerId))
    .where(and(isNull(sourceOffer[what]), eq(collectItem.state, 'claimed')))
    .orderBy(asc(sourceOffer.fetchedAt))
    .limit(limit)
  return rows.map((row) => row.offerId)
}

/** Newest first. */
export const findSnapshots = (
  tx: Tx,
  offerId: string,
  limit: number,
): Promise<{ at: Date; hash: string; offer: SourceOffer }[]> =>
  tx
    .select({ at: sourceOfferSnapshot.at, hash: sourceOfferSnapshot.hash, offer: sourceOfferSnapshot.offer })
    .from(sourceOfferSnapshot)
    .where(eq(sourceOfferSnapshot.offerId, offerId))
    .orderBy(desc(sourceOfferSnapshot.at), desc(sourceOfferSnapshot.id))
    .limit(limit)
