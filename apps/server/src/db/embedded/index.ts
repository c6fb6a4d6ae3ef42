import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareBinaries, type Binaries } from './binaries.ts'
import { ensureCluster, readPassword, SUPERUSER } from './cluster.ts'
import { diagnose, inUse } from './diagnose.ts'
import { damaged, diskFull, EmbeddedDatabaseFault, errorCode, faultOfSystemError } from './fault.ts'
import { DATABASE, takeDataDirLock, type DataDirLock } from './data-dir-lock.ts'
import { place as choosePlace, type Placement } from './placement.ts'
import {
  findPostmaster,
  freePort,
  startPostmaster,
  stopAtExit,
  stopPostmaster,
  type StartedPostmaster,
} from './postmaster.ts'

export { EmbeddedDatabaseFault } from './fault.ts'

export type EmbeddedDatabaseOptions = {
  /** Created if missing. All files of this database are found from here. */
  dataDir: string
  /** Fixed TCP port on 127.0.0.1; if left out, a free one at each start. */
  port?: number
  /** For tests: less durable, but faster. */
  temporary?: boolean
  /** Called with one Chinese line for each event that a person should know. */
  log: (line: string) => void
}

export type EmbeddedDatabase = {
  /** Superuser address of the application's database. Contains the password: never log it. */
  url: string
  /** The server was already running, left by a killed process. */
  adopted: boolean
  /** Ends every session, writes everything to disk and stops the server. May be called more than once. */
  close(): Promise<void>
}

/**
 * Opens the PostgreSQL that is installed by npm on `dataDir`: creates it if there is none, and adopts the server that a killed process left
 * running. Throws EmbeddedDatabaseFault, whose `sentence` is for the person at the console.
 */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir)
  const place = await choosePlace(dataDir, options.log)
  try {
    const binaries = await prepareBinaries({ ...place, log: options.log })
    return await openAt(place, binaries, options)
  } catch (error) {
    throw faultOfSystemError(faultOfServerError(error, place.cluster), place.cluster)
  }
}

/**
 * The address of the server that runs on `dataDir` now, whoever started it; undefined if none runs. For reading next to a running
 * installation: starts, locks and stops nothing.
 */
export async function reachEmbeddedDatabase(
  options: Pick<EmbeddedDatabaseOptions, 'dataDir' | 'log'>,
): Promise<string | undefined> {
  const place = await choosePlace(resolve(options.dataDir), options.log)
  const running = await findPostmaster(place)
  return running?.ready ? addressOf({ ...running, password: await readPassword(place) }) : undefined
}

const addressOf = (server: { port: number; password: string }): string =>
  `postgresql://${SUPERUSER}:${server.password}@127.0.0.1:${server.port}/${DATABASE}`

async function openAt(
  place: Placement,
  binaries: Binaries,
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const temporary = options.temporary ?? false
  if ((await ensureCluster(place, binaries, temporary)) === 'made') options.log('已新建数据库')
  const password = await readPassword(place)
  const watch = { closing: false }
  const onLost = (error: Error): void => {
    if (!watch.closing) options.log(`嵌入式数据库的连接中断：${error.message}`)
  }

  for (let attempt = 0; attempt < 300; attempt += 1) {
    const running = await findPostmaster(place)
    if (running) {
      const answer = await takeDataDirLock({ ...running, password }, onLost)
      if (answer.kind === 'held') throw inUse(place.cluster, answer.holder)
      if (answer.kind === 'not-ours') throw inUse(place.cluster, undefined)
      if (answer.kind === 'kept') return opened({ ...running, password, adopted: true }, answer.lock, watch)
      await sleep(200)
      continue
    }
    const started = await tryStart(place, binaries, options, attempt)
    if (!started) continue
    try {
      const answer = await takeDataDirLock({ ...started, password }, onLost)
      if (answer.kind === 'held') throw inUse(place.cluster, answer.holder)
      if (answer.kind !== 'kept') throw damaged(place.cluster, `the server answered: ${answer.kind}`)
      tellWhenItDies(started, place, options, watch)
      return opened({ ...started, password, adopted: false }, answer.lock, watch)
    } catch (error) {
      if (!(error instanceof EmbeddedDatabaseFault && error.code === 'in-use'))
        await stopPostmaster(started.pid, 'SIGQUIT')
      throw error
    }
  }
  throw inUse(place.cluster, undefined, 'the server that has the directory did not come to answer')
}

/** Undefined: try again, because another start was faster, or the free port was taken in between. */
async function tryStart(
  place: Placement,
  binaries: Binaries,
  options: EmbeddedDatabaseOptions,
  attempt: number,
): Promise<StartedPostmaster | undefined> {
  const port = options.port ?? (await freePort())
  try {
    return await startPostmaster(place, binaries, { port, temporary: options.temporary ?? false, log: options.log })
  } catch (error) {
    const again = error instanceof EmbeddedDatabaseFault ? error.code : undefined
    const passing = again === 'in-use' || (again === 'port-taken' && options.port === undefined)
    if (!passing || attempt > 20) throw error
    await sleep(100)
    return undefined
  }
}

function opened(
  server: { pid: number; port: number; password: string; adopted: boolean },
  lock: DataDirLock,
  watch: { closing: boolean },
): EmbeddedDatabase {
  const forget = server.adopted ? stopAtExit(server.pid) : () => undefined
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    watch.closing = true
    await lock.release()
    await stopPostmaster(server.pid)
    forget()
  }
  return {
    url: addressOf(server),
    adopted: server.adopted,
    close: () => (closed ??= close()),
  }
}

/** If the disk becomes full while we run, the server stops; its log says why. */
function tellWhenItDies(
  started: StartedPostmaster,
  place: Placement,
  options: EmbeddedDatabaseOptions,
  watch: { closing: boolean },
): void {
  started.child.once('exit', () => {
    if (watch.closing) return
    started.logSinceStart().then(
      (output) => options.log(diagnose(output, place).sentence),
      (error: unknown) => options.log(`嵌入式数据库已停止：${String(error)}`),
    )
  })
}

/** Damage that only shows when a session reads the system catalogues. */
function faultOfServerError(error: unknown, cluster: string): unknown {
  const code = errorCode(error)
  if (code === '53100') return diskFull(cluster, error)
  // XX001 data_corrupted, XX002 index_corrupted, 58P01 undefined_file; XX000 if a catalogue has impossible content.
  if (code === 'XX001' || code === 'XX002' || code === '58P01' || code === 'XX000') return damaged(cluster, error)
  return error
}
