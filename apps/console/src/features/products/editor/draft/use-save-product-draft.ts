import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../../lib/call-error.ts'
import { call, session, storage } from '../../../../lib/client.ts'
import type { Draft } from '../edit-form.rules.ts'
import { spareDraft } from './spare-draft.ts'

export type DraftState = {
  /** when the server last kept the draft; null: there is none */
  keptAt: number | null
  /** why the last try did not keep it */
  failure: string | null
  isWaiting: boolean
}
const whoIsHere = (): string => session.get().userInfo?.id ?? 'nobody'

/** In this browser, of whoever is logged in now. */
export const spareOf = (productId: string): ReturnType<typeof spareDraft> => spareDraft(storage, whoIsHere(), productId)

type Wanted = { version: number; draft: Draft | null }

/**
 * Keeps drafts on the server as they are typed: half a second after the last key, one at a time, the newest last, and at once
 * when the view goes away. `keep(null)` takes the draft away. Until the server has it, this browser has it too.
 */
export function useSaveProductDraft(productId: string, keptAtFirst: number | null) {
  const [state, setState] = useState<DraftState>({ keptAt: keptAtFirst, trouble: null, isWaiting: false })
  const wanted = useRef<Wanted>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sending = useRef<Promise<void>>(undefined)
  /** half a second went by since the last key, or the view goes away */
  const isDue = useRef(false)
  // Of the person who opened the form: when their session ends, it is still theirs.
  const [spare] = useState(() => spareOf(productId))
  const [owner] = useState(whoIsHere)

  const sendWanted = useCallback(async () => {
    try {
      // What is typed while the one before is on its way waits its half second as well.
      // Somebody else may be logged in by the time the view goes away: it lies in this browser until its owner is back.
      while (wanted.current && isDue.current && whoIsHere() === owner) {
        isDue.current = false
        const { version, draft } = wanted.current
        wanted.current = undefined
        const { savedAt } = await call(
          'saveProductDraft',
          { productId, version, draft },
          {
            series: `draft:${productId}`,
          },
        )
        if (wanted.current === undefined) spare.remove()
        setState({ keptAt: draft === null ? null : savedAt, failure: null, isWaiting: wanted.current !== undefined })
      }
    } catch (error) {
      if (!isCallError(error)) throw error
      setState((now) => ({ ...now, failure: error.isSilent ? now.failure : error.message, isWaiting: false }))
    }
  }, [productId, spare, owner])
  /** Ends when all that was typed until now was sent, or could not be. */
  const send = useCallback(() => {
    clearTimeout(timer.current)
    isDue.current = true
    sending.current ??= sendWanted().finally(() => (sending.current = undefined))
    return sending.current
  }, [sendWanted])

  const keep = useCallback(
    (version: number, draft: Draft | null) => {
      wanted.current = { version, draft }
      if (draft === null) spare.remove()
      else spare.put(version, draft, Date.now())
      setState((now) => (now.isWaiting ? now : { ...now, isWaiting: true }))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void send(), DEBOUNCE_MS)
    },
    [send, spare],
  )
  useEffect(() => () => void send(), [send])
  return { ...state, keep, flush: send }
}
