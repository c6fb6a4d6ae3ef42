import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { makeCertificate } from './certificate.ts'
import { createEmptyDatabase } from './cluster.ts'
import type { TestDatabase } from './cluster.ts'
import { caller } from './harness.ts'
import { openProxy } from './proxy.ts'
import { beginServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SKEW = new URL('skew-clock.mjs', import.meta.url).href

let simulator: TestSimulator
let database: TestDatabase
let folder: string
let secretKey: string
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  simulator = await startTestSimulator()
  database = await createEmptyDatabase(inject('testCluster'))
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-doctor-'))
  secretKey = randomBytes(32).toString('hex')
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await database.drop()
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

async function startServer(): Promise<ServerProcess> {
  const begun = beginServerProcess({
    databaseUrl: database.url,
    dataDir: folder,
    secretKey,
    simulator: simulator.origin,
  })
  closing.push(() => begun.kill())
  return begun.ready
}

type Examined = { code: number | null; findings: { level: string; subject: string; says: string; fix?: string }[] }

/** A port where nothing listens. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** `npm run doctor -- --json` with the settings of this test's installation. */
async function examine(changed: Readonly<Record<string, string>> = {}, port?: number): Promise<Examined> {
  const child = spawn(process.execPath, ['tools/doctor.mjs', '--json'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      HUOQIAO_DATA: folder,
      HUOQIAO_LOGS: folder,
      HUOQIAO_SECRET_KEY: secretKey,
      HUOQIAO_DEMO_SIMULATOR: simulator.origin,
      HUOQIAO_INSIDE: '127.0.0.1',
      HUOQIAO_PORT: String(port ?? (await freePort())),
      ...changed,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = output.trim().split('\n')
  return { code, findings: lines.map((line) => JSON.parse(line) as Examined['findings'][number]) }
}
const faultsOf = ({ findings }: Examined) => findings.filter(({ level }) => level === 'fault')
const portOf = (url: string): number => Number(new URL(url).port)

test('a running installation without a fault: exit code 0, and each check answers', async () => {
  const server = await startServer()
  const examined = await examine({}, portOf(server.url))
  expect(faultsOf(examined)).toEqual([])
  expect(examined.code).toBe(0)
  const fine = new Map(
    examined.findings.filter(({ level }) => level === 'ok').map(({ subject, says }) => [subject, says]),
  )
  expect(fine.get('服务端')).toMatch(/运行，一切正常/)
  expect(fine.get('数据库')).toMatch(/PostgreSQL \d+.*可以连接/)
  expect(fine.get('数据库结构')).toBe('与这个版本一致')
  expect(fine.get('密钥')).toBe('能解开已保存的店铺与账号')
  expect(fine.get('节点')).toBe('1 个，都正常')
  expect([...fine.keys()]).toEqual(
    expect.arrayContaining(['Node.js', '系统', '内存', '磁盘', '数据目录', '时钟', '后台任务', '消息', '外网']),
  )
})

test('before the first start it says what will be created, and creates nothing itself', async () => {
  const examined = await examine()
  expect(faultsOf(examined)).toEqual([])
  expect(examined.findings).toContainEqual({ level: 'ok', subject: '数据库结构', says: '还没有，首次启动时建立' })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  closing.push(() => client.end())
  const { rows } = await client.query(`select count(*)::int as n from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ n: 0 }])
})

test('a database that is not there, a wrong password, and a missing database each have their own sentence', async () => {
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(database.url)
    change(url)
    return url.href
  }
  const nobody = await examine({ DATABASE_URL: changed((url) => (url.port = '1')) })
  expect(nobody.code).toBe(1)
  expect(faultsOf(nobody)).toMatchObject([{ subject: '数据库', says: expect.stringMatching(/拒绝连接/) }])
  const password = await examine({ DATABASE_URL: changed((url) => (url.password = 'wrong')) })
  expect(faultsOf(password)).toMatchObject([{ subject: '数据库', says: expect.stringMatching(/不接受用户 .* 的密码/) }])
  expect(JSON.stringify(password)).not.toContain(new URL(database.url).password)
  const missing = await examine({ DATABASE_URL: changed((url) => (url.pathname = '/nothing_here')) })
  expect(faultsOf(missing)).toMatchObject([
    { subject: '数据库', says: expect.stringMatching(/没有数据库 nothing_here/) },
  ])
})

test('another installation’s secret key is found, and nothing of it is printed', async () => {
  await (await startServer()).stop()
  const other = randomBytes(32).toString('hex')
  const examined = await examine({ HUOQIAO_SECRET_KEY: other })
  expect(examined.code).toBe(1)
  expect(faultsOf(examined)).toMatchObject([{ subject: '密钥', says: '不是这个数据库用的那一个' }])
  expect(JSON.stringify(examined)).not.toContain(other)
})

test('a schema of a later version is found', async () => {
  await (await startServer()).stop()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`)
  await client.end()
  const examined = await examine()
  expect(examined.code).toBe(1)
  expect(faultsOf(examined)).toMatchObject([{ subject: '数据库结构', says: expect.stringContaining('更新的版本') }])
})

test('a machine whose clock is an hour ahead is found', async () => {
  const examined = await examine({ NODE_OPTIONS: `--import ${SKEW}`, TEST_CLOCK_SKEW_MS: '3600000' })
  expect(examined.code).toBe(1)
  expect(faultsOf(examined)).toMatchObject([{ subject: '时钟', says: '本机时间比数据库快 3600 秒，服务端不会启动' }])
})

test('a port that another program uses, a data folder that is a file, and a wrong setting are found', async () => {
  const other = createServer((socket) => socket.end('no http here\n'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  closing.push(async () => other.close())
  const { port } = other.address() as AddressInfo
  expect(faultsOf(await examine({}, port))).toMatchObject([{ subject: '服务端', says: `端口 ${port} 上是别的程序` }])

  const file = join(folder, 'a-file')
  await writeFile(file, '')
  expect(faultsOf(await examine({ HUOQIAO_DATA: file }))).toMatchObject([{ subject: '数据目录' }])
  expect(faultsOf(await examine({ HUOQIAO_TRUST_PROXY: 'yes' }))).toMatchObject([
    { subject: '设置', says: expect.stringContaining('HUOQIAO_TRUST_PROXY') },
  ])
})

test('the proxy of the settings is used, and its certificate problems are not those of the remote', async () => {
  const server = await startServer()
  const certificate = makeCertificate('gateway.test')
  const file = join(folder, 'given.pem')
  await writeFile(file, certificate.cert)
  const remote = createSecureServer(certificate, (_request, response) => response.end('here'))
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve))
  closing.push(async () => remote.close())
  const proxy = await openProxy({ login: 'huoqiao:open sesame' })
  closing.push(() => proxy.close())
  const host = `gateway.test:${(remote.address() as AddressInfo).port}`
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  closing.push(() => client.end())
  await client.query(`update marketplace_account set name = '经代理', gateway = $1`, [`https://${host}`])
  const token = await caller(server.url).login('admin', 'admin888')
  const set = (key: string, value: string) =>
    caller(server.url).call('updateSystemConfig', { key, value, version: 0 }, token)
  await set('network.proxy1688', 'own')
  await set('network.proxyAddress', proxy.origin)
  await set('network.proxyUser', 'huoqiao')
  await set('network.proxyPassword', 'open sesame')
  const port = portOf(server.url)
  const subject = '外网'
  const trusted = await examine({ NODE_EXTRA_CA_CERTS: file }, port)
  expect(trusted.findings).toContainEqual({ level: 'ok', subject, says: `1688账号 经代理（${host}）可以连接` })
  expect(proxy.tunnels).toEqual([host])
  expect(faultsOf(await examine({}, port))).toMatchObject([
    { subject, says: expect.stringContaining('不能信任') as string },
  ])
  await proxy.close()
  expect(faultsOf(await examine({ NODE_EXTRA_CA_CERTS: file }, port))).toMatchObject([
    { subject, says: expect.stringContaining('连不上代理服务器') as string },
  ])
})

test('messages: a public address without https, and one where another program answers, are found', async () => {
  const server = await startServer()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  closing.push(() => client.end())
  const examinedWith = async (origin: string): Promise<Examined> => {
    await client.query(
      `insert into system_config (key, value, updated_by) values ('inbox.publicOrigin', $1, 'test')
       on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(origin)],
    )
    return examine({}, portOf(server.url))
  }
  expect(faultsOf(await examinedWith('http://erp.example.com'))).toMatchObject([
    { subject: '消息', says: expect.stringContaining('不是 https') },
  ])
  expect(faultsOf(await examinedWith(simulator.origin))).toMatchObject([
    { subject: '消息', says: `${simulator.origin} 上回答的不是货桥` },
  ])
  expect((await examinedWith(server.url)).findings).toContainEqual({
    level: 'ok',
    subject: '消息',
    says: `${server.url} 能到达这里`,
  })
})
