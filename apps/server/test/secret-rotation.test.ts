import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { secretBox } from '../src/platform/secrets.ts'
import { createEmptyDatabase } from './cluster.ts'
import type { TestDatabase } from './cluster.ts'
import { caller } from './harness.ts'
import { fileOf } from './programs.ts'
import { beginServerProcess } from './server-process.ts'
import type { StartingProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let database: TestDatabase
let folder: string
const begun: StartingProcess[] = []
beforeEach(async () => {
  simulator = await startTestSimulator()
  database = await createEmptyDatabase(inject('testCluster'))
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-keys-'))
})
afterEach(async () => {
  await Promise.all(begun.splice(0).map((one) => one.kill()))
  await database.drop()
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

const begin = (secretKey: string): StartingProcess => {
  const one = beginServerProcess({ databaseUrl: database.url, dataDir: folder, secretKey, simulator: simulator.origin })
  begun.push(one)
  return one
}
async function rotate(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [fileOf('rotate-secret-key')], {
    env: { ...process.env, DATABASE_URL: database.url, HUOQIAO_DATA: folder, HUOQIAO_SECRET_KEY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** Every encrypted value: every text of every table is examined. */
async function sealedValues(): Promise<{ place: string; sealed: string }[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    const { rows: columns } = await client.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns join pg_class on relname = table_name and relkind = 'r'
        where table_schema = 'public' and data_type = 'text'`,
    )
    const found = []
    for (const { table_name: table, column_name: column } of columns) {
      const { rows } = await client.query<{ sealed: string }>(
        `select "${column}" as sealed from "${table}" where "${column}" ~ '^v1\\.[\\w-]{16}\\.[\\w-]{22}\\.'`,
      )
      found.push(...rows.map(({ sealed }) => ({ place: `${table}.${column}`, sealed })))
    }
    return found
  } finally {
    await client.end()
  }
}
const opens = (key: string, sealed: string): boolean => {
  try {
    secretBox(Buffer.from(key, 'hex')).open(sealed)
    return true
  } catch {
    return false
  }
}

test('all secrets are encrypted again with another key while nothing is running, and only that key opens the app then', async () => {
  const [before, after] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const first = await begin(before).ready
  const at = caller(first.url)
  const token = await at.login('admin', 'admin888')
  // One of every kind of secret; tokens of the shops and of 1688 are in use already.
  await at.call('updateSystemConfig', { key: 'sms.aliyunAccessKeySecret', value: 'sms-secret', version: 0 }, token)
  await at.call('startAuthenticator', {}, token)
  const stores = (await at.call('getAllShopifyStores', {}, token)) as { data: { id: string }[] }
  for (const { id } of stores.data) await at.call('checkShopifyStore', { id }, token)
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('update store set previous_secret = credentials')
  await client.query('update account set totp_secret = totp_pending')
  await client.end()

  expect(await rotate({ HUOQIAO_SECRET_KEY: before, HUOQIAO_NEW_SECRET_KEY: after })).toMatchObject({
    code: 1,
    output: expect.stringContaining('请先停止全部节点') as unknown,
  })
  await first.stop()
  const old = await sealedValues()
  expect(new Set(old.map(({ place }) => place))).toEqual(
    new Set([
      'marketplace_account.sealed_secret',
      'marketplace_account.sealed_tokens',
      'system_config.sealed',
      'store.credentials',
      'store.previous_secret',
      'store.token',
      'account.totp_secret',
      'account.totp_pending',
    ]),
  )

  expect((await rotate({ HUOQIAO_SECRET_KEY: before })).code).toBe(1)
  expect((await rotate({ HUOQIAO_SECRET_KEY: '0'.repeat(64), HUOQIAO_NEW_SECRET_KEY: after })).code).toBe(1)
  expect(await sealedValues()).toEqual(old)
  // The second run finds everything done.
  for (let times = 0; times < 2; times++)
    expect((await rotate({ HUOQIAO_SECRET_KEY: before, HUOQIAO_NEW_SECRET_KEY: after })).code).toBe(0)
  const fresh = await sealedValues()
  expect(fresh).toHaveLength(old.length)
  expect(fresh.filter(({ sealed }) => !opens(after, sealed) || opens(before, sealed))).toEqual([])

  await expect(begin(before).ready).rejects.toThrow('密钥不是这个数据库用的那一个')
  const again = await begin(after).ready
  // The test bound an authenticator for the administrator by SQL, so a login would need a code.
  const owner = new pg.Client(database.url)
  await owner.connect()
  await owner.query('update account set totp_secret = null')
  await owner.end()
  const there = caller(again.url)
  const inside = await there.login('admin', 'admin888')
  const [account] = ((await there.call('queryMarketplaceAccounts', {}, inside)) as { data: { id: string }[] }).data
  const check = await there.call('checkMarketplaceAccount', { id: account!.id }, inside)
  expect(check).toMatchObject({ code: 200, data: { health: 'ok' } })
})

test('the key and the uploads are not accessible to other users of the machine, even if they were before', async () => {
  const files = join(folder, 'files')
  await mkdir(files, { mode: 0o755 })
  await chmod(files, 0o755)
  await (await begin('').ready).stop()
  const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)
  expect(await modeOf(files)).toBe('700')
  expect(await modeOf(join(folder, 'secret.key'))).toBe('600')
})

test('a key in a file is replaced by a new one, also after the command was killed in between', async () => {
  const before = randomBytes(32).toString('hex')
  await writeFile(join(folder, 'secret.key'), before, { mode: 0o600 })
  const first = await begin('').ready
  await first.stop()
  const unfinished = randomBytes(32).toString('hex')
  await writeFile(join(folder, 'secret.key.next'), unfinished, { mode: 0o600 })
  expect((await rotate({})).code).toBe(0)
  expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(unfinished)
  expect((await rotate({})).code).toBe(0)
  const made = await readFile(join(folder, 'secret.key'), 'utf8')
  expect(made).not.toBe(unfinished)
  const values = await sealedValues()
  expect(values.length).toBeGreaterThan(0)
  expect(values.filter(({ sealed }) => !opens(made, sealed))).toEqual([])
})
