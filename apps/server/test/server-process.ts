import { spawn } from 'node:child_process'
import { fileOf } from './programs.ts'

const SKEW = new URL('skew-clock.mjs', import.meta.url).href

/** The server as a real process, to be killed in the middle of its work. */
export type ServerProcess = {
  readonly url: string
  /** its standard output and standard error */
  log(): string
  /** the part of it that the terminal shows */
  reported(): string
  /** kill -9: no handler runs, nothing is closed */
  kill(): Promise<void>
  /** SIGSTOP: the process is frozen, as a paused virtual machine; its connections stay open */
  freeze(): void
  /** SIGCONT: it continues */
  thaw(): void
  /** Asks it to end, and waits for the end. */
  stop(): Promise<void>
}

type Started = {
  databaseUrl: string
  dataDir: string
  /** empty: no demo */
  simulator: string
  /** the address on which it listens; default: this machine only */
  host?: string
  secretKey: string
  logLevel?: string
  /** offset of the machine's own clock */
  clockSkewMs?: number
  /** further settings */
  settings?: Readonly<Record<string, string>>
  /** default: both pages and jobs */
  role?: 'web' | 'worker'
  /** sources of another version; default: this version, bundled */
  main?: string
}

/** A server that is still starting: it may be killed before it is ready. */
export type StartingProcess = Pick<ServerProcess, 'log' | 'reported' | 'kill' | 'freeze' | 'thaw'> & {
  /** Rejects if the process ends before. */
  ready: Promise<ServerProcess>
}

/** Starts and waits until it answers; the same database may be given to the next process. */
export const startServerProcess = (options: Started): Promise<ServerProcess> => beginServerProcess(options).ready

export function beginServerProcess(options: Started): StartingProcess {
  const skewed = options.clockSkewMs === undefined ? [] : ['--import', SKEW]
  const child = spawn(
    process.execPath,
    [...skewed, ...(options.main === undefined ? [fileOf('main')] : ['--import', 'tsx', options.main])],
    {
      env: {
        ...process.env,
        DATABASE_URL: options.databaseUrl,
        HUOQIAO_DATA: options.dataDir,
        HUOQIAO_DEMO_SIMULATOR: options.simulator,
        HUOQIAO_INSIDE: '127.0.0.1',
        HUOQIAO_ROLE: options.role ?? 'all',
        HUOQIAO_HOST: options.host ?? '127.0.0.1',
        HUOQIAO_SECRET_KEY: options.secretKey,
        // Any free port; the process reports it.
        HUOQIAO_PORT: '0',
        TEST_CLOCK_SKEW_MS: String(options.clockSkewMs ?? 0),
        HUOQIAO_LOG: options.logLevel ?? 'info',
        ...options.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let log = ''
  let reported = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (log += part.toString()))
  const address = new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${log}`)))
    child.on('message', (word: { kind: string; text: string }) => {
      reported += `${word.text}\n`
      const address = /http:\/\/\S+:\d+/.exec(word.text)?.[0]
      if (word.kind === 'ready' && address) resolve(address)
      else if (word.kind !== 'step') reject(new Error(word.text))
    })
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    // A frozen process does not receive SIGTERM.
    child.kill('SIGCONT')
    await exited
  }
  const alive = {
    log: () => log,
    reported: () => reported,
    kill: () => end('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
  const ready = address.then((url) => ({ url, ...alive, stop: () => end('SIGTERM') }))
  // If the process is killed, nobody waits for `ready`.
  ready.catch(() => undefined)
  return { ...alive, ready }
}
