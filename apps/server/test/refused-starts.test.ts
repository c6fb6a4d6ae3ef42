import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { photo, sender } from '../src/features/files/files.testing.ts'
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
const begin = (options: {
  simulator: string
  host?: string
  secretKey?: string
  dataDir?: string
  role?: 'worker'
}): StartingProcess => {
  const one = beginServerProcess({ databaseUrl: database.url, dataDir: folder, secretKey, ...options })
  begun.push(one)
  return one
}

test('a demo database is not opened for real use while its demo passwords are valid or its simulated shops exist', async () => {
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

test('a demo that other machines can reach has its own passwords, shown only in the terminal, even if it was created for this machine only', async () => {
  const here = await begin({ simulator: simulator.origin }).ready
  expect(await caller(here.url).login('admin', 'admin888')).toBeTruthy()
  await here.stop()
  const reachable = await begin({ simulator: simulator.origin, host: '0.0.0.0' }).ready
  const at = caller(reachable.url.replace('0.0.0.0', '127.0.0.1'))
  for (const [userAccount, known] of [
    ['admin', 'admin888'],
    ['clerk', 'clerk888'],
  ] as const) {
    const password = new RegExp(`${userAccount} / (\\S+)`).exec(reachable.reported())![1]!
    expect(password).not.toBe(known)
    expect(await at.login(userAccount, password)).toBeTruthy()
    const refused = await at.call('login', { userAccount, userPassword: md5(known) }, null)
    expect(refused).toMatchObject({ code: 400, data: { refusal: 'login-failed' } })
    expect(reachable.log()).not.toContain(password)
  }
})

test('an installation does not start with another installation’s key, and explains what to do; with its own it starts', async () => {
  const own = await begin({ simulator: simulator.origin }).ready
  await own.stop()
  const other = randomBytes(32).toString('hex')
  await expect(begin({ simulator: simulator.origin, secretKey: other }).ready).rejects.toThrow(
    /密钥不是这个数据库用的那一个.*HUOQIAO_SECRET_KEY/,
  )
  const again = await begin({ simulator: simulator.origin }).ready
  expect((await fetch(`${again.url}/healthz`)).status).toBe(200)
})

test('a node without the disk that holds the files does not start, and explains what to do; where nodes share the folder it starts', async () => {
  const own = await begin({ simulator: simulator.origin }).ready
  const at = caller(own.url)
  const token = await at.login('admin', 'admin888')
  await at.call('updateSystemConfig', { key: 'files.storage', value: 'disk', version: 0 }, token)
  expect(await sender(own.url, token)('upload', await photo(20))).toMatchObject({ code: 200 })
  const elsewhere = join(folder, 'another-machine')
  await expect(begin({ simulator: simulator.origin, dataDir: elsewhere }).ready).rejects.toThrow(
    /另一台机器的磁盘.*files:move -- --to postgres/,
  )
  const sharing = await begin({ simulator: simulator.origin }).ready
  expect((await fetch(`${sharing.url}/healthz`)).status).toBe(200)
})

test('a node of an older version does not start after a later one migrated, nor a later one beside a node that is too old', async () => {
  const own = await begin({ simulator: simulator.origin }).ready
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    // A running node of a version that did not record its version yet.
    await client.query(
      `insert into node (name, started_at, beat_at, clock_offset_ms)
       values ('old:3688', now(), clock_timestamp() + interval '5 minutes', 0)`,
    )
    await expect(begin({ simulator: simulator.origin }).ready).rejects.toThrow(/节点 old:3688 还在运行更旧的版本/)
    await client.query(`delete from node where name = 'old:3688'`)
    await own.stop()
    await client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at)
       select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    )
    await expect(begin({ simulator: simulator.origin }).ready).rejects.toThrow('数据库已由更新的版本升级')
  } finally {
    await client.end()
  }
})

test('the first password of several nodes is shown by a command, and not in the log of a node', async () => {
  const worker = await begin({ simulator: '', role: 'worker' }).ready
  expect(worker.reported()).toMatch(/已建立管理员 admin：.*npm run admin:rescue/)
  expect(worker.reported() + worker.log()).not.toMatch(/admin \/ \S/)
})
