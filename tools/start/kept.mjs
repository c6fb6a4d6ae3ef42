import { sentenceOf } from '../say.mjs'
import { startChild } from './child.mjs'

/** The first wait before a restart, and the longest: a program that fails again and again must not be restarted in a tight loop. */
const FIRST_MS = 1000
const LONGEST_MS = 60_000
/** A failure after running this long counts as a new one: the wait starts again at FIRST_MS. */
const WELL_MS = 60_000

/**
 * A child that the app can run without for a while: when it ends, this is reported and it is started again. Only the first start must
 * succeed.
 * @param {import('./child.mjs').ChildOptions & { meanwhile: string }} options `meanwhile`: what does not work without it
 * @returns {import('./child.mjs').Child}
 */
export function startKept(options) {
  const { title, meanwhile, onStep: say } = options
  let stopped = false
  let timer
  let wait = FIRST_MS
  let since = performance.now()
  const quiet = () => undefined
  const later = (error) => {
    if (stopped) return
    if (performance.now() - since > WELL_MS) wait = FIRST_MS
    say(`${sentenceOf(error)}${meanwhile}，${wait / 1000} 秒后重新启动它`)
    timer = setTimeout(again, wait)
    wait = Math.min(2 * wait, LONGEST_MS)
  }
  const again = () => {
    since = performance.now()
    current = startChild({ ...options, onStep: quiet, onGone: later })
    current.ready.then(() => say(`${title}已重新启动`), later)
  }
  let current = startChild({ ...options, onGone: later })
  return {
    ready: current.ready,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current.stop()
    },
  }
}
