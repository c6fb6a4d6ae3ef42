import { inject } from 'vitest'

/** The way out without a time limit: how long this machine takes for an answer is no part of the tests. */
export const patientFetch: typeof fetch = (input, init) => fetch(input, { ...init, signal: null })

/** A simulator with a world of its own, lent by the run's pool (apps/simulator/test/simulator-pool.ts): spoken to over HTTP only. */
export async function startSimulator(): Promise<{ origin: string; stop(): Promise<void> }> {
  const lent = await fetch(inject('simulators'), { method: 'POST' })
  if (!lent.ok) throw new Error(`the simulator: ${await lent.text()}`)
  const { origin, end } = (await lent.json()) as { origin: string; end: string }
  return {
    origin,
    async stop() {
      const ended = await fetch(end, { method: 'DELETE' })
      if (!ended.ok) throw new Error(`the simulator: ${await ended.text()}`)
    },
  }
}
