import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { photo, sender } from '../src/features/files/files.testing.ts'
import { openBuyingFixture, withBuyingApp } from '../src/features/placement/placement.testing.ts'
import { createTestDatabase } from './database.ts'
import { caller } from './harness.ts'
import type { Answer, TestApp } from './harness.ts'
import { createEmptyDatabase } from './cluster.ts'
import type { TestDatabase } from './cluster.ts'
import { nextBuild } from './next-build.ts'
import { fileOf } from './programs.ts'
import type { Program } from './programs.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

const fixture = withBuyingApp()
let home: string
let empty: TestDatabase
let restored: ServerProcess | undefined

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'huoqiao-backup-'))
  empty = await createEmptyDatabase(inject('testCluster'))
})
afterAll(async () => {
  await restored?.stop()
  await empty?.drop()
  await rm(home, { recursive: true, force: true })
})

/**
 * Runs a command of package.json as an operator does, with a database and a data folder; `of`: a folder with the sources of another
 * version.
 */
async function run(
  program: Program,
  folder: string,
  databaseUrl: string,
  of?: string,
): Promise<{ code: number | null; output: string }> {
  const words = of === undefined ? [fileOf(program)] : ['--import', 'tsx', join(of, 'apps/server/src', `${program}.ts`)]
  const child = spawn(process.execPath, [...words, folder], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      HUOQIAO_DATA: join(home, 'data'),
      HUOQIAO_SECRET_KEY: fixture.app.secretKey.toString('hex'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
const rightsOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)
const ours = (): string => fixture.app.db.pool.options.connectionString!

test('a backup of a working app, restored, is the same app, and what it bought after the backup is not bought again', async () => {
  const [bought, later] = [await fixture.placed(), await fixture.ready(1)]
  const folder = join(home, 'backup')
  const admin = await fixture.app.login('admin', 'admin888')
  const { data: picture } = await sender(fixture.app.url, admin)('upload', await photo(200))
  for (const [part, name] of [
    ['objects', 'kept'],
    ['copies', 'read again where it is needed'],
  ] as const) {
    await mkdir(join(home, 'data', 'files', part), { recursive: true })
    await writeFile(join(home, 'data', 'files', part, name), 'a picture')
  }
  expect(await run('backup', folder, ours())).toMatchObject({ code: 0 })
  expect(await readdir(join(folder, 'files'))).toEqual(['objects'])
  // Both folders contain customer data: other users of the machine have no access, even where an older version had created the folder.
  expect(await rightsOf(folder)).toBe('700')
  // Placed after the backup, so missing from it.
  await fixture.place(later.id)
  await fixture.until(later.id, 'to-pay')
  const inside = await fixture.witness(later.number)
  expect(inside).toMatchObject({ orders: 1 })

  expect(await run('restore', folder, empty.url)).toMatchObject({ code: 0 })
  restored = await startServerProcess({
    databaseUrl: empty.url,
    dataDir: join(home, 'data'),
    simulator: fixture.simulator.origin,
    secretKey: fixture.app.secretKey.toString('hex'),
  })
  expect(await rightsOf(join(home, 'data', 'files'))).toBe('700')
  const { url } = restored
  const token = await caller(url).login('admin', 'admin888')
  const shown = await fetch(`${url}${picture.url}`)
  expect((await shown.arrayBuffer()).byteLength).toBe(picture.size)
  const ok: TestApp['ok'] = async (name, input) => {
    const answer = (await caller(url).call(name, input, token)) as Answer<typeof name>
    if (answer.code !== 200) throw new Error(`${name}: ${answer.code} ${answer.msg}`)
    return answer.data as never
  }
  const again = await openBuyingFixture(ok, fixture.simulator)
  expect(await again.detail(bought.id)).toMatchObject({ state: 'to-pay', number: bought.number })
  expect(await again.verify()).toMatchObject({ ok: true })

  expect(await again.detail(later.id)).toMatchObject({ state: 'to-place' })
  await again.place(later.id)
  await again.until(later.id, 'to-pay')
  expect(await again.witness(later.number)).toEqual(inside)
  // A purchase number that was issued after the backup is not issued again.
  const next = await again.ready()
  expect(Number(next.number.slice(-4))).toBeGreaterThan(Number(later.number.slice(-4)) + 900)
})

test('a backup of an older version is restored in its own schema and migrated to the version that restores it', async () => {
  const bought = await fixture.placed()
  const target = await createEmptyDatabase(inject('testCluster'))
  const folder = join(home, 'older')
  expect(await run('backup', folder, ours())).toMatchObject({ code: 0 })
  const next = await nextBuild(
    'alter table purchase_order add column kept text; update purchase_order set kept = number; alter table purchase_order alter column kept set not null',
  )
  expect(await run('restore', folder, target.url, next.home)).toMatchObject({ code: 0 })

  const process = await startServerProcess({
    databaseUrl: target.url,
    dataDir: join(home, 'data'),
    simulator: fixture.simulator.origin,
    secretKey: fixture.app.secretKey.toString('hex'),
    main: next.main,
  })
  const { login, call } = caller(process.url)
  const token = await login('admin', 'admin888')
  const detail = await call('getPurchaseOrderSkuDetails', { purchaseId: bought.id }, token)
  expect(detail).toMatchObject({ code: 200, data: { number: bought.number, state: 'to-pay' } })
  // The migration was applied to the restored rows.
  await withClient(target.url, async (client) => {
    const { rows } = await client.query('select kept from purchase_order where id = $1', [bought.id])
    expect(rows).toEqual([{ kept: bought.number }])
  })
  expect(await call('verifyLedger', {}, token)).toMatchObject({ code: 200, data: { ok: true } })
  const settings = (await call('querySystemConfig', {}, token)) as Answer<'querySystemConfig'>
  if (settings.code !== 200) throw new Error(settings.msg)
  const looks = settings.data.filter(({ key }) => key.endsWith('.lookFirst'))
  expect(Object.fromEntries(looks.map(({ key, value }) => [key, value]))).toEqual({
    'purchase.lookFirst': true,
    'sync.lookFirst': true,
  })
  await process.stop()

  // A restore does not replace newer data.
  await withClient(target.url, (client) => client.query('truncate account cascade'))
  const newer = await run('restore', folder, target.url)
  expect(newer).toMatchObject({ code: 1, output: expect.stringContaining('比备份新') })
  await Promise.all([next.remove(), target.drop()])
})

async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

test('a backup does not overwrite another, and is not restored into an installation that has accounts', async () => {
  const folder = join(home, 'second')
  expect((await run('backup', folder, ours())).code).toBe(0)
  expect(await run('backup', folder, ours())).toMatchObject({ code: 1, output: expect.stringContaining('已存在') })

  const inhabited = await createTestDatabase()
  const before = await run('restore', folder, inhabited.url)
  expect(before).toMatchObject({ code: 1, output: expect.stringContaining('已有账号') })
  await inhabited.drop()
})

test('a backup that is incomplete, or of another version, is refused and restores nothing', async () => {
  const folder = join(home, 'third')
  await run('backup', folder, ours())
  const target = await createEmptyDatabase(inject('testCluster'))
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    migratedTo: number
    tables: { rows: number }[]
  }
  const write = (changed: object): Promise<void> =>
    writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...changed }))

  await write({ migratedTo: manifest.migratedTo + 1 })
  expect(await run('restore', folder, target.url)).toMatchObject({
    code: 1,
    output: expect.stringContaining('更新的版本'),
  })
  await write({ migratedTo: 1 })
  expect(await run('restore', folder, target.url)).toMatchObject({
    code: 1,
    output: expect.stringContaining('再用上一个版本启动一次'),
  })
  const [first, ...rest] = manifest.tables
  await write({ tables: [{ ...first!, rows: first!.rows + 1 }, ...rest] })
  expect(await run('restore', folder, target.url)).toMatchObject({
    code: 1,
    output: expect.stringContaining('不完整'),
  })
  await write({})
  expect((await run('restore', folder, target.url)).code).toBe(0)
  await target.drop()

  expect(await run('restore', join(home, randomBytes(4).toString('hex')), target.url)).toMatchObject({
    code: 1,
    output: expect.stringContaining('不是备份'),
  })
})
