import type { ReactNode } from 'react'
import { useState } from 'react'
import { createPortal } from 'react-dom'

export type ViewSlot = HTMLElement | null

/** A place in the filter row for what the list below it brings: 列设置 of a table that knows its columns itself. */
export function useViewSlot(): { place: ReactNode; slot: ViewSlot } {
  const [slot, setSlot] = useState<ViewSlot>(null)
  return { place: <span ref={setSlot} style={{ display: 'contents' }} />, slot }
}

/** Puts it there. While the batch bar stands in place of the filters there is nowhere to put it. */
export const InViewSlot = ({ slot, children }: { slot: ViewSlot; children: ReactNode }): ReactNode =>
  slot ? createPortal(children, slot) : null
