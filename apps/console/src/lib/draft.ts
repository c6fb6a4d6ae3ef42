import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useCallback, useEffect, useRef, useState } from 'react'
import { personNow, readPreference, removePreference, writePreferenceOf } from './preferences.ts'

/** What was typed and not saved, with what it was based on, so that a draft of an older row is not taken for a newer one. */
export type KeptDraft<T> = { value: T; base: number; savedAt: number }

/**
 * Keeps what is being typed, in this browser and on the server, so that a crash, a closed tab or a lost session costs nothing. `base` is the
 * row's version. `found` is a draft of this very version as it was when the form was opened; `older` is one of another
 * version, which is offered and never filled in by itself, as it would undo what others saved meanwhile.
 */
export function useDraft<T>(key: string, base: number) {
  const at = `draft:${key}`
  // The form may go away because the session ended, or because somebody else is logged in now: what was typed is still theirs.
  const [owner] = useState(personNow)
  const [kept] = useState(() => readPreference<KeptDraft<T> | null>(at, null))
  const found = kept?.base === base ? kept : null
  const older = kept && kept.base !== base ? kept : null
  const [savedAt, setSavedAt] = useState<number | null>(found?.savedAt ?? null)
  const pending = useRef<{ value: T; timer: ReturnType<typeof setTimeout> }>(undefined)

  const write = useCallback(() => {
    const waiting = pending.current
    if (!waiting) return
    clearTimeout(waiting.timer)
    pending.current = undefined
    const now = Date.now()
    writePreferenceOf(owner, at, { value: waiting.value, base, savedAt: now } satisfies KeptDraft<T>)
    setSavedAt(now)
  }, [at, base, owner])
  const keep = useCallback(
    (value: T) => {
      clearTimeout(pending.current?.timer)
      pending.current = { value, timer: setTimeout(write, DEBOUNCE_MS) }
    },
    [write],
  )
  const drop = useCallback(() => {
    clearTimeout(pending.current?.timer)
    pending.current = undefined
    removePreference(at)
    setSavedAt(null)
  }, [at])
  // What was typed in the last half second before the form or the whole page went away is kept too.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])
  return { found, older, savedAt, keep, drop }
}
