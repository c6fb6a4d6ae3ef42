import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { connected } from './app.ts'
import { openLeasedApps } from './leased-apps.ts'
import type { LeasedApp } from './leased-apps.ts'

/** What may be known of an installation that other files will use as well: nobody stops it. */
export type SharedApp = Pick<LeasedApp, 'url' | 'simulator'>

declare module 'vitest' {
  interface ProvidedContext {
    /** address that hands out apps: for a while, or for one file alone */
    appPool: string
  }
}

/** Apps that are built ahead: files side by side may ask for theirs in the same moment. */
const AHEAD = 2
/** By what a file is known that asks for an installation of its own; a wrong guess costs a wait, or an installation that nobody comes for. */
const ASKS = /\b(takeApp|openPurchases|openProductSession)\(|\bown: true\b/

/**
 * Apps for the files that run side by side. One that files use one after another (openSpec) goes to one file at a time: those leave
 * the world as others may find it. A file that can't asks for an installation of its own, and finds it open: the next ones are built and
 * connected to their shops while the files before are at work.
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

/** Whoever runs a file by its name does not wait beside an installation that nobody will ask for. */
const isOneFile = (): boolean => process.argv.some((argument) => argument.endsWith('.test.ts'))

async function filesWithOwnApp(project: TestProject): Promise<number> {
  const { testFiles } = await project.globTestFiles()
  const texts = await Promise.all(testFiles.map((path) => readFile(path, 'utf8')))
  return texts.filter((text) => ASKS.test(text)).length
}

/** As many as files ask for at once, and no more: whoever comes next is given one that came back. */
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
 * `expected`: so many files will come, and no app is built ahead for nobody. Nor before the first file asks: whoever leases the simulators
 * is set up after this.
 */
function openApps(lease: LeaseOne, expected: number) {
  const taken = new Map<string, LeasedApp>()
  const spares: Promise<LeasedApp>[] = []
  let serial = 0
  let built = 0
  const build = (): Promise<LeasedApp> => {
    built += 1
    const ready = lease().then(connected)
    // Told to whoever takes it; until then it is nobody's failure.
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
