import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useCallback, useEffect, useRef, useState } from 'react'
import { personNow, readPreference, removePreference, writePreferenceOf } from './preferences.ts'

/**
 * Typed and unsaved values, with the row version that they are based on, so that a draft of an older version is not taken for one of a
 * newer version.
 */
export type KeptDraft<T> = { value: T; base: number; savedAt: number }

/**
 * Keeps what is being typed, in this browser and on the server, so that nothing is lost by a crash, a closed tab or a lost session. `base`
 * is the row's version. `found` is a draft of this version as it was when the form was opened. `older` is a draft of another version; it is
 * offered but never filled in automatically, because it would undo what others saved in the meantime.
 */
export function useDraft<T>(key: string, base: number) {
  const at = `draft:${key}`
  // The form may be unmounted because the session ended or another person logged in: the draft still belongs to the person who typed it.
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
  // What was typed in the last half second before the form was unmounted or the page closed is kept too.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])
  return { found, older, savedAt, keep, drop }
}
