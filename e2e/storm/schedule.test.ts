import { expect, it } from 'vitest'
import { ACT_KINDS, MOMENTS, scheduleOf } from './schedule.ts'

const faults = { kill: 4, freeze: 3, aimed: 25, cut: 2, silence: 2, backends: 1, skew: 3, postgres: 2, full: 1 }
const size = { faults, nodes: 4, longestMs: 120_000 }

it('the same seed gives the same schedule, and another seed another one', () => {
  expect(scheduleOf('7', size)).toEqual(scheduleOf('7', size))
  expect(scheduleOf('7', size)).not.toEqual(scheduleOf('8', size))
})

it('each kind is injected as often as set, at existing nodes, for 5 s to the maximum', () => {
  const schedule = scheduleOf('7', size)
  for (const [kind, times] of Object.entries(faults))
    expect(schedule.filter((one) => one.kind === kind)).toHaveLength(times)
  for (const { node, forMs } of schedule) {
    expect(node).toBeLessThan(4)
    expect(forMs).toBeGreaterThanOrEqual(5_000)
    expect(forMs).toBeLessThanOrEqual(120_000)
  }
})

it('enough aimed freezes hit each kind of act at each of its moments', () => {
  const aims = scheduleOf('7', size).flatMap(({ aim }) => (aim ? [`${aim.act} ${aim.moment}`] : []))
  expect(new Set(aims).size).toBe(ACT_KINDS.length * MOMENTS.length)
})
