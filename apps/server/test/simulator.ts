import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import './database.ts'

/** The pretend vendors as a process of their own, reached by HTTP alone: whatever the server misunderstands shows here. */
export type TestSimulator = {
  readonly origin: string
  readonly alibaba: { gateway: string; appKey: string; appSecret: string; accessToken: string; refreshToken: string }
  /** A call of the control API; throws what it refuses. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** How often a call of the vendors was received since the ledger was emptied. */
  received(call: string): Promise<number>
  close(): Promise<void>
}

export async function startTestSimulator(): Promise<TestSimulator> {
  const dataDir = await mkdtemp(join(tmpdir(), 'huoqiao-simulator-'))
  const child = spawn(process.execPath, [inject('simulatorMain')], {
    env: { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_HOST: '127.0.0.1', SIMULATOR_DATA: dataDir },
    // The channel ends the child when this process dies, however it dies.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    child.on('message', (word: { kind: string; text: string }) => {
      const found = /https?:\/\/[\d.]+:\d+/.exec(word.text)?.[0]
      if (word.kind === 'ready' && found) resolve(found)
      else reject(new Error(word.text))
    })
  })
  const control: TestSimulator['control'] = async (method, path, body) => {
    const response = await fetch(`${origin}/control${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} /control${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as never
  }
  const { alibaba } = await control<{ alibaba: TestSimulator['alibaba'] }>('GET', '/credentials')
  return {
    origin,
    alibaba,
    control,
    async received(call) {
      return (await control<{ total: number }>('GET', `/ledger?call=${encodeURIComponent(call)}`)).total
    },
    async close() {
      child.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
