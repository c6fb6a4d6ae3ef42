import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint, EndpointName, OutputOf, RequestOf } from '@huoqiao/contract'
import type { RequestCall } from '../db/request-call.ts'
import { Refusal } from '../platform/refusal.ts'
import { WrittenJson } from '../platform/written-json.ts'
import type { Handlers } from './handlers.ts'
import { parseInput } from './parse.ts'

type Endpoints = typeof ENDPOINTS

/** Streams are excluded because they would have no receiver, calls with query and body because only one input can be passed. */
type PerformedName = {
  [N in EndpointName]: Endpoints[N] extends { stream: true } | { query: object } ? never : N
}[EndpointName]

/**
 * Carries out a call by its name for the caller of the present call, as if they had made it: same right, same input, same handler (decision
 * 0040). Throws the call's refusals, and `no-right` for a right that is not held.
 */
export type Perform = <N extends PerformedName>(
  name: N,
  call: RequestCall,
  input: RequestOf<Endpoints[N]>,
) => Promise<OutputOf<Endpoints[N]>>

type Performed<N extends PerformedName> = (
  call: RequestCall,
  input: unknown,
  query: undefined,
) => Promise<OutputOf<Endpoints[N]> | WrittenJson<OutputOf<Endpoints[N]>>>

export const performer =
  (handlers: () => Handlers): Perform =>
  async <N extends PerformedName>(name: N, call: RequestCall, input: RequestOf<Endpoints[N]>) => {
    const endpoint: Endpoint = ENDPOINTS[name]
    if (endpoint.right === 'granted' && !call.actor.holds(endpoint.path))
      throw new Refusal('no-right', { why: `需要“${endpoint.title}”权限（${endpoint.path}）` })
    // TypeScript derives a handler's input and output only for one literal name, not for a generic one.
    const handler = handlers()[name] as unknown as Performed<N>
    const data = await handler(call, parseInput(endpoint.input, input), undefined)
    return data instanceof WrittenJson ? data.read() : data
  }
