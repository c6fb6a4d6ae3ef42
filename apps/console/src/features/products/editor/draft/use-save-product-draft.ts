import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../../lib/call-error.ts'
import { call, session, storage } from '../../../../lib/client.ts'
import type { Draft } from '../edit-form.rules.ts'
import { spareDraft } from './spare-draft.ts'

export type DraftState = {
  /** when the server last stored the draft; null: there is none */
  keptAt: number | null
  /** why the last attempt did not store it */
  failure: string | null
  isWaiting: boolean
}
const whoIsHere = (): string => session.get().userInfo?.id ?? 'nobody'

/** The drafts in this browser, for the person who is logged in now. */
export const spareOf = (productId: string): ReturnType<typeof spareDraft> => spareDraft(storage, whoIsHere(), productId)

type Wanted = { version: number; draft: Draft | null }

/**
 * Saves drafts on the server while typing: half a second after the last key, one at a time, the newest last, and at once when the view is
 * unmounted. `keep(null)` deletes the draft. Until the server has it, this browser keeps it too.
 */
export function useSaveProductDraft(productId: string, keptAtFirst: number | null) {
  const [state, setState] = useState<DraftState>({ keptAt: keptAtFirst, failure: null, isWaiting: false })
  const wanted = useRef<Wanted>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sending = useRef<Promise<void>>(undefined)
  /** half a second has passed since the last key, or the view is being unmounted */
  const isDue = useRef(false)
  // Belongs to the person who opened the form, also after their session has ended.
  const [spare] = useState(() => spareOf(productId))
  const [owner] = useState(whoIsHere)

  const sendWanted = useCallback(async () => {
    try {
      // A change made during a request also waits half a second. By the time the view is unmounted somebody else may be logged in: then the
      // draft stays in this browser until its owner returns.
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
  /** Resolves when everything typed until now was sent or has failed. */
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
