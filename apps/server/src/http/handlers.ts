import type { ENDPOINTS, EndpointName, InputOf, OutputOf, QueryOf } from '@huoqiao/contract'
import type { Tx } from '../db/db.ts'
import type { Call } from '../platform/call.ts'
import type { WrittenJson } from '../platform/written-json.ts'

type Endpoints = typeof ENDPOINTS

/** What a handler gets of a request. */
export type RequestCall = Call & {
  /**
   * One transaction, whose last statement is the call's entry in the operation log: what was changed and that it was changed are
   * there together or not at all, and one commit is waited for instead of two. A result whose rows were all refused is entered as a
   * refusal when the call is over, as are calls that write in other ways.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** What a feature's routes file gives for one call. A stream handler gets `send` and returns when the stream is over. */
export type Handler<N extends EndpointName> = Endpoints[N] extends { stream: true }
  ? (call: RequestCall, input: InputOf<Endpoints[N]>, send: (event: OutputOf<Endpoints[N]>) => void) => Promise<void>
  : (
      call: RequestCall,
      input: InputOf<Endpoints[N]>,
      query: QueryOf<Endpoints[N]>,
    ) => Promise<Answered<OutputOf<Endpoints[N]>>>

type Answered<T> = T | WrittenJson<T>

export type Handlers = { readonly [N in EndpointName]: Handler<N> }

/** The handlers of one feature: exactly the endpoints that it names. */
export type RoutesOf<N extends EndpointName> = { readonly [K in N]: Handler<K> }
