import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { freePort } from './app.ts'
import { soon } from './browser.ts'

const TOOL = fileURLToPath(new URL('../tools/start.mjs', import.meta.url))
let started: ChildProcess | undefined
let folder: string | undefined

afterAll(async () => {
  if (started && started.exitCode === null) {
    started.kill('SIGTERM')
    await once(started, 'exit')
  }
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** The program's process among the children of the start under test. */
function childOf(parent: number, program: string): number | undefined {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const line = stdout.split('\n').find((one) => {
    const [, ppid, ...args] = one.trim().split(/\s+/)
    return Number(ppid) === parent && args.join(' ').includes(join(program, 'dist', 'main.js'))
  })
  return line === undefined ? undefined : Number(line.trim().split(/\s+/)[0])
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

it('npm start continues without the simulator when that dies, reports it, and starts it again', async () => {
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-kept-'))
  const [port, simulatorPort] = [await freePort(), await freePort()]
  const [console, simulator] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${simulatorPort}/control/clock`]
  let output = ''
  started = spawn(process.execPath, [TOOL], {
    env: {
      ...process.env,
      HUOQIAO_DATA: join(folder, 'data'),
      HUOQIAO_PORT: String(port),
      SIMULATOR_PORT: String(simulatorPort),
      SIMULATOR_DATA: join(folder, 'simulator'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [started.stdout!, started.stderr!])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  await soon(() => output).toContain('按 Ctrl-C 结束')
  for (let death = 0; death < 2; death++) {
    output = ''
    const before = childOf(started.pid!, 'simulator')
    expect(before).toBeDefined()
    process.kill(before!, 'SIGKILL')
    await soon(() => output).toMatch(/模拟器意外退出（SIGKILL）.*货桥照常运行.*秒后重新启动它/)
    expect(await answers(console)).toBe(true)
    await soon(() => output).toContain('模拟器已重新启动')
    expect(await answers(simulator)).toBe(true)
    expect(childOf(started.pid!, 'simulator')).not.toBe(before)
  }
  expect(started.exitCode).toBeNull()
  started.kill('SIGTERM')
  const [code] = (await once(started, 'exit')) as [number | null]
  expect([code, await answers(console), await answers(simulator)]).toEqual([0, false, false])
})
