import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../src/db/db.ts'
import type { Db } from '../src/db/db.ts'
import { createTestDatabase } from './database.ts'
import { caller, isRefusedAsRows } from './harness.ts'
import type { Answer, TestApp } from './harness.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

/** An installation whose server process can be killed; the database and the simulator survive it. */
export type KillableApp = {
  readonly simulator: TestSimulator
  readonly db: Db
  /** The data of a call that must succeed, from the server that is running at the moment. */
  readonly ok: TestApp['ok']
  /** The administrator's session; it survives the server, too. */
  readonly token: string
  /** kill -9 */
  kill(): Promise<void>
  /** Starts another process on the same database, after the last one was killed. */
  restart(): Promise<void>
  /** The server that is running at the moment. */
  server(): ServerProcess
  /** Starts one more server on the same database, running at the same time. */
  another(options?: { clockSkewMs?: number }): Promise<ServerProcess & Pick<KillableApp, 'ok'>>
  /** the output of all processes */
  log(): string
  close(): Promise<void>
}

export async function startKillableApp(options: { logLevel?: string } = {}): Promise<KillableApp> {
  const simulator = await startTestSimulator()
  const database = await createTestDatabase()
  const db = openDb(database.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'huoqiao-mortal-'))
  const secretKey = randomBytes(32).toString('hex')
  let written = ''
  const start = (given: { clockSkewMs?: number } = {}): Promise<ServerProcess> =>
    startServerProcess({
      databaseUrl: database.url,
      dataDir,
      simulator: simulator.origin,
      secretKey,
      ...options,
      ...given,
    })
  let server = await start()
  const others: ServerProcess[] = []
  const token = await caller(server.url).login('admin', 'admin888')
  const okAt =
    (one: () => ServerProcess): TestApp['ok'] =>
    async (name, input) => {
      const answer = (await caller(one().url).call(name, input, token)) as Answer<typeof name>
      if (answer.code !== 200 && !isRefusedAsRows(answer))
        throw new Error(`${name}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
      return answer.data as never
    }
  return {
    simulator,
    db,
    token,
    ok: okAt(() => server),
    async kill() {
      await server.kill()
      written += server.log()
    },
    async restart() {
      server = await start()
    },
    server: () => server,
    async another(given = {}) {
      const other = await start(given)
      others.push(other)
      return { ...other, ok: okAt(() => other) }
    },
    log: () => written + server.log(),
    async close() {
      for (const other of others) await other.stop()
      await server.stop()
      await simulator.close()
      await db.close()
      await database.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}
