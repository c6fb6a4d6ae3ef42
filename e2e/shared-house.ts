import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startHouse } from './house.ts'
import type { House } from './house.ts'

/** What may be known of a house that other files use as well: nobody kills or stops it. */
export type SharedHouse = Pick<House, 'url' | 'simulator'>

declare module 'vitest' {
  interface ProvidedContext {
    /** address that answers where the shared house stands */
    porter: string
  }
}

/**
 * One house for every file that asks for it (openSpec), started when the first one does: files that leave the world as others
 * may find it need none of their own.
 */
export default async function shareHouse(project: TestProject): Promise<() => Promise<void>> {
  let house: Promise<House> | undefined
  const porter = createServer((_request, response) => {
    house ??= startHouse()
    house.then(
      ({ url, simulator }) => response.end(JSON.stringify({ url, simulator } satisfies SharedHouse)),
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
    const started = await house?.catch(() => undefined)
    await started?.stop()
  }
}
