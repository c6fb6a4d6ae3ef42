import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram } from '../test/bundle.ts'

let folder: string
let program: Awaited<ReturnType<typeof bundleProgram>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-main-'))
  program = await bundleProgram('src/main.ts')
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await program.remove()
})

type Word = { kind: string; text: string }

function launch(port: number) {
  const child = fork(program.main, {
    execArgv: [],
    env: { ...process.env, SIMULATOR_PORT: String(port), SIMULATOR_DATA: join(folder, 'data') },
    silent: true,
  })
  const word = new Promise<Word>((resolve) => child.once('message', (message) => resolve(message as Word)))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, word, exit }
}

describe('the process', () => {
  it('reports that it is ready, serves requests, and closes cleanly on SIGTERM', async () => {
    const { child, word, exit } = launch(0)
    const ready = await word
    expect(ready.kind).toBe('ready')
    const origin = /http:\/\/[\d.:]+/.exec(ready.text)![0]
    expect(await (await fetch(`${origin}/control/health`)).json()).toMatchObject({ ok: true })
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  it('reports in one sentence that the port is taken, and fails', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as AddressInfo
    const { word, exit } = launch(port)
    expect(await word).toEqual({
      kind: 'fatal',
      text: `模拟器的端口 ${port} 已被占用，请用 SIMULATOR_PORT 换一个端口`,
    })
    expect(await exit).toBe(1)
    await new Promise((resolve) => holder.close(resolve))
  })
})
