import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Clock } from './clock.ts'
import { createPace } from './pace.ts'
import { RemoteFailure } from './remote-failure.ts'

/** A clock on which waiting takes no time and moves the clock forward. */
function quickClock(): Clock & { pass: (ms: number) => void } {
  let now = 1_000_000
  return {
    now: () => now,
    sleep: (ms) => {
      now += ms
      return Promise.resolve()
    },
    pass: (ms) => {
      now += ms
    },
  }
}

const call = { vendor: '1688', call: 'search' } as const
const throttled = (retryAfterMs?: number): RemoteFailure =>
  new RemoteFailure('throttled', 'slow down', {
    vendor: '1688',
    call: 'search',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })

describe('a rate limit', () => {
  it('never lets more calls than the limit start in any one second, and keeps their order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 40 }),
        async (limit, gaps) => {
          const clock = quickClock()
          const pace = createPace({ startsPerSecond: limit }, clock)
          const starts: { at: number; nr: number }[] = []
          const runs: Promise<void>[] = []
          for (const [nr, gap] of gaps.entries()) {
            clock.pass(gap)
            runs.push(
              pace.run(call, () => {
                starts.push({ at: clock.now(), nr })
                return Promise.resolve()
              }),
            )
            if (gap > 200) await Promise.all(runs)
          }
          await Promise.all(runs)
          expect(starts.map((start) => start.nr)).toEqual(gaps.map((_gap, nr) => nr))
          for (const [index, start] of starts.entries()) {
            const after = starts[index + limit]
            if (after) expect(after.at - start.at).toBeGreaterThanOrEqual(1000)
          }
        },
      ),
    )
  })

  it('pauses for 10 s after the first throttled answer, doubles up to 120 s, and starts over after a success', async () => {
    const clock = quickClock()
    const pace = createPace({ startsPerSecond: 5 }, clock)
    const pauses: number[] = []
    for (let i = 0; i < 6; i++) {
      await pace.run(call, () => Promise.reject(throttled())).catch(() => undefined)
      pauses.push(pace.quietUntil()! - clock.now())
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000])
    await pace.run(call, () => Promise.resolve())
    await pace.run(call, () => Promise.reject(throttled())).catch(() => undefined)
    expect(pace.quietUntil()! - clock.now()).toBe(10_000)
  })

  it('pauses for the time that the remote returns, in milliseconds', async () => {
    const clock = quickClock()
    const pace = createPace({ startsPerSecond: 5 }, clock)
    await pace.run(call, () => Promise.reject(throttled(1_500))).catch(() => undefined)
    expect(pace.quietUntil()! - clock.now()).toBe(1_500)
  })

  it('counts several calls refused together as one refusal', async () => {
    const clock = quickClock()
    const pace = createPace({ startsPerSecond: 8 }, clock)
    let started = 0
    let refuseAll: (failure: RemoteFailure) => void = () => undefined
    const refusal = new Promise<never>((_done, refuse) => {
      refuseAll = refuse
    })
    const wave = Array.from({ length: 8 }, () =>
      pace.run(call, () => {
        started += 1
        if (started === 8) refuseAll(throttled())
        return refusal
      }),
    )
    await Promise.allSettled(wave)
    expect(pace.quietUntil()! - clock.now()).toBe(10_000)
  })

  it('fails a caller at once if the pause is longer than its patience, and sends nothing', async () => {
    const clock = quickClock()
    const pace = createPace({ startsPerSecond: 5 }, clock)
    await pace.run(call, () => Promise.reject(throttled(30_000))).catch(() => undefined)
    let sent = false
    const failure = await pace
      .run({ ...call, patienceMs: 2_000 }, () => {
        sent = true
        return Promise.resolve()
      })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ word: 'throttled', detail: { retryAfterMs: 30_000 } })
    expect(sent).toBe(false)
  })

  it('does not pause after a call that failed for another reason', async () => {
    const clock = quickClock()
    const pace = createPace({ startsPerSecond: 5 }, clock)
    await pace.run(call, () => Promise.reject(new Error('boom'))).catch(() => undefined)
    expect(pace.quietUntil()).toBeUndefined()
    expect(await pace.run(call, () => Promise.resolve('next'))).toBe('next')
  })
})
