import { inject } from 'vitest'

/** fetch without a time limit: how long this machine takes for an answer is not part of the tests. */
export const patientFetch: typeof fetch = (input, init) => fetch(input, { ...init, signal: null })

/** A simulator with its own data, leased from the run's pool (apps/simulator/test/simulator-pool.ts): accessed over HTTP only. */
export async function startSimulator(): Promise<{ origin: string; stop(): Promise<void> }> {
  const lease = await fetch(inject('simulators'), { method: 'POST' })
  if (!lease.ok) throw new Error(`the simulator: ${await lease.text()}`)
  const { origin, end } = (await lease.json()) as { origin: string; end: string }
  return {
    origin,
    async stop() {
      const ended = await fetch(end, { method: 'DELETE' })
      if (!ended.ok) throw new Error(`the simulator: ${await ended.text()}`)
    },
  }
}
