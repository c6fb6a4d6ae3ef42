import type { LookupFunction } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { confirmingFetch } from './send-guard.ts'
import type { SendPermit } from './send-guard.ts'

/**
 * Asked before every connection, redirects included. Throws what the request then fails with; or answers how the host's name is to
 * be looked up (always the same function for the same rules), as a name may lead elsewhere at the next look. Undefined: it may go wherever it wants.
 */
export type Judge = (to: { host: string; port: number }) => LookupFunction | undefined

/** A `fetch` that also knows how to look at a permit on the open connection. */
export type JudgedFetch = typeof fetch & { readonly confirming: (permit: SendPermit) => Promise<typeof fetch> }

/** `fetch` whose every connection was judged. Connections that are kept open were judged when they were made, under the same name. */
export function judgedFetch(judge: Judge): JudgedFetch {
  let made: Promise<{ fetch: typeof fetch; agent: Agent }> | undefined
  // Loaded with the first request: a server that asks nobody has no use for it.
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
  // One a lookup: what is known of a host's TLS is kept in it.
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

/** The runtime's own form is not known to another `fetch`, which would send its name. */
async function withPlainBody(init: RequestInit): Promise<RequestInit> {
  return init.body instanceof FormData ? { ...init, body: await new Response(init.body).blob() } : init
}
