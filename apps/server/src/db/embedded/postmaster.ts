import { spawn, type ChildProcess } from 'node:child_process'
import { open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { alive, postgresEnv } from './cluster.ts'
import { diagnose } from './diagnose.ts'
import { errorCode } from './fault.ts'
import type { Placement } from './placement.ts'
import { identity } from './run-as.ts'

/** The server that has the directory open, according to postmaster.pid. */
export type Postmaster = { pid: number; port: number; ready: boolean }

const LOG_LIMIT = 8 * 1024 * 1024

/**
 * The server that runs on this directory, whoever started it, or undefined. The file survives a crash, and its process id may now belong to
 * another program. On Linux the working directory of that process decides, which for a postmaster is the data directory.
 */
export async function findPostmaster(place: Placement): Promise<Postmaster | undefined> {
  const text = await readFile(join(place.pgdata, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  const lines = text?.split('\n') ?? []
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !alive(pid)) return undefined
  const owner = await relation(pid, place.pgdata)
  // PostgreSQL would refuse to start while any process with that id exists.
  if (owner === 'elsewhere') await rm(join(place.pgdata, 'postmaster.pid'), { force: true })
  if (owner !== 'here') return undefined
  return { pid, port: Number(lines[3]), ready: (lines[7] ?? '').trim() === 'ready' }
}

async function relation(pid: number, dir: string): Promise<'here' | 'elsewhere' | 'hidden'> {
  if (process.platform !== 'linux') return 'here'
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(dir)) ? 'here' : 'elsewhere'
  } catch (error) {
    // A process of another user, so not the server of our directory; or it has just ended.
    if (['EACCES', 'EPERM', 'ENOENT'].includes(errorCode(error) ?? '')) return 'hidden'
    throw error
  }
}

export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Small memory settings, suitable for a workstation; a temporary cluster (tests) also gives up safety against power failure. */
function settings(port: number, temporary: boolean): Record<string, string> {
  const durable = { max_connections: '100', checkpoint_timeout: '10min', max_wal_size: '1GB' }
  const fast = {
    max_connections: '200',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    checkpoint_timeout: '30min',
    max_wal_size: '4GB',
  }
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    // There is no replication, and bulk loads then write half as much.
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    ...(temporary ? fast : durable),
  }
}

export type StartedPostmaster = Postmaster & { child: ChildProcess; logSinceStart: () => Promise<string> }

/**
 * Starts the server and waits until it accepts connections (recovery after a crash may take a while; `log` then reports it). It is its own
 * process group, so that Ctrl-C reaches only us and we can close it in order. It logs to a file, because a pipe to us would break after
 * kill -9.
 */
export async function startPostmaster(
  place: Placement,
  binaries: Binaries,
  options: { port: number; temporary: boolean; log: (line: string) => void },
): Promise<StartedPostmaster> {
  const { size } = (await stat(place.logFile).catch(() => undefined)) ?? { size: 0 }
  if (size > LOG_LIMIT) await rename(place.logFile, `${place.logFile}.1`)
  const logFile = await open(place.logFile, 'a', 0o600)
  const { size: from } = await logFile.stat()
  const flags = Object.entries(settings(options.port, options.temporary)).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const child = spawn(binaries.postgres, ['-D', place.pgdata, ...flags], {
    ...identity(place.runAs),
    env: postgresEnv(),
    cwd: '/',
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
  })
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code, signal) => (failure ??= `exited with ${code ?? signal}`))
  const forget = child.pid === undefined ? () => undefined : stopAtExit(child.pid)
  child.once('exit', forget)
  child.unref()
  await logFile.close()
  const logSinceStart = async (): Promise<string> => (await readFile(place.logFile)).subarray(from).toString('utf8')

  for (let waits = 0; ; waits += 1) {
    if (failure !== undefined) throw diagnose((await logSinceStart()) || failure, { ...place, port: options.port })
    const found = await findPostmaster(place)
    if (found?.ready && found.pid === child.pid) return { ...found, child, logSinceStart }
    if (waits === 200) options.log('数据库上次没有正常关闭，正在恢复，请稍候')
    await sleep(15)
  }
}

/**
 * Stops the server if our process ends without closing it: a crash, or a signal while opening. (After kill -9 the next start adopts it.)
 * Returns a function that cancels this.
 */
export function stopAtExit(pid: number): () => void {
  const stop = (): void => void send(pid, 'SIGINT')
  process.once('exit', stop)
  return () => process.off('exit', stop)
}

const STOPS = [
  { signal: 'SIGINT', patienceMs: 30_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const

/**
 * Stops a server that we own: ends open sessions and writes everything to disk. If that hangs, it is stopped immediately (as with `from`
 * SIGQUIT from the start); the next start then recovers from the write-ahead log, so nothing committed is lost.
 */
export async function stopPostmaster(pid: number, from: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  for (const { signal, patienceMs } of STOPS.slice(from === 'SIGINT' ? 0 : 1)) {
    if (!send(pid, signal)) return
    const end = performance.now() + patienceMs
    while (performance.now() < end) {
      if (!alive(pid)) return
      await sleep(10)
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
    throw error
  }
}
