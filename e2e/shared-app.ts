import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { connected } from './app.ts'
import { openLeasedApps } from './leased-apps.ts'
import type { LeasedApp } from './leased-apps.ts'

/** The parts of an installation that a test may use when other files use it as well: no test stops it. */
export type SharedApp = Pick<LeasedApp, 'url' | 'simulator'>

declare module 'vitest' {
  interface ProvidedContext {
    /** the address that leases apps: shared ones, or one for a single file */
    appPool: string
  }
}

/** How many apps are started in advance: files that run in parallel may request one at the same moment. */
const AHEAD = 2
/** Recognises a test file that requests its own installation. A wrong guess costs a wait, or an installation that is not used. */
const ASKS = /\b(takeApp|openPurchases|openProductSession)\(|\bown: true\b/

/**
 * Apps for the test files that run in parallel. An app that several files use (openSpec) is leased to one file at a time, and each file
 * restores what it changes. A file that can't do this requests its own installation; the next ones are built and connected to their shops
 * in advance, while earlier files run.
 */
export default async function shareApp(project: TestProject): Promise<() => Promise<void>> {
  const pool = openLeasedApps(project)
  const shared = openShared(pool.lease)
  const own = openApps(pool.lease, isOneFile() ? 0 : await filesWithOwnApp(project))
  const answer = async ({ url }: IncomingMessage): Promise<unknown> => {
    own.buildAhead()
    const [, name, id] = (url ?? '/').split('/')
    if (name === 'shared') return id === undefined ? shared.take() : shared.giveBack(id)
    return id === undefined ? own.take() : own.stop(id)
  }
  const server = createServer((request, response) => {
    answer(request).then(
      (found) => response.end(JSON.stringify(found ?? null)),
      (error: unknown) => {
        response.statusCode = 500
        response.end(String(error))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('appPool', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return async () => {
    server.close()
    await pool.close()
  }
}

type LeaseOne = () => Promise<LeasedApp>

const addresses = ({ url, simulator }: LeasedApp): SharedApp => ({ url, simulator })

/** A run of a single file must not wait for an installation that nobody will use. */
const isOneFile = (): boolean => process.argv.some((argument) => argument.endsWith('.test.ts'))

async function filesWithOwnApp(project: TestProject): Promise<number> {
  const { testFiles } = await project.globTestFiles()
  const texts = await Promise.all(testFiles.map((path) => readFile(path, 'utf8')))
  return texts.filter((text) => ASKS.test(text)).length
}

/** As many apps as files need at the same time: a later file gets one that was given back. */
function openShared(lease: LeaseOne) {
  const built: Promise<LeasedApp>[] = []
  const free = new Set<number>()

  return {
    async take(): Promise<SharedApp & { id: string }> {
      const [id = built.push(lease()) - 1] = free
      free.delete(id)
      return { id: String(id), ...addresses(await built[id]!) }
    },
    giveBack: (id: string) => void free.add(Number(id)),
  }
}

/**
 * `expected`: how many files will request an app, so that none is started in vain. Nothing is started before the first request, because the
 * pool of simulators is set up after this.
 */
function openApps(lease: LeaseOne, expected: number) {
  const taken = new Map<string, LeasedApp>()
  const spares: Promise<LeasedApp>[] = []
  let serial = 0
  let built = 0
  const build = (): Promise<LeasedApp> => {
    built += 1
    const ready = lease().then(connected)
    // Reported to the file that takes it; until then it must not count as an unhandled failure.
    ready.catch(() => undefined)
    return ready
  }
  const buildAhead = (): void => {
    while (spares.length < AHEAD && built < expected) spares.push(build())
  }
  return {
    buildAhead,
    async take(): Promise<SharedApp & { id: string }> {
      const app = await (spares.shift() ?? build())
      buildAhead()
      const id = String((serial += 1))
      taken.set(id, app)
      return { id, ...addresses(app) }
    },
    async stop(id: string): Promise<void> {
      const app = taken.get(id)
      if (!app) throw new Error(`no app ${id}`)
      taken.delete(id)
      await app.stop()
    },
  }
}
