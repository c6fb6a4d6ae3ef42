import { lookup as lookupWith } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { connect, isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { judgedFetch, ProxyFailure, refuseForbidden, tunnelThrough } from '@huoqiao/connector-kit'
import type { ChooseProxy, Judge, JudgedFetch, RemoteFailureDetail } from '@huoqiao/connector-kit'
import { environmentProxy, proxyOf } from './proxy-environment.ts'
import type { ProxyEnvironment } from './proxy-environment.ts'
import { addressesOf, isInside, isSecretGiver } from './ssrf-guard.ts'

/** Error for a connection that was not made. It counts as "could not connect": nothing was sent. */
class LiesInside extends Error {
  override readonly name = 'LiesInside'
  readonly code = 'EINSIDE'
  readonly syscall = 'connect'
}

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves the address that a connection uses and refuses forbidden ones. Checking earlier is not enough, because a name may resolve
 * differently each time.
 */
const lookupExternal =
  (isForbidden: (address: string) => boolean, resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const first = found?.[0]
      if (error) done(error, [])
      else if (!first || found.some(({ address }) => isForbidden(address)))
        done(new LiesInside(`${host} is not outside`), [])
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })

export const isLyingInside = (error: unknown): error is Error => error instanceof LiesInside

type Vendor = RemoteFailureDetail['vendor']
/** The destinations for which the settings choose a proxy: each vendor, mail servers, and the object storage. */
export type Reached = Vendor | 'mail' | 'storage'
/** How a destination is reached, according to the settings. */
export type ProxyChoice = 'environment' | 'direct' | { address: string; user: string; password: string }

export type Outward = {
  /** For every address from a person, a shop or a marketplace: only external addresses, and those that the operator allowed. */
  fetch: JudgedFetch
  /** The same for requests to a vendor, through the proxy that the settings name for it. */
  to: Readonly<Record<Vendor, JudgedFetch>>
  /** For services that an operator may run in the internal network: only cloud metadata addresses are refused. */
  fetchNear: JudgedFetch
  /** A plain connection to a mail server, with the same check as `fetch`. */
  connect(to: { host: string; port: number; timeoutMs: number }): Promise<Socket>
  /** Whether `fetch` would refuse the address now. An unknown host is not refused: it cannot be reached anyway. */
  refuses(url: string): Promise<boolean>
}

/**
 * All outgoing connections. `allowed`: internal hosts or `host:port` that the operator allowed, which are always reached directly; all names
 * of this machine count as one. `chosen`: the settings, read before each connection; left out: proxies of the environment for vendors, none
 * for mail and storage.
 */
export function outward({
  allowed,
  resolve = lookupWith,
  environment = {},
  chosen = (to) => Promise.resolve(to === 'mail' || to === 'storage' ? 'direct' : 'environment'),
}: {
  allowed: readonly string[]
  resolve?: Resolve
  environment?: ProxyEnvironment
  chosen?: (to: Reached) => Promise<ProxyChoice>
}): Outward {
  const known = new Set(allowed.map((place) => plainPlace(place.toLowerCase())))
  const isAllowed = (host: string, port: number): boolean =>
    known.has(plainPlace(host)) || known.has(plainPlace(`${host}:${port}`))
  const judging = (isForbidden: (address: string) => boolean, may: typeof isAllowed): Judge => {
    const lookup = lookupExternal(isForbidden, resolve)
    return ({ host, port }) => {
      if (may(host.toLowerCase(), port)) return undefined
      // An IP address is not resolved, so it is checked here.
      const name = host.replace(/^\[|\]$/g, '')
      if (isIP(name) && isForbidden(name)) throw new LiesInside(`${name} is not outside`)
      return lookup
    }
  }
  const strict = judging(isInside, isAllowed)
  const choosing =
    (choice: () => Promise<ProxyChoice>): ChooseProxy =>
    async (to) => {
      if (isAllowed(to.host.toLowerCase(), to.port)) return undefined
      const wanted = await choice()
      if (wanted === 'direct') return undefined
      const proxy = wanted === 'environment' ? environmentProxy(environment, to) : proxyOf(wanted.address, wanted)
      if (proxy !== undefined && (await addressesOf(new URL(proxy.origin).hostname)).some(isSecretGiver))
        throw new ProxyFailure('EPROXY_REFUSED', 'the address of the proxy is one of a metadata service')
      return proxy
    }
  const to = (vendor: Vendor): JudgedFetch =>
    judgedFetch(
      strict,
      choosing(() => chosen(vendor)),
    )
  return {
    fetch: judgedFetch(
      strict,
      choosing(() => Promise.resolve('environment')),
    ),
    to: { '1688': to('1688'), shopify: to('shopify'), alerts: to('alerts'), translation: to('translation') },
    fetchNear: judgedFetch(
      judging(isSecretGiver, () => false),
      choosing(() => chosen('storage')),
    ),
    async connect({ host, port, timeoutMs }) {
      const lookup = strict({ host, port })
      const proxy = await choosing(() => chosen('mail'))({ host, port, isSecure: true })
      if (proxy !== undefined) {
        await refuseForbidden(lookup, host)
        return tunnelThrough(proxy, { host, port })
      }
      return connected(connect({ host, port, ...(lookup === undefined ? {} : { lookup }) }), timeoutMs)
    },
    async refuses(url) {
      const { hostname, port, protocol } = new URL(url)
      if (isAllowed(hostname.toLowerCase(), Number(port) || (protocol === 'https:' ? 443 : 80))) return false
      return (await addressesOf(hostname)).some(isInside)
    },
  }
}

const connected = (socket: Socket, timeoutMs: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    const late = setTimeout(
      () => fail(Object.assign(new Error(`no connection within ${timeoutMs} ms`), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    socket.once('error', fail)
    socket.once('close', () => clearTimeout(late))
    socket.once('connect', () => {
      clearTimeout(late)
      socket.off('error', fail)
      resolve(socket)
    })
  })

/** `localhost`, 127.0.0.1 and ::1 are the same. */
const plainPlace = (place: string): string => place.replace(/^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/, 'localhost')

export const INSIDE = '这个地址在本机或内部网络，不会访问；确需使用时，由运维在环境变量 HUOQIAO_INSIDE 中允许'
