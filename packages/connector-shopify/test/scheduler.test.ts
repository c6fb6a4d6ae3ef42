import { describe, expect, it } from 'vitest'
import { createScheduler } from '../src/scheduler.ts'
import type { Attempt, Lane } from '../src/scheduler.ts'
import { draws, keepBusy } from './busy.ts'
import { modelServer } from './model-server.ts'
import { virtualTime } from './virtual-time.ts'

const PLANS = [
  ['Standard', 100, 300],
  ['Advanced', 200, 500],
  ['Plus', 1000, 2000],
] as const

describe.each(PLANS)('against a %s store (%i points/s)', (_plan, restoreRate, backlog) => {
  const limits = { maximum: restoreRate * 20, restoreRate }

  it('uses at least 95 % of the points as they are restored and is never throttled', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const scheduler = createScheduler({ clock: time })
    const draw = draws(7)
    keepBusy(
      scheduler,
      () => {
        const requested = 22 + Math.floor(draw() * 30)
        const attempt = server.call(requested, { there: 30 + draw() * 100, work: 200 + draw() * 2500, back: 30 })
        return { estimate: requested, attempt }
      },
      { backlog, until: () => time.now() > 150_000 },
    )
    await time.runUntil(150_000)
    expect(server.throttled()).toBe(0)
    // The first full bucket is used up by then, so only restored points count.
    expect(server.spent(60_000, 150_000) / (restoreRate * 90)).toBeGreaterThan(0.95)
  })

  it('does so when requests cost less than they requested', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const scheduler = createScheduler({ clock: time })
    const draw = draws(11)
    keepBusy(
      scheduler,
      () => ({
        estimate: 60,
        attempt: server.call(60, { actual: 35 + Math.floor(draw() * 10), work: 300 + draw() * 1500 }),
      }),
      { backlog, until: () => time.now() > 120_000 },
    )
    await time.runUntil(120_000)
    expect(server.throttled()).toBe(0)
    expect(server.spent(60_000, 120_000) / (restoreRate * 60)).toBeGreaterThan(0.95)
  })
})

