import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

export type ViewSlot = HTMLElement

/**
 * A place in the filter row for what the list below it brings: 列设置 of a table that knows its columns itself. The slot is an
 * element of its own that moves into the place: it stays the same while the place comes and goes, so nothing is drawn again.
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

/** Puts it there. While the batch bar stands in place of the filters it is on no screen. */
export const InViewSlot = ({ slot, children }: { slot: ViewSlot; children: ReactNode }): ReactNode =>
  createPortal(children, slot)
