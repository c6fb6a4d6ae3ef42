import type { ChildProcess } from 'node:child_process'
import { end, run } from '../app.ts'
import type { Relay } from './relay.ts'

const SKEW = new URL('../../apps/server/test/skew-clock.mjs', import.meta.url).href

export type Node = {
  readonly name: string
  /** kill -9; a frozen one as well */
  kill(): Promise<void>
  /** the same program on the same data; with a clock that is wrong it may refuse to start, and then does so with false */
  start(clockSkewMs?: number): Promise<boolean>
  /** by itself: nobody killed it */
  hasEnded(): boolean
  freeze(): void
  thaw(): void
  /** between it and the database; the embedded one has nothing between */
  readonly relay: Relay | undefined
}

const STARTS = 5

/** What a node says that won't work with its clock (sentenceOf in apps/server/src/main.ts). Whatever else it says is another fault. */
const REFUSED_FOR_CLOCK = /^本机时间比数据库[快慢] \d+ 秒，请校准/

export function nodeOf(
  { name, program }: { name: string; program: string },
  env: Record<string, string>,
  relay: Relay | undefined,
  /** told each time that it is ready */
  onReady: () => Promise<void> = () => Promise.resolve(),
): Node {
  let child: ChildProcess | undefined
  /** As whoever supervises it would do it: a connection may be ended while it starts. */
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
