import type { Table } from '../../core.ts'
import type { FileRow } from './rows.ts'

export type FileShelf = {
  get(id: string): FileRow | undefined
  byName(filename: string): FileRow | undefined
  put(row: FileRow): void
  delete(id: string): boolean
  values(): IterableIterator<FileRow>
  clear(): void
}

/** The shop's files with a look-up by file name, which is unique in Shopify. */
export function openFileShelf(table: Table<FileRow>): FileShelf {
  const names = new Map<string, string>()
  for (const row of table.values()) names.set(row.filename, row.id)
  return {
    get: (id) => table.get(id),
    byName: (filename) => {
      const id = names.get(filename)
      return id === undefined ? undefined : table.get(id)
    },
    put: (row) => {
      const before = table.get(row.id)
      if (before && names.get(before.filename) === row.id) names.delete(before.filename)
      names.set(row.filename, row.id)
      table.put(row.id, row)
    },
    delete: (id) => {
      const row = table.get(id)
      if (row && names.get(row.filename) === id) names.delete(row.filename)
      return table.delete(id)
    },
    values: () => table.values(),
    clear: () => {
      names.clear()
      table.clear()
    },
  }
}
