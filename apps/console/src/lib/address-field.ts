import { useCallback } from 'react'
import { useAddressParams } from './address-params.ts'

/**
 * One field of the address's query (`?grant=<id>`), so that what is open beside a list has a link. Undefined removes the field; the other
 * fields stay. `formerName`: its name in bookmarks of an earlier version.
 */
export function useAddressField(
  name: string,
  formerName?: string,
): [value: string | undefined, set: (value: string | undefined) => void] {
  const [params, change] = useAddressParams()
  const set = useCallback(
    (value: string | undefined) =>
      change((now) => {
        const next = new URLSearchParams(now)
        if (formerName !== undefined) next.delete(formerName)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      }),
    [name, formerName, change],
  )
  const former = formerName === undefined ? null : params.get(formerName)
  return [params.get(name) ?? former ?? undefined, set]
}
