import { inject } from 'vitest'

/** The simulated vendors in another process, used by HTTP only, so misunderstandings of the server show up. */
export type TestSimulator = {
  readonly origin: string
  readonly alibaba: { gateway: string; appKey: string; appSecret: string; accessToken: string; refreshToken: string }
  /** A call of the control API; throws if it is refused. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** How often the vendors received this call since the ledger was emptied. */
  received(call: string): Promise<number>
  close(): Promise<void>
}

/** A simulator with data of its own, leased from the run's pool (simulator/test/simulator-pool.ts). */
export async function startTestSimulator(): Promise<TestSimulator> {
  const lease = await fetch(inject('simulators'), { method: 'POST' })
  if (!lease.ok) throw new Error(`the simulator: ${await lease.text()}`)
  const { origin, end } = (await lease.json()) as { origin: string; end: string }
  const control: TestSimulator['control'] = async (method, path, body) => {
    const response = await fetch(`${origin}/control${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} /control${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as never
  }
  const { alibaba } = await control<{ alibaba: TestSimulator['alibaba'] }>('GET', '/credentials')
  return {
    origin,
    alibaba,
    control,
    async received(call) {
      return (await control<{ total: number }>('GET', `/ledger?call=${encodeURIComponent(call)}`)).total
    },
    async close() {
      const ended = await fetch(end, { method: 'DELETE' })
      if (!ended.ok) throw new Error(`the simulator: ${await ended.text()}`)
    },
  }
}
