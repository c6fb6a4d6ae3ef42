import type {
  TranslationPushItemState,
  TranslationPushState,
} from '@huoqiao/contract/translation-pushes/translation-pushes.status'

export type ItemCounts = Partial<Record<TranslationPushItemState, number>>

export function progressOf(counts: ItemCounts) {
  const n = (state: TranslationPushItemState): number => counts[state] ?? 0
  const succeeded = n('succeeded') + n('unchanged')
  const failed = n('failed') + n('cancelled')
  const unknown = n('unknown')
  return { succeeded, failed, unknown, done: succeeded + failed + unknown, open: n('queued') + n('running') }
}

/** A partial success is never shown as a success. */
export function finishedState(counts: ItemCounts, isCancelled: boolean): TranslationPushState {
  const { succeeded, failed, unknown } = progressOf(counts)
  if (unknown > 0) return 'unknown'
  if (failed === 0) return 'succeeded'
  if (succeeded > 0) return 'partial'
  return isCancelled ? 'cancelled' : 'failed'
}

/** How many products of one store are written in parallel: enough to use its rate limit at about a second for each request. */
export const pushWidth = (restoreRate: number): number => Math.min(32, Math.max(8, Math.ceil(restoreRate / 8)))
