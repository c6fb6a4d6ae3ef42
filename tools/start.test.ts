import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/** The checks before a start changes anything. Complete starts are tested in e2e. */
const TOOL = fileURLToPath(new URL('./start.mjs', import.meta.url))

let folder: string
let taken: Server
let port: number
const cleanups: (() => void)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-start-'))
  taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  port = typeof address === 'object' && address ? address.port : 0
})

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every start here is refused, at the latest because its port is taken, so none of them continues to install, build or run. */
function start(env: Record<string, string> = {}, nodeArgs: string[] = []): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, TOOL], {
    encoding: 'utf8',
    cwd: tmpdir(),
    env: { ...process.env, HUOQIAO_DATA: join(folder, 'data'), HUOQIAO_PORT: String(port), ...env },
  })
  return { code: status, output: stdout + stderr }
}

describe('npm start', () => {
  test('reports which port is taken and which setting changes it', () => {
    const { code, output } = start()
    expect(output).toBe(`端口 ${port}（服务端）已被其他程序占用，请关闭它，或用 HUOQIAO_PORT 换一个端口。\n`)
    expect(code).toBe(1)
  })

  test('refuses an invalid port', () => {
    expect(start({ HUOQIAO_PORT: '70000' }).output).toContain('HUOQIAO_PORT 应为 1 到 65535 之间的端口号')
  })

  test('reports in one sentence that Node is too old, before it loads anything newer', () => {
    const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.4' })`
    const { code, output } = start({}, ['--import', old])
    expect(output).toBe('货桥需要 Node.js 20.19 或更新版本，当前是 18.20.4，请升级后重试。\n')
    expect(code).toBe(1)
  })

  test('names the running start when another one uses the same data', async () => {
    const first = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'start.mjs'], { stdio: 'ignore' })
    cleanups.push(() => first.kill())
    const data = await mkdtemp(join(folder, 'running-'))
    await writeFile(join(data, 'running.json'), JSON.stringify({ pid: first.pid, address: 'http://127.0.0.1:4000' }))
    const { code, output } = start({ HUOQIAO_DATA: data })
    expect(output).toBe(`货桥已经在运行：http://127.0.0.1:4000（PID ${first.pid}）。\n`)
    expect(code).toBe(1)
  })

  test('is not blocked by the lock file of a start that was killed, nor by an incomplete one', async () => {
    const gone = spawnSync(process.execPath, ['-e', '0'])
    for (const note of [JSON.stringify({ pid: gone.pid, address: 'http://127.0.0.1:4000' }), '{"pid":']) {
      const data = await mkdtemp(join(folder, 'stale-'))
      await writeFile(join(data, 'running.json'), note)
      expect(start({ HUOQIAO_DATA: data }).output).toContain('已被其他程序占用')
    }
  })

  test('reports that the data folder can’t be written when there is a file in its place', async () => {
    const data = join(folder, 'a-file')
    await writeFile(data, '')
    const { code, output } = start({ HUOQIAO_DATA: data })
    expect(output).toContain(data)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })
})
