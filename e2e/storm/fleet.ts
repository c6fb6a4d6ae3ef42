import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONSOLE, end, freePort, run, SERVER, SIMULATOR } from '../app.ts'
import { databaseAt, embeddedDatabase, ownDatabase, query } from './database.ts'
import type { Database, DatabaseChoice, Disk } from './database.ts'
import { nodeOf } from './node.ts'
import type { Node } from './node.ts'
import { openRelay } from './relay.ts'

export type Fleet = {
  readonly nodes: readonly Node[]
  /** of the nodes that serve pages */
  readonly urls: readonly string[]
  readonly simulator: string
  /** one query, without a relay */
  query<Row extends object>(statement: string): Promise<Row[]>
  /** undefined: the storm may not end PostgreSQL */
  readonly crashDatabase: (() => Promise<void>) | undefined
  /** Starts PostgreSQL if it has ended. */
  reviveDatabase(): Promise<void>
  /** undefined: the storm may not fill its disk */
  readonly disk: Disk | undefined
  stop(): Promise<void>
}

type Role = 'web' | 'worker'
const ROLES: readonly Role[] = ['web', 'web', 'worker', 'worker']

const openDatabase = (choice: DatabaseChoice, dir: string, data: string): Promise<Database> | Database => {
  if (choice === 'embedded') return embeddedDatabase(data)
  return choice === 'own' ? ownDatabase(dir) : databaseAt(choice.server)
}

/** Two nodes for pages and two for jobs. An embedded database is opened by the first of them, without a relay between the two. */
export async function startFleet({
  seed,
  database: choice,
}: {
  seed: string
  database: DatabaseChoice
}): Promise<Fleet> {
  const dir = await mkdtemp(join(tmpdir(), 'huoqiao-storm-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })]
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close()
  }
  try {
    // PostgreSQL may run as another user.
    await chmod(dir, 0o755)
    const simulatorPort = await freePort()
    const simulator = await run(SIMULATOR, {
      SIMULATOR_PORT: String(simulatorPort),
      SIMULATOR_DATA: join(dir, 'simulator'),
      SIMULATOR_SEED: seed,
    })
    closing.push(() => end(simulator, 'SIGTERM'))
    const data = join(dir, 'server')
    const database = await openDatabase(choice, dir, data)
    closing.push(() => database.stop())
    const shared = {
      HUOQIAO_CONSOLE_DIR: CONSOLE,
      HUOQIAO_DATA: data,
      HUOQIAO_DEMO_SIMULATOR: `http://127.0.0.1:${simulatorPort}`,
      HUOQIAO_LOG: 'silent',
      HUOQIAO_SECRET_KEY: randomBytes(32).toString('hex'),
    }
    const nodes: Node[] = []
    const urls: string[] = []
    for (const [index, role] of ROLES.entries()) {
      const port = await freePort()
      const opens = index === 0 ? database.opened : undefined
      const relay = opens ? undefined : await openRelay(() => addressOf(database.url()))
      if (relay) closing.push(() => relay.close())
      const env = {
        ...shared,
        HUOQIAO_PORT: String(port),
        HUOQIAO_ROLE: role,
        ...(relay ? { DATABASE_URL: through(database.url(), relay.port) } : {}),
      }
      const node = nodeOf({ name: `${role}-${index + 1}`, program: SERVER }, env, relay, opens)
      closing.push(() => node.kill())
      await node.start()
      nodes.push(node)
      if (role !== 'worker') urls.push(`http://127.0.0.1:${port}`)
    }
    return {
      nodes,
      urls,
      simulator: shared.HUOQIAO_DEMO_SIMULATOR,
      query: (statement) => query(database.url(), statement),
      crashDatabase: database.crash,
      async reviveDatabase() {
        if (database.begin) return database.begin()
        await nodes[0]!.kill()
        await nodes[0]!.start()
      },
      disk: database.disk,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 5432) }
}

function through(url: string, port: number): string {
  const changed = new URL(url)
  changed.hostname = '127.0.0.1'
  changed.port = String(port)
  return changed.toString()
}
