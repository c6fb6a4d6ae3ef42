import type { Socket } from 'node:net'
import type { Client } from 'undici'

/** An HTTP proxy that opens connections with CONNECT. */
export type Proxy = {
  /** http://host:port or https://host:port */
  readonly origin: string
  /** the value of the header Proxy-Authorization */
  readonly authorization?: string
}

/** Returns the proxy for a connection; undefined: none. Called before every connection. */
export type ChooseProxy = (to: { host: string; port: number; isSecure: boolean }) => Promise<Proxy | undefined>

/** Timeout for a proxy: it answers when its own connection to the remote is open, which takes some seconds at most. */
const PATIENCE_MS = 10_000

type ProxyFailureCode = 'EPROXY_UNREACHABLE' | 'EPROXY_AUTH' | 'EPROXY_REFUSED'

/**
 * The proxy opened no connection, so the request never left. Has no `cause`, because the socket error of the proxy would be mistaken for
 * one of the remote.
 */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
  readonly code: ProxyFailureCode
  readonly syscall = 'connect'

  constructor(code: ProxyFailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A connection through the proxy, for protocols other than HTTP. Throws ProxyFailure. */
export const tunnelThrough = async (proxy: Proxy, to: { host: string; port: number }): Promise<Socket> =>
  openTunnel((await import('undici')).Client, proxy, to)

/** A connection through the proxy. Throws ProxyFailure. `ClientOf`: passed in, because undici is loaded with the first request. */
export async function openTunnel(
  ClientOf: typeof Client,
  proxy: Proxy,
  { host, port }: { host: string; port: number },
): Promise<Socket> {
  const client = new ClientOf(proxy.origin, { connect: { timeout: PATIENCE_MS } })
  const target = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  let opened
  try {
    opened = await client.connect({
      path: target,
      headers: {
        host: target,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch (error) {
    void client.destroy()
    throw new ProxyFailure('EPROXY_UNREACHABLE', `the proxy could not be reached: ${String(error)}`)
  }
  const { statusCode, socket } = opened
  if (statusCode === 200) return socket as Socket
  // The rest is the proxy's error page, which is not needed.
  socket.on('error', () => undefined).destroy()
  throw new ProxyFailure(
    statusCode === 407 ? 'EPROXY_AUTH' : 'EPROXY_REFUSED',
    `the proxy answered ${statusCode} to CONNECT`,
  )
}
