import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { copyDatabase } from '../cluster.ts'
import type { TestDatabase } from '../cluster.ts'
import { createTestDatabase } from '../database.ts'
import { openDeliveryBench } from '../delivery-bench.ts'
import type { DeliveryBench } from '../delivery-bench.ts'
import { md5, startTestApp } from '../harness.ts'
import { untilQuiet } from '../quiet.ts'
import { startTestSimulator } from '../simulator.ts'
import { until } from '../until.ts'
import { watchWrites } from '../written.ts'
import type { Writes } from '../written.ts'
import type { CallerName } from './cases.ts'
import type { Known } from './judge.ts'
import { readThings } from './named.ts'
import type { Things } from './named.ts'
import { startNode } from './node.ts'
import type { Node } from './node.ts'

/** An installation with many things (bulk-world.ts), and people who have private data. */
export type World = {
  things: Things
  known: Known
  tokens: Readonly<Record<CallerName, string | undefined>>
  /** copies of it, each with its own fuzzed server: on a shared one it would be unknown which request wrote */
  lanes: readonly Lane[]
  close(): Promise<void>
}
export type Lane = {
  writes: Writes
  node(): Node
  /** Starts another process after the last one died, or was ended because it hung. */
  restart(): Promise<void>
  /** Clears the failed logins of earlier cases, so that nobody is locked out. */
  forgetTries(): Promise<void>
  close(): Promise<void>
}

const SEE_CUSTOMER = '/api/order/center/seeCustomer'

export async function startWorld(count: number, furnish: (bench: DeliveryBench) => Promise<unknown>): Promise<World> {
  const simulator = await startTestSimulator()
  await simulator.control('POST', '/quirks', { name: '1688.autoShip', value: false })
  const furnished = await createTestDatabase()
  const secretKey = randomBytes(32)
  let ahead = 0
  const app = await startTestApp({
    demoSimulator: simulator.origin,
    clock: { now: () => Date.now() + ahead },
    beside: { databaseUrl: furnished.url, secretKey },
  })
  const bench: DeliveryBench = {
    ...(await openDeliveryBench(app, simulator)),
    later: (ms) => void (ahead += ms),
    close: () => app.close(),
  }
  await furnish(bench)
  const tokens = await peopleOf(bench)
  const hidden = await hide(bench, tokens)
  const known = {
    secrets: await secretsOf(bench, tokens),
    hidden,
    customers: await customersOf(bench),
    rights: await rightsOf(bench, tokens),
  }
  const things = await readThings(app)
  await untilQuiet(app)
  // PostgreSQL copies only a database without connections.
  await app.close()
  const template = new URL(furnished.url).pathname.slice(1)
  const databases: TestDatabase[] = []
  while (databases.length < count)
    databases.push(await copyDatabase({ adminUrl: inject('testCluster').adminUrl, template }))
  const lanes = await Promise.all(databases.map((one) => openLane(one, secretKey, simulator.origin)))
  return {
    things,
    known,
    tokens,
    lanes,
    async close() {
      for (const lane of lanes) await lane.close()
      await furnished.drop()
      await simulator.close()
    },
  }
}

async function openLane(database: TestDatabase, secretKey: Buffer, simulator: string): Promise<Lane> {
  const db = openDb(database.url, { max: 2 })
  const writes = await watchWrites({ db })
  const filesDir = await mkdtemp(join(tmpdir(), 'huoqiao-fuzzed-'))
  const given = { databaseUrl: database.url, secretKey: secretKey.toString('hex'), simulator, filesDir }
  let node = await startNode(given)
  return {
    writes,
    node: () => node,
    async restart() {
      await node.kill()
      node = await startNode(given)
    },
    async forgetTries() {
      await db.pool.query('delete from login_try')
    },
    async close() {
      await node.kill()
      await db.close()
      await database.drop()
      await rm(filesDir, { recursive: true, force: true })
    },
  }
}

type Tokens = World['tokens']

async function peopleOf({ app }: DeliveryBench): Promise<Tokens> {
  const roles = (await app.ok('queryRoles', {})).list
  const clerks = roles.find(({ name }) => name === '业务员')!
  const held = await app.ok('queryRoleResources', { roleId: clerks.id })
  const weaker = await app.ok('addRole', { name: '看不到客户' })
  const sees = new Set(held.elements.filter(({ code }) => code === SEE_CUSTOMER).map(({ id }) => id))
  await app.ok('grantResourcesToRole', {
    roleId: weaker.id,
    version: weaker.version,
    menuIds: held.menuIds,
    rights: held.rights,
    elementIds: held.elementIds.filter((id) => !sees.has(id)),
  })
  const add = async (userAccount: string, roleIds: string[]): Promise<string> => {
    const { initialPassword } = await app.ok('addAdminUser', { userAccount, name: userAccount, roleType: 0, roleIds })
    await app.db.pool.query('update account set must_change_password = false where user_account = $1', [userAccount])
    return app.login(userAccount, initialPassword)
  }
  const ended = await app.login('clerk', 'clerk888')
  await app.call('logout', {}, { token: ended })
  return {
    admin: await app.login('admin', 'admin888'),
    clerk: await app.login('clerk', 'clerk888'),
    colleague: await add('colleague', [weaker.id]),
    bare: await add('bare', []),
    ended,
    dead: 'never-given-to-anybody-at-all-0123456789',
    nobody: undefined,
  }
}

