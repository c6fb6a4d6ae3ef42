import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * One field of the address's query (`?grant=<id>`), so that what is open beside a list is a link. Undefined takes it away;
 * the other fields stay.
 */
export function useAddressField(name: string): [value: string | undefined, set: (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string | undefined) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      }),
    [name, setParams],
  )
  return [params.get(name) ?? undefined, set]
}
