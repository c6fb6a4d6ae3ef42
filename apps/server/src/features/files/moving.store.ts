import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { StorageKind } from './storage.ts'

export type MovedObject = {
  objectKey: string
  storage: StorageKind
  hash: string
  size: number
  mime: string
}

/** Objects that are not in `to`, each once, by key and place. `after`: the last one of the previous page. */
export async function findElsewhere(
  tx: Tx,
  to: StorageKind,
  page: { after: Pick<MovedObject, 'objectKey' | 'storage'> | undefined; limit: number },
): Promise<MovedObject[]> {
  const { objectKey = '', storage = '' } = page.after ?? {}
  const { rows } = await tx.execute<Omit<MovedObject, 'size'> & { size: string }>(sql`
    select distinct on (o.object_key collate "C", o.storage collate "C")
           o.object_key as "objectKey", o.storage, o.hash, o.size, o.mime
      from (select object_key, storage, hash, size, mime from stored_file
            union all
            select object_key, storage, hash, size, 'application/octet-stream' from upload_piece) o
     where o.storage <> ${to} and (o.object_key collate "C", o.storage collate "C") > (${objectKey}, ${storage})
     order by o.object_key collate "C", o.storage collate "C"
     limit ${page.limit}`)
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}

export async function tellMoved(
  tx: Tx,
  objectKey: string,
  { from, to }: { from: StorageKind; to: StorageKind },
): Promise<void> {
  for (const table of [sql.identifier('stored_file'), sql.identifier('upload_piece')])
    await tx.execute(sql`update ${table} set storage = ${to} where object_key = ${objectKey} and storage = ${from}`)
}
