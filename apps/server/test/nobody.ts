import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Takes the place of the simulator for a demo app: a marketplace that never answers, and no shop. */
export async function openNobody(): Promise<{ origin: string; close(): void }> {
  const server = createServer((_request, response) => {
    const account = { gateway: origin, appKey: '1', appSecret: 's', accessToken: 'a', refreshToken: 'r' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ alibaba: account, shops: [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
