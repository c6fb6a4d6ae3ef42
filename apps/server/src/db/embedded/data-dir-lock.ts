import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { SUPERUSER } from './cluster.ts'

/** Key of the advisory lock that allows one Huoqiao per data directory. Any fixed number would do. */
const DATA_DIR_LOCK_KEY = 7_365_210
export const DATABASE = 'huoqiao'

/**
 * The database session that owns the data directory. It holds an advisory lock as long as its process lives. When the process dies for
 * any reason, PostgreSQL sees the connection end and releases the lock, and the next start may adopt the running server. Unlike a lock
 * file, it cannot become stale, and a process id that is used again cannot be mistaken for the owner.
 */
export type DataDirLock = { release(): Promise<void> }

export type DataDirLockAnswer =
  | { kind: 'kept'; lock: DataDirLock }
  /** Another living process holds the lock. */
  | { kind: 'held'; holder: number | undefined }
  /** Nothing accepted the connection, or the server is starting or stopping. */
  | { kind: 'later' }
  /** A server answers but refuses our password, so it is not the server of this directory. */
  | { kind: 'not-ours' }

type Address = { port: number; password: string }

export async function takeDataDirLock(address: Address, onLost: (error: Error) => void): Promise<DataDirLockAnswer> {
  const client = await connect(address)
  if ('kind' in client) return client
  // It may take PostgreSQL a moment to notice that a killed owner's session is gone.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [DATA_DIR_LOCK_KEY])
    if (rows[0]?.got) return { kind: 'kept', lock: await hold(client, onLost) }
    await sleep(100)
  }
  const holder = await askHolder(client)
  await client.end()
  return { kind: 'held', holder }
}

async function hold(client: Client, onLost: (error: Error) => void): Promise<DataDirLock> {
  let releasing = false
  client.on('error', (error: Error) => {
    if (!releasing) onLost(error)
  })
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
  // Constant: the only database name.
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  return {
    async release() {
      releasing = true
      await client.end()
    },
  }
}

async function connect({ port, password }: Address): Promise<Client | DataDirLockAnswer> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
    application_name: `huoqiao data directory lock ${process.pid}`,
  })
  // While connecting, pg rejects the promise and also emits the error; this listener keeps the emitted one from ending the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const answer = meaning(error)
    if (answer) return answer
    throw error
  }
}

function meaning(error: unknown): DataDirLockAnswer | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  // 57P03 cannot_connect_now: starting up, shutting down, in recovery. 57P01: it ended while we connected.
  if (code === '57P03' || code === '57P01' || code === 'ECONNREFUSED' || code === 'ECONNRESET') return { kind: 'later' }
  if (code === '28P01' || code === '28000') return { kind: 'not-ours' }
  return undefined
}

async function askHolder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [DATA_DIR_LOCK_KEY],
  )
  const holder = Number(/^huoqiao data directory lock (\d+)$/.exec(rows[0]?.name ?? '')?.[1])
  return Number.isInteger(holder) ? holder : undefined
}
