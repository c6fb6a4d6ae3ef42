import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Which program files are started, and with which settings: the built programs, or with --dev the sources through tsx. */

/** @param {import('./settings.mjs').Settings} settings */
export function simulatorProgram(settings) {
  return {
    name: 'simulator',
    title: '模拟器',
    meanwhile: '货桥照常运行，这段时间里演示的 1688 和店铺没有回应',
    ...entry(settings, 'simulator'),
    env: { SIMULATOR_PORT: String(settings.simulatorPort), SIMULATOR_DATA: settings.simulatorData },
  }
}

/** @param {import('./settings.mjs').Settings} settings */
export function serverProgram(settings) {
  return {
    name: 'server',
    title: '服务端',
    ...entry(settings, 'server'),
    env: {
      HUOQIAO_HOST: settings.host,
      HUOQIAO_PORT: String(settings.port),
      HUOQIAO_DATA: settings.data,
      // With --dev Vite serves the pages.
      HUOQIAO_CONSOLE_DIR: settings.dev ? '' : join(settings.root, 'apps', 'console', 'dist'),
      HUOQIAO_DEMO_SIMULATOR: settings.simulatorUrl,
    },
  }
}

/** @param {import('./settings.mjs').Settings} settings @param {'server' | 'simulator'} app */
function entry(settings, app) {
  const home = join(settings.root, 'apps', app)
  if (!settings.dev) return { file: join(home, 'dist', 'main.js') }
  const tsx = createRequire(join(settings.root, 'package.json')).resolve('tsx')
  return { file: join(home, 'src', 'main.ts'), execArgv: ['--import', pathToFileURL(tsx).href] }
}

/** The source folders of a program: with --dev a change in them restarts it. @param {string} name @returns {string[]} */
export function sourcesOf(name) {
  const own = [`apps/${name}/src`, 'packages/kit']
  return name === 'simulator'
    ? [...own, 'packages/shopify-schemas']
    : [...own, 'packages/contract', 'packages/connector-kit', 'packages/connector-1688', 'packages/connector-shopify']
}
