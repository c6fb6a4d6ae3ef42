import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedDatabaseFault, errorCode, faultOfSystemError } from './fault.ts'
import { canEnter, chooseRunAs, isRoot, type RunAs } from './run-as.ts'

/** Where files are kept for the unprivileged user if root runs a clone that this user cannot enter. */
const SYSTEM_HOME = '/var/lib/huoqiao'

/** The paths of one embedded database: in the requested directory, or under /var/lib if root runs a clone that other users cannot enter. */
export type Placement = {
  runAs: RunAs
  /**
   * Contains `pgdata` and `password`; appears completely or not at all. Error messages name it: without it, the next start creates a new
   * database.
   */
  cluster: string
  pgdata: string
  passwordFile: string
  logFile: string
  /** Where programs are copied if they cannot run in place. */
  shelf: string
}

/** Chooses and creates the directories. `log` reports where the data is if it is not in the requested place. */
export async function place(dataDir: string, log: (line: string) => void): Promise<Placement> {
  try {
    await makeDir(dataDir)
    const home = (await readPointer(dataDir)) ?? dataDir
    const owner = await stat(join(home, 'cluster', 'pgdata')).catch(() => undefined)
    const runAs = await chooseRunAs(owner?.uid)
    if (home !== dataDir) {
      await mkdir(home, { recursive: true, mode: 0o755 })
      return layOut(dataDir, home, runAs)
    }
    if (canEnter(dataDir, runAs)) return layOut(dataDir, dataDir, runAs)
    if (owner)
      throw new EmbeddedDatabaseFault(
        'no-permission',
        `系统用户 ${runAs?.name ?? ''} 进不去数据库目录 ${dataDir}（上级目录不允许），请放开上级目录的进入权限，或把它移到别处并用 HUOQIAO_DATA 指明。`,
      )
    return layOut(dataDir, await moveOut(dataDir, runAs, log), runAs)
  } catch (error) {
    throw faultOfSystemError(error, dataDir)
  }
}

async function makeDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: isRoot() ? 0o755 : 0o700 }).catch((error: unknown) => {
    // Node returns ENOENT if a parent directory is on a read-only file system.
    if (errorCode(error) === 'ENOENT') throw Object.assign(new Error('read-only', { cause: error }), { code: 'EROFS' })
    throw error
  })
}

function layOut(dataDir: string, home: string, runAs: RunAs): Placement {
  const cluster = join(home, 'cluster')
  return {
    runAs,
    cluster,
    pgdata: join(cluster, 'pgdata'),
    passwordFile: join(cluster, 'password'),
    logFile: join(dataDir, 'postgres.log'),
    shelf: isRoot() ? SYSTEM_HOME : join(dataDir, 'runtime'),
  }
}

/** A stored pointer, so that the place stays the same when the clone is moved: its new path would hash to another place. */
async function readPointer(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'location'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  return text?.trim()
}

async function moveOut(dataDir: string, runAs: RunAs, log: (line: string) => void): Promise<string> {
  const home = join(SYSTEM_HOME, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  await mkdir(home, { recursive: true })
  for (const dir of [SYSTEM_HOME, home]) await chmod(dir, 0o755)
  await writeFile(join(dataDir, 'location'), `${home}\n`)
  log(`当前目录不允许系统用户 ${runAs?.name ?? ''} 进入，数据库文件放在 ${home}`)
  return home
}
