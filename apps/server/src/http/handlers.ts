import type { ENDPOINTS, EndpointName, InputOf, OutputOf, QueryOf } from '@huoqiao/contract'
import type { RequestCall } from '../db/request-call.ts'
import type { WrittenJson } from '../platform/written-json.ts'

type Endpoints = typeof ENDPOINTS

/** A handler for one call, as a feature's routes file provides it. A stream handler gets `send` and returns when the stream ends. */
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
