import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sentenceOf, UserError } from '../say.mjs'
import { startChild } from './child.mjs'
import { openLogFile } from './log-file.mjs'
import { sourcesOf } from './programs.mjs'

/**
 * A child that is started again whenever its sources change. A version that does not start is reported, and the next change is tried again;
 * only the first start must succeed.
 * @param {import('./child.mjs').ChildOptions & { root: string }} options
 * @returns {import('./child.mjs').Child}
 */
export function startWatched(options) {
  const say = options.onStep
  const onGone = (error) => say(sentenceOf(error))
  let current = startChild({ ...options, onGone })
  let stopped = false
  let queue = Promise.resolve()
  const again = async () => {
    await current.stop()
    if (stopped) return
    current = startChild({ ...options, onGone, onStep: () => undefined })
    await current.ready.then(
      () => say(`${options.title}已按改动重新启动`),
      (error) => say(sentenceOf(error)),
    )
  }
  let timer
  /** @type {import('node:fs').FSWatcher[]} */
  const watchers = []
  const watchSources = () => {
    for (const path of stopped ? [] : sourcesOf(options.name)) {
      const watcher = watch(join(options.root, path), { recursive: true }, (_event, file) => {
        if (!file || /node_modules|dist|\.test\.ts$/.test(file)) return
        clearTimeout(timer)
        timer = setTimeout(() => (queue = queue.then(again)), 150)
      })
      watchers.push(watcher)
    }
  }
  // Not earlier: a restart during the first start would look like a failed start.
  current.ready.then(watchSources, () => undefined)
  return {
    ready: current.ready,
    async stop() {
      stopped = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await queue
      await current.stop()
    },
  }
}

/**
 * Vite's development server for the console, which forwards calls to our server.
 * @param {import('./settings.mjs').Settings} settings
 * @param {(error: UserError) => void} onGone
 * @returns {import('./child.mjs').Child}
 */
export function startVite(settings, onGone) {
  const home = join(settings.root, 'apps', 'console')
  const bin = join(createRequire(join(home, 'package.json')).resolve('vite/package.json'), '..', 'bin', 'vite.js')
  const logPath = join(settings.logs.folder, 'console.log')
  const log = openLogFile('console', settings.logs)
  const args = [bin, '--host', settings.host, '--port', String(settings.devPort), '--strictPort']
  const child = spawn(process.execPath, args, {
    cwd: home,
    env: { ...process.env, HUOQIAO_SERVER: `http://127.0.0.1:${settings.port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  log.take(child.stdout)
  log.take(child.stderr)
  child.once('close', log.close)
  let stopping = false
  const gone = new Promise((resolve) => child.once('exit', resolve))
  void gone.then(() => stopping || onGone(new UserError(`控制台的开发服务意外退出，详见 ${logPath}。`)))
  return {
    ready: untilAnswers(settings.devPort, settings.host, () => child.exitCode !== null).then(
      () => `http://${settings.host}:${settings.devPort}`,
    ),
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** @param {number} port @param {string} host @param {() => boolean} gaveUp */
async function untilAnswers(port, host, gaveUp) {
  while (!gaveUp()) {
    const answered = await new Promise((resolve) => {
      const socket = connect(port, host, () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.end())
    })
    if (answered) return
    await sleep(100)
  }
}
