import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { z } from 'zod'
import { SERVING_LIMITS } from './db.ts'

/** A version that cannot work on this database or next to the installation's other nodes. `message` is for the person who started it. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion'
}

/** Key of the advisory lock for migrating, equal in every process: one migrates, the others wait. */
const MIGRATION_LOCK = 7_205_411

/** The folder of numbered SQL files, for both the source tree and the bundle. */
function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (let up = 0; up < 4; up++) {
    const candidate = join(folder, 'migrations')
    if (existsSync(join(candidate, 'meta', '_journal.json'))) return candidate
    folder = dirname(folder)
  }
  throw new Error('the folder of migrations is missing beside the server')
}

const migrations = (): ReturnType<typeof readMigrationFiles> =>
  readMigrationFiles({ migrationsFolder: migrationsFolder() })

/** Creation time of this version's last migration, in milliseconds: it identifies a version's schema. */
export const newestMigration = (): number => migrations().at(-1)!.folderMillis

/** Creation time of the migration with this name, whatever its number. */
export function migrationNamed(name: string): number {
  const { entries } = journal.parse(JSON.parse(readFileSync(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8')))
  const found = entries.find(({ tag }) => tag.replace(/^\d+_/, '') === name)
  if (found === undefined) throw new Error(`no migration is called ${name}`)
  return found.when
}
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

/**
 * Whether a schema is older than the first migration of this version, which creates a complete schema (decision 0041). Of the earlier
 * schemas only the last one of the previous version is accepted.
 */
export const isTooOld = (migratedTo: number): boolean => migratedTo < migrations()[0]!.folderMillis

/** Whether this version knows a schema, by the creation time of its last migration. An unknown one comes from a later version. */
export const knowsSchema = (migratedTo: number): boolean =>
  migrations().some(({ folderMillis }) => folderMillis === migratedTo)

/**
 * Migrates the database at `url` to this version's schema, or to an earlier one. Safe to call from several processes at the same time.
 * Throws OtherVersion, and changes nothing, if the database is too old.
 */
export async function migrate(url: string, upTo?: number): Promise<void> {
  // A process that is frozen while it migrates (a paused virtual machine) loses its transaction and its lock.
  const { idle_in_transaction_session_timeout, keepAlive, keepAliveInitialDelayMillis } = SERVING_LIMITS
  const client = new pg.Client({
    connectionString: url,
    idle_in_transaction_session_timeout,
    keepAlive,
    keepAliveInitialDelayMillis,
  })
  // If the connection is ended, the current or next statement fails and reports it. pg also emits the error; without a listener that would
  // end the process without a message.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('begin')
    await migrateWithin(client, upTo)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/**
 * The same in the caller's transaction. The executed migrations are recorded in drizzle's own table. Drizzle's migrator cannot be used,
 * because it opens its own transaction and always migrates to the latest version.
 */
export async function migrateWithin(client: pg.ClientBase, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]?.last ?? 0)
  if (last > 0 && isTooOld(last))
    throw new OtherVersion('数据库由更早的版本建立，这个版本不能直接升级它：请先用上一个版本启动一次，再启动这个版本')
  for (const { folderMillis, hash, sql } of migrations()) {
    if (folderMillis <= last || folderMillis > upTo) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
