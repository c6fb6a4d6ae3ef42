import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { saysAlreadyRelated, saysOfferGone } from '../wire/error-words.ts'

/** Declaring a relation twice leaves one relation, so these writes are repeatable (reference 2.6). */
const PUSH_LISTED: CallDescriptor = {
  namespace: 'com.alibaba.product.push',
  name: 'alibaba.cross.syncProductListPushed',
  safe: true,
  token: true,
  answer: {
    success: ['result.success'],
    code: ['result.errorCode'],
    message: ['result.errorMsg'],
    error: ['result.errorMsg'],
    payload: 'result',
  },
  wordFor: relationWord,
}

const ADD_RELATION: CallDescriptor = {
  namespace: 'com.alibaba.fenxiao.crossborder',
  name: 'product.kjdistribute.addRelation',
  safe: true,
  token: true,
  // `msg` may also be filled on success, so it is a message and not an error field.
  answer: { success: ['result.success'], code: ['result.code'], message: ['result.msg'], error: [], payload: 'result' },
  wordFor: relationWord,
}

const REMOVE_RELATION: CallDescriptor = { ...ADD_RELATION, name: 'product.kjdistribute.removeRelation' }

/** Returns the number 0 for success (reference 1.7). */
const FOLLOW: CallDescriptor = {
  namespace: 'com.alibaba.product',
  name: 'alibaba.product.follow.crossborder',
  safe: true,
  token: true,
  answer: { success: [], code: ['code'], message: ['message'], error: ['code'], payload: '' },
  wordFor: relationWord,
}

/** Maximum for one call (reference 1.8). */
const MAX_PUSHED = 20

export type PushListingOutcome = {
  readonly done: readonly string[]
  /** Offers of calls that the platform refused as a whole, with the reason. */
  readonly refused: readonly { readonly offerIds: readonly string[]; readonly failure: RemoteFailure }[]
}

/**
 * Reports to 1688 that these offers are listed in a shop of ours, which enables its product messages (reference 2.6). Twenty in one call;
 * "already listed" counts as done. The platform accepts or refuses a call as a whole, so a call that is refused because of one offer is
 * split in half until that offer is alone and the others are done. Refusals are collected; every other failure stops and is thrown.
 * Repeating everything is harmless.
 */
export async function pushListing(
  transport: Transport,
  offerIds: readonly string[],
  options?: CallOptions,
): Promise<PushListingOutcome> {
  const done: string[] = []
  const refused: PushListingOutcome['refused'][number][] = []
  const waiting = chunksOf([...new Set(offerIds)], MAX_PUSHED)
  for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
    const failure = await declare(transport, PUSH_LISTED, { productIdList: chunk.map(longOf) }, options)
    if (!failure) done.push(...chunk)
    else if (failure.word === 'not-found' && chunk.length > 1) {
      waiting.unshift(...chunksOf(chunk, Math.ceil(chunk.length / 2)))
    } else refused.push({ offerIds: chunk, failure })
  }
  return { done, refused }
}

const chunksOf = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_unused, index) => ids.slice(index * size, (index + 1) * size))

/** Relates one offer to our account; an existing relation is no error. Throws RemoteFailure. */
export async function addRelation(transport: Transport, offerId: string, options?: CallOptions): Promise<void> {
  const failure = await declare(transport, ADD_RELATION, { offerId: longOf(offerId) }, options)
  if (failure) throw failure
}

/** Ends the relation; a missing one is no error. Throws RemoteFailure. */
export async function removeRelation(transport: Transport, offerId: string, options?: CallOptions): Promise<void> {
  const failure = await declare(transport, REMOVE_RELATION, { offerId: longOf(offerId) }, options)
  if (failure && failure.word !== 'not-found') throw failure
}

/**
 * Follows one offer: 1688 sends stock and price messages only for followed offers (reference 5.3). Following it again is no error. Throws
 * RemoteFailure.
 */
export async function followOffer(transport: Transport, offerId: string, options?: CallOptions): Promise<void> {
  const failure = await declare(transport, FOLLOW, { productId: longOf(offerId) }, options)
  if (failure) throw failure
}

/** Makes the call; `already-done` is success, a refusal is returned, anything else is thrown. */
async function declare(
  transport: Transport,
  descriptor: CallDescriptor,
  params: Record<string, bigint | bigint[]>,
  options: CallOptions | undefined,
): Promise<RemoteFailure | undefined> {
  try {
    await transport.call(descriptor, params, options)
    return undefined
  } catch (error) {
    if (!isRemoteFailure(error)) throw error
    if (error.word === 'already-done') return undefined
    if (error.word === 'rejected' || error.word === 'not-found') return error
    throw error
  }
}

function relationWord(_code: string | undefined, message: string) {
  if (saysAlreadyRelated(message)) return 'already-done' as const
  return saysOfferGone(message) ? ('not-found' as const) : undefined
}
