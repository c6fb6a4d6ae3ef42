import { useEffect, useRef, useState } from 'react'
import type { CallInput, CallName, CallOutput } from './contract.ts'
import { callRecord } from './contract.ts'
import { failureSeries, session, toast } from './client.ts'
import type { StreamState } from './stream.client.ts'
import { createStreamClient, streamPause } from './stream.client.ts'

const follow = createStreamClient({
  session,
  record: callRecord,
  fetch: (...args) => fetch(...args),
  origin: '',
  tell: toast.error,
  series: failureSeries,
  pause: streamPause,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})

/**
 * Follows a stream of the contract while the view is visible. `onData` is called with every event; the last one is returned too. In a
 * hidden browser tab the stream is closed: HTTP/1.1 allows six connections to one server in all.
 */
export function useStream<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: { enabled?: boolean; onData?: (data: CallOutput<N>) => void } = {},
): { last: CallOutput<N> | undefined; state: StreamState } {
  const { enabled = true, onData } = options
  const [last, setLast] = useState<CallOutput<N>>()
  const [state, setState] = useState<StreamState>('connecting')
  const hear = useRef(onData)
  useEffect(() => {
    hear.current = onData
  })
  const inputText = JSON.stringify(input)
  useEffect(() => {
    if (!enabled) return undefined
    let stop: (() => void) | undefined
    const open = (): void => {
      stop ??= follow(name, JSON.parse(inputText) as object, {
        data(data) {
          setLast(data as CallOutput<N>)
          hear.current?.(data as CallOutput<N>)
        },
        state: setState,
      })
    }
    const close = (): void => {
      stop?.()
      stop = undefined
    }
    const look = (): void => (document.hidden ? close() : open())
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      close()
    }
  }, [enabled, name, inputText])
  return { last, state }
}
