import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { readPreference, writePreference } from '../../lib/preferences.ts'

/** How far each open page is scrolled, in pixels, by the key of its tab. */
type Places = Readonly<Record<string, number>>
const PLACES = 'scroll'
const NONE: Places = {}
const WRITE_DELAY_MS = 500
/** The rows may still be loading: restoring the position waits until the page is long enough. */
const LOOK_EVERY_MS = 100
const LOOK_FOR_MS = 60_000
/** When the person scrolls, the waiting ends. */
const BY_HAND = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const

/** Removes the positions of pages that were closed. */
export function keepPlacesOf(openKeys: ReadonlySet<string>): void {
  const places = readPreference(PLACES, NONE)
  const open = Object.entries(places).filter(([key]) => openKeys.has(key))
  if (open.length < Object.keys(places).length) writePreference(PLACES, Object.fromEntries(open))
}

/**
 * Keeps the scroll position of a view while it is hidden (a browser may lose it for an element that is not rendered), over a reload, and on
 * another machine.
 */
export function useKeptScroll(key: string): {
  frame: RefObject<HTMLDivElement | null>
  scrolledTo: (top: number) => void
} {
  const frame = useRef<HTMLDivElement>(null)
  const scrolled = useRef(0)
  const isWaiting = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = scrolled.current
  }, [])
  useEffect(() => {
    const element = frame.current
    const target = readPreference(PLACES, NONE)[key] ?? 0
    if (!element || target === 0 || scrolled.current > 0) return undefined
    isWaiting.current = true
    const stop = (): void => {
      isWaiting.current = false
      clearInterval(look)
      clearTimeout(patience)
      for (const name of BY_HAND) element.removeEventListener(name, stop)
    }
    const look = setInterval(() => {
      if (element.scrollHeight - element.clientHeight < target) return
      element.scrollTop = target
      stop()
    }, LOOK_EVERY_MS)
    const patience = setTimeout(stop, LOOK_FOR_MS)
    for (const name of BY_HAND) element.addEventListener(name, stop, { passive: true })
    return stop
  }, [key])
  const scrolledTo = (top: number): void => {
    if (isWaiting.current) return
    scrolled.current = top
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const { [key]: _old, ...others } = readPreference(PLACES, NONE)
      writePreference(PLACES, top === 0 ? others : { ...others, [key]: Math.round(top) })
    }, WRITE_DELAY_MS)
  }
  return { frame, scrolledTo }
}
