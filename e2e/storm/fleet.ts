import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { CONSOLE, end, freePort, run, SERVER, SIMULATOR } from '../house.ts'
import { nodeOf } from './node.ts'
import type { Node } from './node.ts'
import { openRelay } from './relay.ts'

export type Fleet = {
  readonly nodes: readonly Node[]
  /** of those that serve pages */
  readonly urls: readonly string[]
  readonly simulator: string
  /** one query, past all relays; undefined: the embedded database belongs to its only node */
  readonly query: (<Row extends object>(statement: string) => Promise<Row[]>) | undefined
  stop(): Promise<void>
}

type Role = 'all' | 'web' | 'worker'
const ON_ONE_DATABASE: readonly Role[] = ['web', 'web', 'worker', 'worker']

/** Two nodes for pages and two for jobs on a database of their own at `server`; without one a single node on the embedded database. */
export async function startFleet({ seed, server }: { seed: string; server?: string | undefined }): Promise<Fleet> {
  const dir = await mkdtemp(join(tmpdir(), 'huoqiao-storm-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })]
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close()
  }
  try {
    const simulatorPort = await freePort()
    const simulator = await run(SIMULATOR, {
      SIMULATOR_PORT: String(simulatorPort),
      SIMULATOR_DATA: join(dir, 'simulator'),
      SIMULATOR_SEED: seed,
    })
    closing.push(() => end(simulator, 'SIGTERM'))
    const database = server === undefined ? undefined : await makeDatabase(server)
    if (database) closing.push(() => database.drop())
    const shared = {
      HUOQIAO_CONSOLE_DIR: CONSOLE,
      HUOQIAO_DATA: join(dir, 'server'),
      HUOQIAO_DEMO_SIMULATOR: `http://127.0.0.1:${simulatorPort}`,
      HUOQIAO_LOG: 'silent',
      HUOQIAO_SECRET_KEY: randomBytes(32).toString('hex'),
    }
    const nodes: Node[] = []
    const urls: string[] = []
    for (const [index, role] of (database ? ON_ONE_DATABASE : (['all'] as const)).entries()) {
      const port = await freePort()
      const relay = database && (await openRelay(addressOf(database.url)))
      if (relay) closing.push(() => relay.close())
      const env = {
        ...shared,
        HUOQIAO_PORT: String(port),
        HUOQIAO_ROLE: role,
        ...(database && relay ? { DATABASE_URL: through(database.url, relay.port) } : {}),
      }
      const node = nodeOf({ name: `${role}-${index + 1}`, program: SERVER }, env, relay)
      closing.push(() => node.kill())
      await node.start()
      nodes.push(node)
      if (role !== 'worker') urls.push(`http://127.0.0.1:${port}`)
    }
    return {
      nodes,
      urls,
      simulator: shared.HUOQIAO_DEMO_SIMULATOR,
      query: database && ((statement) => ask(database.url, statement)),
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

async function makeDatabase(server: string): Promise<{ url: string; drop: () => Promise<unknown> }> {
  const name = `huoqiao_storm_${randomBytes(6).toString('hex')}`
  await ask(server, `create database ${name} template template0 encoding 'UTF8'`)
  const made = new URL(server)
  made.pathname = `/${name}`
  return { url: made.toString(), drop: () => ask(server, `drop database if exists ${name} with (force)`) }
}

function through(url: string, port: number): string {
  const changed = new URL(url)
  changed.hostname = '127.0.0.1'
  changed.port = String(port)
  return changed.toString()
}

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
