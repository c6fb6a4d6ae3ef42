import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pathOf } from '../menu.rules.ts'
import { findPage, viewKey } from '../pages.ts'
import { pages } from '../registry.ts'
import type { TabsStore } from './tabs.store.ts'
import type { Place } from './views.rules.ts'

/** A pointer that only passes over an entry fetches nothing. */
const DWELL_MS = 80

/** How a person navigates by the menu and by the tabs. Each function keeps its identity between renders. */
export type Ways = {
  /** the address, filters included, of an open page that is hidden now */
  openAt: (path: string) => string | undefined
  go: (to: string) => void
  /** the pointer or the focus is on the link; `isSure`: it is pressed already */
  coming: (to: string, isSure: boolean) => void
  notComing: () => void
}

type Here = { currentKey: string | undefined; openKeys: ReadonlySet<string> | undefined }
type Ahead = Place & { wasOpen: boolean }

/**
 * Navigation from the current page, and preparation of the page that the person seems to be about to open, so that it is ready when they
 * do.
 */
export function useWays(store: TabsStore, { currentKey, openKeys }: Here): { ways: Ways; ahead: Place | undefined } {
  const navigate = useNavigate()
  const [ahead, drawAhead] = useState<Ahead>()
  const isArrived = ahead !== undefined && ahead.key === currentKey
  // Its tab was closed in the meantime: its state is dropped.
  const isClosed = ahead?.wasOpen === true && openKeys?.has(ahead.key) === false
  if (isArrived || isClosed) drawAhead(undefined)

  const ways = useMemo((): Ways => {
    const openAt = (path: string): string | undefined => {
      const here = keyNow()
      return store.get().find((tab) => tab.path === path && tab.key !== here)?.fullPath
    }
    return {
      openAt,
      ...expecting(store, openAt, drawAhead),
      go(to) {
        const isHere = to === window.location.pathname + window.location.search
        // At once, not as a transition: a prepared page is on the screen with the next frame.
        void navigate(to, { flushSync: true, replace: isHere })
      },
    }
  }, [store, navigate])
  return { ways, ahead }
}

/** The key of the page of the current address; for event handlers, which run between two renders. */
function keyNow(): string | undefined {
  const { pathname } = window.location
  const page = findPage(pages, pathname)
  return page && viewKey(page, pathname)
}

function expecting(
  store: TabsStore,
  openAt: Ways['openAt'],
  drawAhead: (ahead: Ahead) => void,
): Pick<Ways, 'coming' | 'notComing'> {
  let wanted: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function coming(path: string, isSure: boolean): void {
    const to = openAt(path) ?? path
    const page = findPage(pages, pathOf(to))
    clearTimeout(timer)
    wanted = to
    if (!page) return
    const fetched = page.warm()
    const { pathname, search } = new URL(to, window.location.origin)
    const key = viewKey(page, pathname)
    // A page that is built again each time, or that redirects to another, is not prepared.
    if (page.meta?.noCache || page.meta?.hidden || key === keyNow()) return
    const draw = async (): Promise<void> => {
      await fetched
      if (wanted !== to) return
      const location = { pathname, search, hash: '', state: null, key: 'ahead', mask: undefined }
      drawAhead({ key, page, location, wasOpen: store.get().some((tab) => tab.key === key) })
    }
    timer = setTimeout(() => void draw(), isSure ? 0 : DWELL_MS)
  }
  return {
    coming,
    notComing() {
      clearTimeout(timer)
      wanted = undefined
    },
  }
}
