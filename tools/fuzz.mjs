import './node-version.mjs'
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './build/sources.mjs'
import { complain, say } from './say.mjs'

/** `npm run fuzz -- --requests N --seed S [--only CASE] [--few]`: runs the fuzz test with more requests than `npm test` does. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    few: { type: 'boolean' },
  },
})
const wrong = Object.entries(values).find(([, value]) => typeof value === 'string' && !/^\d{1,9}$/.test(value))
if (wrong) {
  complain(`--${wrong[0]} 应为数字`)
  process.exit(1)
}
const seed = values.seed ?? String(Date.now() % 1_000_000)
const requests = values.requests ?? '100000'
say(values.only === undefined ? `种子 ${seed}，${requests} 个请求` : `种子 ${seed}，用例 ${values.only}`)
const lanes = values.only === undefined ? String(availableParallelism() + 1) : '1'
const env = { FUZZ_LANES: lanes, ...process.env, FUZZ_SEED: seed, FUZZ_REQUESTS: requests }
if (values.few) env.FUZZ_FEW = '1'
if (values.only !== undefined) env.FUZZ_ONLY = values.only
const vitest = join(ROOT, 'node_modules', '.bin', 'vitest')
const args = ['run', '--project', 'server', 'apps/server/test/fuzz/']
if (values.only !== undefined) args.push('-t', 'no request makes')
const child = spawn(vitest, args, { cwd: ROOT, env, stdio: 'inherit' })
process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
