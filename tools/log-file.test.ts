import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startChild } from './start/child.mjs'
import { openLogFile } from './start/log-file.mjs'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-logs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const filesOf = (name: string): string[] => readdirSync(folder).filter((file) => file.startsWith(`${name}.log`))
const linesOf = (name: string): string[] =>
  filesOf(name).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
const linesWritten = (name: string, count: number): Promise<unknown> =>
  vi.waitUntil(() => linesOf(name).length >= count, { timeout: 800_000 })

/** A program that writes this many lines on each stream, and reports that it is ready; then it waits to be ended. */
const PROGRAM = `
  const pad = 'x'.repeat(150)
  for (let n = 0; n < 300; n++) {
    console.log(JSON.stringify({ name: process.argv[2], n, pad }))
    console.error(JSON.stringify({ name: process.argv[2], n: n + 300, pad }))
  }
  process.send({ kind: 'ready', text: 'ready' })
  setInterval(() => undefined, 1000)`

describe('the log of a program', () => {
  test('is rotated while two programs write their logs into one folder: no line is lost, truncated or in the wrong file', async () => {
    const file = join(folder, 'program.cjs')
    writeFileSync(file, PROGRAM)
    const names = ['server', 'simulator']
    const logs = { folder, maxBytes: 20_000, keep: 50 }
    const children = names.map((name) =>
      startChild({
        name,
        title: name,
        file,
        args: [name],
        execArgv: [],
        env: {},
        cwd: folder,
        logs,
        onStep: () => undefined,
        onGone: () => undefined,
      }),
    )
    await Promise.all(children.map(({ ready }) => ready))
    for (const name of names) {
      await linesWritten(name, 600)
      const output = linesOf(name).map((line) => JSON.parse(line) as { name: string; n: number })
      expect(new Set(output.map((one) => one.name))).toEqual(new Set([name]))
      expect(output.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: 600 }, (_none, n) => n))
      expect(filesOf(name).length).toBeGreaterThan(5)
      for (const part of filesOf(name)) expect(statSync(join(folder, part)).size).toBeLessThanOrEqual(20_000)
    }
    await Promise.all(children.map((child) => child.stop()))
  })

  test('is readable for the operator only, folder and files, also what an older version left readable for others', async () => {
    mkdirSync(join(folder, 'logs'))
    folder = join(folder, 'logs')
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'server.log'), 'from before\n')
    chmodSync(join(folder, 'server.log'), 0o644)
    const output = new PassThrough()
    const log = openLogFile('server', { folder, maxBytes: 40, keep: 20 })
    log.take(output)
    for (let n = 0; n < 10; n++) output.write(`line number ${n} of ten\n`)
    await linesWritten('server', 11)
    log.close()
    expect(modeOf(folder)).toBe('700')
    expect(filesOf('server').length).toBeGreaterThan(2)
    for (const file of filesOf('server')) expect([file, modeOf(join(folder, file))]).toEqual([file, '600'])
  })

  test('of yesterday is rotated at the first line of today, and only the newest files are kept', async () => {
    writeFileSync(join(folder, 'server.log.9'), 'of an installation that kept more\n')
    let today = new Date(2026, 0, 1, 23, 59)
    const output = new PassThrough()
    const log = openLogFile('server', { folder, maxBytes: 1_000_000, keep: 3 }, () => today)
    log.take(output)
    const say = async (line: string): Promise<void> => {
      output.write(`${line}\n`)
      await vi.waitUntil(() => readFileSync(join(folder, 'server.log'), 'utf8').includes(line), { timeout: 800_000 })
    }
    await say('day 1, evening')
    await say('day 1, midnight')
    for (let day = 2; day <= 6; day++) {
      today = new Date(2026, 0, day, 8)
      await say(`day ${day}`)
    }
    log.close()
    expect(filesOf('server').sort()).toEqual(['server.log', 'server.log.1', 'server.log.2', 'server.log.3'])
    expect(['', '.1', '.2', '.3'].map((end) => readFileSync(join(folder, `server.log${end}`), 'utf8'))).toEqual([
      'day 6\n',
      'day 5\n',
      'day 4\n',
      'day 3\n',
    ])
  })

  test('that can’t be written stops no program, and reports afterwards how much of it is missing', () => {
    const script = join(folder, 'full.mjs')
    writeFileSync(script, FULL)
    // Limits each file to 1 kB, as if the disk were full at that size.
    const limited = spawnSync('bash', ['-c', 'ulimit -f 1 && exec "$0" "$@"', process.execPath, script, folder])
    expect([limited.status, limited.stderr.toString()]).toEqual([0, ''])
    expect(readFileSync(join(folder, 'server.log'), 'utf8').split('\n')).toEqual([
      JSON.stringify({
        level: 40,
        time: '2026-01-02T12:00:00.000Z',
        bytes: 2_000,
        msg: 'the log could not be written: this much is missing',
      }),
      'there is room again',
      '',
    ])
  })
})

const FULL = `
  import { PassThrough } from 'node:stream'
  import { openLogFile } from ${JSON.stringify(new URL('start/log-file.mjs', import.meta.url).href)}
  process.on('SIGXFSZ', () => undefined)
  let today = new Date('2026-01-01T12:00:00Z')
  const said = new PassThrough()
  const log = openLogFile('server', { folder: process.argv[2], maxBytes: 100_000, keep: 3 }, () => today)
  log.take(said)
  said.write('x'.repeat(1023) + '\\n')
  said.write('y'.repeat(1999) + '\\n')
  said.end()
  await new Promise((resolve) => said.once('close', resolve))
  today = new Date('2026-01-02T12:00:00Z')
  const later = new PassThrough()
  log.take(later)
  later.end('there is room again\\n')
  await new Promise((resolve) => later.once('close', resolve))
  log.close()`
