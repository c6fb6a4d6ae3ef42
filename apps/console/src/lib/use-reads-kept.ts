import { useState } from 'react'
import type { CallInput, CallName } from './contract.ts'
import { useReads } from './use-call.ts'

/** As `useReads`; without inputs there is no answer, and the former answer stays until the next has come (see `isPlaceholderData`). */
export function useReadsKept<N extends CallName>(
  name: N,
  inputs: readonly CallInput<N>[],
): ReturnType<typeof useReads<N>> & { isPlaceholderData: boolean } {
  const read = useReads(name, inputs)
  const data = inputs.length > 0 ? read.data : undefined
  const [former, keep] = useState(data)
  if (data && data !== former) keep(data)
  return { ...read, data: data ?? former, isPlaceholderData: data === undefined && former !== undefined }
}
