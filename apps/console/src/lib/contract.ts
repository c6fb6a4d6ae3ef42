import type { ENDPOINTS, InputOf, OutputOf, RequestOf } from '@huoqiao/contract'
import { CALLS } from 'virtual:contract'
import type { CallRecord } from '../../vite/contract-table.ts'

/** Every call of the app, with the types of the contract; the schemas themselves stay on the server. */
export type CallName = keyof typeof ENDPOINTS
type Of<N extends CallName> = (typeof ENDPOINTS)[N]

/** Fields that the server parses from text have an unknown request type; the parsed type shows what to send. */
type Sharpened<Request, Read> = {
  [K in keyof Request]: unknown extends Request[K] ? (K extends keyof Read ? Read[K] : Request[K]) : Request[K]
}
export type CallInput<N extends CallName> = Sharpened<RequestOf<Of<N>>, InputOf<Of<N>>>
export type CallOutput<N extends CallName> = OutputOf<Of<N>>
export type CallQuery<N extends CallName> =
  Of<N> extends { query: infer Q } ? Sharpened<RequestOf<{ input: Q }>, InputOf<{ input: Q }>> : undefined

export type { CallRecord }

/** The record of a call. Throws for a name that is not in the contract, which the types already prevent. */
export function callRecord(name: string): CallRecord {
  const record = CALLS[name]
  if (!record) throw new Error(`the contract has no call named ${name}`)
  return record
}
