import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestHouse } from './harness.ts'
import type { TestHouse } from './harness.ts'

/**
 * A demo house with no shop behind it, for features that speak to nobody: it starts in a fraction of the time that the
 * whole simulator takes.
 */
export async function startHouseAlone(
  options: Omit<NonNullable<Parameters<typeof startTestHouse>[0]>, 'demoSimulator'> = {},
): Promise<TestHouse> {
  const nobody = createServer((_request, response) => {
    const account = { gateway: origin, appKey: '1', appSecret: 's', accessToken: 'a', refreshToken: 'r' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ alibaba: account, shops: [] }))
  })
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`
  try {
    return await startTestHouse({ work: false, ...options, demoSimulator: origin })
  } finally {
    nobody.closeAllConnections()
    nobody.close()
  }
}
