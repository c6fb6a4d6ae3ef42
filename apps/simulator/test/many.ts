import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSimulator } from '../src/compose.ts'

/**
 * Simulators for the tests of others, one after the other or side by side in one process: each has its own port and its own world.
 * Modules, market and schema are then loaded once a run, not once a test file. It says its address over the channel of the process
 * that started it, and is gone with it. POST opens a simulator; DELETE of the address that the answer names closes it.
 */
const open = new Map<string, () => Promise<void>>()
let last = 0

async function openOne(): Promise<object> {
  const dataDir = await mkdtemp(join(tmpdir(), 'huoqiao-simulator-'))
  // Nobody starts one a second time.
  const simulator = buildSimulator({ dataDir, host: '127.0.0.1', port: 0, memory: true })
  const path = `/${(last += 1)}`
  open.set(path, async () => {
    await simulator.close()
    // A picture that nobody waited for may still be written.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
  return { origin: await simulator.listen(), end: `${address()}${path}` }
}

async function closeOne(path: string): Promise<object> {
  const close = open.get(path)
  if (!close) throw new Error(`no simulator ${path}`)
  open.delete(path)
  await close()
  return {}
}

// A kept connection is ended by the client alone, never under a request that is on its way.
const server = createServer({ keepAliveTimeout: 0 }, ({ method, url }, response) => {
  const work = method === 'POST' ? openOne() : closeOne(url ?? '')
  work.then(
    (opened) => response.end(JSON.stringify(opened)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.({ address: address() }))
