import { toast, useAct } from '../../../lib/index.ts'

/** Puts offers into the collection box without a store. */
export function useCollect(): { isRunning: boolean; run: (offerIds: string[], onDone?: () => void) => void } {
  const act = useAct('collectProducts')
  async function collect(offerIds: string[], onDone: (() => void) | undefined): Promise<void> {
    const done = await act.run({ lines: offerIds })
    if (!done.ok) return
    const taken = done.data.lines.filter(({ outcome }) => outcome === 'accepted').length
    const refused = done.data.lines.find(({ outcome }) => outcome === 'refused')
    if (refused) toast.error(refused.message)
    else toast.success(taken === 0 ? '已经采集过' : `${taken} 个货源已放进采集箱`)
    onDone?.()
  }
  return { isRunning: act.isPending, run: (offerIds, onDone) => void collect(offerIds, onDone) }
}
