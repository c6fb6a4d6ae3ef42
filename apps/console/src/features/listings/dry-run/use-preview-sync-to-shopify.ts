import type { DryRunItem } from '@huoqiao/contract/listings/listings.schema'
import { groupBy } from '@huoqiao/kit/group'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { isCallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import type { Pair } from './dry-run.rules.ts'
import { callsOf, pairKey } from './dry-run.rules.ts'

/** A failed call, with the pairs that it should have compared. */
export type DryRunFailure = { pairs: readonly Pair[]; error: CallError }

export type DryRun = {
  /** in the order of the requested pairs, as far as they have arrived */
  items: readonly DryRunItem[]
  failures: readonly DryRunFailure[]
  done: number
  isRunning: boolean
  retry: () => void
}

/**
 * Compares pairs with their shops in parts; stores in parallel, the parts of one store one after the other. Pairs that were compared before
 * are not read again; unmounting cancels the reads. `pairs` must keep its identity while equal.
 */
export function usePreviewSyncToShopify(pairs: readonly Pair[]): DryRun {
  const [found, setFound] = useState<ReadonlyMap<string, DryRunItem>>(new Map())
  const [failures, setFailures] = useState<readonly DryRunFailure[]>([])
  const [isRunning, setRunning] = useState(true)
  const known = useRef(found)
  const underway = useRef<AbortController>(undefined)
  useEffect(() => {
    known.current = found
  }, [found])

  const start = useCallback((asked: readonly Pair[]) => {
    underway.current?.abort()
    const stop = new AbortController()
    underway.current = stop
    async function ask(piece: readonly Pair[]): Promise<void> {
      try {
        const answer = await call('previewSyncToShopify', { pairs: [...piece] }, { signal: stop.signal })
        if (stop.signal.aborted) return
        setFound((now) => new Map([...now, ...answer.items.map((item) => [pairKey(item), item] as const)]))
      } catch (error) {
        if (!isCallError(error)) throw error
        if (!stop.signal.aborted) setFailures((now) => [...now, { pairs: piece, error }])
      }
    }
    async function run(): Promise<void> {
      setFailures([])
      setRunning(true)
      const missing = asked.filter((pair) => !known.current.has(pairKey(pair)))
      const byStore = groupBy(callsOf(missing), (piece) => piece[0]!.storeId)
      await Promise.all(
        [...byStore.values()].map(async (pieces) => {
          for (const piece of pieces) if (!stop.signal.aborted) await ask(piece)
        }),
      )
      if (!stop.signal.aborted) setRunning(false)
    }
    void run()
  }, [])
  useEffect(() => {
    start(pairs)
    return () => underway.current?.abort()
  }, [pairs, start])

  const items = pairs.flatMap((pair) => found.get(pairKey(pair)) ?? [])
  const lost = failures.reduce((sum, failure) => sum + failure.pairs.length, 0)
  return { items, failures, done: items.length + lost, isRunning, retry: () => start(pairs) }
}
