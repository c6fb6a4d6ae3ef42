import type { LookupFunction } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { confirmingFetch } from './send-guard.ts'
import type { SendPermit } from './send-guard.ts'

/**
 * Called before every connection, including redirects. Throws the error that the request then fails with; or returns the lookup function
 * for the host name (always the same one for the same rules), because a name may resolve differently next time. Undefined: no restriction.
 */
export type Judge = (to: { host: string; port: number }) => LookupFunction | undefined

/** A `fetch` that can also check a permit on the open connection. */
export type JudgedFetch = typeof fetch & { readonly confirming: (permit: SendPermit) => Promise<typeof fetch> }

/** `fetch` with a check before every connection. Kept-alive connections were checked when they were opened, under the same name. */
export function judgedFetch(judge: Judge): JudgedFetch {
  let made: Promise<{ fetch: typeof fetch; agent: Agent }> | undefined
  // Loaded with the first request: a server that calls no remote does not need it.
  const way = () =>
    (made ??= import('undici').then((undici) => {
      const agent = new undici.Agent({ connect: judging(undici.buildConnector, judge) })
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

function judging(build: typeof buildConnector, judge: Judge): buildConnector.connector {
  const free = build({})
  // One connector for each lookup function, because it caches TLS sessions.
  const looking = new Map<LookupFunction, buildConnector.connector>()
  const connectorOf = (lookup: LookupFunction): buildConnector.connector => {
    const known = looking.get(lookup) ?? build({ lookup })
    looking.set(lookup, known)
    return known
  }
  return (options, done) => {
    try {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
      const lookup = judge({ host: options.hostname, port })
      ;(lookup === undefined ? free : connectorOf(lookup))(options, done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), null)
    }
  }
}

/** Another `fetch` implementation does not recognise the runtime's FormData. */
async function withPlainBody(init: RequestInit): Promise<RequestInit> {
  return init.body instanceof FormData ? { ...init, body: await new Response(init.body).blob() } : init
}
