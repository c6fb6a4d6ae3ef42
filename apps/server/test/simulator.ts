import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import './database.ts'

/** The pretend vendors in a process that is not the house's, reached by HTTP alone: whatever the server misunderstands shows here. */
export type TestSimulator = {
  readonly origin: string
  readonly alibaba: { gateway: string; appKey: string; appSecret: string; accessToken: string; refreshToken: string }
  /** A call of the control API; throws what it refuses. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** How often a call of the vendors was received since the ledger was emptied. */
  received(call: string): Promise<number>
  close(): Promise<void>
}

/** What simulator/src/many.testing.ts is asked, and what it says. */
type Said = { kind: 'open' | 'closed' | 'failed'; id: number; origin?: string; text?: string }
type Program = { ask: (wish: { kind: 'open' | 'close'; id: number; dataDir?: string }) => Promise<Said> }

/** One program for all simulators that this worker's tests open; the last id that it was given. */
let program: Program | undefined
let lastId = 0

function startProgram(): Program {
  const child = spawn(process.execPath, [inject('simulatorMain')], {
    // As it is delivered; GraphQL's checks for developers cost a tenth of what it does.
    env: { ...process.env, NODE_ENV: 'production' },
    // The channel ends the child when this process dies, however it dies.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, { told: (said: Said) => void; failed: (why: Error) => void }>()
  child.on('message', (said: Said) => {
    const asker = waiting.get(said.id)
    waiting.delete(said.id)
    if (said.kind === 'failed') asker?.failed(new Error(`the simulator: ${said.text}`))
    else asker?.told(said)
  })
  child.once('exit', (code) => {
    program = undefined
    for (const { failed } of waiting.values()) failed(new Error(`the program of the simulators ended with ${code}`))
  })
  // It waits for this worker and not the other way round.
  child.unref()
  child.channel?.unref()
  return {
    ask: (wish) =>
      new Promise((told, failed) => {
        waiting.set(wish.id, { told, failed })
        child.send(wish)
      }),
  }
}

export async function startTestSimulator(): Promise<TestSimulator> {
  const dataDir = await mkdtemp(join(tmpdir(), 'huoqiao-simulator-'))
  const { ask } = (program ??= startProgram())
  const id = ++lastId
  const { origin } = (await ask({ kind: 'open', id, dataDir })) as { origin: string }
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
      await ask({ kind: 'close', id })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
