import type { SyncItemState, SyncTaskState } from '@huoqiao/contract/listings/listings.status'
import type { ListingState } from '@huoqiao/contract/products/products.status'

export type ItemCounts = Partial<Record<SyncItemState, number>>

export type Progress = { done: number; succeeded: number; failed: number; unknown: number; open: number }

export function progressOf(counts: ItemCounts): Progress {
  const n = (state: SyncItemState): number => counts[state] ?? 0
  const succeeded = n('succeeded') + n('unchanged') + n('merged')
  const failed = n('failed') + n('cancelled')
  return {
    succeeded,
    failed,
    unknown: n('unknown'),
    done: succeeded + failed + n('unknown'),
    open: n('queued') + n('running'),
  }
}

/** The final state of a task. A partial success is never shown as a success (beyond, item 10). */
export function finishedState(counts: ItemCounts, cancelled: boolean): SyncTaskState {
  const { succeeded, failed, unknown } = progressOf(counts)
  if (unknown > 0) return 'unknown'
  if (failed === 0) return 'succeeded'
  if (succeeded > 0) return 'partial'
  return cancelled ? 'cancelled' : 'failed'
}

/** Whether a listing may be taken offline or online in the shop; returns the reason if not. */
export const mayToggle = (state: ListingState, online: boolean): string | undefined => {
  if (online) return state === 'offline' ? undefined : '只有已下架的商品可以重新上架'
  return state === 'online' ? undefined : '只有在线的商品可以下架'
}

/** How many pushes of one store run in parallel: enough to use its rate limit at some seconds for each push. */
export const pushConcurrency = (restoreRate: number): number => Math.min(64, Math.max(16, Math.ceil(restoreRate / 6)))
