import type { BulkOutcome } from '@huoqiao/contract/wire'
import { actInPieces } from '../../../lib/in-pieces.ts'
import { call } from '../../../lib/index.ts'
import type { Acted } from '../../../ui/bulk-acts.tsx'
import { useBulkActs } from '../../../ui/bulk-acts.tsx'

const TOUCHED = ['offers', 'products'] as const
/** Maximum number of sources in one call (contract). */
const AT_ONCE = 50

const titleOf = ({ rows }: BulkOutcome): string => {
  const changed = rows.filter(({ ok, message }) => ok && message === '有变化').length
  return changed > 0 ? `检查货源，${changed} 个有变化` : '检查货源'
}

/** Reads sources at 1688 now; changes are in the list afterwards. */
export function useCheckSources() {
  const acts = useBulkActs(TOUCHED)
  const run = (sources: readonly Acted[]): void =>
    void acts.perform(titleOf, sources, (ids) =>
      actInPieces(ids, AT_ONCE, String, (offerIds) => call('checkSources', { offerIds })),
    )
  return { acts, run }
}
