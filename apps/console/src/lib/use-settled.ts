import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useEffect, useMemo, useState } from 'react'

/** The value once it has not changed for DEBOUNCE_MS, so that typing a number asks once. It is the same as long as it is identical. */
export function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The same for plain data (what JSON holds) that is made anew with every drawing: it is the same as long as it reads the same. */
export function useSettledData<T>(value: T): T {
  const text = useSettled(JSON.stringify(value))
  return useMemo(() => JSON.parse(text) as T, [text])
}
