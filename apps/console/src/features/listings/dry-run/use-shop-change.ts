import type { ShopChange } from '@huoqiao/contract/shop-change'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { isCallError } from '../../../lib/call-error.ts'
import type { SlotProps } from '../../../lib/slots.tsx'

/** What a write to shops would change, as it comes in; another `load` begins anew, going away stops what is on its way. */
export function useShopChange(load: SlotProps['shop-change']['load']) {
  const [items, setItems] = useState<readonly ShopChange[]>([])
  const [error, setError] = useState<CallError>()
  const [isRunning, setRunning] = useState(true)
  const underway = useRef<AbortController>(undefined)
  const start = useCallback(() => {
    underway.current?.abort()
    const stop = new AbortController()
    underway.current = stop
    async function run(): Promise<void> {
      setItems([])
      setError(undefined)
      setRunning(true)
      try {
        await load((found) => {
          if (!stop.signal.aborted) setItems((now) => [...now, ...found])
        }, stop.signal)
      } catch (failure) {
        if (!isCallError(failure)) throw failure
        if (!stop.signal.aborted) setError(failure)
      }
      if (!stop.signal.aborted) setRunning(false)
    }
    void run()
  }, [load])
  useEffect(() => {
    start()
    return () => underway.current?.abort()
  }, [start])
  return { items, error, isRunning, retry: start }
}
