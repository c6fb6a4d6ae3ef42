import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Fault, LedgerEntry } from '../core.ts'
import { openClock } from './clock.ts'
import { openFaults } from './faults.ts'
import { openLedger } from './ledger.ts'
import { openQuirks } from './quirks.ts'
import { randomStream } from './random.ts'
import { openTables } from './tables.ts'

const folders: string[] = []
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'simulator-core-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

const inMemory = openTables(undefined)
let tableCount = 0
const freshTable = <T>() => inMemory.table<T>(`t${++tableCount}`)

describe('journal', () => {
  it('returns the same rows after a restart, in their order, with changes and deletions', () => {
    const dir = folder()
    const first = openTables(dir)
    const rows = first.table<{ n: number }>('things')
    for (let i = 0; i < 500; i++) rows.put(`id${i}`, { n: i })
    first.flush()
    rows.put('id7', { n: 700 })
    rows.delete('id8')
    first.close()
    const again = openTables(dir).table<{ n: number }>('things')
    expect(again.size).toBe(499)
    expect(again.get('id7')).toEqual({ n: 700 })
    expect(again.get('id8')).toBeUndefined()
    expect(Array.from(again.values()).slice(0, 3)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }])
  })

  it('drops an incomplete last line and keeps everything before it, also through later writes', () => {
    const dir = folder()
    const first = openTables(dir)
    first.table('things').put('a', { text: '甲' })
    first.table('things').put('b', { text: '乙' })
    first.close()
    const path = join(dir, 'things.jsonl')
    truncateSync(path, statSync(path).size - 4)
    const second = openTables(dir)
    expect(Array.from(second.table('things').values())).toEqual([{ text: '甲' }])
    second.table('things').put('c', { text: '丙' })
    second.close()
    appendFileSync(path, '["p","d"')
    const third = openTables(dir).table('things')
    expect(Array.from(third.values())).toEqual([{ text: '甲' }, { text: '丙' }])
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3)
  })

  it('forgets what was there before a clear, but not what was written after it in the same event-loop turn', () => {
    const dir = folder()
    const first = openTables(dir)
    first.table('things').put('old', 1)
    first.flush()
    first.table('things').clear()
    first.table('things').put('new', 2)
    first.close()
    expect(Array.from(openTables(dir).table('things').values())).toEqual([2])
  })
})

describe('clock', () => {
  it('fires alarms in order when moved past them, and stays moved after a restart', () => {
    const table = freshTable<{ ms: number }>()
    const clock = openClock(table, () => 1_000)
    const rung: string[] = []
    clock.after(5_000, () => rung.push('second'))
    clock.after(2_000, () => rung.push('first'))
    const cancel = clock.after(3_000, () => rung.push('cancelled'))
    cancel()
    clock.advance(1_999)
    expect(rung).toEqual([])
    clock.advance(60_000)
    expect(rung).toEqual(['first', 'second'])
    expect(openClock(table, () => 1_000).now()).toBe(62_999)
  })
})

describe('faults', () => {
  const open = () => openFaults(freshTable<Fault>(), (label) => randomStream('seed', label))

  it('apply to the named call and account only, and no more often than set', () => {
    const faults = open()
    faults.add({ vendor: '1688', call: 'x', account: 'k1', times: 2, every: 1, fault: { kind: 'throttle' } })
    expect(faults.take('1688', 'y', 'k1')).toBeUndefined()
    expect(faults.take('1688', 'x', 'k2')).toBeUndefined()
    expect(faults.take('shopify', 'x', 'k1')).toBeUndefined()
    expect(faults.take('1688', 'x', 'k1')).toEqual({ kind: 'throttle' })
    expect(faults.take('1688', 'x', 'k1')).toEqual({ kind: 'throttle' })
    expect(faults.take('1688', 'x', 'k1')).toBeUndefined()
    expect(faults.list()).toEqual([])
  })

  it('apply only to every n-th call when set so', () => {
    const faults = open()
    faults.add({ vendor: '1688', call: '*', times: 10, every: 3, fault: { kind: 'drop-before' } })
    const applied = Array.from({ length: 9 }, () => faults.take('1688', 'any', 'k') !== undefined)
    expect(applied).toEqual([false, false, true, false, false, true, false, false, true])
  })

  it('apply at random in a way that the seed determines', () => {
    const run = (): boolean[] => {
      const faults = open()
      faults.add({ vendor: '1688', call: '*', times: 1000, every: 1, chance: 0.3, fault: { kind: 'drop-after' } })
      return Array.from({ length: 200 }, () => faults.take('1688', 'any', 'k') !== undefined)
    }
    expect(run()).toEqual(run())
    const applied = run().filter(Boolean).length
    expect(applied).toBeGreaterThan(30)
    expect(applied).toBeLessThan(90)
  })
})

describe('ledger', () => {
  const entry = {
    at: 1,
    vendor: '1688' as const,
    account: 'k',
    request: {},
    status: 200,
    outcome: 'done' as const,
    ms: 1,
  }

  it('can be followed without losing a call, and forgets only the oldest when full', () => {
    const ledger = openLedger(freshTable<LedgerEntry>(), 10)
    for (let i = 0; i < 15; i++) ledger.record({ ...entry, call: i % 2 === 0 ? 'even' : 'odd' })
    expect(ledger.query({}).entries.map((e) => e.seq)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    expect(ledger.query({ afterSeq: 8, limit: 2 }).entries.map((e) => e.seq)).toEqual([9, 10])
    expect(ledger.query({ limit: 2 }).entries.map((e) => e.seq)).toEqual([14, 15])
    expect(ledger.query({ call: 'odd' })).toMatchObject({ total: 5 })
  })
})

describe('quirks', () => {
  it('keep a set value and refuse an unknown name or another type', () => {
    const quirks = openQuirks(freshTable<{ value: number | string | boolean }>())
    const cap = quirks.quirk('cap', 50, 'page size cap')
    expect(quirks.set('cap', '20')).toMatch(/number/)
    expect(quirks.set('hat', 1)).toMatch(/unknown/)
    expect(quirks.set('cap', 20)).toBeUndefined()
    expect(cap()).toBe(20)
    quirks.reset()
    expect(cap()).toBe(50)
  })
})
