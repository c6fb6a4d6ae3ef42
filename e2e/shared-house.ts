import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { startHouse } from './house.ts'
import type { House } from './house.ts'

/** What may be known of a house that other files use as well: nobody kills or stops it. */
export type SharedHouse = Pick<House, 'url' | 'simulator'>

declare module 'vitest' {
  interface ProvidedContext {
    /** address that answers where the shared house stands, and hands out houses for one file alone */
    porter: string
  }
}

/**
 * One house for every file that asks for it (openSpec), started when the first one does: files that leave the world as others
 * may find it need none of their own. A file that can't asks for a house of its own, and finds it open: the next one is built
 * and connected to its shops while the file before is at work.
 */
export default async function shareHouse(project: TestProject): Promise<() => Promise<void>> {
  let shared: Promise<House> | undefined
  const own = openHouses(!isOneFile())
  const answer = async ({ method, url }: IncomingMessage): Promise<unknown> => {
    const [, name, id, act] = (url ?? '/').split('/')
    if (name !== 'own') return addresses(await (shared ??= startHouse()))
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
    await own.close()
    await shared?.then(
      (house) => house.stop(),
      () => undefined,
    )
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

function openHouses(isBuiltAhead: boolean) {
  const taken = new Map<string, House>()
  let serial = 0
  const build = (): Promise<House> => {
    const house = startHouse({ log: 'error' }).then(connected)
    // Told to whoever takes it; until then it is nobody's failure.
    house.catch(() => undefined)
    return house
  }
  let spare = isBuiltAhead ? build() : undefined

  return {
    async take(): Promise<SharedHouse & { id: string }> {
      const next = spare ?? build()
      spare = undefined
      const house = await next
      if (isBuiltAhead) spare = build()
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
      const left = await spare?.catch(() => undefined)
      await Promise.all([...taken.values(), ...(left ? [left] : [])].map((house) => house.stop()))
    },
  }
}
