import { useCallback, useEffect, useState } from 'react'
import { isTyping, pageKeys } from '../../lib/page-keys.ts'

/** `/` focuses the search field of the visible view. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '[data-view] input[data-hq-search], [data-view] [data-hq-search] input',
  )
  const shown = [...fields].find((field) => field.offsetParent !== null)
  shown?.focus()
  shown?.select()
  return shown !== undefined
}

/** Handles the keys of the app and of the visible page, outside of fields. */
export function useGlobalKeys(): {
  isHelpOpen: boolean
  setHelp: (isOpen: boolean) => void
  isPaletteOpen: boolean
  setPalette: (isOpen: boolean) => void
} {
  const [isHelpOpen, setHelp] = useState(false)
  const [isPaletteOpen, setPalette] = useState(false)
  const hear = useCallback((event: KeyboardEvent) => {
    // Works everywhere, fields included: the console uses this key for nothing else.
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      setPalette((isOpen) => !isOpen)
      return
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key === '?') setHelp(true)
    else if (event.key === '/') {
      if (!focusSearch()) return
    } else {
      const own = pageKeys().find((one) => one.key === event.key)
      if (!own || document.querySelector('[role="dialog"]')) return
      own.run()
    }
    event.preventDefault()
  }, [])
  useEffect(() => {
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [hear])
  return { isHelpOpen, setHelp, isPaletteOpen, setPalette }
}
