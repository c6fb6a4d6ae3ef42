import { useEffect, useRef } from 'react'

/** A key of the visible page: `?` lists it, and `run` is called when it is pressed outside of a field. */
export type PageKey = { key: string; label: string; run: () => void }

const registered = new Set<{ current: readonly PageKey[] }>()

/** All keys of the visible views; hidden views unregister theirs, because their effects are cleaned up. */
export const pageKeys = (): PageKey[] => [...registered].flatMap((one) => one.current)

/** Registers keys while the view is visible. */
export function useKeys(keys: readonly PageKey[]): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    registered.add(latest)
    return () => void registered.delete(latest)
  }, [])
}

/** Fields that take no letters: while a checkbox has the focus, the keys of the page work. */
const BOXES = '[type="checkbox"], [type="radio"]'

/** Whether typed keys belong to a field or an editor. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches(`input:not(${BOXES}), textarea, select, [role="combobox"]`)
}
