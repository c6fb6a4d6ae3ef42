import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { call, session, storage } from './client.ts'
import { createPreferenceStore } from './preference-store.ts'

/** id of the person who is logged in; null: nobody */
export function personNow(): string | null {
  return session.get().isLogin ? (session.get().userInfo?.id ?? null) : null
}

/** What the person who is logged in set for themselves; a value that is no longer readable counts as never set. */
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
// Another window of this browser wrote: views here show it too.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith('huoqiao:')) store.publish()
})

const cache = new Map<string, { text: string | null; value: unknown }>()

export function readPreference<T>(key: string, fallback: T): T {
  const at = store.at(key)
  const text = store.read(key)
  const kept = cache.get(at)
  // The same text gives the same object, as React compares snapshots by identity.
  if (kept && kept.text === text) return kept.value === undefined ? fallback : (kept.value as T)
  const value = text === null ? undefined : parse(text)
  cache.set(at, { text, value })
  return value === undefined ? fallback : (value as T)
}

export const writePreference = (key: string, value: unknown): void => store.write(key, value)
/** Of a person who may be gone by now. */
export const writePreferenceOf = (person: string | null, key: string, value: unknown): void =>
  store.write(key, value, person)
export const removePreference = (key: string): void => store.remove(key)

/** Before a person logs out: what they set is on the server when they log in elsewhere. */
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

/** A page does not wait longer for what was set elsewhere. */
const PATIENCE_MS = 2_000
/** Coming back to the window asks again, at most this often. */
const PULL_EVERY_MS = 60_000

/**
 * Keeps this browser in step with the server while the console is open. Answers whether the first word from there has come, or is
 * not waited for any longer; `onFirst` hears that it came, late or not.
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
    // The page is shown; what the server says is still taken over when it comes, or it would be written over by what is here.
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
