import type { FailureWord } from '@huoqiao/connector-kit'
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { mayMove } from '@huoqiao/contract'
import { COLLECT_STATES } from '@huoqiao/contract/collection/collection.status'

const HOUR_MS = 3600_000

/** A fetch that is not older than the setting says is good enough to claim from: the dry run before a push looks again. */
export const isFresh = (fetchedAt: Date, nowMs: number, cacheHours: number): boolean =>
  nowMs - fetchedAt.getTime() < cacheHours * HOUR_MS

/** Waits that a market that is down may cause before a person is told; a market that is busy may cause any number. */
const MAX_OUTAGE_WAITS = 12
const FIRST_WAIT_MS = 10_000
const WAIT_CAP_MS = 10 * 60_000

/**
 * How long to wait before the same offer is asked for again, or undefined when waiting does not help.
 * 10 s doubling is what clients of 1688 found to work (reference 1.8); the platform's own request is a floor.
 */
export function waitAfter(word: FailureWord, waits: number, retryAfterMs: number | undefined): number | undefined {
  if (word !== 'throttled' && word !== 'unavailable') return undefined
  if (word === 'unavailable' && waits >= MAX_OUTAGE_WAITS) return undefined
  return Math.max(retryAfterMs ?? 0, Math.min(FIRST_WAIT_MS * 2 ** Math.min(waits, 10), WAIT_CAP_MS))
}

/** What the box holds when no state is asked for: collected and not yet claimed (decisions, section 7). */
export const BOX_STATES: readonly CollectState[] = ['collecting', 'collected', 'collect-failed']

const stateLabel = (state: CollectState): string => COLLECT_STATES[state].label

/** True, or why not. */
export const mayIgnore = (state: CollectState): true | string =>
  state === 'ignored'
    ? '已经忽略'
    : mayMove(COLLECT_STATES, state, 'ignored')
      ? true
      : `${stateLabel(state)}的货源不能忽略`

export const mayRestore = (state: CollectState): true | string => (state === 'ignored' ? true : '没有被忽略，不用恢复')

/** A line that is being fetched may be ordered again: a living job takes no notice, a lost one is replaced. */
export const mayRetry = (state: CollectState): true | string => (state === 'ignored' ? '已忽略，请先恢复' : true)

/** A claimed line whose product was deleted for good stands in the box again. */
export function shownState(state: CollectState | undefined, hasProduct: boolean): CollectState | null {
  if (hasProduct && state !== 'collecting' && state !== 'collect-failed') return 'claimed'
  if (state === undefined) return null
  return state === 'claimed' && !hasProduct ? 'collected' : state
}
