import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { startHouse } from './house.ts'
import type { House } from './house.ts'

/** What may be known of a house that other files will use as well: nobody kills or stops it. */
export type SharedHouse = Pick<House, 'url' | 'simulator'>

declare module 'vitest' {
  interface ProvidedContext {
    /** address that hands out houses: for a while, or for one file alone */
    porter: string
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
  const shared = openShared()
  const own = openHouses(isOneFile() ? 0 : await askers(project))
  const answer = async ({ method, url }: IncomingMessage): Promise<unknown> => {
    const [, name, id, act] = (url ?? '/').split('/')
    if (name === 'shared') return id === undefined ? shared.take() : shared.giveBack(id)
    return id === undefined ? own.take() : own.act(id, method === 'DELETE' ? 'stop' : act)
  }
  const porter = createServer((request, response) => {
    answer(request).then(
      (found) => response.end(JSON.stringify(found ?? null)),
      (error: unknown) => {
        response.statusCode = 500
        response.end(String(error))
      },
    )
  })
  await new Promise<void>((resolve) => porter.listen(0, '127.0.0.1', resolve))
  project.provide('porter', `http://127.0.0.1:${(porter.address() as AddressInfo).port}/`)
  return async () => {
    porter.close()
    await Promise.all([own.close(), shared.close()])
  }
}

const addresses = ({ url, simulator }: House): SharedHouse => ({ url, simulator })

/**
 * Once the shops know the house. Orders from before that are history, which 补单 brings; what a test sells is to come in by itself.
 */
async function connected(house: House): Promise<House> {
  const knows = async (shop: string): Promise<boolean> => {
    const response = await fetch(`${house.simulator}/control/shopify/${shop}/webhooks`)
    const { webhooks } = (await response.json()) as { webhooks: { topic: string }[] }
    return webhooks.some(({ topic }) => topic === 'ORDERS_CREATE')
  }
  for (const shop of ['bridge-us', 'bridge-eu']) while (!(await knows(shop))) await sleep(300)
  return house
}

/** Whoever runs a file by its name does not wait beside a house that nobody will ask for. */
const isOneFile = (): boolean => process.argv.some((argument) => argument.endsWith('.test.ts'))

async function askers(project: TestProject): Promise<number> {
  const { testFiles } = await project.globTestFiles()
  const texts = await Promise.all(testFiles.map((path) => readFile(path, 'utf8')))
  return texts.filter((text) => ASKS.test(text)).length
}

/** As many as files ask for at once, and no more: whoever comes next is given one that came back. */
function openShared() {
  const built: Promise<House>[] = []
  const free = new Set<number>()

  return {
    async take(): Promise<SharedHouse & { id: string }> {
      const [id = built.push(startHouse()) - 1] = free
      free.delete(id)
      return { id: String(id), ...addresses(await built[id]!) }
    },
    giveBack: (id: string) => void free.add(Number(id)),
    async close(): Promise<void> {
      for (const one of await Promise.allSettled(built)) if (one.status === 'fulfilled') await one.value.stop()
    },
  }
}

/** `expected`: so many files will come, and no house is built ahead for nobody. */
function openHouses(expected: number) {
  const taken = new Map<string, House>()
  const spares: { started: Promise<House>; ready: Promise<House> }[] = []
  let serial = 0
  let built = 0
  const build = (): (typeof spares)[number] => {
    built += 1
    const started = startHouse({ log: 'error' })
    const ready = started.then(connected)
    // Told to whoever takes it; until then it is nobody's failure.
    ready.catch(() => undefined)
    return { started, ready }
  }
  const buildAhead = (): void => {
    while (spares.length < AHEAD && built < expected) spares.push(build())
  }
  buildAhead()

  return {
    async take(): Promise<SharedHouse & { id: string }> {
      const next = spares.shift() ?? build()
      const house = await next.ready
      buildAhead()
      const id = String((serial += 1))
      taken.set(id, house)
      return { id, ...addresses(house) }
    },
    async act(id: string, act: string | undefined): Promise<void> {
      const house = taken.get(id)
      if (!house) throw new Error(`no house ${id}`)
      if (act === 'killServer') await house.killServer()
      else if (act === 'startServer') await house.startServer()
      else {
        taken.delete(id)
        await house.stop()
      }
    },
    async close(): Promise<void> {
      const left = await Promise.allSettled(spares.map(({ started }) => started))
      const open = left.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      await Promise.all([...taken.values(), ...open].map((house) => house.stop()))
    },
  }
}
