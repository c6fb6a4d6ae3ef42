import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from './harness.ts'
import { startAppAlone } from './app-alone.ts'
import { fileOf } from './programs.ts'
import type { Program } from './programs.ts'
import { until } from './until.ts'

let h: TestApp
beforeAll(async () => {
  h = await startAppAlone()
})
afterAll(() => h.close())

/** Runs a command of package.json as an operator does, while the installation is running. */
async function run(program: Program, ...words: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [fileOf(program), ...words], {
    env: { ...process.env, DATABASE_URL: h.db.pool.options.connectionString! },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** The password that a command printed. */
const passwordIn = (output: string): string => / \/ (\S+)/.exec(output)![1]!
const mission = (token: string) => h.call('safe_userMession', {}, { token })

test('a suspended administrator can log in again with the password that admin:rescue prints', async () => {
  const boss = await h.ok('addAdminUser', { userAccount: 'boss', name: '老板', roleType: 1 })
  await h.ok('suspend', { ids: [boss.user.id] })
  await expect(h.login('boss', boss.initialPassword)).rejects.toThrow('login as boss')

  const { code, output } = await run('rescue-admin', 'Boss')
  expect(code).toBe(0)
  const token = await h.login('boss', passwordIn(output))
  expect(await h.call('pagingQuery', {}, { token })).toMatchObject({ data: { refusal: 'must-change-password' } })
  const { list } = await h.ok('findOperationLog', { call: 'admin:rescue' })
  expect(list).toMatchObject([{ accountName: '运维（命令行）', objects: [{ kind: 'account', label: 'boss' }] }])
  expect(JSON.stringify(list)).not.toContain(passwordIn(output))
})

test('the rescue of the first administrator ends its sessions, and only administrators are rescued', async () => {
  await h.ok('addAdminUser', { userAccount: 'plain', name: '业务员', roleType: 0 })
  expect((await run('rescue-admin', 'plain')).code).toBe(1)
  expect((await run('rescue-admin', 'nobody')).code).toBe(1)

  const before = await h.login('admin', 'admin888')
  const { output } = await run('rescue-admin')
  // A running process caches a session for one second (decision 0009).
  await until(
    () => mission(before),
    ({ code }) => code === 403,
  )
  await expect(h.login('admin', 'admin888')).rejects.toThrow('login as admin')
  expect((await mission(await h.login('admin', passwordIn(output)))).code).toBe(200)
})

test('ledger:verify exits with 0 if the ledger is intact', async () => {
  const { code, output } = await run('verify-ledger')
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('账本完整') })
  for (const log of ['操作日志完整', '登录日志完整']) expect(output).toContain(log)
})

test('ledger:verify exits with 1 if a log was changed outside the app', async () => {
  await h.db.pool.query('alter table login_log disable trigger user')
  await h.db.pool.query(
    `insert into login_log (id, at, user_account, ip, user_agent, outcome, message) values (gen_random_uuid(), now(), 'x', '', '', 'ok', '')`,
  )
  await h.db.pool.query('alter table login_log enable trigger user')
  const { code, output } = await run('verify-ledger')
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringMatching(/✗ 登录日志 [0-9a-f-]{36}：这一行不是由系统写入的/),
  })
})
