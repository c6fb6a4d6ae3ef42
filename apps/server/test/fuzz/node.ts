import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export type Given = { databaseUrl: string; secretKey: string; simulator: string; filesDir: string }

/** The fuzzed server. */
export type Node = {
  readonly url: string
  /** the log since the last call of this */
  newLog(): string
  /** processor time used so far; undefined where the system does not report it */
  cpuSeconds(): Promise<number | undefined>
  isAlive(): boolean
  kill(): Promise<void>
}

const MAIN = fileURLToPath(new URL('node-main.ts', import.meta.url))

export async function startNode(given: Given): Promise<Node> {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { ...process.env, FUZZED: JSON.stringify(given) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (log += part.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${log}`)))
    child.once('message', (address) => resolve(address as string))
  })
  return {
    url,
    newLog() {
      const written = log
      log = ''
      return written
    },
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Linux reports the ticks of a process, one hundred per second (proc_pid_stat(5)). */
async function cpuSecondsOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number) ?? []
  return user === undefined || system === undefined ? undefined : (user + system) / 100
}
