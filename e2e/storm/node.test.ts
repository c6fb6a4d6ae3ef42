import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { nodeOf } from './node.ts'
import type { Node } from './node.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'storm-node-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const tries = async (): Promise<number> => (await readFile(join(dir, 'tries'), 'utf8')).length

/** A program that sends these messages, one per start, and then ends, unless the message is ready; the last one is repeated. */
async function saying(...words: { kind: 'ready' | 'fatal'; text: string }[]): Promise<Node> {
  const program = join(dir, 'program.mjs')
  const source = `
    import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync(process.env.TRIES, '.')
    const words = ${JSON.stringify(words)}
    const word = words[Math.min(readFileSync(process.env.TRIES, 'utf8').length, words.length) - 1]
    process.send(word, () => word.kind === 'ready' || process.exit(1))`
  await writeFile(program, source)
  return nodeOf({ name: 'web-1', program }, { TRIES: join(dir, 'tries') }, undefined)
}

const CLOCK = { kind: 'fatal', text: '本机时间比数据库快 660 秒，请校准本机时间（如启用NTP）后再启动' } as const
const OTHER = { kind: 'fatal', text: '连不上数据库，请检查 DATABASE_URL' } as const
const READY = { kind: 'ready', text: '货桥已就绪' } as const

it('a start that was refused for the clock, in the node’s own words, counts as refused', async () => {
  const node = await saying(CLOCK)
  expect(await node.start(660_000)).toBe(false)
  expect(await tries()).toBe(1)
})

it('a start that failed for another reason is tried again, and finally rejects', async () => {
  await expect((await saying(OTHER)).start(660_000)).rejects.toThrow(OTHER.text)
  expect(await tries()).toBe(5)
})

it('a connection that was closed during the start does not count as a wrong clock', async () => {
  const node = await saying(OTHER, READY)
  expect(await node.start(40_000)).toBe(true)
  await node.kill()
})

it('a correct clock must not be refused', async () => {
  await expect((await saying(CLOCK)).start()).rejects.toThrow('web-1')
})
