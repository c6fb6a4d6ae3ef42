import { useSyncExternalStore } from 'react'
import { storage } from '../lib/client.ts'
import type { Scheme } from './tokens.ts'

/** A person's choice for this browser; the login page uses it too, so it is stored apart from the person's settings. */
export type SchemeChoice = Scheme | 'system'
const KEY = 'huoqiao:theme'
const listeners = new Set<() => void>()
const systemDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)')

function schemeChoice(): SchemeChoice {
  const kept = storage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

function currentScheme(): Scheme {
  const choice = schemeChoice()
  if (choice !== 'system') return choice
  return systemDark().matches ? 'dark' : 'light'
}

function show(): void {
  document.documentElement.dataset.theme = currentScheme()
  for (const listener of listeners) listener()
}

export function chooseScheme(choice: SchemeChoice): void {
  if (choice === 'system') storage.removeItem(KEY)
  else storage.setItem(KEY, choice)
  show()
}

/** Called once before the first rendering. */
export function wearScheme(): void {
  show()
  systemDark().addEventListener('change', show)
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) show()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, currentScheme)
