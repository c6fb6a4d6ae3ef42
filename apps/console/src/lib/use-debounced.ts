import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useEffect, useMemo, useState } from 'react'

/**
 * The value once it has not changed for DEBOUNCE_MS, so that typing a number sends one call. It keeps its identity as long as the value is
 * identical.
 */
export function useDebounced<T>(value: T): T {
  const [resolved, resolve] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => resolve(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return resolved
}

/**
 * The same for plain data (what JSON can hold) that is created again with every render: it keeps its identity as long as its JSON is equal.
 */
export function useDebouncedData<T>(value: T): T {
  const text = useDebounced(JSON.stringify(value))
  return useMemo(() => JSON.parse(text) as T, [text])
}
