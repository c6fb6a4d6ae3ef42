import pg from 'pg'
import { migrationNamed, newestMigration, OtherVersion } from './migrate.ts'

/**
 * The oldest version that may keep running while this one starts: one that knows this migration. To be raised with a change that the
 * previous version cannot work with (docs/recipes/change-the-database.md).
 */
const OLDEST_BESIDE = 'analytics-spans'

/**
 * Throws OtherVersion if a later version has migrated the database, or if nodes are running that are too old. `me`: this node's name; an
 * earlier process with this name is gone.
 */
export async function refuseOtherVersion(url: string, me: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ migrations: string | null; node: string | null }>(
      `select to_regclass('drizzle.__drizzle_migrations') as migrations, to_regclass('node') as node`,
    )
    if (tables[0]!.migrations !== null) await refuseLater(client)
    if (tables[0]!.node !== null) await refuseOlderNodes(client, me)
  } finally {
    await client.end()
  }
}

async function refuseLater(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  )
  if (Number(rows[0]!.last ?? 0) > newestMigration())
    throw new OtherVersion('数据库已由更新的版本升级，这个旧版本不能再用它：请把这台机器上的货桥更新到同一版本后再启动')
}

/** Read as JSON, because older databases lack the column. */
async function refuseOlderNodes(client: pg.Client, me: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from node
      where beat_at > clock_timestamp() - interval '20 seconds' and name <> $1
        and coalesce((to_jsonb(node) ->> 'schema')::bigint, 0) < $2 order by name`,
    [me, migrationNamed(OLDEST_BESIDE)],
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join('、')
  throw new OtherVersion(`节点 ${names} 还在运行更旧的版本，不能与这个版本同时运行：请先停止它们，再启动`)
}
