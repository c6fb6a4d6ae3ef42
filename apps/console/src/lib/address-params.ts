import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type ChangeOptions = { replace?: boolean }

/**
 * The query of the address, and how to change it. The router draws a new address as a transition, which a busy page may put off
 * for a second; a further change in that time must start from what the address will be, not from what is still on the screen.
 * What comes late, as the answer to a save does, changes nothing once the person went to another page: nobody is called back.
 */
export function useAddressParams(): [
  params: URLSearchParams,
  change: (to: (now: URLSearchParams) => URLSearchParams, options?: ChangeOptions) => void,
] {
  const [params, setParams] = useSearchParams()
  const newest = useRef(params)
  const go = useRef(setParams)
  const isHere = useRef<() => boolean>(() => true)
  useEffect(() => {
    newest.current = params
    go.current = setParams
    // The window's address is the new one at once, while the page that is left stands until the next is drawn.
    const home = window.location.pathname
    isHere.current = () => window.location.pathname === home
    return () => {
      isHere.current = () => false
    }
  }, [params, setParams])
  const change = useCallback((to: (now: URLSearchParams) => URLSearchParams, options: ChangeOptions = {}) => {
    if (!isHere.current()) return
    newest.current = to(new URLSearchParams(newest.current))
    go.current(newest.current, options)
  }, [])
  return [params, change]
}
