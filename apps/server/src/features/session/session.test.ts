import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { md5, startTestApp } from '../../../test/harness.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

const MINUTE = 60_000
let simulator: TestSimulator
let app: TestApp
let now = Date.now()
let userAccount: string

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ clock: { now: () => now }, demoSimulator: simulator.origin, work: false })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})
/** Every test has its own account, and its own time window for failed logins. */
beforeEach(async () => {
  now += 11 * MINUTE
  userAccount = `clerk-${randomUUID().slice(0, 8)}`
  await app.db.pool.query(
    `insert into account (id, user_account, name, phone, password_hash, role_type)
     select $1, $2, 'Clerk', '13800000000', password_hash, 0 from account where user_account = 'clerk'`,
    [randomUUID(), userAccount],
  )
})

const PASSWORD = 'clerk888'
const login = (userPassword = PASSWORD, validateCode?: string): Promise<Answer<'login'>> =>
  app.call(
    'login',
    { userAccount, userPassword: md5(userPassword), ...(validateCode ? { validateCode } : {}) },
    { token: null },
  )
const who = (token: string): Promise<Answer<'safe_userMession'>> => app.call('safe_userMession', {}, { token })
/** The call as a browser makes it, with the token that its answer may carry. */
const asBrowser = async (token: string): Promise<{ code: number; fresh: string | null }> => {
  const response = await fetch(`${app.url}/admin/login/safe_userMession`, { headers: { authorization: token } })
  const { code } = (await response.json()) as { code: number }
  return { code, fresh: response.headers.get('authorization') }
}
/** As another process of the app would do it: this process reads it within a second. */
async function set(column: string, value: unknown): Promise<void> {
  await app.db.pool.query(`update account set ${column} = $1 where user_account = $2`, [value, userAccount])
  now += 1000
}

describe('a token', () => {
  test('is renewed: one of many simultaneous calls returns the next token, and the old one stays valid for one more minute after the first use of the next', async () => {
    const first = await app.login(userAccount, PASSWORD)
    expect(await asBrowser(first)).toEqual({ code: 200, fresh: null })
    now += 31 * MINUTE
    const answers = await Promise.all(Array.from({ length: 20 }, () => asBrowser(first)))
    expect(new Set(answers.map((one) => one.code))).toEqual(new Set([200]))
    const fresh = answers.flatMap((one) => one.fresh ?? [])
    expect(fresh).toHaveLength(1)
    now += 59_000
    expect(await asBrowser(first)).toEqual({ code: 200, fresh: null })
    expect(await asBrowser(fresh[0]!)).toEqual({ code: 200, fresh: null })
    now += 59_000
    expect(await asBrowser(first)).toEqual({ code: 200, fresh: null })
    now += 2_000
    expect(await who(first)).toMatchObject({ code: 400, msg: '请先登录' })
    expect((await who(fresh[0]!)).code).toBe(200)
  })

  test('that was not used for half a day is expired, with the code that logs out', async () => {
    const token = await app.login(userAccount, PASSWORD)
    now += 12 * 60 * MINUTE + 1
    expect(await who(token)).toMatchObject({ code: 403, data: { refusal: 'session-over', why: '太久没有操作' } })
  })

  test('is expired after thirty days, however much it is used, with the code that logs out', async () => {
    let token = await app.login(userAccount, PASSWORD)
    const began = now
    while (now < began + 30 * 24 * 60 * MINUTE - 11 * 60 * MINUTE) {
      now += 11 * 60 * MINUTE
      const { code, fresh } = await asBrowser(token)
      expect(code).toBe(200)
      token = fresh ?? token
    }
    now = began + 30 * 24 * 60 * MINUTE
    expect(await who(token)).toMatchObject({
      code: 403,
      data: { refusal: 'session-over', why: '登录已满30天，请重新登录' },
    })
  })

  test('ends when it logs out, and no other does', async () => {
    const [mine, other] = [await app.login(userAccount, PASSWORD), await app.login(userAccount, PASSWORD)]
    expect(await app.ok('logout', {}, { token: mine })).toBeNull()
    expect(await who(mine)).toMatchObject({ code: 403, data: { refusal: 'session-over' } })
    expect((await who(other)).code).toBe(200)
  })

  test('is invalid one second after another process suspended or deleted its account or removed its rights', async () => {
    const token = await app.login(userAccount, PASSWORD)
    await set('status', 'suspended')
    expect(await who(token)).toMatchObject({ code: 403, data: { why: '账号已停用' } })
    expect(await login()).toMatchObject({ code: 400, data: { refusal: 'account-suspended' } })
    await set('status', 'active')
    expect((await who(token)).code).toBe(200)
    expect(await app.call('querySyncTasks', {}, { token })).toMatchObject({ code: 4030 })
    await set('role_type', 1)
    expect(await app.call('querySyncTasks', {}, { token })).toMatchObject({ code: 200 })
    await set('deleted_at', new Date(now))
    expect(await who(token)).toMatchObject({ code: 403, data: { why: '账号已删除' } })
    expect(await login()).toMatchObject({ code: 400, data: { refusal: 'login-failed' } })
  })
})

