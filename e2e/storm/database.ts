import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findOtherPostgres, startOtherPostgres } from '../../tools/test/other-postgres.mjs'

/** `own`: a PostgreSQL that the storm starts for itself, and may end; else a server that is somebody's, by its address. */
export type DatabaseChoice = 'embedded' | 'own' | { server: string }

/** The database that the nodes share. */
export type Database = {
  /** past all relays; changes where an embedded one was started again */
  url(): string
  /** Ends PostgreSQL itself, as `pg_ctl stop -m immediate`; undefined: it is not ours to end. */
  readonly crash?: () => Promise<void>
  /** Starts it again where it has ended; undefined: the node that opens it does that. */
  readonly begin?: () => Promise<void>
  /** of one that a node opens: it has just done so */
  readonly opened?: () => Promise<void>
  /** what its files lie on, where that can be filled up without harm to anybody else */
  readonly disk?: Disk
  stop(): Promise<void>
}

/** `fill` returns once nothing more fits; what is freed meanwhile is filled up as well. */
export type Disk = { fill(): Promise<void>; free(): Promise<void>; unmount(): void }

export async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  // Ended in the middle of it, it both rejects and emits.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A database of its own on somebody's server. */
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

/** A PostgreSQL of Debian's, on a small disk of its own where one can be mounted. */
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
    const { url } = await databaseAt(server.url)
    return {
      url,
      crash: server.crash,
      begin: server.begin,
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

const DISK_SIZE = '1500m'
const BLOCKS = [1 << 20, 1 << 12]
const FILL_AGAIN_MS = 200

/** Only root may mount, and not in every container. */
function mountDisk(at: string): Disk | undefined {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=755`, 'tmpfs', at])
  if (mounted.status !== 0) return undefined
  const ballast = join(at, 'ballast')
  let filling: Promise<void> | undefined
  let isFull = false
  const fillUp = async (): Promise<void> => {
    const file = await open(ballast, 'a')
    try {
      for (const size of BLOCKS) while ((await file.write(Buffer.alloc(size)).catch(noRoom)) !== undefined);
    } finally {
      await file.close()
    }
  }
  return {
    async fill() {
      await fillUp()
      isFull = true
      filling = (async () => {
        while (isFull) {
          await fillUp()
          await sleep(FILL_AGAIN_MS)
        }
      })()
      // Heard when it is freed.
      filling.catch(() => undefined)
    },
    async free() {
      isFull = false
      await filling
      await rm(ballast, { force: true })
    },
    unmount: () => void spawnSync('umount', [at]),
  }
}

function noRoom(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOSPC') throw error
}

/** The one that the first node opens in its folder of data (docs/operations.md); the others are told its address. */
export function embeddedDatabase(data: string): Database {
  const cluster = join(data, 'database', 'cluster')
  const pgdata = join(cluster, 'pgdata')
  let url = ''
  const postmaster = async (): Promise<string[]> =>
    (await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  /** A postmaster works in its folder; a process that has got its number since does not. */
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
