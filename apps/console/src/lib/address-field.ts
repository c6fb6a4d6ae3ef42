import { useCallback } from 'react'
import { useAddressParams } from './address-params.ts'

/**
 * One field of the address's query (`?grant=<id>`), so that what is open beside a list has a link. Undefined removes it; the other fields
 * stay.
 */
export function useAddressField(name: string): [value: string | undefined, set: (value: string | undefined) => void] {
  const [params, change] = useAddressParams()
  const set = useCallback(
    (value: string | undefined) =>
      change((now) => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      }),
    [name, change],
  )
  return [params.get(name) ?? undefined, set]
}
