import { createServer } from 'node:net'
import { buildSimulator } from './compose.ts'

/** The only file that uses the process: environment, signals, exit. */
const host = process.env.SIMULATOR_HOST ?? '127.0.0.1'
const port = Number(process.env.SIMULATOR_PORT ?? 3689)

type Word = { kind: 'ready' | 'fatal'; text: string }

function say(word: Word): void {
  if (word.kind === 'ready') console.log(word.text)
  else console.error(word.text)
  // A parent that has ended has closed the channel: sending would throw.
  if (process.connected) process.send?.(word)
}

const sentence = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `模拟器的端口 ${port} 已被占用，请用 SIMULATOR_PORT 换一个端口`
  if (code === 'EACCES') return `模拟器没有权限监听端口 ${port} 或写入数据目录`
  return `模拟器启动失败：${error instanceof Error ? error.message : String(error)}`
}

/**
 * Rejects when the port is taken. Checked before anything is opened: a second process must not write into the journals of the running one.
 */
const provePortFree = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })

async function run(): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError(`SIMULATOR_PORT must be a port number, not "${process.env.SIMULATOR_PORT}".`)
  await provePortFree()
  const simulator = buildSimulator({
    dataDir: process.env.SIMULATOR_DATA ?? './data/simulator',
    port,
    host,
    ...(process.env.SIMULATOR_SEED ? { seed: process.env.SIMULATOR_SEED } : {}),
    ...(process.env.SIMULATOR_ORIGIN ? { origin: process.env.SIMULATOR_ORIGIN.replace(/\/+$/, '') } : {}),
  })
  let closing = false
  const stop = (): void => {
    if (closing) return
    closing = true
    void simulator.close().then(() => process.exit(process.exitCode ?? 0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  const origin = await simulator.listen()
  say({ kind: 'ready', text: `Simulator of 1688 and Shopify: ${origin} (control page: ${origin}/control)` })
}

run().catch((error: unknown) => {
  say({ kind: 'fatal', text: sentence(error) })
  process.exitCode = 1
  process.disconnect?.()
})
