import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { uploadPiece } from './files.tables.ts'

export type PieceRow = typeof uploadPiece.$inferSelect
type Upload = Pick<PieceRow, 'accountId' | 'uploadId'>

const ofUpload = ({ accountId, uploadId }: Upload) =>
  and(eq(uploadPiece.accountId, accountId), eq(uploadPiece.uploadId, uploadId))

/** In their order. */
export const findPieces = (tx: Tx, upload: Upload): Promise<PieceRow[]> =>
  tx.select().from(uploadPiece).where(ofUpload(upload)).orderBy(uploadPiece.index)

/**
 * Returns the piece to delete: the one stored under this number before, or this one if it is identical, because another node may be reading
 * the first. The caller holds the upload's lock.
 */
export async function savePiece(tx: Tx, row: PieceRow): Promise<PieceRow | undefined> {
  const [before] = await tx
    .select()
    .from(uploadPiece)
    .where(and(ofUpload(row), eq(uploadPiece.index, row.index)))
  if (before?.hash === row.hash) return row
  await tx
    .insert(uploadPiece)
    .values(row)
    .onConflictDoUpdate({
      target: [uploadPiece.accountId, uploadPiece.uploadId, uploadPiece.index],
      set: {
        hash: sql`excluded.hash`,
        size: sql`excluded.size`,
        storage: sql`excluded.storage`,
        objectKey: sql`excluded.object_key`,
      },
    })
  return before
}

/** Deletes the piece with this object; a replacement stays. Returns the deleted row; undefined: it was already deleted. */
export async function forgetPiece(tx: Tx, row: PieceRow): Promise<PieceRow | undefined> {
  const [forgotten] = await tx
    .delete(uploadPiece)
    .where(and(ofUpload(row), eq(uploadPiece.index, row.index), eq(uploadPiece.objectKey, row.objectKey)))
    .returning()
  return forgotten
}
