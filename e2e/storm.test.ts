import { expect, it } from 'vitest'
import { tableOf } from './storm/report.ts'
import { runStorm } from './storm/storm.ts'
import type { StormOptions } from './storm/storm.ts'

/** The small one; `npm run storm` is the whole. */
const options: StormOptions = {
  seed: process.env['STORM_SEED'] ?? '1688',
  placements: 20,
  orders: 50,
  kills: 4,
}

it('through kills and cut connections no order is lost, no purchase placed or paid twice, and both sides agree to the cent', async () => {
  const result = await runStorm(options)
  const table = tableOf(options, result)
  expect(result.facts.length, table).toBeGreaterThan(15)
  expect(
    result.facts.filter(({ holds }) => !holds),
    table,
  ).toEqual([])
  expect(Math.min(result.cut.market, result.cut.shops), table).toBeGreaterThan(0)
}, 1_200_000)
