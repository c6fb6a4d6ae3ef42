import { expect, it } from 'vitest'
import { fact } from './proof.ts'
import { rowOf } from './run-log.ts'
import { StormEnded } from './storm.ts'
import type { StormOptions, StormResult } from './storm.ts'

const options: StormOptions = {
  seed: '7',
  placements: 12,
  orders: 30,
  products: 2,
  faults: { kill: 3, freeze: 2, aimed: 2, cut: 1, silence: 1, backends: 1, skew: 1, postgres: 1, full: 1 },
  longestMs: 15_000,
  database: 'own',
  lagSeconds: 0,
}
const AT = new Date('2026-11-23T12:00:00Z')
const result: StormResult = {
  facts: [fact('远程动作', 39, '至少 1', true), fact('付款笔数', 12, 12)],
  nodes: 4,
  database: 'PostgreSQL 15',
  cut: { market: 0, shops: 0 },
  again: 0,
  together: 0,
  injected: new Map([
    ['kill', 3],
    ['freeze', 2],
    ['aimed', 1],
    ['cut', 1],
  ]),
  hits: new Map([['place sent', 1]]),
  problems: [],
  seconds: 1,
}
const cells = (ended: StormResult | StormEnded): string[] =>
  rowOf(AT, 'small', options, ended)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

it('a run records its seed, the injected faults and its result', () => {
  expect(cells(result).slice(1, 8)).toEqual(['2026-11-23', '7', 'small', 'PostgreSQL 15', '3', '3 (1)', 'cut 1'])
  expect(cells(result).at(-2)).toBe('all 2 hold')
  expect(cells({ ...result, facts: [fact('付款笔数', 12, 13)] }).at(-2)).toBe('**1 do not**')
})

it('a run that failed records a row as well, with the same cells, the faults so far and the error', () => {
  const row = cells(new StormEnded(new Error('/api/order | was not answered\n  at once'), new Map([['kill', 2]])))
  expect(row).toHaveLength(cells(result).length)
  expect(row.slice(2, 7)).toEqual(['7', 'small', 'PostgreSQL', '2', '0 (0)'])
  expect(row.at(-2)).toBe(String.raw`**threw**: /api/order \| was not answered`)
})
