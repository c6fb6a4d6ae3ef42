import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useState } from 'react'
import { toast, useAct } from '../../../lib/index.ts'
import { doneKeys, outcomeWord } from '../../../ui/index.ts'

export type BoxActs = {
  isRunning: boolean
  /** of the last action, when a row failed */
  outcome: BulkOutcome | undefined
  forget: () => void
  ignore: (ids: readonly string[]) => void
  restore: (ids: readonly string[]) => void
  retry: (ids: readonly string[]) => void
}

/** Actions on lines of the box besides claiming. `onDone` gets the lines that succeeded. */
export function useBoxActs(onDone: (ids: readonly string[]) => void): BoxActs {
  const ignoring = useAct('ignoreCollectProducts')
  const retrying = useAct('retryCollectProducts')
  const [outcome, keep] = useState<BulkOutcome>()

  async function tell(done: ReturnType<typeof ignoring.run>, word: string): Promise<void> {
    keep(undefined)
    const answer = await done
    if (!answer.ok) return
    if (answer.data.failed > 0) keep(answer.data)
    else toast.success(`${word}：${outcomeWord(answer.data)}`)
    onDone(doneKeys(answer.data))
  }
  const setIgnored = (ids: readonly string[], ignored: boolean): void =>
    void tell(ignoring.run({ ids: [...ids], ignored }), ignored ? '忽略' : '恢复')
  return {
    isRunning: ignoring.isPending || retrying.isPending,
    outcome,
    forget: () => keep(undefined),
    ignore: (ids) => setIgnored(ids, true),
    restore: (ids) => setIgnored(ids, false),
    retry: (ids) => void tell(retrying.run({ ids: [...ids] }), '重新采集'),
  }
}
