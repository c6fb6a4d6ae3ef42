import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

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

/** Brings the database at `url` to this version's schema. Safe to call from several processes at once. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runMigrations(drizzle(client), { migrationsFolder: migrationsFolder() })
  } finally {
    await client.end()
  }
}
