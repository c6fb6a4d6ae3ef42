import { parseArgs } from 'node:util'
import { tableOf } from './report.ts'
import { logRun, rowOf } from './run-log.ts'
import { runStorm } from './storm.ts'
import type { StormOptions } from './storm.ts'

/** `npm run storm -- --seed N --small|--long`: docs/storm.md. Ends with 0 when both sides agree. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, small: { type: 'boolean' }, long: { type: 'boolean' } },
})
const SIZES = {
  small: { placements: 12, orders: 30, kill: 3, freeze: 2, other: 1, longestMs: 15_000 },
  default: { placements: 200, orders: 500, kill: 60, freeze: 20, other: 6, longestMs: 120_000 },
  long: { placements: 800, orders: 2_000, kill: 300, freeze: 60, other: 20, longestMs: 120_000 },
}
const name = values.long ? 'long' : values.small ? 'small' : 'default'
const { kill, freeze, other, ...size } = SIZES[name]
const server = process.env['DATABASE_URL']
// Between a node and the embedded database there is nothing to cut, and its own clock is the database's.
const lasting = server === undefined ? 0 : other
const options: StormOptions = {
  ...size,
  seed: values.seed ?? String(Date.now() % 1_000_000),
  strokes: { kill, freeze, cut: lasting, silence: lasting, backends: lasting, skew: lasting },
  server,
  say: (line) => process.stdout.write(`${line}\n`),
}
process.stdout.write(`种子 ${options.seed}，规模 ${name}\n`)
try {
  const result = await runStorm(options)
  process.stdout.write(`${tableOf(options, result)}\n`)
  await logRun(rowOf(new Date(), name, options, result))
  process.exitCode = result.facts.every(({ holds }) => holds) ? 0 : 1
} catch (error) {
  // What ended before its verdict counts as well, against the house.
  await logRun(rowOf(new Date(), name, options, error instanceof Error ? error : new Error(String(error))))
  throw error
}
