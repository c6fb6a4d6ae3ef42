import { inject } from 'vitest'
import type { LentHouse } from './lent-houses.ts'
import type { SharedHouse } from './shared-house.ts'

/** A house that others used before and will use again; until it is given back it is nobody else's. */
export async function borrowHouse(): Promise<SharedHouse & { giveBack(): Promise<void> }> {
  const { id, ...house } = await ask<SharedHouse & { id: string }>('shared', 'GET')
  return { ...house, giveBack: () => ask(`shared/${id}`, 'DELETE') }
}

/** A house of one's own, ready; whoever takes it stops it in the end. */
export async function takeHouse(): Promise<LentHouse> {
  const { id, ...house } = await ask<SharedHouse & { id: string }>('own', 'GET')
  return { ...house, stop: () => ask(`own/${id}`, 'DELETE') }
}

async function ask<T>(path: string, method: 'GET' | 'DELETE'): Promise<T> {
  const answer = await fetch(`${inject('housePool')}${path}`, { method })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
