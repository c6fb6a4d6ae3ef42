import { expect, it } from 'vitest'
import { tableOf } from './storm/report.ts'
import { runStorm } from './storm/storm.ts'
import type { StormOptions } from './storm/storm.ts'
import { sureOf } from './storm/world.ts'

/** A small storm, fast enough for every test run; `npm run storm` is the full one (docs/storm.md). */
const options: StormOptions = {
  seed: process.env['STORM_SEED'] ?? '1688',
  placements: 10,
  orders: 24,
  products: 2,
  faults: { kill: 3, freeze: 1, aimed: 1, cut: 0, silence: 0, backends: 1, skew: 0, postgres: 0, full: 0 },
  longestMs: 10_000,
  database: 'embedded',
  lagSeconds: 0,
  isBrief: true,
}

it('with kills, freezes, ended backends and lost answers nothing is lost or done twice, and both sides agree to the cent', async () => {
  const result = await runStorm(options)
  const table = tableOf(options, result)
  expect(result.facts.length, table).toBeGreaterThan(15)
  expect(
    result.facts.filter(({ holds }) => !holds),
    table,
  ).toEqual([])
  // Every third purchase is paid in stages, and every second of these in three stages.
  const staged = result.facts.find(({ what }) => what === '分阶段付款的采购单')
  expect(Number(staged?.there), table).toBe(Math.ceil(options.placements / 3))
  const inThree = result.facts.find(({ what }) => what === '其中分三个阶段的')
  expect(Number(inThree?.there), table).toBe(Math.ceil(Number(staged?.there) / 2))
  const sure = sureOf(true)
  expect(result.cut.market, table).toBeGreaterThanOrEqual(sure.filter(({ vendor }) => vendor === '1688').length)
  expect(result.cut.shops, table).toBeGreaterThanOrEqual(sure.filter(({ vendor }) => vendor === 'shopify').length)
  expect(Object.fromEntries(result.injected), table).toMatchObject({ kill: 3, backends: 1 })
  expect(result.together, table).toBeGreaterThan(0)
}, 7_200_000)
