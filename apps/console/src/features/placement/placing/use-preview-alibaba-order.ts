import type { PlacementPreview } from '@huoqiao/contract/placement/placement.schema'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { isCallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'

export type PreviewRead = { preview: PlacementPreview; failure?: never } | { preview?: never; failure: CallError }

/** Each preview is a call to 1688, which accepts only a few at a time. */
const AT_A_TIME = 3

/** What 1688 would charge for each of the purchase orders, a few at a time, in their order; cancelled when the dialog closes. */
export function usePreviewAlibabaOrder(ids: readonly string[]): {
  reads: ReadonlyMap<string, PreviewRead>
  retry: (id: string) => void
} {
  const [reads, setReads] = useState<ReadonlyMap<string, PreviewRead>>(new Map())
  const ask = useRef<(id: string) => Promise<void>>(() => Promise.resolve())
  const list = ids.join()
  useEffect(() => {
    const stop = new AbortController()
    const waiting = list === '' ? [] : list.split(',')
    const note = (id: string, read: PreviewRead): void => setReads((before) => new Map(before).set(id, read))
    ask.current = async (id) => {
      try {
        note(id, {
          preview: await call('previewAlibabaOrder', { purchaseId: id }, { signal: stop.signal }),
        })
      } catch (failure) {
        if (!isCallError(failure)) throw failure
        if (!stop.signal.aborted) note(id, { failure })
      }
    }
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && !stop.signal.aborted; id = waiting.shift())
        await ask.current(id)
    }
    for (let worker = 0; worker < AT_A_TIME; worker++) void work()
    return () => stop.abort()
  }, [list])
  return {
    reads,
    retry: (id) => {
      setReads((before) => {
        const after = new Map(before)
        after.delete(id)
        return after
      })
      void ask.current(id)
    },
  }
}
