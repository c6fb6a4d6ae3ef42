import { resolve } from 'node:path'
import { ROOT } from '../build/sources.mjs'
import { UserError } from '../say.mjs'

/**
 * The settings of a start, from the environment. Relative folders are resolved from the clone, whatever the current folder is.
 * docs/operations.md lists them all.
 * @typedef {{ root: string, dev: boolean, host: string, port: number, devPort: number, simulatorPort: number, data: string,
 *   simulatorData: string, logs: import('./log-file.mjs').LogSettings, ownSimulator: boolean, simulatorUrl: string }} Settings
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {{ dev: boolean }} options
 * @returns {Settings}
 */
export function readSettings(env, { dev }) {
  const simulatorPort = port(env, 'SIMULATOR_PORT', 3689)
  // Set but empty: no demo. Another address: a simulator that runs elsewhere.
  const given = env['HUOQIAO_DEMO_SIMULATOR']
  return {
    root: ROOT,
    dev,
    host: env['HUOQIAO_HOST'] || '127.0.0.1',
    port: port(env, 'HUOQIAO_PORT', 3688),
    devPort: port(env, 'HUOQIAO_DEV_PORT', 5173),
    simulatorPort,
    data: resolve(ROOT, env['HUOQIAO_DATA'] || 'data/server'),
    simulatorData: resolve(ROOT, env['SIMULATOR_DATA'] || 'data/simulator'),
    logs: {
      folder: resolve(ROOT, env['HUOQIAO_LOGS'] || 'data/logs'),
      maxBytes: count(env, 'HUOQIAO_LOG_MB', { otherwise: 16, most: 1024 }) * 1024 * 1024,
      keep: count(env, 'HUOQIAO_LOG_KEEP', { otherwise: 14, most: 1000 }),
    },
    ownSimulator: given === undefined,
    simulatorUrl: given ?? `http://127.0.0.1:${simulatorPort}`,
  }
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {{ otherwise: number, most: number }} limits @returns {number} */
function count(env, name, { otherwise, most }) {
  const text = env[name]
  if (!text) return otherwise
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > most)
    throw new UserError(`${name} 应为 1 到 ${most} 之间的整数，当前是“${text}”。`)
  return Number(text)
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {number} otherwise @returns {number} */
function port(env, name, otherwise) {
  const text = env[name]
  if (!text) return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new UserError(`${name} 应为 1 到 65535 之间的端口号，当前是“${text}”。`)
  return number
}
