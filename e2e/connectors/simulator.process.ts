import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/simulator/src/main.ts', import.meta.url))

/** The way out without a time limit: how long this machine takes for an answer is no part of the tests. */
export const patientFetch: typeof fetch = (input, init) => fetch(input, { ...init, signal: null })

/** The simulator as a process of its own on a free port with a world of its own: spoken to over HTTP only. */
export async function startSimulator(): Promise<{ origin: string; stop(): Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'huoqiao-simulator-'))
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_DATA: data },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
    await rm(data, { recursive: true, force: true })
  }
  const word = await new Promise<unknown>((resolve) => {
    child.once('message', resolve)
    child.once('exit', (code) => resolve({ text: `exited with ${code}` }))
  })
  const text = JSON.stringify(word)
  const origin = /http:\/\/[\d.]+:\d+/.exec(text)?.[0]
  if (!origin || !text.includes('"ready"')) {
    await stop()
    throw new Error(`the simulator did not start: ${text}`)
  }
  return { origin, stop }
}
