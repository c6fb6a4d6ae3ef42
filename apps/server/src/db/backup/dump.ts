import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoted, readSequences, readTables, readVersions } from './facts.ts'
import { MANIFEST, fileOf } from './manifest.ts'
import type { Manifest } from './manifest.ts'

/**
 * Writes the whole database at `url` into `folder`, as of one moment, while the app keeps running: one read-only transaction reads
 * everything. The manifest is written last, so that a folder without one is no backup.
 */
export async function dumpDatabase(url: string, folder: string): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, application_name: 'huoqiao-backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const versions = await readVersions(client)
    const tables = await readTables(client)
    const tablesFolder = join(folder, 'tables')
    await mkdir(tablesFolder, { recursive: true })
    const written: Manifest['tables'] = []
    // Constant: names of tables and columns as the catalogue has them, quoted.
    for (const table of tables) {
      const source = client.query(
        copyTo(
          `copy (select ${table.columns.map((column) => quoted(column)).join(', ')} from ${quoted(table.schema, table.name)}) to stdout`,
        ),
      )
      await pipeline(source, createGzip(), createWriteStream(join(tablesFolder, fileOf(table)), { mode: 0o600 }))
      written.push({ ...table, rows: source.rowCount })
    }
    const sequences = await readSequences(client)
    await client.query('commit')
    const made: Manifest = { format: 1, madeAt: new Date().toISOString(), ...versions, tables: written, sequences }
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
    return made
  } finally {
    await client.end()
  }
}
