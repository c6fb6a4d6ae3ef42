import { useCallback, useSyncExternalStore } from 'react'
import { session, storage } from './desk.ts'

/**
 * What a person set for themselves, kept per person in this browser. Values are JSON; a value that is no longer readable
 * counts as never set.
 */
const listeners = new Set<() => void>()
const cache = new Map<string, { text: string | null; value: unknown }>()

const storageKey = (key: string): string => `huoqiao:${session.get().userInfo?.id ?? 'nobody'}:${key}`

export function readPreference<T>(key: string, fallback: T): T {
  const at = storageKey(key)
  const text = storage.getItem(at)
  const kept = cache.get(at)
  // The same text gives the same object, as React compares snapshots by identity.
  if (kept && kept.text === text) return text === null ? fallback : (kept.value as T)
  const value = text === null ? undefined : parse(text)
  cache.set(at, { text: value === undefined ? null : text, value })
  return value === undefined ? fallback : (value as T)
}

export function writePreference(key: string, value: unknown): void {
  storage.setItem(storageKey(key), JSON.stringify(value))
  for (const listener of listeners) listener()
}

export function removePreference(key: string): void {
  storage.removeItem(storageKey(key))
  for (const listener of listeners) listener()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    console.error('a kept preference is not readable', error)
    return undefined
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `fallback` must keep its identity between renders. */
export function usePreference<T>(key: string, fallback: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => readPreference(key, fallback))
  const write = useCallback((next: T) => writePreference(key, next), [key])
  return [value, write]
}
