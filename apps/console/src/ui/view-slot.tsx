import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

export type ViewSlot = HTMLElement

/**
 * A place in the filter row for a control of the list below it: 列设置 of a table that knows its columns itself. The slot is an element that
 * is moved into the place: it stays the same when the place is unmounted and mounted, so nothing is rendered again.
 */
export function useViewSlot(): { place: ReactNode; slot: ViewSlot } {
  const [slot] = useState(invisibleBox)
  const resolve = useCallback((place: HTMLElement | null) => place?.append(slot), [slot])
  return { place: <span ref={resolve} style={{ display: 'contents' }} />, slot }
}

function invisibleBox(): HTMLElement {
  const box = document.createElement('span')
  box.style.display = 'contents'
  return box
}

/** Renders into the slot. While the batch bar replaces the filters, the slot is not on the screen. */
export const InViewSlot = ({ slot, children }: { slot: ViewSlot; children: ReactNode }): ReactNode =>
  createPortal(children, slot)
