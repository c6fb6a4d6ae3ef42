import type { StoredFile } from '@huoqiao/contract/files/files.endpoints'
import type { FileRow } from './files.store.ts'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'text/csv': 'csv',
}
export const extensionOf = (mime: string): string => EXTENSIONS[mime] ?? 'xlsx'

/** The hash makes the address unguessable and ties it to its content; `origin`: empty, or the address under which shops reach us. */
export const pathOf = (row: Pick<FileRow, 'id' | 'hash' | 'mime'>): string =>
  `/files/${row.id}/${row.hash.slice(0, 32)}.${extensionOf(row.mime)}`

export const fileView = (row: FileRow, origin: string): StoredFile => ({
  id: row.id,
  name: row.name,
  url: `${origin.replace(/\/$/, '')}${pathOf(row)}`,
  mime: row.mime,
  size: row.size,
  width: row.width,
  height: row.height,
  createdAt: row.createdAt.getTime(),
})
