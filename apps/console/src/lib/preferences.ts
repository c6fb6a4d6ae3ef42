import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { call, session, storage } from './client.ts'
import { createPreferenceStore } from './preference-store.ts'

/** id of the person who is logged in; null: nobody */
export function personNow(): string | null {
  return session.get().isLogin ? (session.get().userInfo?.id ?? null) : null
}

/** The settings of the person who is logged in; an unreadable value counts as never set. */
const store = createPreferenceStore({
  storage,
  person: personNow,
  ask: async () => (await call('queryPreferences', {}, { series: 'preferences' })).list,
  send: (changes, { isLast }) =>
    call('savePreferences', { changes: [...changes] }, { series: 'preferences', keepalive: isLast }),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})
// Another window of this browser wrote: this window updates its views.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith('huoqiao:')) store.publish()
})

const cache = new Map<string, { text: string | null; value: unknown }>()

export function readPreference<T>(key: string, fallback: T): T {
  const at = store.at(key)
  const text = store.read(key)
  const kept = cache.get(at)
  // The same text returns the same object, because React compares snapshots by identity.
  if (kept && kept.text === text) return kept.value === undefined ? fallback : (kept.value as T)
  const value = text === null ? undefined : parse(text)
  cache.set(at, { text, value })
  return value === undefined ? fallback : (value as T)
}

export const writePreference = (key: string, value: unknown): void => store.write(key, value)
/** For a person who may have logged out already. */
export const writePreferenceOf = (person: string | null, key: string, value: unknown): void =>
  store.write(key, value, person)
export const removePreferenceOf = (person: string | null, key: string): void => store.remove(key, person)
/** What is set under keys that begin so, those that were set last at the end. */
export const preferenceKeys = (beginning: string): string[] => store.keys().filter((key) => key.startsWith(beginning))
export const subscribePreferences = store.subscribe

/** Called before a logout: the settings are on the server when the person logs in elsewhere. */
export const flushPreferences = (): Promise<void> => store.push()

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    console.error('a kept preference is not readable', error)
    return undefined
  }
}

/** `fallback` must keep its identity between renders. */
export function usePreference<T>(key: string, fallback: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(store.subscribe, () => readPreference(key, fallback))
  const write = useCallback((next: T) => writePreference(key, next), [key])
  return [value, write]
}

/** A page waits at most this long for settings made elsewhere. */
const PATIENCE_MS = 2_000
/** Returning to the window reads the settings again, at most this often. */
const PULL_EVERY_MS = 60_000

/**
 * Keeps this browser and the server in sync while the console is open. Returns whether the first answer has come, or is no longer waited
 * for; `onFirst` is called when it came, even late.
 */
export function usePreferencesInStep(onFirst: () => void): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let pulledAt = 0
    let isFirst = true
    const ready = (): void => {
      if (isFirst) onFirst()
      isFirst = false
      setReady(true)
    }
    const pull = async (): Promise<void> => {
      pulledAt = Date.now()
      try {
        await store.pull()
      } catch (error) {
        console.warn('what was set elsewhere is not known', error)
      }
      ready()
    }
    const look = (): void => {
      if (document.hidden) void store.push({ isLast: true })
      else if (Date.now() - pulledAt > PULL_EVERY_MS) void pull()
    }
    void pull()
    // The page is shown already; a late answer is still applied, otherwise the values of this browser would overwrite it.
    const patience = setTimeout(() => setReady(true), PATIENCE_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      isFirst = false
      clearTimeout(patience)
      document.removeEventListener('visibilitychange', look)
    }
  }, [onFirst])
  return isReady
}
