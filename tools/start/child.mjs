import { fork } from 'node:child_process'
import { join } from 'node:path'
import { UserError } from '../say.mjs'
import { openLogFile } from './log-file.mjs'
import { MALLOC_ENV, NODE_FLAGS } from './node-flags.mjs'

/** The server stops its jobs and then the database, which may itself take 30 s. */
const PATIENCE_MS = 60_000

/**
 * @typedef {{ name: string, title: string, file: string, args?: string[], execArgv?: string[], env: Record<string, string>,
 *   cwd: string, logs: import('./log-file.mjs').LogSettings, onStep: (text: string) => void, onGone: (error: UserError) => void }} ChildOptions
 * @typedef {{ ready: Promise<string>, stop: () => Promise<void> }} Child
 */

/**
 * Starts one program of ours. It reports by `process.send({ kind: 'step' | 'ready' | 'fatal', text })`. It has its own process group:
 * Ctrl-C reaches only this process, which ends the programs in order. When this process is killed, the closed channel makes the program
 * end.
 * @param {ChildOptions} options
 * @returns {Child} `ready` resolves with the text of its ready message, or rejects with a UserError
 */
export function startChild(options) {
  const { name, title, logs } = options
  const logPath = join(logs.folder, `${name}.log`)
  const log = openLogFile(name, logs)
  const child = fork(options.file, options.args ?? [], {
    cwd: options.cwd,
    env: { ...MALLOC_ENV, ...process.env, ...options.env },
    execArgv: options.execArgv ?? NODE_FLAGS,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  log.take(child.stdout)
  log.take(child.stderr)
  // Called when the process has ended and all its output was read.
  child.once('close', log.close)
  let stopping = false
  let wasReady = false
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const ready = new Promise((resolve, reject) => {
    let fatal
    child.on('message', (message) => {
      const { kind, text } = /** @type {{ kind: string, text: string }} */ (message)
      if (kind === 'step') options.onStep(text)
      if (kind === 'fatal') fatal = new UserError(text)
      if (kind === 'ready') {
        wasReady = true
        resolve(text)
      }
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      const error = fatal ?? new UserError(`${title}意外退出（${signal ?? `代码 ${code}`}），详见 ${logPath}。`)
      if (!wasReady) reject(error)
      else if (!stopping) options.onGone(error)
    })
  })
  return {
    ready,
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await gone
      clearTimeout(timer)
    },
  }
}
