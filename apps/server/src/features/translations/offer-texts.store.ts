import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import { offerTexts } from './translations.tables.ts'

export type OfferTextsRow = typeof offerTexts.$inferSelect
type Key = Pick<OfferTextsRow, 'offerId' | 'language' | 'sourceDigest'>

export async function findOfferTexts(tx: Tx, key: Key): Promise<OfferTextsRow | undefined> {
  const [row] = await tx
    .select()
    .from(offerTexts)
    .where(
      and(
        eq(offerTexts.offerId, key.offerId),
        eq(offerTexts.language, key.language),
        eq(offerTexts.sourceDigest, key.sourceDigest),
      ),
    )
  return row
}

export const saveOfferTexts = (tx: Tx, row: OfferTextsRow): Promise<void> =>
  insertRows(tx, offerTexts, [row], { on: ['offerId', 'language', 'sourceDigest'], keep: [] })
