import { expect, it } from 'vitest'
import { openAlarms } from './clock.alarms.ts'
import type { AlarmRow } from './clock.alarms.ts'
import { openClock } from './clock.ts'
import { openTables } from './tables.ts'

it('fires a whole chain of alarms within one skipped period, each at its own time', () => {
  const tables = openTables(undefined)
  const clock = openClock(tables.table('clock'), () => 1_000)
  const rung: [string, number][] = []
  const alarms = openAlarms<string>(clock, tables.table<AlarmRow<string>>('alarms'), (what, at) => {
    rung.push([what, at])
    if (rung.length < 4) alarms.set(`next ${rung.length}`, at + 100, `step ${rung.length}`)
  })
  alarms.set('late', 1_250, 'late')
  alarms.set('first', 1_100, 'first')
  clock.advance(10_000)
  expect(rung).toEqual([
    ['first', 1_100],
    ['step 1', 1_200],
    ['late', 1_250],
    ['step 2', 1_300],
    ['step 3', 1_350],
  ])
})

it('keeps alarms over a restart, and neither cancelled nor fired ones', async () => {
  const tables = openTables(undefined)
  const table = tables.table<AlarmRow<string>>('alarms')
  let real = 1_000
  const first = openClock(tables.table('clock'), () => real)
  const before = openAlarms<string>(first, table, () => undefined)
  before.set('kept', 5_000, 'kept')
  before.set('overdue', 2_000, 'overdue')
  before.set('cancelled', 4_000, 'cancelled')
  expect(before.cancel('cancelled')).toBe(true)
  first.close()

  real = 3_000
  const rung: string[] = []
  const again = openClock(tables.table('clock'), () => real)
  const after = openAlarms<string>(again, table, (what) => rung.push(what))
  expect(after.at('kept')).toBe(5_000)
  await expect.poll(() => rung, { timeout: 240_000 }).toEqual(['overdue'])
  again.advance(2_000)
  expect(rung).toEqual(['overdue', 'kept'])
  expect(table.size).toBe(0)
  again.close()
})

it('fires thousands of alarms in order of time, those of the same time in the order of creation, cancelled ones never', () => {
  const clock = openClock(openTables(undefined).table('clock'), () => 0)
  const rung: [number, number][] = []
  const cancellers = Array.from({ length: 5_000 }, (_, i) => {
    const at = 1 + ((i * 7_919) % 997)
    return clock.at(at, () => rung.push([at, i]))
  })
  for (const [i, cancel] of cancellers.entries()) if (i % 5 === 0) cancel()
  clock.advance(2_000)
  expect(rung).toHaveLength(4_000)
  expect(rung).toEqual(rung.toSorted(([a, i], [b, j]) => a - b || i - j))
  expect(rung.some(([, i]) => i % 5 === 0)).toBe(false)
})
