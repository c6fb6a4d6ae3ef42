import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readlink, realpath, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findOtherPostgres, startOtherPostgres } from '../../tools/test/other-postgres.mjs'

/** `own`: a PostgreSQL that the storm starts itself and may end; otherwise an existing server, by its address. */
export type DatabaseChoice = 'embedded' | 'own' | { server: string }

/** The database that the nodes share. */
export type Database = {
  /** without a relay; changes when an embedded one was started again */
  url(): string
  /** Ends PostgreSQL itself, as `pg_ctl stop -m immediate`; undefined: the storm may not end it. */
  readonly crash?: () => Promise<void>
  /** Starts it again after it has ended; undefined: the node that opens it does that. */
  readonly begin?: () => Promise<void>
  /** for a database that a node opens: called when it has done so */
  readonly opened?: () => Promise<void>
  /** the disk of its files, when it can be filled without harming anything else */
  readonly disk?: Disk
  stop(): Promise<void>
}

/** `fill`: makes the disk full. */
export type Disk = { fill(): Promise<void>; free(): Promise<void>; unmount(): void }

export async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  // When the connection ends during a query, the client both rejects and emits an error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A new database on an existing server. */
export async function databaseAt(server: string): Promise<Database> {
  const name = `huoqiao_storm_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template template0 encoding 'UTF8'`)
  const made = new URL(server)
  made.pathname = `/${name}`
  return {
    url: () => made.toString(),
    stop: async () => void (await query(server, `drop database if exists ${name} with (force)`)),
  }
}

/** A PostgreSQL from Debian's packages, on a small disk of its own where one can be mounted. */
export async function ownDatabase(dir: string): Promise<Database> {
  const found = findOtherPostgres()
  if (!found) throw new Error('没有找到 15 至 17 版的 PostgreSQL：设置 DATABASE_URL，或安装 Debian 的 postgresql')
  const under = join(dir, 'postgres')
  await mkdir(under, { mode: 0o755 })
  const disk = mountDisk(under)
  try {
    const server = await startOtherPostgres(found.bin, {
      under,
      survivesKills: true,
      settings: { max_wal_size: '128MB' },
    })
    const made = await databaseAt(server.url)
    return {
      url: () => made.url(),
      crash: () => server.crash(),
      begin: () => server.begin(),
      ...(disk ? { disk } : {}),
      async stop() {
        await server.stop()
        disk?.unmount()
      },
    }
  } catch (error) {
    disk?.unmount()
    throw error
  }
}

const DISK_BYTES = 1.5e9
const SHRINKS = 20

/** A disk in memory; it is made full by resizing it to the size of its contents. Only root may mount, and not in every container. */
function mountDisk(at: string): Disk | undefined {
  const mount = (...how: string[]): boolean => spawnSync('mount', [...how, at]).status === 0
  if (!mount('-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=755`, 'tmpfs')) return undefined
  return {
    async fill() {
      for (let tries = 1; ; tries++) {
        const { blocks, bfree, bsize } = await statfs(at)
        // Refused when more was written in the meantime.
        if (mount('-o', `remount,size=${(blocks - bfree) * bsize}`)) return
        if (tries === SHRINKS) throw new Error(`${at} could not be made smaller`)
      }
    },
    async free() {
      if (!mount('-o', `remount,size=${DISK_BYTES}`)) throw new Error(`${at} could not be made larger`)
    },
    unmount: () => void spawnSync('umount', [at]),
  }
}

/** The database that the first node opens in its data folder (docs/operations.md); the others get its address. */
export function embeddedDatabase(data: string): Database {
  const cluster = join(data, 'database', 'cluster')
  const pgdata = join(cluster, 'pgdata')
  let url = ''
  const postmaster = async (): Promise<string[]> =>
    (await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  /** A postmaster's working folder is its data folder; another process that has the same id now has a different one. */
  const runs = async (pid: number): Promise<boolean> =>
    pid > 0 && (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(pgdata))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const pid = Number((await postmaster())[0])
    if (!(await runs(pid))) return
    process.kill(pid, signal)
    while (await runs(pid)) await sleep(20)
  }
  return {
    url: () => url,
    async opened() {
      const password = (await readFile(join(cluster, 'password'), 'utf8')).trim()
      const [, , , port] = await postmaster()
      url = `postgresql://huoqiao:${password}@127.0.0.1:${port}/huoqiao`
    },
    crash: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
  }
}
