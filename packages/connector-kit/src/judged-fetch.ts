import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import type { Agent, buildConnector, Client } from 'undici'
import { openTunnel } from './proxy.ts'
import type { ChooseProxy } from './proxy.ts'
import { confirmingFetch } from './send-guard.ts'
import type { SendPermit } from './send-guard.ts'

/**
 * Called before every connection, including redirects. Throws the error that the request then fails with; or returns the lookup function
 * for the host name (always the same one for the same rules), because a name may resolve differently next time. Undefined: no restriction.
 */
export type Judge = (to: { host: string; port: number }) => LookupFunction | undefined

/** A `fetch` that can also check a permit on the open connection. */
export type JudgedFetch = typeof fetch & { readonly confirming: (permit: SendPermit) => Promise<typeof fetch> }

/**
 * `fetch` with a check before every connection. Kept-alive connections were checked when they were opened, under the same name. `choose`:
 * selects the proxy for each connection.
 */
export function judgedFetch(judge: Judge, choose?: ChooseProxy): JudgedFetch {
  let made: Promise<{ fetch: typeof fetch; agent: Agent }> | undefined
  // Loaded with the first request: a server that calls no remote does not need it.
  const way = () =>
    (made ??= import('undici').then((undici) => {
      const agent = new undici.Agent({ connect: connecting(undici, judge, choose) })
      const send = (url: string, init?: object) => undici.fetch(url, { ...init, dispatcher: agent })
      return { fetch: send as unknown as typeof fetch, agent }
    }))
  const judged = async (url: string, init?: RequestInit): Promise<Response> =>
    (await way()).fetch(url, init && (await withPlainBody(init)))
  return Object.assign(judged as typeof fetch, {
    confirming: async (permit: SendPermit): Promise<typeof fetch> => {
      const send = await confirmingFetch(permit, (await way()).agent)
      return (async (url: string, init?: RequestInit) => send(url, init && (await withPlainBody(init)))) as typeof fetch
    },
  })
}

type Undici = { buildConnector: typeof buildConnector; Client: typeof Client }

function connecting(undici: Undici, judge: Judge, choose: ChooseProxy | undefined): buildConnector.connector {
  const free = undici.buildConnector({})
  // One connector for each lookup function, because it caches TLS sessions.
  const looking = new Map<LookupFunction, buildConnector.connector>()
  const connectorOf = (lookup: LookupFunction | undefined): buildConnector.connector => {
    if (lookup === undefined) return free
    const known = looking.get(lookup) ?? undici.buildConnector({ lookup })
    looking.set(lookup, known)
    return known
  }
  /** Does everything that precedes the connection to the remote; returns a function that makes it. */
  const prepare = async (options: buildConnector.Options): Promise<(done: buildConnector.Callback) => void> => {
    const isSecure = options.protocol === 'https:'
    const to = { host: options.hostname, port: Number(options.port) || (isSecure ? 443 : 80) }
    const lookup = judge(to)
    const proxy = await choose?.({ ...to, isSecure })
    if (proxy === undefined) return (done) => connectorOf(lookup)(options, done)
    await refuseForbidden(lookup, to.host)
    const socket = await openTunnel(undici.Client, proxy, to)
    return isSecure ? (done) => free({ ...options, httpSocket: socket }, done) : (done) => done(null, socket)
  }
  const connect = async (options: buildConnector.Options, done: buildConnector.Callback): Promise<void> => {
    let make: (done: buildConnector.Callback) => void
    try {
      make = await prepare(options)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), null)
      return
    }
    make(done)
  }
  return (options, done) => void connect(options, done)
}

/**
 * Rejects if the lookup here refuses the host name. A proxy resolves names itself, so without this check it could be used to reach forbidden
 * addresses. A name that cannot be resolved here is allowed, because the proxy may know it.
 */
export const refuseForbidden = (lookup: LookupFunction | undefined, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (lookup === undefined || isIP(host) !== 0) return resolve()
    lookup(host, { all: true }, (error) => {
      if (error === null || error.syscall === 'getaddrinfo') resolve()
      else reject(error)
    })
  })

/** Another `fetch` implementation does not recognise the runtime's FormData. */
async function withPlainBody(init: RequestInit): Promise<RequestInit> {
  return init.body instanceof FormData ? { ...init, body: await new Response(init.body).blob() } : init
}
