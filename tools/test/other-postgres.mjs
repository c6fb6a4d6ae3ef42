import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../say.mjs'

/** The embedded version is 18; the oldest supported one is 15. */
const EMBEDDED_MAJOR = '18'
const DEBIAN_HOME = '/usr/lib/postgresql'

/** @returns {{ bin: string, major: string } | undefined} an installed PostgreSQL of another major version than the embedded */
export function findOtherPostgres() {
  const majors = existsSync(DEBIAN_HOME) ? readdirSync(DEBIAN_HOME) : []
  const usable = majors.filter((major) => Number(major) >= 15 && major !== EMBEDDED_MAJOR)
  const major = usable
    .toSorted((a, b) => Number(a) - Number(b))
    .find(
      (one) =>
        existsSync(join(DEBIAN_HOME, one, 'bin', 'initdb')) && existsSync(join(DEBIAN_HOME, one, 'bin', 'postgres')),
    )
  return major === undefined ? undefined : { bin: join(DEBIAN_HOME, major, 'bin'), major }
}

/** Tests do not need data to survive a power cut. With `SURVIVES_KILLS` it still survives when PostgreSQL is killed. */
const SURVIVES_KILLS = { fsync: 'off' }
const SURVIVES_NOTHING = { ...SURVIVES_KILLS, synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * A throw-away server of that version on a free port. As root it runs as the user that Debian's package creates. `crash` ends it as
 * `pg_ctl stop -m immediate` does, `begin` starts it again if it has ended.
 * @param {string} bin
 * @param {{ under?: string, survivesKills?: boolean, settings?: Record<string, string | number> }} options `under`: the folder that it is made in
 * @returns {Promise<{ url: string, crash: () => Promise<void>, begin: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startOtherPostgres(bin, { under = tmpdir(), survivesKills = false, settings = {} } = {}) {
  const identity = whoRunsIt()
  const home = mkdtempSync(join(under, 'huoqiao-other-postgres-'))
  chmodSync(home, 0o755)
  const data = join(home, 'data')
  const password = randomBytes(16).toString('hex')
  const handover = join(home, 'password')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(handover, password, { mode: 0o600 })
  if (identity.uid !== undefined) for (const path of [data, handover]) chownSync(path, identity.uid, identity.gid)
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' }
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'tester',
      `--pwfile=${handover}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...identity, env, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new UserError(`另一版本的 PostgreSQL 没有初始化成功：${made.stderr.trim()}`)
  const port = await freePort()
  const given = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...(survivesKills ? SURVIVES_KILLS : SURVIVES_NOTHING),
    ...settings,
  }
  const flags = Object.entries(given).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const log = join(home, 'log')
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  const hasEnded = () => child === undefined || child.exitCode !== null || child.signalCode !== null
  const begin = async () => {
    if (!hasEnded()) return
    // Truncates the log, because the ready message of this start is read from it.
    const out = openSync(log, 'w')
    child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
      ...identity,
      env,
      cwd: '/',
      stdio: ['ignore', out, out],
    })
    closeSync(out)
    while (!readFileSync(log, 'utf8').includes('ready to accept connections')) {
      if (hasEnded()) throw new UserError(`另一版本的 PostgreSQL 没有启动成功：${readFileSync(log, 'utf8').trim()}`)
      await sleep(50)
    }
  }
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    if (hasEnded()) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  await begin()
  return {
    url: `postgresql://tester:${password}@127.0.0.1:${port}/postgres`,
    crash: () => end('SIGQUIT'),
    begin,
    stop: async () => {
      await end('SIGINT')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** @returns {{ uid?: number, gid?: number }} */
function whoRunsIt() {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  if (uid === undefined) throw new UserError('以 root 运行时需要系统用户 postgres 才能启动另一版本的 PostgreSQL。')
  return { uid: Number(uid), gid: Number(gid) }
}

/** @returns {Promise<number>} */
async function freePort() {
  return await new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
