import { desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import { pictureWords } from './pictures.tables.ts'

export type PictureRow = typeof pictureWords.$inferSelect

export const findPictureWords = (tx: Tx, productIds: readonly string[]): Promise<PictureRow[]> =>
  productIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(pictureWords)
        .where(inArray(pictureWords.productId, [...productIds]))

/** Stored words of pictures with these addresses, from any product. One row for each; a person's row is preferred. */
export async function findSamePictures(tx: Tx, urlDigests: readonly string[]): Promise<Map<string, PictureRow>> {
  if (urlDigests.length === 0) return new Map()
  const rows = await tx
    .selectDistinctOn([pictureWords.urlDigest])
    .from(pictureWords)
    .where(inArray(pictureWords.urlDigest, [...urlDigests]))
    .orderBy(pictureWords.urlDigest, desc(eq(pictureWords.origin, 'manual')), desc(pictureWords.at))
  return new Map(rows.map((row) => [row.urlDigest, row]))
}

/** Writes whole rows. The caller holds the lock of the product and has increased the versions. */
export const savePictureRows = (tx: Tx, rows: readonly PictureRow[]): Promise<void> =>
  insertRows(tx, pictureWords, rows, { on: ['productId', 'pictureId'] })
