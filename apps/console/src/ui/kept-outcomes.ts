import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useSyncExternalStore } from 'react'
import { session } from '../lib/client.ts'

/** What became of a bulk action, by which it is found again when its toast is gone. */
export type KeptOutcome = {
  id: number
  at: number
  /** what was done: 审核通过 */
  title: string
  outcome: BulkOutcome
  /** what a person knows each row by; a row that is not in it is known by its key */
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
// They are of the person who acted, for as long as the window stays open.
session.subscribe(() => {
  if (!session.get().isLogin && kept.length > 0) publish([])
})

/** The last ten of this visit, the latest first. */
export const useKeptOutcomes = (): readonly KeptOutcome[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => kept,
  )
