import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type TestProxy = {
  readonly origin: string
  /** the targets of CONNECT requests, oldest first */
  readonly tunnels: string[]
  close(): Promise<void>
}

/**
 * An HTTP proxy (CONNECT, RFC 9110 section 9.3.6). It resolves every name under `.test` to this machine: a request that reaches such a name
 * went through it, because no DNS knows it. `login`: it requires this Basic login, and answers 407 without it.
 */
export async function openProxy({ login, port = 0 }: { login?: string; port?: number } = {}): Promise<TestProxy> {
  const tunnels: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  server.on('connect', (request, client: Socket) => {
    const expected = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
    if (expected !== undefined && request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const target = request.url ?? ''
    tunnels.push(target)
    const [, host = '', to = ''] = /^(.*):(\d+)$/.exec(target) ?? []
    if (!host.endsWith('.test')) {
      client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const remote = connect(Number(to), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      remote.pipe(client).pipe(remote)
    })
    remote.on('error', () => client.destroy())
    client.on('error', () => remote.destroy()).on('close', () => remote.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
