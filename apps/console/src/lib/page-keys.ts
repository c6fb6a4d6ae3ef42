import { useEffect, useRef } from 'react'

/** A key of the page on the screen: what `?` lists, and what is done when it is pressed outside of a field. */
export type PageKey = { key: string; label: string; run: () => void }

const registered = new Set<{ current: readonly PageKey[] }>()

/** All keys of the views on the screen; hidden views take theirs back, as their effects are undone. */
export const pageKeys = (): PageKey[] => [...registered].flatMap((one) => one.current)

/** Offers keys while the view is on the screen. */
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

/** Whether what is typed now belongs to a field, an editor or an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]')
}
