import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type ChangeOptions = { replace?: boolean }

/**
 * The query of the address, and how to change it. The router renders a new address as a transition, which a busy page may delay by a
 * second; a further change in that time must start from the next address, not from the visible one. A late change (for example after a save
 * has answered) does nothing when the person has already opened another page.
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
    // The window's address changes at once, while the old page stays visible until the next one is rendered.
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
