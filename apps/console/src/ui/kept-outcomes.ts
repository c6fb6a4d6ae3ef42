import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useSyncExternalStore } from 'react'
import { session } from '../lib/client.ts'

/** The outcome of a bulk action, to be found again after its toast is gone. */
export type KeptOutcome = {
  id: number
  at: number
  /** the action: 审核通过 */
  title: string
  outcome: BulkOutcome
  /** the name of each row; a row without one is shown by its key */
  names: ReadonlyMap<string, string>
}

const MOST = 10
let kept: readonly KeptOutcome[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly KeptOutcome[]): void {
  kept = next
  for (const listener of listeners) listener()
}
export function keepOutcome(one: Pick<KeptOutcome, 'title' | 'outcome' | 'names'>): void {
  publish([{ ...one, id: (lastId += 1), at: Date.now() }, ...kept].slice(0, MOST))
}
// Outcomes belong to the person who acted, and are kept while the window is open.
session.subscribe(() => {
  if (!session.get().isLogin && kept.length > 0) publish([])
})

/** The last ten of this visit, newest first. */
export const useKeptOutcomes = (): readonly KeptOutcome[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => kept,
  )
