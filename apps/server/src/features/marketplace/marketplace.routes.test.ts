import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

const TOKEN = 'getToken'
const SECRET = 'a-secret-that-nobody-may-see'

let simulator: TestSimulator
let app: TestApp

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin })
  // The demo's own account is removed, so that every test knows which accounts exist.
  for (const one of await accounts()) await app.ok('deleteMarketplaceAccount', { id: one.id, version: one.version })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const accounts = (): Promise<MarketplaceAccount[]> => app.ok('queryMarketplaceAccounts')
const fieldsOf = (name: string, more: object = {}) => ({
  name,
  gateway: simulator.alibaba.gateway,
  appKey: simulator.alibaba.appKey,
  appSecret: simulator.alibaba.appSecret,
  accessToken: simulator.alibaba.accessToken,
  refreshToken: simulator.alibaba.refreshToken,
  ...more,
})
const add = (name: string, more: object = {}): Promise<MarketplaceAccount> =>
  app.ok('addMarketplaceAccount', fieldsOf(name, more))
const remove = (one: MarketplaceAccount): Promise<unknown> =>
  app.ok('deleteMarketplaceAccount', { id: one.id, version: one.version })
const editOf = (one: MarketplaceAccount) => {
  const { id, version, name, gateway, appKey, isDefault } = one
  return { id, version, name, gateway, appKey, isDefault }
}
const defaults = async (): Promise<string[]> => (await accounts()).filter((one) => one.isDefault).map((one) => one.name)

test('exactly one account is the default, whichever is added, chosen or deleted', async () => {
  const first = await add('甲')
  expect(await defaults()).toEqual(['甲'])
  await add('乙')
  expect(await defaults()).toEqual(['甲'])
  const third = await add('丙', { isDefault: true })
  expect(await defaults()).toEqual(['丙'])
  const refused = await app.call('updateMarketplaceAccount', { ...editOf(third), isDefault: false })
  expect(refused).toMatchObject({ code: 422, data: { fields: { isDefault: expect.any(String) } } })
  expect(await app.call('addMarketplaceAccount', fieldsOf('丙'))).toMatchObject({ code: 409 })
  await remove(third)
  expect(await defaults()).toEqual(['甲'])
  await remove(first)
  expect(await defaults()).toEqual(['乙'])
  for (const one of await accounts()) await remove(one)
})

test('a secret is stored and never returned, neither in answers nor in the log', async () => {
  const account = await add('密', {
    appSecret: SECRET,
    accessToken: `${SECRET}-access`,
    refreshToken: `${SECRET}-refresh`,
  })
  const saved = await app.ok('updateMarketplaceAccount', { ...editOf(account), appSecret: `${SECRET}-2` })
  await app.ok('checkMarketplaceAccount', { id: account.id })
  const log = await app.ok('findOperationLog', { keyword: '1688账号' })
  expect(log.total).toBeGreaterThan(0)
  const rows = await app.db.pool.query('select * from marketplace_account')
  for (const text of [account, saved, await accounts(), log, rows.rows])
    expect(JSON.stringify(text)).not.toContain(SECRET)
  await remove(saved)
})

test.each(['http://169.254.169.254/latest', 'http://100.100.100.200', 'http://[fd00:ec2::254]'])(
  'a gateway may not be the address where a cloud provides a machine’s secrets: %s',
  async (gateway) => {
    const account = { name: '内部', gateway, appKey: 'key', appSecret: 'secret' }
    const refused = { code: 422, data: { fields: { gateway: expect.anything() as unknown } } }
    expect(await app.call('addMarketplaceAccount', account)).toMatchObject(refused)
  },
)

test('the stored secret is not sent to another gateway set by somebody who does not know it', async () => {
  const account = await add('搬')
  const moved = { ...editOf(account), gateway: 'http://127.0.0.1:9' }
  expect(await app.call('updateMarketplaceAccount', moved)).toMatchObject({
    code: 422,
    data: { fields: { appSecret: expect.any(String) } },
  })
  const saved = await app.ok('updateMarketplaceAccount', { ...moved, appSecret: SECRET })
  expect(saved).toMatchObject({ hasRefreshToken: false, health: 'unchecked', version: account.version + 1 })
  expect(await app.call('updateMarketplaceAccount', moved)).toMatchObject({
    code: 409,
    data: { refusal: 'stale', current: { gateway: 'http://127.0.0.1:9' } },
  })
  expect(await app.ok('checkMarketplaceAccount', { id: saved.id })).toMatchObject({
    health: 'unreachable',
    healthMessage: expect.stringContaining('连不上'),
  })
  await remove(saved)
})

test('a check distinguishes a wrong secret from a valid account', async () => {
  const good = await add('好')
  expect(await app.ok('checkMarketplaceAccount', { id: good.id })).toMatchObject({
    health: 'ok',
    environment: 'sandbox',
  })
  const wrong = await add('错', { appSecret: 'wrong' })
  expect(await app.ok('checkMarketplaceAccount', { id: wrong.id })).toMatchObject({
    health: 'unauthorised',
    healthMessage: expect.stringContaining('密钥不正确'),
  })
  await remove(wrong)
  await remove(good)
})

test('an expired token is renewed once for all concurrent calls, and the new one survives the process', async () => {
  const account = await add('期')
  const before = await simulator.received(TOKEN)
  await simulator.control('POST', '/faults', { vendor: '1688', call: '*', fault: { kind: 'expire-token' } })
  await Promise.all(['收纳', '包', '灯', '杯'].map((keyword) => app.ok('keywordQuery', { keyword, pageSize: 5 })))
  expect((await simulator.received(TOKEN)) - before).toBe(1)
  const [kept] = await accounts()
  expect(kept).toMatchObject({ health: 'ok', hasRefreshToken: true, version: account.version })
  expect(kept!.tokenExpiresAt).toBeGreaterThan(Date.now())
  expect(kept!.loginId).toEqual(expect.any(String))
  await remove(kept!)
})

test('a refresh token alone is enough, and an expired one is explained where it is used', async () => {
  const account = await add('续', { accessToken: undefined })
  await app.ok('keywordQuery', { keyword: '收纳', pageSize: 3 })
  await remove(account)
  const dead = await add('死', { accessToken: undefined, refreshToken: 'dead' })
  expect(await app.call('keywordQuery', { keyword: '收纳', pageSize: 4 })).toMatchObject({
    code: 400,
    data: {
      refusal: 'marketplace-unauthorised',
      why: expect.stringContaining('刷新令牌'),
      next: [{ label: '重新授权1688账号' }],
    },
  })
  expect((await accounts())[0]).toMatchObject({ health: 'unauthorised' })
  await remove(dead)
})

test('any logged-in person reads the names of the accounts, and only the names', async () => {
  const account = await add('丁')
  const clerk = await app.login('clerk', 'clerk888')
  expect(await app.call('queryMarketplaceAccounts', {}, { token: clerk })).toMatchObject({ code: 4030 })
  expect(await app.ok('queryMarketplaceAccountNames', {}, { token: clerk })).toEqual([
    { id: account.id, name: '丁', environment: 'sandbox', isDefault: true },
  ])
  await remove(account)
})

test('an account that is used counts as working, without a check', async () => {
  const made = await add('用着', { isDefault: true })
  expect(made).toMatchObject({ health: 'unchecked', tokenExpiresAt: null })
  await app.ok('keywordQuery', { keyword: '收纳盒' })
  expect((await accounts()).find((one) => one.id === made.id)).toMatchObject({
    health: 'ok',
    healthMessage: expect.stringContaining('使用中'),
  })
})
