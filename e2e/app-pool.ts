import { inject } from 'vitest'
import type { LeasedApp } from './leased-apps.ts'
import type { SharedApp } from './shared-app.ts'

/** An installation that other tests used before and will use again; no other test uses it until it is given back. */
export async function leaseApp(): Promise<SharedApp & { giveBack(): Promise<void> }> {
  const { id, ...app } = await ask<SharedApp & { id: string }>('shared', 'GET')
  return { ...app, giveBack: () => ask(`shared/${id}`, 'DELETE') }
}

/** An installation for this file alone, ready to use; the caller stops it at the end. */
export async function takeApp(): Promise<LeasedApp> {
  const { id, ...app } = await ask<SharedApp & { id: string }>('own', 'GET')
  return { ...app, stop: () => ask(`own/${id}`, 'DELETE') }
}

async function ask<T>(path: string, method: 'GET' | 'DELETE'): Promise<T> {
  const answer = await fetch(`${inject('appPool')}${path}`, { method })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
