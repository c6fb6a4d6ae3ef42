import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../lib/index.ts'
import { call, invalidateLists, isCallError } from '../../../lib/index.ts'

export type CollectItem = CallOutput<'queryCollectProducts'>['list'][number]

const FIRST_PAUSE_MS = 700
const PAUSE_CAP_MS = 6_000
const CHUNK = 200

/**
 * Polls rows of the collection box until none is being collected, with growing pauses. Nothing is read while the view is hidden. `ids` must
 * keep its identity between renders.
 */
export function useFollowedItems(ids: readonly string[]): ReadonlyMap<string, CollectItem> {
  const [items, setItems] = useState<ReadonlyMap<string, CollectItem>>(new Map())
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting = ids
    let pause = FIRST_PAUSE_MS

    async function look(): Promise<void> {
      const found = await readItems(waiting, stop.signal)
      if (stop.signal.aborted) return
      if (found.length > 0) setItems((known) => new Map([...known, ...found.map((item) => [item.id, item] as const)]))
      const resolved = new Set(found.filter(({ state }) => state !== 'collecting').map(({ id }) => id))
      if (resolved.size > 0) void invalidateLists(['offers', 'collection', 'products'])
      waiting = waiting.filter((id) => !resolved.has(id))
      // After a row has finished, others are likely to finish soon: the next read comes sooner.
      pause = resolved.size > 0 ? FIRST_PAUSE_MS : Math.min(pause * 1.5, PAUSE_CAP_MS)
      next()
    }
    function next(): void {
      if (waiting.length > 0) timer = setTimeout(() => void look(), pause)
    }
    next()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [ids])
  return items
}

/** A failed read is repeated by the next poll. */
async function readItems(ids: readonly string[], signal: AbortSignal): Promise<CollectItem[]> {
  const found: CollectItem[] = []
  try {
    for (let at = 0; at < ids.length; at += CHUNK) {
      const chunk = ids.slice(at, at + CHUNK)
      const page = await call(
        'queryCollectProducts',
        { ids: chunk, page: 1, pageSize: CHUNK },
        { signal, series: 'followed-items' },
      )
      found.push(...page.list)
    }
  } catch (error) {
    if (!isCallError(error)) throw error
    if (!error.isSilent) console.warn('lines of the collection box could not be read', error)
  }
  return found
}
