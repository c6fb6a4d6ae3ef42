import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { connected } from './house.ts'
import { openLentHouses } from './lent-houses.ts'
import type { LentHouse } from './lent-houses.ts'

/** What may be known of a house that other files will use as well: nobody stops it. */
export type SharedHouse = Pick<LentHouse, 'url' | 'simulator'>

declare module 'vitest' {
  interface ProvidedContext {
    /** address that hands out houses: for a while, or for one file alone */
    housePool: string
  }
}

/** Houses that are built ahead: files side by side may ask for theirs in the same moment. */
const AHEAD = 2
/** By what a file is known that asks for a house of its own; a wrong guess costs a wait, or a house that nobody comes for. */
const ASKS = /\b(takeHouse|openPurchases|openProductDesk)\(|\bown: true\b/

/**
 * Houses for the files that run side by side. One that files use one after another (openSpec) goes to one file at a time: those leave
 * the world as others may find it. A file that can't asks for a house of its own, and finds it open: the next ones are built and
 * connected to their shops while the files before are at work.
 */
export default async function shareHouse(project: TestProject): Promise<() => Promise<void>> {
  const pool = openLentHouses(project)
  const shared = openShared(pool.lend)
  const own = openHouses(pool.lend, isOneFile() ? 0 : await filesWithOwnHouse(project))
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
  project.provide('housePool', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return async () => {
    server.close()
    await pool.close()
  }
}

type Lend = () => Promise<LentHouse>

const addresses = ({ url, simulator }: LentHouse): SharedHouse => ({ url, simulator })

/** Whoever runs a file by its name does not wait beside a house that nobody will ask for. */
const isOneFile = (): boolean => process.argv.some((argument) => argument.endsWith('.test.ts'))

async function filesWithOwnHouse(project: TestProject): Promise<number> {
  const { testFiles } = await project.globTestFiles()
  const texts = await Promise.all(testFiles.map((path) => readFile(path, 'utf8')))
  return texts.filter((text) => ASKS.test(text)).length
}

/** As many as files ask for at once, and no more: whoever comes next is given one that came back. */
function openShared(lend: Lend) {
  const built: Promise<LentHouse>[] = []
  const free = new Set<number>()

  return {
    async take(): Promise<SharedHouse & { id: string }> {
      const [id = built.push(lend()) - 1] = free
      free.delete(id)
      return { id: String(id), ...addresses(await built[id]!) }
    },
    giveBack: (id: string) => void free.add(Number(id)),
  }
}

/**
 * `expected`: so many files will come, and no house is built ahead for nobody. Nor before the first file asks: whoever lends the simulators
 * is set up after this.
 */
function openHouses(lend: Lend, expected: number) {
  const taken = new Map<string, LentHouse>()
  const spares: Promise<LentHouse>[] = []
  let serial = 0
  let built = 0
  const build = (): Promise<LentHouse> => {
    built += 1
    const ready = lend().then(connected)
    // Told to whoever takes it; until then it is nobody's failure.
    ready.catch(() => undefined)
    return ready
  }
  const buildAhead = (): void => {
    while (spares.length < AHEAD && built < expected) spares.push(build())
  }
  return {
    buildAhead,
    async take(): Promise<SharedHouse & { id: string }> {
      const house = await (spares.shift() ?? build())
      buildAhead()
      const id = String((serial += 1))
      taken.set(id, house)
      return { id, ...addresses(house) }
    },
    async stop(id: string): Promise<void> {
      const house = taken.get(id)
      if (!house) throw new Error(`no house ${id}`)
      taken.delete(id)
      await house.stop()
    },
  }
}
