import type { FailureWord } from '@huoqiao/connector-kit'
import type { OfferOrigin } from '@huoqiao/contract/collection/collection.words'
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { mayMove } from '@huoqiao/contract'
import { COLLECT_STATES } from '@huoqiao/contract/collection/collection.status'

const HOUR_MS = 3600_000

/** Whether a fetch is recent enough to claim from, by the setting. The dry run before a push reads again. */
export const isFresh = (fetchedAt: Date, nowMs: number, cacheHours: number): boolean =>
  nowMs - fetchedAt.getTime() < cacheHours * HOUR_MS

/**
 * Whether an offer may be claimed without reading it first. An offer collected from its page may be of any age: without access to the API
 * it could not be read at all (decision 0051).
 */
export const isClaimable = (
  { origin, fetchedAt }: { origin: OfferOrigin; fetchedAt: Date },
  nowMs: number,
  cacheHours: number,
): boolean => origin === 'page' || isFresh(fetchedAt, nowMs, cacheHours)

/** After this many waits because 1688 is down, a person is notified; waits because it is busy are unlimited. */
const MAX_OUTAGE_WAITS = 12
const FIRST_WAIT_MS = 10_000
const WAIT_CAP_MS = 10 * 60_000

/**
 * Pause before the same offer is requested again; undefined: waiting does not help. 10 s doubling works in practice for clients of 1688
 * (reference 1.8); a time requested by the platform is the minimum.
 */
export function waitAfter(word: FailureWord, waits: number, retryAfterMs: number | undefined): number | undefined {
  if (word !== 'throttled' && word !== 'unavailable') return undefined
  if (word === 'unavailable' && waits >= MAX_OUTAGE_WAITS) return undefined
  return Math.max(retryAfterMs ?? 0, Math.min(FIRST_WAIT_MS * 2 ** Math.min(waits, 10), WAIT_CAP_MS))
}

/** States that the box shows by default: collected and not yet claimed (decisions, section 7). */
export const BOX_STATES: readonly CollectState[] = ['collecting', 'collected', 'collect-failed']

const stateLabel = (state: CollectState): string => COLLECT_STATES[state].label

/** True, or the reason why not. */
export const mayIgnore = (state: CollectState): true | string =>
  state === 'ignored'
    ? '已经忽略'
    : mayMove(COLLECT_STATES, state, 'ignored')
      ? true
      : `${stateLabel(state)}的货源不能忽略`

export const mayRestore = (state: CollectState): true | string => (state === 'ignored' ? true : '没有被忽略，不用恢复')

/** A line that is being fetched may be fetched again: an existing job is not duplicated, a lost one is replaced. */
export const mayRetry = (state: CollectState): true | string => (state === 'ignored' ? '已忽略，请先恢复' : true)

/** If the product of a claimed line was deleted permanently, the line is shown in the box again. */
export function shownState(state: CollectState | undefined, hasProduct: boolean): CollectState | null {
  if (hasProduct && state !== 'collecting' && state !== 'collect-failed') return 'claimed'
  if (state === undefined) return null
  return state === 'claimed' && !hasProduct ? 'collected' : state
}
