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
/** What was typed and not saved, with what it was based on, so that a draft of an older row is not taken for a newer one. */
export type KeptDraft<T> = Written<T> & { at: string }

/** Each form keeps its draft under a key of its own: two windows, or two machines, never write over each other's. */
const beginningOf = (key: string): string => `draft:${key}@`
/** `draft:…` without more is how a version before kept the one draft that it knew. */
const keysOf = (key: string): string[] => [...preferenceKeys(beginningOf(key)), `draft:${key}`]

/** The drafts that lie there for the person who is logged in, the latest first. */
function draftsOf<T>(key: string): KeptDraft<T>[] {
  const kept = keysOf(key).flatMap((at) => {
    const written = readPreference<Written<T> | null>(at, null)
    return written ? [{ ...written, at }] : []
  })
  return kept.toReversed().toSorted((a, b) => b.savedAt - a.savedAt)
}

/** Whether something was typed there and not saved. */
export const useHasDraft = (key: string): boolean =>
  useSyncExternalStore(subscribePreferences, () => draftsOf(key).length > 0)

export type Drafts<T> = {
  /** what the form begins with: the latest draft of this very version, as it was when the form was opened */
  found: KeptDraft<T> | null
  /** the same for as long as it can be said of the form that it was restored */
  restored: KeptDraft<T> | null
  /** what else lies there, of this version and of others: offered, and never filled in by itself */
  others: readonly KeptDraft<T>[]
  savedAt: number | null
  keep: (value: T) => void
  /** Of this form alone: what was typed was saved, or given up. */
  drop: () => void
  /** The form goes on from another one, and what was typed into it until now is another one in its place. */
  take: (other: KeptDraft<T>) => void
  giveUp: (other: KeptDraft<T>) => void
  /** The form holds what is in the others as well: they go with what is kept next. */
  absorb: () => void
}

/**
 * Keeps what is being typed, in this browser and on the server, so that a crash, a closed tab or a lost session costs nothing. `base` is the
 * row's version. A draft of another version is offered and never filled in by itself, as it would undo what others saved meanwhile.
 */
export function useDraft<T>(key: string, base: number): Drafts<T> {
  // The form may go away because the session ended, or because somebody else is logged in now: what was typed is still theirs.
  const [owner] = useState(personNow)
  const [all] = useState(() => draftsOf<T>(key))
  const [found] = useState(() => all.find((one) => one.base === base) ?? null)
  const [restored, setRestored] = useState(found)
  const [others, setOthers] = useState<readonly KeptDraft<T>[]>(() => all.filter((one) => one !== found))
  const [savedAt, setSavedAt] = useState<number | null>(found?.savedAt ?? null)
  const own = useRef<string>(undefined)
  /** what the form goes on from: it is in what is kept next */
  const sources = useRef(found ? [found] : [])
  const last = useRef<KeptDraft<T>>(undefined)
  const pending = useRef<{ value: T; timer: ReturnType<typeof setTimeout> }>(undefined)

  const removeSources = useCallback(() => {
    for (const { at, savedAt: readAt } of sources.current.splice(0))
      // A window that is still open went on with it: then it is what was typed there.
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
  // What was typed in the last half second before the form or the whole page went away is kept too.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])
  return { found, restored, others, savedAt, keep, drop, take, giveUp, absorb }
}