describe('a password', () => {
  test('when changed ends the other sessions, and is valid from then on', async () => {
    const [mine, other] = [await app.login(userAccount, PASSWORD), await app.login(userAccount, PASSWORD)]
    const change = (oldPassword: string, password: string) =>
      app.call(
        'safe_updatePassword',
        { oldUserPassword: md5(oldPassword), userPassword: md5(password) },
        { token: mine },
      )
    expect(await change('not-it', 'next888')).toMatchObject({ code: 400, data: { refusal: 'old-password-wrong' } })
    expect(await change(PASSWORD, 'next888')).toMatchObject({ code: 200 })
    expect((await who(mine)).code).toBe(200)
    expect(await who(other)).toMatchObject({ code: 403, data: { why: '密码已修改' } })
    expect((await login()).code).toBe(400)
    expect((await login('next888')).code).toBe(200)
  })

  test('is not changed to nothing, to one character, to a common one, to the name, nor to the former one', async () => {
    const token = await app.login(userAccount, PASSWORD)
    for (const weak of ['', '1', '123456', 'Password1', 'admin888', userAccount, `${userAccount}123`, PASSWORD]) {
      const change = { oldUserPassword: md5(PASSWORD), userPassword: md5(weak).toUpperCase() }
      const answer = await app.call('safe_updatePassword', change, { token })
      expect(answer).toMatchObject({ code: 422, data: { fields: { userPassword: expect.anything() as unknown } } })
    }
    const admin = { token: await app.login('admin', 'admin888') }
    const { list } = await app.ok('pagingQuery', { keyword: userAccount }, admin)
    const reset = { id: list[0]!.id, userPassword: md5('') }
    expect(await app.call('resetPasswordById', reset, admin)).toMatchObject({ code: 422 })
    expect((await login()).code).toBe(200)
  })

  test('can’t be guessed at a screen that was left open', async () => {
    const token = await app.login(userAccount, PASSWORD)
    const codes: number[] = []
    for (let n = 0; n < 12; n++) {
      const guess = { oldUserPassword: md5(`guess ${n}`), userPassword: md5('mine') }
      codes.push((await app.call('safe_updatePassword', guess, { token })).code)
    }
    expect(codes).toEqual([...Array<number>(10).fill(400), 429, 429])
  })
})

