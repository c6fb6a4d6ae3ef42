import pg from 'pg'
import type { Manifest, TableFacts } from './manifest.ts'

/** Our schema and the job queue's: waiting jobs must not be lost. The migrations table is left out, because migrating writes it. */
const SCHEMAS = ['public', 'jobs']

export const quoted = (...names: string[]): string => names.map((name) => pg.escapeIdentifier(name)).join('.')

/** Every table with its stored columns (without generated ones); for a partitioned table, its partitions. */
export async function readTables(client: pg.ClientBase): Promise<TableFacts[]> {
  const { rows } = await client.query<TableFacts>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [SCHEMAS],
  )
  return rows
}

export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as value
     from pg_sequences where schemaname = any($1) order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

export async function readVersions(client: pg.ClientBase): Promise<{ migratedTo: number; jobs: number }> {
  const { rows: migrations } = await client.query<{ at: string }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  )
  const { rows: jobs } = await client.query<{ version: number }>('select version from jobs.version')
  return { migratedTo: Number(migrations[0]?.at), jobs: Number(jobs[0]?.version) }
}
