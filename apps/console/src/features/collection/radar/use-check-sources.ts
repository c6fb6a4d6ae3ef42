import { toast, useAct } from '../../../lib/index.ts'

/** Reads sources at 1688 now; changes are in the list afterwards. */
export function useCheckSources(): { isPending: boolean; run: (offerIds: readonly string[]) => void } {
  const act = useAct('checkSources')
  async function run(offerIds: readonly string[]): Promise<void> {
    const done = await act.run({ offerIds: offerIds.slice(0, 50) })
    if (!done.ok) return
    const { rows } = done.data
    const changed = rows.filter(({ ok, message }) => ok && message === '有变化').length
    const gone = rows.filter(({ word }) => word === 'offer-gone').length
    const failed = rows.filter(({ ok, word }) => !ok && word !== 'offer-gone')
    const words = `检查了 ${rows.length} 个货源：${changed} 个有变化${gone > 0 ? `，${gone} 个已下架` : ''}`
    if (failed.length > 0) toast.error(`${words}，${failed.length} 个没有查到：${failed[0]!.message ?? ''}`)
    else toast.success(words)
  }
  return { isPending: act.isPending, run: (offerIds) => void run(offerIds) }
}
