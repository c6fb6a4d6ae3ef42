import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useEffect, useMemo, useState } from 'react'

/** The value once it has not changed for DEBOUNCE_MS, so that typing a number asks once. It is the same as long as it is identical. */
export function useDebounced<T>(value: T): T {
  const [resolved, resolve] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => resolve(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return resolved
}

/** The same for plain data (what JSON holds) that is made anew with every drawing: it is the same as long as it reads the same. */
export function useDebouncedData<T>(value: T): T {
  const text = useDebounced(JSON.stringify(value))
  return useMemo(() => JSON.parse(text) as T, [text])
}