describe('wrong passwords', () => {
  test('require a code by SMS after three, and accept it once', async () => {
    const type = async () => (await app.ok('getResourceType', { userAccount }, { token: null })).resourceType
    expect(await type()).toBe('0')
    for (let n = 0; n < 3; n++) expect(await login('wrong')).toMatchObject({ data: { refusal: 'login-failed' } })
    expect(await type()).toBe('1')
    expect(await login()).toMatchObject({ code: 400, data: { refusal: 'code-needed' } })
    await app.ok('sendSmsCode', { userAccount }, { token: null })
    expect(await app.call('sendSmsCode', { userAccount }, { token: null })).toMatchObject({ code: 429 })
    const { code } = app.sms.at(-1)!
    expect(code).toMatch(/^\d{6}$/)
    expect(await login(PASSWORD, code === '000000' ? '000001' : '000000')).toMatchObject({
      data: { refusal: 'code-wrong' },
    })
    expect(await login(PASSWORD, code)).toMatchObject({ code: 200 })
    expect(await type()).toBe('0')
  })

  test('allow a code for five minutes and five tries', async () => {
    for (let n = 0; n < 3; n++) await login('wrong')
    await app.ok('sendSmsCode', { userAccount }, { token: null })
    const first = app.sms.at(-1)!.code
    now += 6 * MINUTE
    expect(await login(PASSWORD, first)).toMatchObject({ data: { refusal: 'code-wrong' } })
    await app.ok('sendSmsCode', { userAccount }, { token: null })
    const second = app.sms.at(-1)!.code
    const wrong = second === '999999' ? '999998' : '999999'
    for (let n = 0; n < 5; n++) expect(await login(PASSWORD, wrong)).toMatchObject({ data: { refusal: 'code-wrong' } })
    expect(await login(PASSWORD, second)).toMatchObject({ data: { refusal: 'code-wrong' } })
  })

  test('lock the account after ten for a quarter of an hour, also when they arrive all at once', async () => {
    // With a code, which is required from the third failure on. None was sent, so any code is wrong, as the password is.
    const answers = await Promise.all(Array.from({ length: 30 }, () => login('wrong', '000000')))
    const words = answers.map((one) => ('refusal' in one.data ? one.data.refusal : ''))
    expect(words.filter((word) => word === 'login-failed').length).toBeLessThanOrEqual(10)
    expect(await login()).toMatchObject({
      code: 429,
      data: { refusal: 'login-locked', why: expect.stringContaining('分钟') },
    })
    now += 16 * MINUTE
    await app.ok('sendSmsCode', { userAccount }, { token: null })
    expect(await login(PASSWORD, app.sms.at(-1)!.code)).toMatchObject({ code: 200 })
  })

  test('are answered alike for accounts and for names without an account', async () => {
    const unknown = await app.call('login', { userAccount: 'nobody', userPassword: md5('x') }, { token: null })
    const known = await login('wrong')
    expect({ ...unknown, data: { ...unknown.data } }).toEqual({ ...known, data: { ...known.data } })
  })
})

test('the operation log records who did what, and no secret in any form', async () => {
  const token = await app.login(userAccount, PASSWORD)
  // The clock has moved by hours: the session of the app's own administrator has expired.
  const admin = { token: await app.login('admin', 'admin888') }
  await login('wrong-password')
  await app.call('safe_updatePassword', { oldUserPassword: md5('guess'), userPassword: md5('fresh888') }, { token })
  const secret = `s3cret${randomUUID().slice(0, 8)}`
  const store = { name: 'Logged', origin: `${simulator.origin}/shops/logged`, clientId: 'client', clientSecret: secret }
  const made = await app.ok('addShopifyStore', { ...store, accessToken: `shpat_${secret}` }, admin)
  await app.call('addShopifyStore', { ...store, origin: 'javascript:alert(1)' }, admin)
  await app.ok(
    'updateShopifyStore',
    { ...store, id: made.id, version: made.version, clientSecret: `${secret}2` },
    admin,
  )
  const account = { name: 'Logged', gateway: simulator.alibaba.gateway, appKey: 'key', appSecret: secret }
  const added = await app.ok('addMarketplaceAccount', { ...account, accessToken: secret, refreshToken: secret }, admin)
  await app.call('checkMarketplaceAccount', { id: added.id }, admin)
  await app.call('checkShopifyStore', { id: made.id }, admin)

  const { rows } = await app.db.pool.query<{ line: string }>('select t::text as line from operation_log t')
  const log = rows.map((row) => row.line).join('\n')
  const digests = [PASSWORD, 'wrong-password', 'guess', 'fresh888', 'admin888'].map(md5)
  for (const hidden of [secret, token, ...digests, ...app.sms.map((one) => `"${one.code}"`), 'argon2', 'v1.'])
    expect(log).not.toContain(hidden)
  const { list } = await app.ok('findOperationLog', { pageSize: 50 }, admin)
  expect(new Set(list.map((entry) => entry.call))).toEqual(
    new Set([
      ...list.map((entry) => entry.call),
      'login',
      'safe_updatePassword',
      'addShopifyStore',
      'addMarketplaceAccount',
    ]),
  )
  expect(list.find((entry) => entry.call === 'login' && entry.outcome === 'refused')).toMatchObject({
    accountName: userAccount,
    word: 'login-failed',
    ip: '127.0.0.1',
  })
})
