import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { z } from 'zod'
import { SERVING_LIMITS } from './db.ts'

/** A version that can't work on this database, or beside the other nodes. `message` is for whoever started it. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion'
}

/** Any number, the same in every process: one of them migrates, the others wait. */
const MIGRATION_LOCK = 7_205_411

/** The folder of numbered SQL files, found from the source tree and from the bundle alike. */
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

/** When the last migration of this version was made, in milliseconds: what tells one version's schema from another's. */
export const newestMigration = (): number => migrations().at(-1)!.folderMillis

/** When the migration of this name was made, whatever its number. */
export function migrationNamed(name: string): number {
  const { entries } = journal.parse(JSON.parse(readFileSync(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8')))
  const found = entries.find(({ tag }) => tag.replace(/^\d+_/, '') === name)
  if (found === undefined) throw new Error(`no migration is called ${name}`)
  return found.when
}
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

/**
 * Whether a schema is older than the first migration of this version, which begins with a whole schema (decision 0041). Only the schema
 * that the version before ended with is taken over.
 */
export const isTooOld = (migratedTo: number): boolean => migratedTo < migrations()[0]!.folderMillis

/** Whether this version knows a schema by the moment its last migration was made: what is unknown was made by a later version. */
export const knowsSchema = (migratedTo: number): boolean =>
  migrations().some(({ folderMillis }) => folderMillis === migratedTo)

/**
 * Brings the database at `url` to this version's schema, or to an earlier one. Safe to call from several processes at once. Throws
 * OtherVersion, and changes nothing, where the database is too old.
 */
export async function migrate(url: string, upTo?: number): Promise<void> {
  // One that stands still while it migrates (a paused virtual machine) loses its transaction and its lock to the next.
  const { idle_in_transaction_session_timeout, keepAlive, keepAliveInitialDelayMillis } = SERVING_LIMITS
  const client = new pg.Client({
    connectionString: url,
    idle_in_transaction_session_timeout,
    keepAlive,
    keepAliveInitialDelayMillis,
  })
  // A connection that is ended meanwhile fails the statement at hand, or the next one, and that is what is told. pg emits it as well,
  // and where nobody listens this would end the process without a sentence.
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
 * The same in the caller's transaction. What was carried out is noted in drizzle's own table, whose migrator would do this in a
 * transaction of its own and to the last migration only.
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
