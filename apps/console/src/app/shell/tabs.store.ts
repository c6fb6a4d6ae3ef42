import type { KeyValue } from '../../lib/local-storage.ts'
import type { VisitedTab } from '../tabs.rules.ts'
import { addVisited, deleteAll, deleteOne, deleteOthers, rename } from '../tabs.rules.ts'

export type TabsStore = {
  get: (this: void) => readonly VisitedTab[]
  subscribe: (this: void, listener: () => void) => () => void
  visit: (this: void, tab: VisitedTab) => void
  rename: (this: void, key: string, title: string) => void
  /** These three answer what remains. */
  close: (this: void, key: string) => readonly VisitedTab[]
  closeOthers: (this: void, key: string) => readonly VisitedTab[]
  closeAll: (this: void) => readonly VisitedTab[]
}

/** The visited tabs of one person in one browser window; they survive a reload. `pinned` stand first from the start. */
export function createTabsStore(deps: { storage: KeyValue; key: string; pinned: readonly VisitedTab[] }): TabsStore {
  const { storage, key, pinned } = deps
  const listeners = new Set<() => void>()
  let tabs: readonly VisitedTab[] = restored()

  function restored(): readonly VisitedTab[] {
    const kept = readTabs(storage.getItem(key))
    return [...pinned, ...kept.filter((tab) => !pinned.some((pin) => pin.key === tab.key))]
  }
  function publish(next: readonly VisitedTab[]): readonly VisitedTab[] {
    tabs = next
    storage.setItem(key, JSON.stringify(next))
    for (const listener of listeners) listener()
    return next
  }

  return {
    get: () => tabs,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    visit: (tab) => void publish(addVisited(tabs, tab)),
    rename: (tabKey, title) => void publish(rename(tabs, tabKey, title)),
    close: (tabKey) => publish(deleteOne(tabs, tabKey)),
    closeOthers: (tabKey) => publish(deleteOthers(tabs, tabKey)),
    closeAll: () => publish(deleteAll(tabs)),
  }
}

function readTabs(text: string | null): VisitedTab[] {
  if (text === null) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? (value as VisitedTab[]).filter((tab) => typeof tab?.key === 'string') : []
  } catch (error) {
    console.error('the kept tabs are not readable', error)
    return []
  }
}
