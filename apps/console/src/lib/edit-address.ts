import { useCallback } from 'react'
import { useAddressParams } from './address-params.ts'

/** The row that a drawer edits is in the address (`?edit=<id>`, `?edit=new`), so that an open form has a link. */
export function useEditAddress(): [edited: string | undefined, edit: (id: string | undefined) => void] {
  const [params, setParams] = useAddressParams()
  const edit = useCallback(
    (id: string | undefined) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        if (id === undefined) next.delete('edit')
        else next.set('edit', id)
        return next
      }),
    [setParams],
  )
  return [params.get('edit') ?? undefined, edit]
}
