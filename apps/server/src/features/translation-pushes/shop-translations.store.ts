import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { shopTranslation, translationPushChange, translationPushItem } from './translation-pushes.tables.ts'

export type KnownRow = typeof shopTranslation.$inferSelect
export type ChangeRow = typeof translationPushChange.$inferSelect

export const findKnown = (tx: Tx, listingIds: readonly string[]): Promise<KnownRow[]> =>
  listingIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(shopTranslation)
        .where(inArray(shopTranslation.listingId, [...listingIds]))

export async function saveKnown(tx: Tx, rows: readonly (typeof shopTranslation.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(shopTranslation)
    .values([...rows])
    .onConflictDoUpdate({
      target: [
        shopTranslation.listingId,
        shopTranslation.resourceId,
        shopTranslation.key,
        shopTranslation.locale,
        shopTranslation.market,
      ],
      set: {
        owner: sql`excluded.owner`,
        value: sql`excluded.value`,
        sent: sql`excluded.sent`,
        digest: sql`excluded.digest`,
        at: sql`excluded.at`,
      },
    })
}

/** Forgets the translations of languages that the shop removed: Shopify deletes them with the language. */
export async function forgetLanguages(
  tx: Tx,
  listingIds: readonly string[],
  locales: readonly string[],
): Promise<void> {
  if (listingIds.length === 0) return
  await tx
    .delete(shopTranslation)
    .where(
      and(
        inArray(shopTranslation.listingId, [...listingIds]),
        locales.length === 0 ? undefined : notInArray(shopTranslation.locale, [...locales]),
      ),
    )
}

/** Forgets the translations of markets that the shop removed. */
export async function forgetMarkets(tx: Tx, listingIds: readonly string[], markets: readonly string[]): Promise<void> {
  if (listingIds.length === 0) return
  await tx
    .delete(shopTranslation)
    .where(
      and(inArray(shopTranslation.listingId, [...listingIds]), notInArray(shopTranslation.market, ['', ...markets])),
    )
}

export async function removeKnown(
  tx: Tx,
  listingId: string,
  { resourceId, key, locale, market }: Pick<KnownRow, 'resourceId' | 'key' | 'locale' | 'market'>,
): Promise<void> {
  await tx
    .delete(shopTranslation)
    .where(
      and(
        eq(shopTranslation.listingId, listingId),
        eq(shopTranslation.resourceId, resourceId),
        eq(shopTranslation.key, key),
        eq(shopTranslation.locale, locale),
        eq(shopTranslation.market, market),
      ),
    )
}

/** Stored before they are sent. On a repeated try, `before` stays the state before the first try. */
export async function insertChanges(
  tx: Tx,
  rows: readonly (typeof translationPushChange.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(translationPushChange)
    .values([...rows])
    .onConflictDoUpdate({
      target: [
        translationPushChange.itemId,
        translationPushChange.resourceId,
        translationPushChange.key,
        translationPushChange.locale,
        translationPushChange.market,
      ],
      set: { after: sql`excluded.after`, isWritten: sql`false`, at: sql`excluded.at` },
    })
}

export async function markWritten(
  tx: Tx,
  itemId: string,
  text: Pick<ChangeRow, 'resourceId' | 'key' | 'locale' | 'market' | 'stored'>,
): Promise<void> {
  await tx
    .update(translationPushChange)
    .set({ isWritten: true, stored: text.stored })
    .where(
      and(
        eq(translationPushChange.itemId, itemId),
        eq(translationPushChange.resourceId, text.resourceId),
        eq(translationPushChange.key, text.key),
        eq(translationPushChange.locale, text.locale),
        eq(translationPushChange.market, text.market),
      ),
    )
}

export const findChanges = (tx: Tx, itemId: string): Promise<ChangeRow[]> =>
  tx
    .select()
    .from(translationPushChange)
    .where(eq(translationPushChange.itemId, itemId))
    .orderBy(asc(translationPushChange.id))

/** Number of texts that are known to have been written by any try of the item. */
export async function countWritten(tx: Tx, itemId: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(translationPushChange)
    .where(and(eq(translationPushChange.itemId, itemId), translationPushChange.isWritten))
  return row?.n ?? 0
}

/** Number of texts that the task wrote. Without any there is nothing to undo. */
export async function countChanges(tx: Tx, pushId: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(translationPushChange)
    .innerJoin(translationPushItem, eq(translationPushItem.id, translationPushChange.itemId))
    .where(eq(translationPushItem.pushId, pushId))
  return row?.n ?? 0
}
