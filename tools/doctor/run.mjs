import { fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from '../build.mjs'
import { say, sentenceOf, UserError } from '../say.mjs'
import { readSettings } from '../start/settings.mjs'
import { examineMachine } from './machine.mjs'

const SIGNS = { ok: '✓', warning: '!', fault: '✗' }

/**
 * Runs all checks and prints one line for each finding, with `→ what to do` below what is not fine; with `json` one object a line.
 * @param {{ json: boolean }} options
 * @returns {Promise<0 | 1>} 1 if something must be fixed
 */
export async function runDoctor({ json }) {
  const counts = { ok: 0, warning: 0, fault: 0 }
  /** @param {import('./machine.mjs').Finding} one */
  const report = (one) => {
    counts[one.level] += 1
    if (json) return say(JSON.stringify(one))
    say(`${SIGNS[one.level]} ${one.subject}：${one.says}`)
    if (one.fix) say(`    → ${one.fix}`)
  }
  try {
    const settings = readSettings(process.env, { dev: false })
    process.chdir(settings.root)
    for (const one of await examineMachine(settings)) report(one)
    if (await stat(join(settings.root, 'node_modules', 'tsx')).catch(() => undefined))
      await examineInstallation(settings, report)
  } catch (error) {
    report({
      level: 'fault',
      subject: '设置',
      says: sentenceOf(error),
      fix: '改正后再检查；每项设置见 docs/operations.md',
    })
  }
  if (!json) say(`\n${counts.ok} 项正常，${counts.warning} 项要留意，${counts.fault} 项要修`)
  return counts.fault > 0 ? 1 : 0
}

/**
 * The checks of apps/server/src/doctor.ts, with the settings that `npm start` gives the server.
 * @param {import('../start/settings.mjs').Settings} settings
 * @param {(one: import('./machine.mjs').Finding) => void} report
 */
async function examineInstallation(settings, report) {
  const { file, execArgv } = await programOf(settings)
  const child = fork(file, {
    execArgv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      HUOQIAO_HOST: settings.host,
      HUOQIAO_PORT: String(settings.port),
      HUOQIAO_DATA: settings.data,
      HUOQIAO_DEMO_SIMULATOR: settings.simulatorUrl,
    },
  })
  let complaint = ''
  child.stderr.on('data', (part) => (complaint += part))
  child.on('message', report)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new UserError(`检查程序意外结束（${code}）：${complaint.trim().split('\n').at(-1) ?? ''}`)
}

/**
 * The built program if it matches the present sources, because it loads one file instead of all sources; otherwise the source. Before the
 * first start nothing is built.
 * @param {import('../start/settings.mjs').Settings} settings
 * @returns {Promise<{ file: string, execArgv: string[] }>}
 */
async function programOf({ root }) {
  const home = join(root, 'apps', 'server')
  if (await isBuilt('server')) return { file: join(home, 'dist', 'doctor.js'), execArgv: [] }
  const tsx = createRequire(join(root, 'package.json')).resolve('tsx')
  return { file: join(home, 'src', 'doctor.ts'), execArgv: ['--import', pathToFileURL(tsx).href] }
}
