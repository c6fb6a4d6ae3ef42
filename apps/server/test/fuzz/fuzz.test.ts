import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnishBulk } from '../bulk-world.ts'
import { furnishFew } from './few.ts'
import { reportOf } from './report.ts'
import { fuzz } from './run.ts'
import { startWorld } from './world.ts'
import type { World } from './world.ts'

/** Uses fewer things (few.ts), which are created faster: on request, and in `npm test`. */
const isFew = process.env['FUZZ_FEW'] !== undefined || process.env['FUZZ_REQUESTS'] === undefined
const wanted = (name: string): number | undefined => {
  const value = process.env[`FUZZ_${name}`]
  return value === undefined ? undefined : Number(value)
}

/** A manual run of a hundred thousand requests takes an hour (docs/fuzz.md). */
const HOURS_MS = 6 * 3600_000

let world: World
beforeAll(async () => {
  world = await startWorld(wanted('LANES') ?? 1, isFew ? furnishFew : furnishBulk)
}, HOURS_MS)
afterAll(() => world?.close())

test(
  'no request makes the server fail, hang, reveal a secret or another account’s data, or write although it refuses',
  async () => {
    const only = wanted('ONLY')
    const result = await fuzz(world, {
      requests: wanted('REQUESTS') ?? 2_000,
      seed: wanted('SEED') ?? 1688,
      ...(only === undefined ? {} : { only }),
      say: (line) => process.stdout.write(`${line}\n`),
      reported: (soFar) => process.stdout.write(`${reportOf(soFar, isFew)}\n`),
    })
    const report = reportOf(result, isFew)
    console.log(report)
    expect(
      result.found.map(({ rule, call }) => `${call}: ${rule}`),
      report,
    ).toEqual([])
  },
  HOURS_MS,
)
