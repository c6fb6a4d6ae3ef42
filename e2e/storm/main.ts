import { tableOf } from './report.ts'
import { runStorm } from './storm.ts'
import type { StormOptions } from './storm.ts'

/** `npm run storm`: STORM_SEED, STORM_PLACEMENTS, STORM_ORDERS and STORM_KILLS change it. Ends with 0 when both sides agree. */
const number = (name: string, otherwise: number): number => {
  const given = process.env[name]
  if (given === undefined) return otherwise
  if (!/^\d+$/.test(given)) throw new RangeError(`${name} takes a whole number, not "${given}"`)
  return Number(given)
}

const options: StormOptions = {
  seed: process.env['STORM_SEED'] ?? String(Date.now() % 1_000_000),
  placements: number('STORM_PLACEMENTS', 200),
  orders: number('STORM_ORDERS', 500),
  kills: number('STORM_KILLS', 40),
  say: (line) => process.stdout.write(`${line}\n`),
}
process.stdout.write(`种子 ${options.seed}\n`)
const result = await runStorm(options)
process.stdout.write(`${tableOf(options, result)}\n`)
process.exitCode = result.facts.every(({ holds }) => holds) ? 0 : 1
