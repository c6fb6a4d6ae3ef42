import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FAILURE_WORDS, RemoteFailure } from './remote-failure.ts'
import type { FailureWord } from './remote-failure.ts'
import { retryAfterMs, SHORT_RETRY, withRetry } from './retry.ts'
import type { RetryPolicy } from './retry.ts'

const failure = (word: FailureWord, retryAfterMs?: number): RemoteFailure =>
  new RemoteFailure(word, word, {
    vendor: '1688',
    call: 'x',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })

async function play(outcomes: (RemoteFailure | 'ok')[], safe: boolean, policy: RetryPolicy = SHORT_RETRY, draw = 0.5) {
  const waits: number[] = []
  const clock = {
    now: () => 0,
    sleep: (ms: number) => {
      waits.push(ms)
      return Promise.resolve()
    },
  }
  let tries = 0
  const end = await withRetry({ clock, random: () => draw }, policy, safe, () => {
    const outcome = outcomes[Math.min(tries++, outcomes.length - 1)]!
    return outcome === 'ok' ? Promise.resolve('ok') : Promise.reject(outcome)
  }).catch((error: RemoteFailure) => error.word)
  return { end, tries, waits }
}

describe('withRetry', () => {
  it.each(FAILURE_WORDS.map((word) => ({ word })))('repeats $word only where that is harmless', async ({ word }) => {
    const harmless = word === 'throttled' || word === 'unavailable'
    expect((await play([failure(word), 'ok'], false)).tries).toBe(harmless ? 2 : 1)
    expect((await play([failure(word), 'ok'], true)).tries).toBe(harmless || word === 'unknown-outcome' ? 2 : 1)
  })

  it('gives up after the last try with the failure of that try', async () => {
    expect(await play([failure('unavailable')], false)).toMatchObject({ end: 'unavailable', tries: 4 })
  })

  it('doubles its waits, each drawn from the upper half of its range', async () => {
    expect((await play([failure('unavailable')], false, SHORT_RETRY, 0)).waits).toEqual([125, 250, 500])
    expect((await play([failure('unavailable')], false, SHORT_RETRY, 0.999)).waits).toEqual([250, 500, 1000])
  })

  it('never tries again before the time that the remote returned', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 15_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (ms, draw) => {
          const { waits } = await play(
            [failure('throttled', ms), 'ok'],
            false,
            { ...SHORT_RETRY, patienceMs: 60_000 },
            draw,
          )
          expect(waits[0]).toBeGreaterThanOrEqual(ms)
          expect(waits[0]).toBeLessThanOrEqual(ms + SHORT_RETRY.firstWaitMs)
        },
      ),
    )
  })

  it('leaves a wait longer than its patience to the caller', async () => {
    expect(await play([failure('throttled', 60_000), 'ok'], true)).toEqual({ end: 'throttled', tries: 1, waits: [] })
  })

  it('does not repeat what is not a remote failure', async () => {
    let tries = 0
    const broken = withRetry(
      { clock: { now: () => 0, sleep: () => Promise.resolve() }, random: () => 0 },
      SHORT_RETRY,
      true,
      () => {
        tries += 1
        return Promise.reject(new TypeError('a bug of ours'))
      },
    )
    await expect(broken).rejects.toThrow('a bug of ours')
    expect(tries).toBe(1)
  })
})

describe('retryAfterMs', () => {
  it.each([
    ['2', 2_000],
    ['2.0', 2_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 29_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('reads %j as %j ms', (header, expected) => {
    expect(retryAfterMs(header, 1_000)).toBe(expected)
  })
})

it('does not call a remote again that was silent for as long as the caller is patient', async () => {
  let now = 0
  const clock = {
    now: () => now,
    sleep: (ms: number) => {
      now += ms
      return Promise.resolve()
    },
  }
  const after = async (attemptMs: number, word: FailureWord) => {
    let tries = 0
    await withRetry({ clock, random: () => 0.5 }, SHORT_RETRY, true, () => {
      tries += 1
      now += attemptMs
      return Promise.reject(failure(word))
    }).catch(() => undefined)
    return tries
  }
  expect(await after(30_000, 'unavailable')).toBe(1)
  expect(await after(8_000, 'unknown-outcome')).toBe(2)
  expect(await after(10, 'unavailable')).toBe(SHORT_RETRY.tries)
  // Time in the queue of a remote that throttles does not count as silence.
  expect(await after(30_000, 'throttled')).toBe(SHORT_RETRY.tries)
})
