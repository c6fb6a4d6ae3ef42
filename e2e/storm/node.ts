import type { ChildProcess } from 'node:child_process'
import { end, run } from '../app.ts'
import type { Relay } from './relay.ts'

const SKEW = new URL('../../apps/server/test/skew-clock.mjs', import.meta.url).href

export type Node = {
  readonly name: string
  /** kill -9; also for a frozen one */
  kill(): Promise<void>
  /** starts the same program on the same data; with a wrong clock it may refuse to start, and the result is false */
  start(clockSkewMs?: number): Promise<boolean>
  /** without being killed */
  hasEnded(): boolean
  freeze(): void
  thaw(): void
  /** the relay to the database; the embedded database has none */
  readonly relay: Relay | undefined
}

const STARTS = 5

/** The message of a node that refuses its clock (sentenceOf in apps/server/src/main.ts). Any other message is another fault. */
const REFUSED_FOR_CLOCK = /^本机时间比数据库[快慢] \d+ 秒，请校准/

export function nodeOf(
  { name, program }: { name: string; program: string },
  env: Record<string, string>,
  relay: Relay | undefined,
  /** called each time that it is ready */
  onReady: () => Promise<void> = () => Promise.resolve(),
): Node {
  let child: ChildProcess | undefined
  /** Like a supervisor: starts it again, because its connection may be ended during the start. */
  const begin = async (more: Record<string, string> = {}, flags: readonly string[] = []): Promise<boolean> => {
    for (let tries = 1; ; tries++)
      try {
        child = await run(program, { ...env, ...more }, flags)
        await onReady()
        return true
      } catch (error) {
        if (error instanceof Error && REFUSED_FOR_CLOCK.test(error.message)) return false
        if (tries === STARTS) throw error
      }
  }
  return {
    name,
    relay,
    hasEnded: () => child !== undefined && (child.exitCode !== null || child.signalCode !== null),
    async kill() {
      if (child) await end(child, 'SIGKILL')
      child = undefined
    },
    async start(clockSkewMs) {
      if (clockSkewMs !== undefined) return begin({ TEST_CLOCK_SKEW_MS: String(clockSkewMs) }, ['--import', SKEW])
      if (child === undefined && !(await begin())) throw new Error(`${name} refused a clock that is right`)
      return true
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}
