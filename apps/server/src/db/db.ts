import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/**
 * The handle that every store function takes first: the database, or a transaction. A store function uses no other handle, so everything
 * that is called inside a transaction stays inside it.
 */
export type Tx = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Db = {
  /** For reads that need no transaction. */
  readonly handle: Tx
  readonly pool: pg.Pool
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Limits for sessions of a serving process, so that one cannot block the others. A process that is frozen in a transaction (SIGSTOP, a
 * paused virtual machine) keeps its locks, so PostgreSQL ends a session that was idle in a transaction for 10 s, which releases them.
 */
export const SERVING_LIMITS = {
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 30_000,
  statement_timeout: 120_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/**
 * PostgreSQL's compiler of single queries (jit) is on by default where it is installed. It is chosen by an estimated cost, which a short
 * query over a large table may exceed, and compiles again with each call; the embedded database has it off as well. An operator's own
 * `options` in the address have priority.
 */
const NO_JIT = '-c jit=off'

export function openDb(
  url: string,
  options: { max?: number; onError?: (error: Error) => void; serving?: boolean; limits?: pg.PoolConfig } = {},
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 15_000,
    application_name: 'huoqiao',
    options: NO_JIT,
    ...(options.serving ? SERVING_LIMITS : {}),
    ...options.limits,
  })
  // An idle connection that breaks must not kill the process: the pool opens another one.
  pool.on('error', (error) => options.onError?.(error))
  // Neither must a connection that breaks while in use, for example ended by the limit above: its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const orm = drizzle(pool)
  return {
    handle: orm,
    pool,
    transaction: (work) => orm.transaction((tx) => work(tx)),
    close: () => pool.end(),
  }
}

/** Must be first in its transaction: all reads then use one snapshot. */
export const seeOneMoment = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`set transaction isolation level repeatable read read only`)
}

/** PostgreSQL error codes that a store turns into a refusal. */
export const PG = { uniqueViolation: '23505', foreignKeyViolation: '23503' } as const

/** The PostgreSQL error inside drizzle's error. */
export function pgError(error: unknown): { code: string; constraint?: string } | undefined {
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) {
      return current as Error & { code: string; constraint?: string }
    }
    current = current.cause
  }
  return undefined
}

export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const found = pgError(error)
  return found?.code === PG.uniqueViolation && (constraint === undefined || found.constraint === constraint)
}