describe('on one Standard store', () => {
  const limits = { maximum: 2000, restoreRate: 100 }

  it('learns the real cost of an operation from the first answer', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const scheduler = createScheduler({ clock: time })
    // Estimated at 20, really 50: without learning every second request would be throttled.
    keepBusy(scheduler, () => ({ estimate: 20, attempt: server.call(50) }), {
      backlog: 200,
      until: () => time.now() > 90_000,
    })
    await time.runUntil(90_000)
    expect(server.throttled()).toBe(0)
    expect(server.spent(40_000, 90_000) / 5000).toBeGreaterThan(0.95)
  })

  it('returns to full use after another client has emptied the bucket', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const scheduler = createScheduler({ clock: time })
    keepBusy(scheduler, () => ({ estimate: 33, attempt: server.call(33, { work: 1500 }) }), {
      backlog: 100,
      until: () => time.now() > 150_000,
    })
    await time.runUntil(60_000)
    server.drain(2000)
    await time.runUntil(65_000)
    const thrownBack = server.throttled()
    await time.runUntil(150_000)
    // Only requests that were on their way at that moment can be throttled.
    expect(thrownBack).toBeLessThanOrEqual(10)
    expect(server.throttled()).toBe(thrownBack)
    expect(server.spent(70_000, 150_000) / 8000).toBeGreaterThan(0.95)
  })

  it('shares the bucket with another user that takes half of it all the time', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const scheduler = createScheduler({ clock: time })
    const other = async (): Promise<void> => {
      while (time.now() < 150_000) {
        await time.sleep(200)
        server.drain(10)
      }
    }
    void other()
    keepBusy(scheduler, () => ({ estimate: 33, attempt: server.call(33, { work: 1000 }) }), {
      backlog: 100,
      until: () => time.now() > 150_000,
    })
    await time.runUntil(150_000)
    const answered = server.log.filter(({ throttled }) => !throttled).length
    expect(server.spent(60_000, 150_000) / (50 * 90)).toBeGreaterThan(0.9)
    expect(server.throttled() / answered).toBeLessThan(0.1)
  })

  it('returns how long the next request will wait, to the millisecond', async () => {
    const time = virtualTime()
    const server = modelServer(time, { ...limits, start: 100 })
    const scheduler = createScheduler({ clock: time })
    const run = (requested: number) =>
      scheduler.run({ key: `call ${requested}`, estimate: requested, lane: 'background' }, server.call(requested))
    const first = run(100)
    await time.runUntil(500)
    await first
    const second = run(300)
    await time.runUntil(500)
    const { waitingMs, queued, available } = scheduler.status()
    expect({ queued, available }).toEqual({ queued: 1, available: 45 })
    // 300 points and the margin of 2, less the 45 that are available, at 100 a second.
    expect(waitingMs).toBe(2570)
    await time.runUntil(500 + waitingMs + 500)
    expect(await second).toBe(500 + 2570 + 500)
    expect(server.throttled()).toBe(0)
  })

  it('sends one request alone until the store has returned its limits', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const scheduler = createScheduler({ clock: time })
    const started: number[] = []
    for (let i = 0; i < 5; i++)
      void scheduler.run({ key: 'shop', estimate: 5, lane: 'background' }, () => {
        started.push(time.now())
        return server.call(5)()
      })
    await time.runUntil(10_000)
    expect(started).toEqual([0, 500, 500, 500, 500])
  })

  it('sends a person’s request before the queue, which still moves', async () => {
    const time = virtualTime()
    const server = modelServer(time, { ...limits, start: 0 })
    const scheduler = createScheduler({ clock: time })
    const order: string[] = []
    const run = (lane: Lane, name: string) =>
      scheduler.run({ key: 'call', estimate: 50, lane }, async () => {
        order.push(name)
        return server.call(50)()
      })
    for (let i = 0; i < 3; i++) void run('background', `b${i}`)
    for (let i = 0; i < 8; i++) void run('interactive', `i${i}`)
    await time.runUntil(60_000)
    // The first was sent to learn the limits, was throttled, and kept its place.
    expect(order.join(' ')).toBe('b0 i0 i1 i2 i3 b0 i4 i5 i6 i7 b1 b2')
    expect(server.throttled()).toBe(1)
  })

  it('pauses for as long as Retry-After requires, and no longer', async () => {
    const time = virtualTime()
    const scheduler = createScheduler({ clock: time })
    const sentAt: number[] = []
    const answers: Attempt<string>[] = [
      { kind: 'throttled', failure: new Error('429'), retryAfterMs: 2500 },
      { kind: 'answered', value: 'done' },
    ]
    const done = scheduler.run({ key: 'call', estimate: 10, lane: 'background' }, () => {
      sentAt.push(time.now())
      return Promise.resolve(answers.shift()!)
    })
    await time.runUntil(10_000)
    expect(await done).toBe('done')
    expect(sentAt).toEqual([0, 2500])
  })

  it('passes a pause of hours to the caller instead of waiting', async () => {
    const time = virtualTime()
    const scheduler = createScheduler({ clock: time })
    const limit = new Error('daily limit')
    const done = scheduler.run({ key: 'call', estimate: 10, lane: 'background' }, () =>
      Promise.resolve({ kind: 'throttled', failure: limit, retryAfterMs: 3_600_000 }),
    )
    await expect(done).rejects.toBe(limit)
    const other = scheduler.run({ key: 'other', estimate: 10, lane: 'background' }, () =>
      Promise.resolve({ kind: 'answered', value: 1 }),
    )
    await time.runUntil(0)
    expect(await other).toBe(1)
  })

  it('removes a request that is no longer needed from the queue', async () => {
    const time = virtualTime()
    const server = modelServer(time, { ...limits, start: 50 })
    const scheduler = createScheduler({ clock: time })
    const gone = new AbortController()
    const first = scheduler.run({ key: 'call', estimate: 50, lane: 'background' }, server.call(50))
    let sent = false
    const unwanted = scheduler.run({ key: 'call', estimate: 50, lane: 'background', signal: gone.signal }, () => {
      sent = true
      return server.call(50)()
    })
    const last = scheduler.run({ key: 'call', estimate: 50, lane: 'background' }, server.call(50))
    gone.abort(new Error('cancelled by the user'))
    await expect(unwanted).rejects.toThrow('cancelled by the user')
    await time.runUntil(30_000)
    await Promise.all([first, last])
    expect(sent).toBe(false)
    expect(scheduler.status()).toMatchObject({ queued: 0, inFlight: 0, waitingMs: 0 })
  })

  it('continues after an answer was lost, and charges the request as if it had been carried out', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const scheduler = createScheduler({ clock: time })
    const request = { key: 'call', estimate: 900, lane: 'background' } as const
    const first = scheduler.run(request, server.call(900))
    await time.runUntil(500)
    await first
    const lost = scheduler.run(request, () => Promise.reject(new Error('socket hang up')))
    await expect(lost).rejects.toThrow('socket hang up')
    const third = scheduler.run(request, server.call(900))
    await time.runUntil(40_000)
    await third
    expect(server.throttled()).toBe(0)
  })
})
