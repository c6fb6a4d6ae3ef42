import { parseArgs } from 'node:util'
import { tableOf } from './report.ts'
import { logRun, rowOf } from './run-log.ts'
import { runStorm, StormEnded } from './storm.ts'
import type { StormOptions } from './storm.ts'

/**
 * `npm run storm -- --seed N --small|--long --database embedded|own`: docs/storm.md. DATABASE_URL names an existing server instead. Exits
 * with 0 when both sides agree.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    small: { type: 'boolean' },
    long: { type: 'boolean' },
    database: { type: 'string' },
  },
})
const SIZES = {
  small: {
    faults: { kill: 3, freeze: 1, aimed: 5, cut: 1, silence: 1, backends: 1, skew: 1, postgres: 1, full: 1 },
    placements: 12,
    orders: 30,
    products: 3,
    longestMs: 15_000,
    lagSeconds: 0,
  },
  default: {
    faults: { kill: 60, freeze: 10, aimed: 10, cut: 6, silence: 6, backends: 6, skew: 6, postgres: 4, full: 2 },
    placements: 200,
    orders: 500,
    products: 12,
    longestMs: 120_000,
    lagSeconds: 300,
  },
  long: {
    faults: { kill: 300, freeze: 30, aimed: 30, cut: 20, silence: 20, backends: 20, skew: 20, postgres: 12, full: 6 },
    placements: 800,
    orders: 2_000,
    products: 40,
    longestMs: 120_000,
    lagSeconds: 300,
  },
}
const name = values.long ? 'long' : values.small ? 'small' : 'default'
const server = process.env['DATABASE_URL']
const options: StormOptions = {
  ...SIZES[name],
  seed: values.seed ?? String(Date.now() % 1_000_000),
  database:
    values.database === 'own'
      ? 'own'
      : server === undefined || values.database === 'embedded'
        ? 'embedded'
        : { server },
  say: (line) => process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${line}\n`),
}
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`interrupted, ${signal}`)))
})
process.stdout.write(`种子 ${options.seed}，规模 ${name}\n`)
try {
  const result = await runStorm({ ...options, interrupted })
  process.stdout.write(`${tableOf(options, result)}\n`)
  await logRun(rowOf(new Date(), name, options, result))
  process.exitCode = result.facts.every(({ holds }) => holds) ? 0 : 1
} catch (error) {
  // A storm that ended before its result counts as a failed run.
  if (error instanceof StormEnded) await logRun(rowOf(new Date(), name, options, error))
  throw error
}
