import { availableParallelism } from 'node:os'
import { buildStale } from '../build.mjs'
import { ensureChromium } from '../chromium.mjs'
import { UserError } from '../say.mjs'
import { runNode, runTool, runVitest } from './command.mjs'
import { findOtherPostgres, startOtherPostgres } from './other-postgres.mjs'

/**
 * `beside`: reads sources only, so it may run at the same time as its neighbours that may as well.
 * @typedef {{
 *   name: string,
 *   title: string,
 *   beside?: boolean,
 *   run: (log: (line: string) => void) => Promise<import('./command.mjs').Outcome>,
 * }} Step
 */

const PASSED = { ok: true, output: '', passed: 0, failed: 0 }

/** The tests' own environment: settings for running the product must not influence them. */
function cleanEnv(more = {}) {
  const env = { ...process.env }
  for (const name of Object.keys(env))
    if (/^(HUOQIAO_|SIMULATOR_|DATABASE_URL$|NODE_ENV$|REST_ON_OTHER_POSTGRES$)/.test(name)) delete env[name]
  return { ...env, ...more }
}

/**
 * Each type checker processes what all sources share by itself: four of them, the default, need twice the processor time of one. Types and
 * typed rules run at the same time, so each has half of the cores.
 */
const CHECKERS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

/** @type {Step[]} */
export const STEPS = [
  {
    name: 'types',
    title: '类型',
    beside: true,
    run: () => runTool('tsc', ['--noEmit', '--checkers', String(CHECKERS)]),
  },
  {
    name: 'lint',
    title: '代码规范',
    beside: true,
    // The typed rules are a Go program, which uses as many checkers as it has cores.
    run: () => runTool('oxlint', ['--type-aware', '--deny-warnings'], { ...process.env, GOMAXPROCS: String(CHECKERS) }),
  },
  { name: 'format', title: '格式', beside: true, run: () => runTool('oxfmt', ['--check']) },
  { name: 'direction', title: '依赖方向与房间规则', beside: true, run: () => runNode('tools/direction.mjs') },
  // Before the tests: those of the doctor run the built program, and those in the browser all of them.
  {
    name: 'build',
    title: '构建',
    run: async (log) => {
      await buildStale({ log })
      return PASSED
    },
  },
  {
    name: 'unit',
    title: '单元、内置 PostgreSQL 18 上的服务端，模拟器一致性',
    run: () =>
      runVitest(
        ['unit', 'console', 'server', 'conformance'],
        cleanEnv(otherIsThere() ? { REST_ON_OTHER_POSTGRES: '1' } : {}),
      ),
  },
  { name: 'postgres', title: '服务端的其余（另一版本的 PostgreSQL）', run: onOtherPostgres },
  {
    name: 'e2e',
    title: '浏览器全程（Chromium）',
    run: async (log) => runVitest(['e2e'], cleanEnv({ CHROMIUM_PATH: ensureChromium({ log }) })),
  },
]

/** Each of the server's tests runs on one version (defined in vitest.config.ts), or on the embedded one if there is no other. */
const otherIsThere = () => process.env['DATABASE_URL'] !== undefined || findOtherPostgres() !== undefined

/** Uses the server at DATABASE_URL if set; otherwise an installed one is started for the run. */
async function onOtherPostgres(log) {
  const given = process.env['DATABASE_URL']
  if (given) return await runVitest(['server'], cleanEnv({ DATABASE_URL: given }))
  const found = findOtherPostgres()
  if (found) {
    log(`使用本机的 PostgreSQL ${found.major}`)
    const server = await startOtherPostgres(found.bin)
    try {
      return await runVitest(['server'], cleanEnv({ DATABASE_URL: server.url }))
    } finally {
      await server.stop()
    }
  }
  const sentence =
    '没有找到 15 至 17 版的 PostgreSQL：设置 DATABASE_URL，或安装 Debian 的 postgresql（.ci/run 会自动安装）'
  if (process.env['CI']) throw new UserError(`${sentence}。`)
  log(`${sentence}；全部在内置 PostgreSQL 上证明`)
  return PASSED
}
