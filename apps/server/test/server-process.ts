import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** The server as the process that a house really runs, to be killed in the middle of its work. */
export type ServerProcess = {
  readonly url: string
  /** everything that it wrote to standard output and standard error */
  log(): string
  /** kill -9: no handler runs, nothing is closed. */
  kill(): Promise<void>
  /** Asks it to end, and waits. */
  stop(): Promise<void>
}

/** Starts on a database that is migrated already; the same one may be given to the next process. */
export async function startServerProcess(options: {
  databaseUrl: string
  dataDir: string
  simulator: string
  secretKey: string
  logLevel?: string
}): Promise<ServerProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      HUOQIAO_DATA: options.dataDir,
      HUOQIAO_DEMO_SIMULATOR: options.simulator,
      HUOQIAO_SECRET_KEY: options.secretKey,
      HUOQIAO_PORT: String(port),
      HUOQIAO_LOG: options.logLevel ?? 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (log += part.toString()))
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${log}`)))
    child.on('message', (word: { kind: string; text: string }) => {
      if (word.kind === 'ready') resolve()
      if (word.kind === 'fatal') reject(new Error(word.text))
    })
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    await exited
  }
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** The port is the process's own setting, so it has to be known before it starts. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  return port
}
