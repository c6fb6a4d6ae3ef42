import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  personNow,
  preferenceKeys,
  readPreference,
  removePreferenceOf,
  subscribePreferences,
  writePreferenceOf,
} from './preferences.ts'
import { newRequestId } from './request-id.ts'

type Written<T> = { value: T; base: number; savedAt: number }
/** Unsaved input, with the version that it was based on, so that a draft of an older row is not mistaken for a newer one. */
export type KeptDraft<T> = Written<T> & { at: string }

/** Each form stores its draft under its own key: two windows, or two machines, never overwrite each other's draft. */
const beginningOf = (key: string): string => `draft:${key}@`
/** `draft:…` without a suffix is the key of an earlier version, which stored one draft. */
const keysOf = (key: string): string[] => [...preferenceKeys(beginningOf(key)), `draft:${key}`]

/** The stored drafts of the logged-in person, the latest first. */
function draftsOf<T>(key: string): KeptDraft<T>[] {
  const kept = keysOf(key).flatMap((at) => {
    const written = readPreference<Written<T> | null>(at, null)
    return written ? [{ ...written, at }] : []
  })
  return kept.toReversed().toSorted((a, b) => b.savedAt - a.savedAt)
}

/** Whether there is a draft. */
export const useHasDraft = (key: string): boolean =>
  useSyncExternalStore(subscribePreferences, () => draftsOf(key).length > 0)

export type Drafts<T> = {
  /** what the form starts with: the latest draft of this version of the row, as it was when the form was opened */
  found: KeptDraft<T> | null
  /** the same, while the form shows that it was restored */
  restored: KeptDraft<T> | null
  /** other drafts, of this version and of others: offered, and never filled in automatically */
  others: readonly KeptDraft<T>[]
  savedAt: number | null
  keep: (value: T) => void
  /** Deletes the draft of this form only: it was saved or discarded. */
  drop: () => void
  /** Continues with another draft; the former input of the form becomes one of the others. */
  take: (other: KeptDraft<T>) => void
  giveUp: (other: KeptDraft<T>) => void
  /** The form contains the other drafts as well: they are deleted when the draft is stored next. */
  absorb: () => void
}

/**
 * Stores what is being typed, in this browser and on the server, so that nothing is lost by a crash, a closed tab or an ended session.
 * `base` is the row's version. A draft of another version is offered and never filled in automatically, as it would undo what others saved
 * meanwhile.
 */
export function useDraft<T>(key: string, base: number): Drafts<T> {
  // The form may close because the session ended, or because somebody else is logged in now: the draft still belongs to the first person.
  const [owner] = useState(personNow)
  const [all] = useState(() => draftsOf<T>(key))
  const [found] = useState(() => all.find((one) => one.base === base) ?? null)
  const [restored, setRestored] = useState(found)
  const [others, setOthers] = useState<readonly KeptDraft<T>[]>(() => all.filter((one) => one !== found))
  const [savedAt, setSavedAt] = useState<number | null>(found?.savedAt ?? null)
  const own = useRef<string>(undefined)
  /** the drafts that the form was filled from: the next stored draft contains them */
  const sources = useRef(found ? [found] : [])
  const last = useRef<KeptDraft<T>>(undefined)
  const pending = useRef<{ value: T; timer: ReturnType<typeof setTimeout> }>(undefined)

  const removeSources = useCallback(() => {
    for (const { at, savedAt: readAt } of sources.current.splice(0))
      // If another open window has continued with the draft, it contains what was typed there, and is kept.
      if (readPreference<Written<T> | null>(at, null)?.savedAt === readAt) removePreferenceOf(owner, at)
  }, [owner])
  const write = useCallback(() => {
    const waiting = pending.current
    if (!waiting) return
    clearTimeout(waiting.timer)
    pending.current = undefined
    const written = { value: waiting.value, base, savedAt: Date.now() }
    own.current ??= `${beginningOf(key)}${newRequestId()}`
    writePreferenceOf(owner, own.current, written)
    last.current = { ...written, at: own.current }
    removeSources()
    setSavedAt(written.savedAt)
  }, [key, base, owner, removeSources])
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
    if (own.current !== undefined) removePreferenceOf(owner, own.current)
    removeSources()
    last.current = undefined
    setRestored(null)
    setSavedAt(null)
  }, [owner, removeSources])
  const take = useCallback(
    (other: KeptDraft<T>) => {
      write()
      const before = last.current ?? sources.current[0]
      own.current = undefined
      last.current = undefined
      sources.current = [other]
      setRestored(null)
      setOthers((now) => [...(before ? [before] : []), ...now.filter(({ at }) => at !== other.at)])
    },
    [write],
  )
  const giveUp = useCallback(
    (other: KeptDraft<T>) => {
      removePreferenceOf(owner, other.at)
      setOthers((now) => now.filter(({ at }) => at !== other.at))
    },
    [owner],
  )
  const absorb = useCallback(() => {
    if (others.length === 0) return
    sources.current.push(...others)
    setOthers([])
  }, [others])
  // What was typed in the last half second before the form or the whole page is closed is stored too.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])
  return { found, restored, others, savedAt, keep, drop, take, giveUp, absorb }
}
