import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import type { TestProject } from 'vitest/node'
import { bundleProgram } from './bundle.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * address that leases simulators. POST opens one with its own data and answers `{ origin, end }`: the address of the vendors, and the
     * address whose DELETE closes it.
     */
    simulators: string
  }
}

/** A process uses one core; the tests on four cores keep it less than half busy. */
const PROGRAMS = Math.ceil(availableParallelism() / 4)

/**
 * vitest's global set-up for tests that use the simulator over HTTP: the server's and the connectors'. Its programs are built and started
 * on the first request, as most runs need none.
 */
export default async function provideSimulators(project: TestProject): Promise<() => Promise<void>> {
  const programs = openPrograms()
  // Only the client closes a kept-alive connection, so it is never closed while a request is on its way.
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => {
    programs.open().then(
      (lease) => response.end(lease),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('simulators', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return async () => {
    server.closeAllConnections()
    server.close()
    await programs.close()
  }
}

type Program = { address: string; child: ChildProcess }

function openPrograms() {
  let bundled: ReturnType<typeof bundleProgram> | undefined
  const started = new Map<number, Promise<Program>>()
  let leased = 0

  async function start(nr: number): Promise<Program> {
    bundled ??= bundleProgram('test/many.ts')
    const { main } = await bundled
    // Production mode, as delivered; GraphQL's development checks take a tenth of its time.
    const child = fork(main, { execArgv: [], env: { ...process.env, NODE_ENV: 'production' } })
    const address = await new Promise<string>((resolve, reject) => {
      child.once('message', (word: { address: string }) => resolve(word.address))
      child.once('exit', (code) => {
        // The next request starts another one.
        started.delete(nr)
        reject(new Error(`the program of the simulators ended with ${code}`))
      })
    })
    return { address, child }
  }

  return {
    async open(): Promise<string> {
      const nr = leased++ % PROGRAMS
      const running = started.get(nr) ?? start(nr)
      started.set(nr, running)
      const { address } = await running
      const answer = await fetch(address, { method: 'POST' })
      if (!answer.ok) throw new Error(await answer.text())
      return await answer.text()
    },
    async close(): Promise<void> {
      for (const one of await Promise.allSettled(started.values())) {
        if (one.status === 'rejected' || one.value.child.exitCode !== null) continue
        one.value.child.kill()
        await once(one.value.child, 'exit')
      }
      await (await bundled)?.remove()
    },
  }
}
