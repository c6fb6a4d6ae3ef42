import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/db.ts'
import { fileChunk } from './files.tables.ts'

export type Chunk = { bytes: Buffer; isLast: boolean }

export async function hasObject(tx: Tx, objectKey: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from file_chunk where object_key = ${objectKey} and index = 0`)
  return rows.length > 0
}

/** If two transactions write the same object, the second waits at the first chunk and then finds all chunks already written. */
export const insertChunk = async (tx: Tx, chunk: typeof fileChunk.$inferInsert): Promise<void> => {
  await tx.insert(fileChunk).values(chunk).onConflictDoNothing()
}

export const removeChunks = async (tx: Tx, objectKey: string): Promise<void> => {
  await tx.execute(sql`delete from file_chunk where object_key = ${objectKey}`)
}

/**
 * Chunks of an object from `from` on, at most `limit`, in order. Without drizzle: there is nothing to map, and pictures are requested
 * often.
 */
export async function readChunks(
  pool: Db['pool'],
  objectKey: string,
  { from, limit }: { from: number; limit: number },
): Promise<Chunk[]> {
  const { rows } = await pool.query<[Buffer, boolean]>({
    name: 'file-chunks',
    text: 'select bytes, is_last from file_chunk where object_key = $1 and index >= $2 order by index limit $3',
    values: [objectKey, from, limit],
    rowMode: 'array',
  })
  return rows.map(([bytes, isLast]) => ({ bytes, isLast }))
}
