import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import { marketTranslation } from './translations.tables.ts'
import type { MarketOf } from './translations.types.ts'

export type MarketTextRow = typeof marketTranslation.$inferSelect

/** The market texts of these products in some languages: of every market, of one, or of the markets of one shop. */
export const findMarketTexts = (
  tx: Tx,
  productIds: readonly string[],
  locales: readonly string[],
  of: { storeId?: string; market?: string } = {},
): Promise<MarketTextRow[]> =>
  productIds.length === 0 || locales.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(marketTranslation)
        .where(
          and(
            inArray(marketTranslation.productId, [...productIds]),
            inArray(marketTranslation.locale, [...locales]),
            of.storeId === undefined ? undefined : eq(marketTranslation.storeId, of.storeId),
            of.market === undefined ? undefined : eq(marketTranslation.market, of.market),
          ),
        )
        .orderBy(
          asc(marketTranslation.productId),
          asc(marketTranslation.locale),
          asc(marketTranslation.storeId),
          asc(marketTranslation.marketName),
          asc(marketTranslation.market),
          asc(marketTranslation.field),
        )

/** The name of a market, as stored with its texts of a product; undefined: there are none. */
export async function findMarketName(tx: Tx, productId: string, of: MarketOf): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: marketTranslation.marketName })
    .from(marketTranslation)
    .where(
      and(
        eq(marketTranslation.productId, productId),
        eq(marketTranslation.storeId, of.storeId),
        eq(marketTranslation.market, of.market),
      ),
    )
    .limit(1)
  return row?.name
}

/** Writes whole rows. The caller holds the lock of the product and has increased the versions. */
export const saveMarketTexts = (tx: Tx, rows: readonly MarketTextRow[]): Promise<void> =>
  insertRows(tx, marketTranslation, rows, {
    on: ['productId', 'locale', 'storeId', 'market', 'field'],
    keep: ['id', 'createdAt'],
  })

export async function removeMarketTexts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.delete(marketTranslation).where(inArray(marketTranslation.id, [...ids]))
}
