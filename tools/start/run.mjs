import { complain, say, sentenceOf } from '../say.mjs'
import { buildStale } from '../build.mjs'
import { startChild } from './child.mjs'
import { startVite, startWatched } from './dev.mjs'
import { startKept } from './kept.mjs'
import { ensureInstalled } from './install.mjs'
import { serverProgram, simulatorProgram } from './programs.mjs'
import { readSettings } from './settings.mjs'
import { claimData, demandFreePort } from './single.mjs'

/**
 * The whole start: installs, builds, runs simulator and server (and Vite with --dev), prints one line per step, and ends everything in
 * order on Ctrl-C. Exit code 0 after an orderly end, 1 after an error.
 * @param {{ dev: boolean }} options
 */
export async function run(options) {
  const app = openApp()
  try {
    const settings = readSettings(process.env, options)
    process.chdir(settings.root)
    await prepare(settings, app)
    const accounts = await startAll(settings, app)
    if (!app.ending()) say(`\n${accounts}\n\n按 Ctrl-C 结束。`)
  } catch (error) {
    await app.end(error)
  }
}

/**
 * What is running and how to end it: last started, first ended.
 * @typedef {{ closers: (() => Promise<void>)[], ending: () => boolean, end: (reason?: unknown) => Promise<void> }} App
 * @returns {App}
 */
function openApp() {
  /** @type {(() => Promise<void>)[]} */
  const closers = []
  let ended
  const endNow = async (reason) => {
    if (reason !== undefined) complain(sentenceOf(reason))
    else say('正在结束')
    for (const close of closers.reverse()) {
      await close().catch((error) => complain(sentenceOf(error)))
    }
    if (reason === undefined) say('已结束')
    process.exit(reason === undefined ? 0 : 1)
  }
  const app = { closers, ending: () => ended !== undefined, end: (reason) => (ended ??= endNow(reason)) }
  // npm passes Ctrl-C on although the terminal has sent it already, so each further signal is a repetition of the first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void app.end())
  endWithNpm(app)
  return app
}

/**
 * `npm start` runs this process under a shell. A SIGTERM to npm ends that shell without a signal to this process, which would then run for
 * ever.
 */
function endWithNpm(app) {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && void app.end(), 500).unref()
}

/** @param {import('./settings.mjs').Settings} settings @param {App} app */
async function prepare(settings, app) {
  const shown = settings.host === '0.0.0.0' || settings.host === '::' ? '127.0.0.1' : settings.host
  const address = `http://${shown}:${settings.dev ? settings.devPort : settings.port}`
  app.closers.push(await claimData({ data: settings.data, address }))
  await demandFreePort({ host: settings.host, port: settings.port, setting: 'HUOQIAO_PORT', what: '服务端' })
  if (settings.ownSimulator)
    await demandFreePort({ host: '127.0.0.1', port: settings.simulatorPort, setting: 'SIMULATOR_PORT', what: '模拟器' })
  if (settings.dev)
    await demandFreePort({ host: settings.host, port: settings.devPort, setting: 'HUOQIAO_DEV_PORT', what: '控制台' })
  await ensureInstalled({ root: settings.root, logs: settings.logs.folder, log: say })
  if (!settings.dev) await buildStale({ log: say })
}

/**
 * @param {import('./settings.mjs').Settings} settings @param {App} app
 * @returns {Promise<string>} address and accounts, to be shown
 */
async function startAll(settings, app) {
  const open = async (program, start = settings.dev ? startWatched : startChild) => {
    if (app.ending()) return ''
    const child = start({
      ...program,
      root: settings.root,
      cwd: settings.root,
      logs: settings.logs,
      onStep: say,
      onGone: (error) => void app.end(error),
    })
    app.closers.push(child.stop)
    return await child.ready
  }
  if (settings.ownSimulator) {
    say('启动模拟器（1688 与 Shopify）')
    // The product works without it.
    await open(simulatorProgram(settings), settings.dev ? startWatched : startKept)
  }
  say('启动服务端')
  const text = await open(serverProgram(settings))
  if (!settings.dev || app.ending()) return text
  say('启动控制台的开发服务')
  const vite = startVite(settings, (error) => void app.end(error))
  app.closers.push(vite.stop)
  return `控制台（改动即时生效）：${await vite.ready}\n${text}`
}
