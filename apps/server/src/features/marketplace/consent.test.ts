import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { md5, startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { runCron } from '../../../test/run-cron.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { untilQuiet } from '../../../test/quiet.ts'

/** Consents at the simulator's page, as a browser goes through them. */
const MINUTE = 60_000
let simulator: TestSimulator
let app: TestApp
let moved = 0

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, clock: { now: () => Date.now() + moved } })
  for (const one of await accounts()) await app.ok('deleteMarketplaceAccount', { id: one.id, version: one.version })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const accounts = (): Promise<MarketplaceAccount[]> => app.ok('queryMarketplaceAccounts')
const add = (name: string, more: object = {}): Promise<MarketplaceAccount> => {
  const { gateway, appKey, appSecret } = simulator.alibaba
  return app.ok('addMarketplaceAccount', { name, gateway, appKey, appSecret, ...more })
}
const remove = async (name: string): Promise<void> => {
  const one = (await accounts()).find((account) => account.name === name)!
  await app.ok('deleteMarketplaceAccount', { id: one.id, version: one.version })
}
const quirk = (name: string, value: unknown): Promise<unknown> =>
  simulator.control('POST', '/quirks', { name: `1688.${name}`, value })

/** The address behind a button of 1688's consent page. */
async function pressed(id: string, account: MarketplaceAccount, origin = app.url): Promise<string> {
  const { authorizeUrl } = await app.ok('startMarketplaceConsent', { id: account.id, origin })
  const page = await (await fetch(authorizeUrl)).text()
  const href = new RegExp(`id="${id}" href="([^"]+)"`).exec(page)?.[1]
  if (href === undefined) throw new Error(page)
  return href.replaceAll(/&(?:amp|#38);/g, '&')
}
/** Follows the address to our callback, as a browser does; returns the id of the consent that the console has to finish. */
async function back(address: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  const to = new URL(answer.headers.get('location')!, app.url)
  expect(to.pathname).toBe('/system/connect')
  expect([...to.searchParams.keys()]).toEqual(['step', 'consent'])
  return to.searchParams.get('consent')!
}
const finish = (consentId: string, token?: string) =>
  app.call('finishMarketplaceConsent', { consentId }, token === undefined ? {} : { token })
const refusedFor = (why: string) => ({
  code: 400,
  data: {
    refusal: 'consent-void',
    why: expect.stringContaining(why) as unknown,
    next: [{ to: '/system/connect?step=consent' }],
  },
})

test('a consent in the browser gives the account its tokens and shows what it may do', async () => {
  const account = await add('甲')
  expect(account).toMatchObject({ hasRefreshToken: false, loginId: null })
  const done = await finish(await back(await pressed('authorize', account)))
  expect(done).toMatchObject({
    code: 200,
    data: {
      name: '甲',
      loginId: 'huoqiao_demo:ops',
      hasRefreshToken: true,
      health: 'ok',
      permissions: { search: 'granted', detail: 'granted', orders: 'granted', payment: 'granted' },
    },
  })
  const day = 86_400_000
  expect((done.data as MarketplaceAccount).refreshTokenExpiresAt).toBeGreaterThan(Date.now() + 170 * day)
  expect(await app.ok('keywordQuery', { keyword: '收纳', pageSize: 3 })).toMatchObject({
    list: expect.anything() as unknown,
  })
})

test('a code is used once: the same callback or the same call again changes nothing', async () => {
  const account = await add('乙')
  const address = await pressed('authorize-2', account)
  const consent = await back(address)
  expect(await back(address)).toBe(consent)
  expect(await finish(consent)).toMatchObject({ code: 200, data: { loginId: 'huoqiao_second' } })
  expect(await finish(consent)).toMatchObject(refusedFor('只能用一次'))
  expect(await back(address)).toBe(consent)
  expect(await finish(consent)).toMatchObject(refusedFor('只能用一次'))
})

test('a refused consent, a foreign state and a callback without anything are told in words', async () => {
  const [account] = await accounts()
  expect(await finish(await back(await pressed('refuse', account!)))).toMatchObject(refusedFor('拒绝'))
  for (const query of [
    '?code=x&state=foreign',
    '',
    '?state=x',
    `?code=${'c'.repeat(2000)}&state=x`,
    '?code=x&state=a&state=b',
  ])
    expect(await finish(await back(`${app.url}/oauth/1688/callback${query}`))).toMatchObject(refusedFor('没有您发起的'))
})

test('only the account that began a consent may end it, within ten minutes', async () => {
  const [account] = await accounts()
  const { initialPassword } = await app.ok('addAdminUser', { userAccount: 'second', name: '另一个', roleType: 1 })
  const token = await app.login('second', initialPassword)
  const change = { oldUserPassword: md5(initialPassword), userPassword: md5('another-88') }
  await app.ok('safe_updatePassword', change, { token })
  const consent = await back(await pressed('authorize', account!))
  expect(await finish(consent, await app.login('second', 'another-88'))).toMatchObject(refusedFor('没有您发起的'))
  moved += 10 * MINUTE + 1000
  expect(await finish(consent)).toMatchObject(refusedFor('10分钟'))
})

test('tokens of another buyer do not replace those of the account, and a buyer is connected once for each app', async () => {
  const [first] = await accounts()
  expect(await finish(await back(await pressed('authorize-2', first!)))).toMatchObject(
    refusedFor('这个账号原来是 huoqiao_demo:ops'),
  )
  const third = await add('丙')
  expect(await finish(await back(await pressed('authorize', third)))).toMatchObject(
    refusedFor('已经授权给这里的账号“甲”'),
  )
  expect((await accounts()).find(({ name }) => name === '甲')).toMatchObject({ loginId: 'huoqiao_demo:ops' })
  await remove('丙')
})

test('a wrong secret is told as such, and the code is gone', async () => {
  const account = await add('错', { appSecret: 'swapped' })
  const consent = await back(await pressed('authorize', account))
  expect(await finish(consent)).toMatchObject({
    code: 400,
    data: { refusal: 'marketplace-unauthorised', why: expect.stringContaining('不匹配') as unknown },
  })
  expect(await finish(consent)).toMatchObject(refusedFor('只能用一次'))
  await remove('错')
})

test('key and secret in each other’s field are noticed before anything is stored', async () => {
  const { gateway, appKey, appSecret } = simulator.alibaba
  expect(
    await app.call('addMarketplaceAccount', { name: '反', gateway, appKey: appSecret, appSecret: appKey }),
  ).toMatchObject({ code: 422, data: { fields: { appSecret: expect.stringContaining('填反') as unknown } } })
})

test('1688 refuses an address that is not registered, and a code that came too late', async () => {
  const [account] = await accounts()
  await quirk('redirectHost', 'erp.example.com')
  await expect(pressed('authorize', account!)).rejects.toThrow('redirect_uri')
  const address = await pressed('authorize', account!, 'https://erp.example.com/anything')
  expect(address).toContain('https://erp.example.com/oauth/1688/callback?')
  await quirk('redirectHost', '')
  const late = await back(await pressed('authorize', account!))
  await simulator.control('POST', '/clock', { advanceMs: 3 * MINUTE })
  expect(await finish(late)).toMatchObject(refusedFor('两分钟'))
})

test('neither code nor state stands in the database in plain text, or in the operation log', async () => {
  const [account] = await accounts()
  const address = new URL(await pressed('authorize', account!))
  await back(address.href)
  const rows = await app.db.pool.query('select * from marketplace_consent')
  const log = await app.ok('findOperationLog', { keyword: '1688账号' })
  expect(log.total).toBeGreaterThan(0)
  for (const secret of [address.searchParams.get('code')!, address.searchParams.get('state')!])
    for (const text of [rows.rows, log]) expect(JSON.stringify(text)).not.toContain(secret)
})

test('an authorization that ends within a week is reported once a day, and one that ended as ended', async () => {
  const notices = async () =>
    (await app.ok('queryNotices', { kind: 'token-expiring' })).list.map(({ text, to }) => ({ text, to }))
  const report = async (): Promise<void> => {
    await runCron(app, 'report-ending-tokens')
    await untilQuiet(app)
  }
  const [account] = await accounts()
  const endsIn = (days: number) =>
    app.db.pool.query(`update marketplace_account set refresh_token_expires_at = $1 where id = $2`, [
      new Date(Date.now() + moved + days * 86_400_000),
      account!.id,
    ])
  await report()
  expect(await notices()).toEqual([])
  await quirk('postponeWithinDays', -1)
  await quirk('refreshTokenDays', 4)
  expect(await finish(await back(await pressed('authorize', account!)))).toMatchObject({ code: 200 })
  await quirk('refreshTokenDays', 180)
  await report()
  await report()
  expect(await notices()).toEqual([
    { text: expect.stringContaining('还有3天') as unknown, to: `/system/connect?step=consent&account=${account!.id}` },
  ])
  await quirk('postponeWithinDays', 30)
  await endsIn(-1)
  await report()
  expect((await notices())[0]!.text).toContain('已经失效')
})

test('a consent in its last month is extended automatically; if 1688 refuses, the notice says so, and the account keeps working', async () => {
  const day = 86_400_000
  const notices = async () => (await app.ok('queryNotices', { kind: 'token-expiring' })).list.map(({ text }) => text)
  const morning = async (): Promise<void> => {
    await runCron(app, 'report-ending-tokens')
    await untilQuiet(app)
  }
  /** Days to the end, as the account shows it. */
  const left = async (name: string): Promise<number> => {
    const end = (await accounts()).find((one) => one.name === name)!.refreshTokenExpiresAt!
    return Math.round((end - Date.now() - moved) / day)
  }
  const consented = async (name: string, days: number): Promise<MarketplaceAccount> => {
    await quirk('refreshTokenDays', days)
    const account = await add(name)
    expect(await finish(await back(await pressed('authorize', account)))).toMatchObject({ code: 200 })
    await quirk('refreshTokenDays', 180)
    return account
  }
  for (const { name } of await accounts()) await remove(name)

  await consented('近', 20)
  const before = await notices()
  await morning()
  expect(await left('近')).toBeGreaterThan(170)
  expect(await notices()).toEqual(before)
  expect(await app.ok('keywordQuery', { keyword: '收纳', pageSize: 3 })).toMatchObject({ total: expect.anything() })
  await remove('近')

  await quirk('postponeWithinDays', -1)
  await consented('拒', 5)
  await morning()
  expect(await left('拒')).toBeLessThanOrEqual(5)
  expect((await notices())[0]).toContain('1688没有接受自动延长')
  expect((await accounts())[0]).toMatchObject({ health: 'ok' })
  await quirk('postponeWithinDays', 30)
  await remove('拒')

  // The answer with the new token is lost: the old one is invalid, which a person has to know at once.
  await consented('丢', 20)
  await simulator.control('POST', '/faults', {
    vendor: '1688',
    call: 'postponeToken',
    fault: { kind: 'drop-after' },
  })
  await morning()
  expect((await accounts())[0]).toMatchObject({ health: 'unauthorised' })
  expect((await notices())[0]).toContain('“丢”的授权已经失效')
  await remove('丢')
  const account = await add('甲')
  expect(await finish(await back(await pressed('authorize', account)))).toMatchObject({ code: 200 })
})

test('a missing permission is found by the check and by work, and taken back when it is granted', async () => {
  const [account] = await accounts()
  const check = () => app.ok('checkMarketplaceAccount', { id: account!.id })
  await quirk('deniedApis', 'product.search.queryProductDetail')
  expect(await check()).toMatchObject({
    health: 'missing-permissions',
    healthMessage: expect.stringContaining('商品详情') as unknown,
    permissions: { search: 'granted', detail: 'denied' },
  })
  await quirk('deniedApis', 'product.search.keywordQuery')
  expect(await app.call('keywordQuery', { keyword: '没有权限', pageSize: 4 })).toMatchObject({
    code: 400,
    msg: '1688应用没有开通“商品搜索”权限',
    data: {
      why: expect.stringContaining('粘贴商品链接') as unknown,
      next: [
        { to: '/shop/product/1688' },
        { to: '/system/connect?step=collector' },
        { to: '/system/connect?step=permissions' },
      ],
    },
  })
  expect((await accounts())[0]).toMatchObject({ permissions: { search: 'denied' } })
  await quirk('deniedApis', '')
  expect(await check()).toMatchObject({ health: 'ok', permissions: { search: 'granted', detail: 'granted' } })
})

test('a consent with typed tokens is extended as soon as 1688 accepts it, and its end is known from then on', async () => {
  for (const { name } of await accounts()) await remove(name)
  const morning = async (): Promise<MarketplaceAccount> => {
    await runCron(app, 'report-ending-tokens')
    await untilQuiet(app)
    return (await accounts())[0]!
  }
  const noticed = async () => (await app.ok('queryNotices', { kind: 'token-expiring' })).total
  const before = await noticed()
  const { accessToken, refreshToken } = simulator.alibaba
  const typed = await add('手填', { accessToken, refreshToken })
  expect(typed).toMatchObject({ hasRefreshToken: true, refreshTokenExpiresAt: null })
  expect(await morning()).toMatchObject({ health: 'ok', hasRefreshToken: true, refreshTokenExpiresAt: null })
  expect(await app.ok('keywordQuery', { keyword: '收纳', pageSize: 3 })).toMatchObject({ total: expect.anything() })
  // 1688 accepts an extension only in the last days of the token's half year: 200 days allow it at once.
  await quirk('postponeWithinDays', 200)
  const asked = await simulator.received('postponeToken')
  const longer = await morning()
  expect(longer.refreshTokenExpiresAt).toBeGreaterThan(Date.now() + 170 * 86_400_000)
  expect(await simulator.received('postponeToken')).toBe(asked + 1)
  // The end of the consent is known now, and is far away.
  await quirk('postponeWithinDays', 30)
  await morning()
  expect(await simulator.received('postponeToken')).toBe(asked + 1)
  expect(await noticed()).toBe(before)
  await remove('手填')
})

test('typed tokens without a refresh token are reported before the day that a person knows, with what to do', async () => {
  const { accessToken, gateway, appKey, appSecret } = simulator.alibaba
  const day = (days: number): string => new Date(Date.now() + moved + days * 86_400_000).toISOString().slice(0, 10)
  for (const endsOn of ['2027-02-30', 'soon'])
    expect(
      await app.call('addMarketplaceAccount', { gateway, appKey, appSecret, name: '没有这天', endsOn }),
    ).toMatchObject({ code: 422, data: { fields: { endsOn: expect.any(String) as unknown } } })
  expect(
    await app.call('addMarketplaceAccount', { gateway, appKey, appSecret, name: '没有令牌', endsOn: day(60) }),
  ).toMatchObject({ code: 422, data: { fields: { endsOn: expect.stringContaining('先填写访问令牌') as unknown } } })
  const typed = await add('只有访问令牌', { accessToken, endsOn: day(60) })
  expect(typed).toMatchObject({ hasRefreshToken: false, refreshTokenExpiresAt: null })
  expect(typed.tokenExpiresAt).toBe(Date.parse(`${day(60)}T00:00:00+08:00`))
  const report = async () => {
    await runCron(app, 'report-ending-tokens')
    await untilQuiet(app)
    return (await app.ok('queryNotices', { kind: 'token-expiring' })).list.filter(({ text }) =>
      text.includes('只有访问令牌'),
    )
  }
  expect(await report()).toEqual([])
  await app.ok('keywordQuery', { keyword: '收纳', pageSize: 3 })
  const { id, version, name, isDefault } = (await accounts())[0]!
  const later = await app.ok('updateMarketplaceAccount', {
    id,
    version,
    name,
    gateway,
    appKey,
    isDefault,
    endsOn: day(5),
  })
  expect(later).toMatchObject({ health: 'ok', tokenExpiresAt: Date.parse(`${day(5)}T00:00:00+08:00`) })
  expect(await report()).toMatchObject([
    {
      text: expect.stringMatching(/还有[34]天到期.*没有续期令牌，不能自动延长.*重新授权/) as unknown,
      to: `/system/connect?step=consent&account=${id}`,
    },
  ])
  await remove('只有访问令牌')
})

test('key and secret in each other’s field are noticed when an account is edited, too', async () => {
  const account = await add('改反')
  const { id, version, name, gateway, isDefault } = account
  const { appKey, appSecret } = simulator.alibaba
  const swapped = { id, version, name, gateway, isDefault, appKey: appSecret, appSecret: appKey }
  expect(await app.call('updateMarketplaceAccount', swapped)).toMatchObject({
    code: 422,
    data: { fields: { appSecret: expect.stringContaining('填反') as unknown } },
  })
  expect((await accounts()).find((one) => one.id === id)).toMatchObject({ appKey, version })
  await remove('改反')
})

test('a consent is void if the account’s app was changed while the person was at 1688', async () => {
  const account = await add('换应用')
  const consent = await back(await pressed('authorize', account))
  const { id, version, name, gateway, isDefault } = account
  const other = { id, version, name, gateway, isDefault, appKey: '1000001', appSecret: 'of another app' }
  await app.ok('updateMarketplaceAccount', other)
  expect(await finish(consent)).toMatchObject(refusedFor('AppKey被改过'))
  await remove('换应用')
})
