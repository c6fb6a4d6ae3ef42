import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type RunningSimulator = { readonly origin: string; stop(): Promise<void> }

/** Starts the simulator as a process of its own, on a free port and with a folder of its own. */
export async function startSimulator(): Promise<RunningSimulator> {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  const child = spawn(process.execPath, ['--import', 'tsx', 'apps/simulator/src/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_DATA: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const origin = await new Promise<string>((ready, failed) => {
    child.on('message', (word: { kind?: string; text?: string }) => {
      const address = /https?:\/\/[\w.:-]+/.exec(word.text ?? '')?.[0]
      if (word.kind === 'ready' && address !== undefined) ready(address)
      if (word.kind === 'fatal') failed(new Error(word.text))
    })
    void ended.then(() => failed(new Error('the simulator ended before it was ready')))
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { origin, stop }
}
