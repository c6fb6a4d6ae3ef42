import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { diagnose, versionMismatch } from './diagnose.ts'
import { damaged, diskFull, errorCode } from './fault.ts'
import type { Placement } from './placement.ts'
import { runToEnd } from './run-as.ts'

export const SUPERUSER = 'huoqiao'
/** An empty cluster needs 40 MB, and its first write-ahead segments the same again. */
const ROOM_FOR_A_CLUSTER = 120 * 1024 * 1024

/** PostgreSQL gets none of our environment variables: a PGPORT or PGOPTIONS of the user must not change its behaviour. */
export function postgresEnv(locale = 'C.UTF-8'): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: locale, TZ: 'UTC' }
}

/**
 * Creates the cluster if there is none, otherwise checks that this program can open it. The directory (data and password) appears by one
 * rename, so a crash leaves nothing half made, and of two starts only one succeeds.
 */
export async function ensureCluster(
  place: Placement,
  binaries: Binaries,
  temporary: boolean,
): Promise<'made' | 'found'> {
  await sweepHalves(place)
  if (await stat(place.cluster).catch(() => undefined)) {
    await checkCluster(place, binaries)
    return 'found'
  }
  const room = await statfs(dirname(place.cluster))
  if (room.bavail * room.bsize < ROOM_FOR_A_CLUSTER) throw diskFull(place.cluster)
  const half = `${place.cluster}.new-${process.pid}`
  try {
    await initialise(half, place, binaries, temporary)
    await rename(half, place.cluster).catch(async (error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
    })
  } finally {
    await rm(half, { recursive: true, force: true })
  }
  return 'made'
}

async function initialise(half: string, place: Placement, binaries: Binaries, temporary: boolean): Promise<void> {
  const { runAs } = place
  const pgdata = join(half, 'pgdata')
  const handover = join(half, 'handover')
  const password = randomBytes(24).toString('hex')
  await mkdir(half, { mode: runAs ? 0o755 : 0o700 })
  await mkdir(pgdata, { mode: 0o700 })
  await writeFile(join(half, 'password'), `${password}\n`, { mode: 0o600 })
  await writeFile(handover, `${password}\n`, { mode: 0o600 })
  if (runAs) {
    await chmod(half, 0o755)
    for (const path of [pgdata, handover]) await chown(path, runAs.uid, runAs.gid)
  }
  // C.UTF-8 sorts by code point and recognises Chinese letters for trigrams (stack.md, trap 3); on systems without it, the second form
  // gives the same result.
  const locales = [['--locale=C.UTF-8'], ['--lc-collate=C', '--lc-ctype=en_US.UTF-8']]
  let refused = ''
  for (const locale of locales) {
    const args = ['-D', pgdata, '-U', SUPERUSER, `--pwfile=${handover}`, '--auth=scram-sha-256', '--encoding=UTF8']
    args.push(...locale, '--lc-messages=C', ...(temporary ? ['--no-sync'] : []))
    const { ok, output } = await runToEnd(binaries.initdb, args, { runAs, env: initEnv(locale), cwd: half })
    if (ok) {
      await rm(handover)
      return
    }
    refused = output
    if (!/invalid locale name/.test(output)) break
  }
  throw diagnose(refused, place)
}

function initEnv(locale: string[]): NodeJS.ProcessEnv {
  return postgresEnv(locale.length === 1 ? 'C.UTF-8' : 'en_US.UTF-8')
}

/** Cheap checks first, so that the error message is exact: PostgreSQL's own error would name a file, not the reason. */
async function checkCluster(place: Placement, binaries: Binaries): Promise<void> {
  const version = await readFile(join(place.pgdata, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw damaged(place.cluster, error)
    throw error
  })
  const found = version.trim()
  if (!/^\d+$/.test(found)) throw damaged(place.cluster, found)
  if (found !== String(binaries.major)) throw versionMismatch(place.cluster, found)
  await adoptModes(place)
}

/** A copy restored with cp -r belongs to the user who copied it and is readable by others; PostgreSQL refuses both. */
async function adoptModes(place: Placement): Promise<void> {
  const { runAs, pgdata } = place
  const { mode, uid } = await stat(pgdata)
  if (runAs && uid === 0) {
    const entries = await readdir(pgdata, { recursive: true })
    for (const entry of ['', ...entries]) await chown(join(pgdata, entry), runAs.uid, runAs.gid)
  }
  const mayChange = runAs !== null || process.getuid?.() === uid
  if ((mode & 0o077) !== 0 && mayChange) await chmod(pgdata, 0o700)
}

export async function readPassword(place: Placement): Promise<string> {
  const text = await readFile(place.passwordFile, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw damaged(place.cluster, error)
    throw error
  })
  return text.trim()
}

/** Removes what is left of a start that was killed during initdb. */
async function sweepHalves(place: Placement): Promise<void> {
  const home = dirname(place.cluster)
  for (const name of await readdir(home)) {
    const pid = /^cluster\.new-(\d+)$/.exec(name)?.[1]
    if (pid && !alive(Number(pid))) await rm(join(home, name), { recursive: true, force: true })
  }
}

/**
 * EPERM means that the process exists and belongs to another user. A zombie (they remain in a container without a reaper) counts as dead.
 */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    // The process ended between the two calls, or the system hides it, which it does not do for our own processes.
    return errorCode(error) === 'EACCES'
  }
}
