import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileOf } from './programs.ts'

test('a server whose terminal is closed while it migrates ends in order, with its own database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'huoqiao-abandoned-'))
  const child = spawn(process.execPath, [fileOf('main')], {
    env: {
      ...process.env,
      // Empty: the server starts its embedded database, which must be closed too.
      DATABASE_URL: '',
      HUOQIAO_DATA: folder,
      HUOQIAO_HOST: '127.0.0.1',
      HUOQIAO_PORT: '0',
      HUOQIAO_SECRET_KEY: randomBytes(32).toString('hex'),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaints = ''
  child.stderr!.on('data', (part: Buffer) => (complaints += part.toString()))
  // When its terminal is closed, npm start ends, which closes the IPC channel to the server.
  child.on('message', (word: { text: string }) => {
    if (word.text === '检查数据库结构') child.disconnect()
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(complaints).not.toContain('Error [')
  expect(code).toBe(0)
  await rm(folder, { recursive: true, force: true })
})
