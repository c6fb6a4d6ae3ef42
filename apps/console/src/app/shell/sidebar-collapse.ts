import { COLLAPSE_DELAY_MS, COLLAPSE_WIDTH_PX, RESIZE_THROTTLE_MS } from '@huoqiao/contract/specification'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePreference } from '../../lib/preferences.ts'

/** Calls at once, then at most once per `ms`; the last call is always made. */
export function throttle(run: () => void, ms: number): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  function tick(): void {
    timer = undefined
    if (!isAsked) return
    isAsked = false
    call()
  }
  function call(): void {
    if (timer !== undefined) {
      isAsked = true
      return
    }
    run()
    timer = setTimeout(tick, ms)
  }
  return { call, cancel: () => clearTimeout(timer) }
}

/** Up to here the menu covers the page while it is open (sidebar.module.css). */
const PHONE_WIDTH_PX = 600
const isPhone = (): boolean => window.innerWidth <= PHONE_WIDTH_PX

/**
 * Whether the sidebar is collapsed. It collapses by itself when its container is at most 992 px wide (checked on resize, throttled to 800
 * ms, collapsed 500 ms later) and opens again when there is room, unless the person collapsed it. On a phone it is collapsed from the start,
 * and again as soon as the `address` changes.
 */
export function useSidebarCollapse(
  container: HTMLElement | null,
  address = '',
): {
  isCollapsed: boolean
  toggle: () => void
} {
  const [wanted, want] = usePreference('sidebar-collapsed', false)
  const [isNarrow, setNarrow] = useState(isPhone)
  // On a narrow screen the person may open it for now, without changing the setting for other screens.
  const [isOpenAnyway, openAnyway] = useState(false)
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!container) return undefined
    const look = throttle(() => {
      const next = container.clientWidth <= COLLAPSE_WIDTH_PX
      clearTimeout(delay.current)
      delay.current = setTimeout(() => {
        setNarrow(next)
        // With enough room again, the manual opening is over: the next narrowing collapses it again.
        if (!next) openAnyway(false)
      }, COLLAPSE_DELAY_MS)
    }, RESIZE_THROTTLE_MS)
    const observer = new ResizeObserver(look.call)
    observer.observe(container)
    return () => {
      observer.disconnect()
      look.cancel()
      clearTimeout(delay.current)
    }
  }, [container])

  const [openedAt, setOpenedAt] = useState(address)
  if (openedAt !== address) {
    setOpenedAt(address)
    if (isPhone()) openAnyway(false)
  }

  const isCollapsed = isNarrow ? !isOpenAnyway : wanted
  const toggle = useCallback(
    () => (isNarrow ? openAnyway(!isOpenAnyway) : want(!wanted)),
    [isNarrow, isOpenAnyway, want, wanted],
  )
  return { isCollapsed, toggle }
}
