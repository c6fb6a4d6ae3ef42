import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { fileFolder, slicedUpload, storedFile } from './files.tables.ts'

export type FileRow = typeof storedFile.$inferSelect
export type UploadRow = typeof slicedUpload.$inferSelect

export async function insertFile(tx: Tx, row: typeof storedFile.$inferInsert): Promise<FileRow> {
  const [inserted] = await tx.insert(storedFile).values(row).returning()
  return inserted!
}

export async function findFile(tx: Tx, id: string): Promise<FileRow | undefined> {
  const [row] = await tx.select().from(storedFile).where(eq(storedFile.id, id))
  return row
}

export async function findExisting(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: storedFile.id })
    .from(storedFile)
    .where(inArray(storedFile.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Sheets created before `before`, in slices. */
export const findOldExports = (tx: Tx, before: Date, limit: number): Promise<FileRow[]> =>
  tx
    .select()
    .from(storedFile)
    .where(and(eq(storedFile.purpose, 'export'), lt(storedFile.createdAt, before)))
    .orderBy(storedFile.createdAt)
    .limit(limit)

/** Deletes a file's row. Returns whether another row has the same object: equal content is stored once. */
export async function forgetFile(tx: Tx, row: FileRow): Promise<{ isShared: boolean }> {
  await tx.delete(storedFile).where(eq(storedFile.id, row.id))
  const [other] = await tx
    .select({ id: storedFile.id })
    .from(storedFile)
    .where(and(eq(storedFile.objectKey, row.objectKey), eq(storedFile.storage, row.storage)))
    .limit(1)
  return { isShared: other !== undefined }
}

/** Blocks new uploads of this account until the transaction ends. */
export const lockUploadsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${accountId}`}, 0))`)
}

/** The upload, created with its first piece; the caller holds `lockUploadsOf`. */
export async function openUpload(tx: Tx, row: typeof slicedUpload.$inferInsert): Promise<UploadRow> {
  const [opened] = await tx.insert(slicedUpload).values(row).returning()
  return opened!
}

export async function findUpload(tx: Tx, accountId: string, uploadId: string): Promise<UploadRow | undefined> {
  const [row] = await tx
    .select()
    .from(slicedUpload)
    .where(and(eq(slicedUpload.accountId, accountId), eq(slicedUpload.uploadId, uploadId)))
  return row
}

export async function countOpenUploads(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(slicedUpload)
    .where(and(eq(slicedUpload.accountId, accountId), isNull(slicedUpload.fileId)))
  return row?.n ?? 0
}

/** Locks the upload: if the last two pieces arrive together, only one request creates the file. */
export async function lockUpload(tx: Tx, accountId: string, uploadId: string): Promise<UploadRow | undefined> {
  const [row] = await tx
    .select()
    .from(slicedUpload)
    .where(and(eq(slicedUpload.accountId, accountId), eq(slicedUpload.uploadId, uploadId)))
    .for('update')
  return row
}

export const finishUpload = async (tx: Tx, upload: UploadRow, fileId: string): Promise<void> => {
  await tx
    .update(slicedUpload)
    .set({ fileId })
    .where(and(eq(slicedUpload.accountId, upload.accountId), eq(slicedUpload.uploadId, upload.uploadId)))
}

export const findUploadsBefore = (tx: Tx, before: Date): Promise<UploadRow[]> =>
  tx.select().from(slicedUpload).where(lt(slicedUpload.createdAt, before))

export const removeUpload = async (tx: Tx, { accountId, uploadId }: UploadRow): Promise<void> => {
  await tx.delete(slicedUpload).where(and(eq(slicedUpload.accountId, accountId), eq(slicedUpload.uploadId, uploadId)))
}

export async function findFolderMark(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.select({ mark: fileFolder.mark }).from(fileFolder)
  return row?.mark
}

/** If several processes claim a folder at the same time, the first wins. Returns the valid marker. */
export async function claimFolder(tx: Tx, mark: string): Promise<string> {
  await tx.insert(fileFolder).values({ mark }).onConflictDoNothing()
  return (await findFolderMark(tx))!
}

export const forgetFolder = async (tx: Tx): Promise<void> => void (await tx.delete(fileFolder))

export async function newestOnDisk(tx: Tx): Promise<string | undefined> {
  const [row] = await tx
    .select({ objectKey: storedFile.objectKey })
    .from(storedFile)
    .where(eq(storedFile.storage, 'disk'))
    .orderBy(desc(storedFile.createdAt))
    .limit(1)
  return row?.objectKey
}

/** Whether a file, or a piece of an upload, is stored on disk. */
export async function hasOnDisk(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from stored_file where storage = 'disk')
        or exists (select from upload_piece where storage = 'disk') as has`)
  return rows[0]!.has
}
