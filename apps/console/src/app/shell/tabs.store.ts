import type { KeyValue } from '../../lib/local-storage.ts'
import type { VisitedTab } from '../tabs.rules.ts'
import { addVisited, deleteAll, deleteOne, deleteOthers, rename } from '../tabs.rules.ts'

export type TabsStore = {
  get: (this: void) => readonly VisitedTab[]
  subscribe: (this: void, listener: () => void) => () => void
  visit: (this: void, tab: VisitedTab) => void
  rename: (this: void, key: string, title: string) => void
  /** whether this window had no tabs of its own when it was opened */
  isFresh: (this: void) => boolean
  /** Adds the tabs that the person had elsewhere; tabs opened here in the meantime come after them. */
  restore: (this: void, kept: readonly VisitedTab[]) => void
  /** These three return the remaining tabs. */
  close: (this: void, key: string) => readonly VisitedTab[]
  closeOthers: (this: void, key: string) => readonly VisitedTab[]
  closeAll: (this: void) => readonly VisitedTab[]
}

/**
 * The visited tabs of one person in one browser window; they survive a reload. `pinned` come first. `keep` is called with every change, for
 * the next window.
 */
export function createTabsStore(deps: {
  storage: KeyValue
  key: string
  pinned: readonly VisitedTab[]
  keep?: (tabs: readonly VisitedTab[]) => void
}): TabsStore {
  const { storage, key, pinned } = deps
  // Until the tabs of the last window are known, the tabs of this window are not passed to `keep`: they would overwrite them.
  let isFresh = storage.getItem(key) === null
  const listeners = new Set<() => void>()
  let tabs: readonly VisitedTab[] = restored()

  function restored(): readonly VisitedTab[] {
    return behindPinned(readTabs(storage.getItem(key)))
  }
  function behindPinned(kept: readonly VisitedTab[]): VisitedTab[] {
    return [...pinned, ...kept.filter((tab) => !pinned.some((pin) => pin.key === tab.key))]
  }
  function publish(next: readonly VisitedTab[]): readonly VisitedTab[] {
    tabs = next
    storage.setItem(key, JSON.stringify(next))
    if (!isFresh) deps.keep?.(next)
    for (const listener of listeners) listener()
    return next
  }

  return {
    get: () => tabs,
    isFresh: () => isFresh,
    restore(kept) {
      isFresh = false
      publish(tabs.reduce(addVisited, behindPinned(kept.filter(isTab))))
    },
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

const isTab = (tab: VisitedTab): boolean => typeof tab?.key === 'string'

function readTabs(text: string | null): VisitedTab[] {
  if (text === null) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? (value as VisitedTab[]).filter(isTab) : []
  } catch (error) {
    console.error('the kept tabs are not readable', error)
    return []
  }
}
