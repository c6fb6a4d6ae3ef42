import { describe, expect, it } from 'vitest'
import { DRAWS_FOR_MS } from '../src/drawers.ts'
import { createScheduler } from '../src/scheduler.ts'
import type { Scheduler } from '../src/scheduler.ts'
import { draws, keepBusy } from './busy.ts'
import { modelServer } from './model-server.ts'
import { virtualTime } from './virtual-time.ts'
import type { VirtualTime } from './virtual-time.ts'

describe('with several processes, a Standard store', () => {
  const limits = { maximum: 2000, restoreRate: 100 }

  /** What the database does for nodes: it counts those that reported within the last two seconds. Its answer takes a moment. */
  function countingRow(time: VirtualTime) {
    const reported = new Map<string, number>()
    return (name: string) => async (): Promise<number> => {
      await time.sleep(3)
      reported.set(name, time.now())
      return [...reported.values()].filter((at) => at > time.now() - DRAWS_FOR_MS).length
    }
  }
  const nodes = (time: VirtualTime, names: readonly string[]): Scheduler[] => {
    const row = countingRow(time)
    return names.map((name) => createScheduler({ clock: time, countDrawers: row(name) }))
  }
  const push = (server: ReturnType<typeof modelServer>, draw: () => number) => () => {
    const requested = 22 + Math.floor(draw() * 30)
    return { estimate: requested, attempt: server.call(requested, { work: 200 + draw() * 2500 }) }
  }

  it.each([2, 3])(
    'has nearly all its points used by %i at the allowed rate, and throttles next to nothing',
    async (count) => {
      const time = virtualTime()
      const server = modelServer(time, limits)
      const draw = draws(7)
      const busy = { backlog: 300, until: () => time.now() > 150_000 }
      for (const one of nodes(time, ['a', 'b', 'c'].slice(0, count))) keepBusy(one, push(server, draw), busy)
      await time.runUntil(150_000)
      const answered = server.log.length - server.throttled()
      expect(server.throttled() / answered).toBeLessThan(0.01)
      expect(server.spent(60_000, 150_000) / (100 * 90)).toBeGreaterThan(0.95)
    },
  )

  it('has its points used by one of them as if it were alone, also when another one sends a request now and then', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const [busy, calm] = nodes(time, ['busy', 'calm'])
    keepBusy(busy!, push(server, draws(7)), { backlog: 300, until: () => time.now() > 150_000 })
    const seldom = async (): Promise<void> => {
      while (time.now() < 150_000) {
        await time.sleep(3_000)
        await calm!.run({ key: 'look', estimate: 5, lane: 'interactive' }, server.call(5))
      }
    }
    void seldom()
    await time.runUntil(150_000)
    expect(server.throttled() / server.log.length).toBeLessThan(0.01)
    expect(server.spent(60_000, 150_000) / (100 * 90)).toBeGreaterThan(0.95)
  })

  it('after silence, a process sends one request first, as others may have emptied the bucket; a process that is alone sends all at once', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const [busy, silent] = nodes(time, ['busy', 'silent'])
    const sentAt: number[] = []
    const burst = async (): Promise<void> => {
      const all = Array.from({ length: 5 }, () =>
        silent!.run({ key: 'call', estimate: 100, lane: 'background' }, () => {
          sentAt.push(time.now())
          return server.call(100)()
        }),
      )
      await Promise.all(all)
    }
    void burst()
    await time.runUntil(20_000)
    // No other process uses points: after the silence all requests are sent at once, as the bucket is full.
    sentAt.length = 0
    void burst()
    await time.runUntil(40_000)
    expect(sentAt).toEqual(sentAt.map(() => 20_003))
    keepBusy(busy!, push(server, draws(7)), { backlog: 300, until: () => time.now() > 100_000 })
    await time.runUntil(80_000)
    sentAt.length = 0
    const before = server.throttled()
    void burst()
    await time.runUntil(81_000)
    expect(sentAt.length).toBeLessThanOrEqual(2)
    await time.runUntil(100_000)
    expect(sentAt).toHaveLength(5 + server.throttled() - before)
    expect(server.throttled() - before).toBeLessThanOrEqual(2)
  })

  it('gets further requests when the other processes can’t be counted', async () => {
    const time = virtualTime()
    const server = modelServer(time, limits)
    const scheduler = createScheduler({ clock: time, countDrawers: () => Promise.reject(new Error('no database')) })
    keepBusy(scheduler, push(server, draws(7)), { backlog: 300, until: () => time.now() > 60_000 })
    await time.runUntil(60_000)
    expect(server.throttled()).toBe(0)
    expect(server.spent(30_000, 60_000) / 3000).toBeGreaterThan(0.95)
  })
})
