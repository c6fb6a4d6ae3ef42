import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readEnv } from '../src/env.ts'
import { openApp } from '../src/open-app.ts'
import { createLog } from '../src/platform/log.ts'
import { copyDatabase, openTestCluster } from './cluster.ts'

/**
 * Demo apps for the e2e tests in one process, one after the other or at the same time: each is opened as main.ts opens its one, with its
 * own database, folder and port. So modules are loaded and PostgreSQL is set up once per run and not once per test. All apps share the
 * environment. The program reports its address to the parent process and ends with it. POST with a simulator's address opens an
 * installation that is connected to it; DELETE of the address in the answer closes it.
 */
const cluster = await openTestCluster()
const open = new Map<string, () => Promise<void>>()
let last = 0

async function openOne(simulator: string): Promise<object> {
  const undo: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const one of undo.reverse()) await one()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'huoqiao-app-'))
    // Background work that nobody awaited may still write files.
    undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    const database = await copyDatabase(cluster)
    undo.push(() => database.drop())
    const env = readEnv({
      ...process.env,
      HUOQIAO_PORT: '0',
      HUOQIAO_DATA: folder,
      HUOQIAO_SECRET_KEY: randomBytes(32).toString('hex'),
      HUOQIAO_DEMO_SIMULATOR: simulator,
      // Shops, pictures and providers that a test starts itself.
      HUOQIAO_INSIDE: '127.0.0.1',
    })
    const { address: origin } = await openApp(env, {
      databaseUrl: database.url,
      log: createLog(env.HUOQIAO_LOG),
      undo: (one) => undo.push(one),
      onClockOff: (error) => {
        throw error
      },
    })
    const path = `/${(last += 1)}`
    open.set(path, close)
    return { origin, end: `${address()}${path}` }
  } catch (error) {
    await close()
    throw error
  }
}

async function closeOne(path: string): Promise<object> {
  const close = open.get(path)
  if (!close) throw new Error(`no app ${path}`)
  open.delete(path)
  await close()
  return {}
}

async function answer(request: IncomingMessage): Promise<object> {
  return request.method === 'POST' ? openOne(await text(request)) : closeOne(request.url ?? '')
}

// Only the client closes a kept-alive connection, so it is never closed while a request is on its way.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  answer(request).then(
    (opened) => response.end(JSON.stringify(opened)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const leave = async (): Promise<void> => {
  for (const path of open.keys()) await closeOne(path)
  await cluster.close()
}
process.on('disconnect', () => {
  void leave().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
server.listen(0, '127.0.0.1', () => process.send?.({ address: address() }))