/** Private data of each person: a view, a draft, an incomplete upload, an export. Each contains a text that exists nowhere else. */
async function hide({ app }: DeliveryBench, tokens: Tokens): Promise<Known['hidden']> {
  const hidden: { owner: CallerName; text: string; toAdmins?: boolean }[] = []
  const productId = (await app.ok('getProductsByCondition', {})).list[0]!.id
  for (const owner of ['admin', 'clerk', 'colleague'] as const) {
    const token = tokens[owner]!
    const text = (what: string): string => {
      hidden.push({ owner, text: `kept-by-${owner}-${what}` })
      return `kept-by-${owner}-${what}`
    }
    await app.ok('savePreferences', { changes: [{ key: 'fuzzed', value: JSON.stringify(text('view')) }] }, { token })
    // Administrators see the name and its owner in the operation log.
    const name = `kept-by-${owner}-weekly`
    hidden.push({ owner, text: name, toAdmins: true })
    await app.ok('addAnalyticsSchedule', { name, weekday: 1, view: {} }, { token })
    const { version } = await app.ok('getProduct', { productId })
    await app.ok('saveProductDraft', { productId, version, draft: { title: text('draft') } }, { token })
    await app.db.pool.query(
      `insert into sliced_upload (account_id, upload_id, total, hash, size, name, purpose)
       select id, $1, 2, $2, 10, $3, 'import' from account where user_account = $4`,
      [`kept-by-${owner}`, createHash('sha256').update(owner).digest('hex'), text('upload.csv'), owner],
    )
    const { id } = await app.ok('exportShopifyOrderSkuInfo', { orderIds: [], filter: {} }, { token })
    await until(
      async () => (await app.ok('queryOrderTasks', { taskId: id }, { token })).list[0]!.state,
      (state) => state === 'succeeded',
    )
    const { rows } = await app.db.pool.query<{ file: string }>('select file_id as file from order_task where id = $1', [
      id,
    ])
    // Administrators may download every sheet (tasks.service.ts).
    hidden.push({ owner, text: `/exports/${rows[0]!.file}`, toAdmins: true })
  }
  return hidden
}

/** Values that must be in no answer and in no log line. A token or a password may be in the answer that creates it. */
async function secretsOf({ app, simulator }: DeliveryBench, tokens: Tokens): Promise<string[]> {
  for (const key of ['files.s3SecretKey', 'sms.aliyunAccessKeySecret'])
    await app.ok('updateSystemConfig', { key, value: `planted-secret-of-${key}`, version: 0 })
  const shops = await simulator.control<{ shops: { clientSecret: string }[] }>('GET', '/credentials')
  const { rows } = await app.db.pool.query<{ secret: string }>(
    `select password_hash as secret from account union select token_hash from session
     union select value #>> '{}' from (
       select (jsonb_each(to_jsonb(t))).value from marketplace_account t union all select (jsonb_each(to_jsonb(t))).value from store t
       union all select (jsonb_each(to_jsonb(t))).value from system_config t union all select (jsonb_each(to_jsonb(t))).value from account t
     ) v where value #>> '{}' like 'v1.%.%.%'`,
  )
  return [
    ...(Object.values(tokens).filter((token) => token !== undefined && token !== tokens.dead) as string[]),
    simulator.alibaba.appSecret,
    simulator.alibaba.accessToken,
    simulator.alibaba.refreshToken,
    ...shops.shops.map(({ clientSecret }) => clientSecret),
    'planted-secret-of-files.s3SecretKey',
    'planted-secret-of-sms.aliyunAccessKeySecret',
    ...['admin888', 'clerk888'].map(md5),
    app.secretKey.toString('hex'),
    app.secretKey.toString('base64'),
    ...rows.map(({ secret }) => secret),
  ].filter((secret) => secret.length >= 8)
}

/** Customer data that is masked without the right to see it. */
async function customersOf({ app }: DeliveryBench): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ words: string }>(
    `select distinct said from sales_order_person p,
       unnest(array[p.email, p.phone, p.address->>'address1', p.address->>'phone', p.note]) said
     where length(said) >= 8`,
  )
  return rows.map(({ words }) => words)
}

/** The paths that each caller may call; undefined: all. */
async function rightsOf({ app }: DeliveryBench, tokens: Tokens): Promise<Known['rights']> {
  const names = { clerk: 'clerk', colleague: 'colleague', bare: 'bare' } as const
  const rights = new Map<CallerName, ReadonlySet<string>>()
  const open = endpointNames.map((name): Endpoint => ENDPOINTS[name])
  const publicPaths = open.filter(({ right }) => right === 'public' || right === 'worker').map(({ path }) => path)
  const anybodys = open.filter(({ right }) => right === 'session').map(({ path }) => path)
  for (const [caller, name] of Object.entries(names)) {
    const { rows } = await app.db.pool.query<{ held: string }>(
      `select "right" as held from role_right join account_role using (role_id) join account a on a.id = account_id where a.user_account = $1
       union select e.code from element e join role_element r on r.element_id = e.id join account_role using (role_id)
       join account a on a.id = account_id where a.user_account = $1`,
      [name],
    )
    const held = rows.flatMap(({ held }) => [held, held.replace(/^\/merchant/, '')])
    rights.set(caller as CallerName, new Set([...publicPaths, ...anybodys, ...held]))
  }
  for (const caller of ['ended', 'dead', 'nobody'] as const) rights.set(caller, new Set(publicPaths))
  if (tokens.admin === undefined) throw new Error('nobody is logged in')
  return rights
}
