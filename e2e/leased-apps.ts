import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { buildTestProgram } from '../tools/build/node-program.mjs'
import { CONSOLE } from './app.ts'
import type { App } from './app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** address that leases simulators (apps/simulator/test/simulator-pool.ts) */
    simulators: string
  }
}

/** An installation that no test kills: the addresses of its console and its simulator, and how to stop it. */
export type LeasedApp = Pick<App, 'url' | 'simulator' | 'stop'>

type Lease = { origin: string; end: string }

/**
 * Apps that run in one program, with simulators of the run's pool: such an installation costs a tenth of a separate server, PostgreSQL and
 * simulator to start and to warm up. The delivered programs are for tests that kill them (app.ts).
 */
export function openLeasedApps(project: TestProject): { lease: () => Promise<LeasedApp>; close: () => Promise<void> } {
  let program: ReturnType<typeof startProgram> | undefined
  return {
    lease: async () => {
      program ??= startProgram()
      const { address } = await program
      const simulator = await leaseFrom(project.getProvidedContext().simulators)
      const app = await leaseFrom(address, simulator.origin)
      return {
        url: app.origin,
        simulator: simulator.origin,
        async stop() {
          await giveBack(app)
          await giveBack(simulator)
        },
      }
    },
    /** Stops all apps that were not given back; their simulators end with the run's pool. */
    close: async () => (await program)?.close(),
  }
}

async function startProgram(): Promise<{ address: string; close(): Promise<void> }> {
  const { DATABASE_URL: _other, ...own } = process.env
  const file = await buildTestProgram('server', 'test/many.ts')
  const child = fork(file, {
    execArgv: [],
    env: { ...own, NODE_ENV: 'production', HUOQIAO_CONSOLE_DIR: CONSOLE, HUOQIAO_LOG: 'error' },
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (word: { address: string }) => resolve(word.address))
    child.once('exit', (code) => reject(new Error(`the program of the apps ended with ${code}`)))
  })
  return {
    address,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.disconnect()
        await once(child, 'exit')
      }
      await rm(file, { force: true })
      await rm(`${file}.map`, { force: true })
    },
  }
}

async function leaseFrom(pool: string, body = ''): Promise<Lease> {
  const answer = await fetch(pool, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Lease
}

async function giveBack({ end }: Lease): Promise<void> {
  const ended = await fetch(end, { method: 'DELETE' })
  if (!ended.ok) throw new Error(await ended.text())
}
