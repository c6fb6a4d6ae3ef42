import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Whether the view is on the screen: not when it is unmounted, nor when its page is hidden behind another. For work that outlives it. */
export function useShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
