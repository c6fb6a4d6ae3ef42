import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'

/** A panel that opens beside its button, within `box`, and is closed by Escape or by a click anywhere else. */
export function useOpenedBox(): {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  box: RefObject<HTMLDivElement | null>
} {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const onPointer = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])
  return { isOpen, setOpen, box }
}
