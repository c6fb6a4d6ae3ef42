import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createEmptyDatabase } from './cluster.ts'
import type { TestDatabase } from './cluster.ts'
import { caller, md5 } from './harness.ts'
import { beginServerProcess } from './server-process.ts'
import type { StartingProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let database: TestDatabase
let folder: string
const begun: StartingProcess[] = []
const secretKey = randomBytes(32).toString('hex')
beforeEach(async () => {
  simulator = await startTestSimulator()
  database = await createEmptyDatabase(inject('testCluster'))
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-demo-'))
})
afterEach(async () => {
  await Promise.all(begun.splice(0).map((one) => one.kill()))
  await database.drop()
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})
const begin = (options: { simulator: string; host?: string; secretKey?: string }): StartingProcess => {
  const one = beginServerProcess({ databaseUrl: database.url, dataDir: folder, secretKey, ...options })
  begun.push(one)
  return one
}

test('a demo is not opened for real use, while its passwords open it or its pretend shops stand in it', async () => {
  const demo = await begin({ simulator: simulator.origin }).ready
  const at = caller(demo.url)
  const token = await at.login('admin', 'admin888')
  const change = { oldUserPassword: md5('admin888'), userPassword: md5('Known-to-one-1') }
  expect(await at.call('safe_updatePassword', change, token)).toMatchObject({ code: 200 })
  await demo.stop()
  const { ready } = begin({ simulator: '' })
  const refused = expect(ready).rejects
  await refused.toThrow(/演示数据.*账号 clerk（演示密码）.*店铺.*1688账号.*HUOQIAO_DATA/)
  await refused.not.toThrow('账号 admin')
})

test('a demo that others reach has passwords of its own, told by the terminal alone, also where it was made for this machine', async () => {
  const here = await begin({ simulator: simulator.origin }).ready
  expect(await caller(here.url).login('admin', 'admin888')).toBeTruthy()
  await here.stop()
  const outside = await begin({ simulator: simulator.origin, host: '0.0.0.0' }).ready
  const at = caller(outside.url.replace('0.0.0.0', '127.0.0.1'))
  for (const [userAccount, known] of [
    ['admin', 'admin888'],
    ['clerk', 'clerk888'],
  ] as const) {
    const password = new RegExp(`${userAccount} / (\\S+)`).exec(outside.told())![1]!
    expect(password).not.toBe(known)
    expect(await at.login(userAccount, password)).toBeTruthy()
    const refused = await at.call('login', { userAccount, userPassword: md5(known) }, null)
    expect(refused).toMatchObject({ code: 400, data: { refusal: 'login-failed' } })
    expect(outside.log()).not.toContain(password)
  }
})

test('an installation does not start with the key of another, and says what to do; with its own it does', async () => {
  const own = await begin({ simulator: simulator.origin }).ready
  await own.stop()
  const other = randomBytes(32).toString('hex')
  await expect(begin({ simulator: simulator.origin, secretKey: other }).ready).rejects.toThrow(
    /密钥不是这个数据库用的那一个.*HUOQIAO_SECRET_KEY/,
  )
  const again = await begin({ simulator: simulator.origin }).ready
  expect((await fetch(`${again.url}/healthz`)).status).toBe(200)
})
