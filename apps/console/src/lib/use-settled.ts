import { useEffect, useMemo, useState } from 'react'

export { DEBOUNCE_MS } from '@huoqiao/contract/specification'

/** The value once it has not changed for `ms`, so that typing a number asks once. It is the same as long as it is identical. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** The same for plain data (what JSON holds) that is made anew with every drawing: it is the same as long as it reads the same. */
export function useSettledData<T>(value: T, ms: number): T {
  const text = useSettled(JSON.stringify(value), ms)
  return useMemo(() => JSON.parse(text) as T, [text])
}
