import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint, EndpointName } from '@huoqiao/contract'
import type { Call } from '../platform/call.ts'
import { Refusal } from '../platform/refusal.ts'
import { WrittenJson } from '../platform/written-json.ts'
import type { Handlers } from './handlers.ts'
import { parseInput } from './parse.ts'

/** Carries out a call by its name for whoever is calling already, as if they had made it: same right, same input, same handler. */
export type Perform = {
  knows(name: string): boolean
  /** Throws the call's refusals, and `no-right` for a right that is not held. Answers its output. */
  run(name: string, call: Call, input: unknown): Promise<unknown>
}

type Plain = (call: Call, input: unknown, query: undefined) => Promise<unknown>

export function performer(handlers: () => Handlers): Perform {
  const isKnown = (name: string): name is EndpointName => name in ENDPOINTS
  return {
    knows: isKnown,
    async run(name, call, input) {
      if (!isKnown(name)) throw new Refusal('not-found')
      const endpoint: Endpoint = ENDPOINTS[name]
      if (endpoint.stream || endpoint.query) throw new Error(`${name} cannot be carried out for another call`)
      if (endpoint.right === 'granted' && !call.actor.holds(endpoint.path))
        throw new Refusal('no-right', { why: `需要“${endpoint.title}”权限（${endpoint.path}）` })
      const handler = handlers()[name] as Plain
      const data = await handler(call, parseInput(endpoint.input, input), undefined)
      return data instanceof WrittenJson ? data.read() : data
    },
  }
}
