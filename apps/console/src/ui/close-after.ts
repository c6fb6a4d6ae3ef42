import type { BulkOutcome } from '@huoqiao/contract/wire'
import { useEffect, useRef } from 'react'

/** Nothing was done, because the call failed or every row was refused: the person changes something and tries again. */
const isInVain = (outcome: BulkOutcome | undefined): boolean =>
  outcome === undefined || (outcome.succeeded === 0 && outcome.failed > 0)

/** Wraps `act` so that its window closes as soon as something was done; until then the window keeps what was typed. */
export const closeAfter =
  <Given extends unknown[], Answer extends BulkOutcome | undefined>(
    close: () => void,
    act: (...given: Given) => Promise<Answer>,
  ): ((...given: Given) => Promise<Answer>) =>
  async (...given) => {
    const outcome = await act(...given)
    if (!isInVain(outcome)) close()
    return outcome
  }

/** `onClose` for an answer that comes later. Does nothing if the window was closed meanwhile, because it would close the next one. */
export function useOwnClose(onClose: () => void): () => void {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => {
    if (isOpen.current) onClose()
  }
}
