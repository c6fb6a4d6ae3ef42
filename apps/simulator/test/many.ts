import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSimulator } from '../src/compose.ts'

/**
 * Simulators for the tests of other packages in one process, one after the other or at the same time: each has its own port and its own
 * data. So modules, market and schema are loaded once per run, not once per test file. The program reports its address to the parent
 * process and ends with it. POST opens a simulator; DELETE of the address in the answer closes it.
 */
const open = new Map<string, () => Promise<void>>()
let last = 0

async function openOne(): Promise<object> {
  const dataDir = await mkdtemp(join(tmpdir(), 'huoqiao-simulator-'))
  // It is never restarted, so it keeps its data in memory.
  const simulator = buildSimulator({ dataDir, host: '127.0.0.1', port: 0, memory: true })
  const path = `/${(last += 1)}`
  open.set(path, async () => {
    await simulator.close()
    // Background work that nobody awaited may still write a picture.
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

// Only the client closes a kept-alive connection, so it is never closed while a request is on its way.
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
