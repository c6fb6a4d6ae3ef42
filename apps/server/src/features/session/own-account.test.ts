import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { md5 } from '../../../test/harness.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { SESSION } from './session.rules.ts'
import { codeOf, fromBase32, stepAt } from './totp.rules.ts'

const MINUTE = 60_000
const PASSWORD = 'person888'
const DIGEST = md5(PASSWORD)
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
let app: TestApp
let admin: { token: string }
let now = Date.UTC(2026, 0, 5)
let serial = 0

beforeAll(async () => {
  app = await startAppAlone({ clock: { now: () => now } })
})
afterAll(() => app?.close())
beforeEach(async () => {
  now += 11 * MINUTE
  admin = { token: await app.login('admin', 'admin888') }
})

type Person = { id: string; userAccount: string; token: string; deviceMark: string }
type Entered = Extract<Answer<'login'>, { code: 200 }>['data']

/** Logs in as a browser does: with the stored device mark, if there is one. */
const login = (
  userAccount: string,
  {
    userPassword = DIGEST,
    validateCode,
    deviceMark,
  }: { validateCode?: string; deviceMark?: string; userPassword?: string } = {},
) => app.call('login', { userAccount, userPassword, validateCode, deviceMark }, { token: null })
async function enter(userAccount: string, more: Parameters<typeof login>[1] = {}): Promise<Entered> {
  const answer = await login(userAccount, more)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as Entered
}
const typeOf = async (userAccount: string, deviceMark?: string) =>
  (await app.ok('getResourceType', { userAccount, deviceMark }, { token: null })).resourceType

async function person(phone = '', roleIds: string[] = []): Promise<Person> {
  const userAccount = `own${++serial}`
  const { user, initialPassword } = await app.ok(
    'addAdminUser',
    { userAccount, name: userAccount, phone, roleIds },
    admin,
  )
  const first = await enter(userAccount, { userPassword: md5(initialPassword) })
  await app.ok(
    'safe_updatePassword',
    { oldUserPassword: md5(initialPassword), userPassword: DIGEST },
    { token: first.token },
  )
  return { id: user.id, userAccount, token: first.token, deviceMark: first.deviceMark }
}
async function bind({ token }: { token: string }) {
  const { secret } = await app.ok('startAuthenticator', {}, { token })
  const code = (): string => codeOf(fromBase32(secret), stepAt(now))
  const { recoveryCodes } = await app.ok('confirmAuthenticator', { code: code() }, { token })
  return { code, recoveryCodes }
}
const role = (demandsAuthenticator: boolean) =>
  app.ok('addRole', { name: `role${++serial}`, note: '', demandsAuthenticator }, admin)
const notices = async (token: string) =>
  (await app.ok('queryNotices', { kind: 'account-security' }, { token })).list.map(({ title, text }) => [title, text])
const security = (token: string) => app.ok('queryOwnSecurity', {}, { token })

describe('a role that requires the authenticator', () => {
  it('allows its accounts only to set one up, with their own code, from that moment on and at the next login', async () => {
    const { id, name, version } = await role(false)
    const one = await person('', [id])
    expect(await app.call('queryNotices', {}, one)).toMatchObject({ code: 200 })
    await app.ok('updateRole', { id, version, name, demandsAuthenticator: true }, admin)

    const open: string[] = []
    for (const call of endpointNames) {
      const { right, stream }: Endpoint = ENDPOINTS[call]
      // The collector's call does not accept a session.
      if (right === 'public' || right === 'worker' || right === 'collector' || call === 'logout') continue
      const answer = await app.call(call, {}, one)
      if (answer.code !== 4031) open.push(call)
      else expect([call, stream, answer.data]).toMatchObject([call, stream, { refusal: 'authenticator-first' }])
    }
    expect(open.toSorted()).toEqual([
      'confirmAuthenticator',
      'safe_updatePassword',
      'safe_userMession',
      'startAuthenticator',
    ])
    expect((await app.ok('safe_userMession', {}, one)).userInfo.mustBindAuthenticator).toBe(true)
    const again = await enter(one.userAccount, one)
    expect(again.userInfo.mustBindAuthenticator).toBe(true)

    await bind(again)
    expect(await app.call('queryNotices', {}, again)).toMatchObject({ code: 200 })
    expect((await app.ok('safe_userMession', {}, again)).userInfo.mustBindAuthenticator).toBe(false)
  })

  it('is shown to administrators with the accounts that lack one, and only they can switch it', async () => {
    const { id } = await role(true)
    const [lacking, bound] = [await person('', [id]), await person('', [id])]
    await bind(bound)
    const { list } = await app.ok('pagingQuery', { roleId: id, authenticator: 'lacking' }, admin)
    expect(list).toMatchObject([{ id: lacking.id, authenticatorDemanded: true, hasAuthenticator: false }])
    const both = await app.ok('pagingQuery', { roleId: id, authenticator: 'bound' }, admin)
    expect(both.list.map((row) => row.id)).toEqual([bound.id])
    const roles = await app.ok('queryRoles', {}, admin)
    expect(roles.list.find((row) => row.id === id)).toMatchObject({ accountCount: 2, lackingCount: 1 })

    // A person who may change roles and has every right of this one, but is not an administrator.
    const changer = await role(false)
    const rights = ['/admin/role/updateRole', '/admin/role/addRole', '/admin/adminUser/unbind.do']
    const granted = { roleId: changer.id, version: changer.version, rights, menuIds: [], elementIds: [] }
    await app.ok('grantResourcesToRole', granted, admin)
    const clerk = await person('', [changer.id])
    const now = roles.list.find((row) => row.id === id)!
    const off = { id, version: now.version, name: now.name, note: now.note, demandsAuthenticator: false }
    expect(await app.call('updateRole', off, clerk)).toMatchObject({ data: { refusal: 'grant-not-held' } })
    expect(await app.call('addRole', { name: 'mine', demandsAuthenticator: true }, clerk)).toMatchObject({
      data: { refusal: 'grant-not-held' },
    })
    expect(await app.call('updateRole', { ...off, demandsAuthenticator: true, note: 'n' }, clerk)).toMatchObject({
      code: 200,
    })
  })

  it('does not let its accounts remove the authenticator; an administrator does it for a lost phone, and it must be set up again', async () => {
    const { id, version } = await role(true)
    const rights = ['/admin/adminUser/unbind.do']
    await app.ok('grantResourcesToRole', { roleId: id, version, rights, menuIds: [], elementIds: [] }, admin)
    const one = await person('', [id])
    const { recoveryCodes } = await bind(one)
    expect(await app.call('unbind', { id: one.id }, one)).toMatchObject({ data: { refusal: 'not-yourself' } })
    await app.ok('unbind', { id: one.id }, admin)
    expect(await app.call('queryNotices', {}, one)).toMatchObject({ code: 4031 })
    expect(await login(one.userAccount, { validateCode: recoveryCodes[0]! })).toMatchObject({ code: 200 })
    const { rows } = await app.db.pool.query('select 1 from recovery_code where account_id = $1', [one.id])
    expect(rows).toEqual([])
  })
})

describe('recovery codes', () => {
  it('are ten, each valid once in place of the app, however many logins use it at once, and the person gets a notice', async () => {
    const one = await person()
    const { recoveryCodes } = await bind(one)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes.every((code) => /^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/.test(code))).toBe(true)
    // As people type: capitals, spaces instead of dashes.
    const typed = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(one.userAccount, { validateCode: typed })))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
    const reported = await notices(one.token)
    expect(reported).toContainEqual(['使用了恢复码', expect.stringContaining('还剩 9 个')])
    expect((await security(one.token)).recoveryCodesLeft).toBe(9)
    expect(await login(one.userAccount, { validateCode: 'aaaa-bbbb-cccc' })).toMatchObject({
      data: { refusal: 'code-wrong' },
    })
    expect((await security(one.token)).logins.map(({ message }) => message)).toContain('登录成功（密码和恢复码）')
  })

  it('are useless without the password, and for another account', async () => {
    const [one, other] = [await person(), await person()]
    const { recoveryCodes } = await bind(one)
    await bind(other)
    const validateCode = recoveryCodes[0]!
    expect(await login(one.userAccount, { validateCode, userPassword: md5('guess') })).toMatchObject({
      data: { refusal: 'login-failed' },
    })
    expect(await login(other.userAccount, { validateCode })).toMatchObject({ data: { refusal: 'code-wrong' } })
    expect(await login(one.userAccount, { validateCode })).toMatchObject({ code: 200 })
  })

  it('are renewed with the password, which voids all before; a wrong password is refused and counted', async () => {
    const one = await person()
    expect(await app.call('renewRecoveryCodes', { userPassword: DIGEST }, one)).toMatchObject({
      data: { refusal: 'state-not-allowed' },
    })
    const { recoveryCodes: old } = await bind(one)
    await enter(one.userAccount, { validateCode: old[0]! })
    const { recoveryCodes } = await app.ok('renewRecoveryCodes', { userPassword: DIGEST }, one)
    expect((await security(one.token)).recoveryCodesLeft).toBe(10)
    expect(await login(one.userAccount, { validateCode: old[1]! })).toMatchObject({ code: 400 })
    expect(await login(one.userAccount, { validateCode: recoveryCodes[1]! })).toMatchObject({ code: 200 })
    const guesses: number[] = []
    for (let n = 0; n < SESSION.passwordTries + 1; n++)
      guesses.push((await app.call('renewRecoveryCodes', { userPassword: md5('guess') }, one)).code)
    expect([guesses[0], guesses.at(-1)]).toEqual([400, 429])
  })

  it('are in no log, and in the database only hashed', async () => {
    const one = await person()
    const { recoveryCodes } = await bind(one)
    const more = await app.ok('renewRecoveryCodes', { userPassword: DIGEST }, one)
    await enter(one.userAccount, { validateCode: more.recoveryCodes[0]! })
    const tables = ['operation_log', 'login_log', 'recovery_code', 'account', 'notice', 'session']
    const rows = await Promise.all(tables.map((table) => app.db.pool.query(`select t::text from ${table} t`)))
    const everything = JSON.stringify(rows.map((one) => one.rows))
    for (const code of [...recoveryCodes, ...more.recoveryCodes]) {
      expect(everything).not.toContain(code)
      expect(everything).not.toContain(code.replaceAll('-', ''))
    }
  })
})

describe('a device', () => {
  it('that is new is reported to the person alone, with what to do; a known one, and the account’s first, are not', async () => {
    const one = await person()
    const bystander = await person()
    await enter(one.userAccount, one)
    expect(await notices(one.token)).toEqual([])
    const answer = await fetch(`${app.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': CHROME },
      body: new URLSearchParams({ userAccount: one.userAccount, userPassword: DIGEST }),
    })
    const { data } = (await answer.json()) as { data: Entered }
    expect(await notices(one.token)).toEqual([
      ['新设备登录', expect.stringMatching(/Chrome · Windows，来源 127.*修改密码/)],
    ])
    await enter(one.userAccount, { deviceMark: data.deviceMark })
    expect(await notices(one.token)).toHaveLength(1)
    for (const token of [bystander.token, admin.token])
      expect((await notices(token)).map(([, text]) => text).join()).not.toContain('Chrome · Windows')
    expect(await app.call('queryWarningRules', {}, admin)).toMatchObject({ code: 200 })
    const switched = { kind: 'account-security', version: 0, enabled: false, level: 'info', roleIds: [] }
    expect(await app.call('updateWarningRule', switched, admin)).toMatchObject({ code: 422 })
  })

  it('is forgotten when the password is changed on another one, or an administrator sets another', async () => {
    const one = await person()
    const second = await enter(one.userAccount)
    const change = { oldUserPassword: DIGEST, userPassword: md5('another888') }
    await app.ok('safe_updatePassword', change, one)
    const reported = (await notices(one.token)).length
    await enter(one.userAccount, { ...one, userPassword: md5('another888') })
    expect(await notices(one.token)).toHaveLength(reported)
    await enter(one.userAccount, { deviceMark: second.deviceMark, userPassword: md5('another888') })
    expect(await notices(one.token)).toHaveLength(reported + 1)
    await app.ok('resetPasswordById', { id: one.id, userPassword: DIGEST }, admin)
    const { rows } = await app.db.pool.query('select 1 from known_device where account_id = $1', [one.id])
    expect(rows).toEqual([])
  })
})

describe('a person’s own logins and sessions', () => {
  it('are shown to the person, failed ones too, with address and device', async () => {
    const one = await person()
    now += 1000
    await login(one.userAccount, { userPassword: md5('guess') })
    const { logins, sessions } = await security(one.token)
    expect(logins.map(({ outcome, message, ip }) => [outcome, message, ip])).toEqual([
      ['refused', '账号或密码错误', '127.0.0.1'],
      ['ok', '登录成功', '127.0.0.1'],
    ])
    expect(sessions).toMatchObject([{ mine: true, can: { endOwnSessions: expect.any(String) as string } }])
  })

  it('of a deleted account with the same name are not shown', async () => {
    const one = await person()
    await app.ok('deleteUsers', { ids: [one.id] }, admin)
    now += 1000
    const { initialPassword } = await app.ok('addAdminUser', { userAccount: one.userAccount, name: 'Next' }, admin)
    now += 1000
    const { token } = await enter(one.userAccount, { userPassword: md5(initialPassword) })
    expect((await security(token)).logins).toHaveLength(1)
  })

  it('can be ended by the person, and nobody else’s can', async () => {
    const [one, other] = [await person(), await person()]
    const second = await enter(one.userAccount)
    const mine = (await security(one.token)).sessions
    const foreign = (await security(other.token)).sessions[0]!
    const ids = [...mine.map(({ id }) => id), foreign.id]
    const outcome = await app.ok('endOwnSessions', { ids }, one)
    expect(Object.fromEntries(outcome.rows.map(({ key, word, ok }) => [key, ok ? 'ended' : word]))).toEqual({
      [mine.find((row) => row.mine)!.id]: 'not-yourself',
      [mine.find((row) => !row.mine)!.id]: 'ended',
      [foreign.id]: 'not-found',
    })
    expect(await app.call('safe_userMession', {}, second)).toMatchObject({
      code: 403,
      data: { why: '被自己在别处踢下线' },
    })
    expect(await app.call('safe_userMession', {}, other)).toMatchObject({ code: 200 })
  })
})

describe('the answers to a login without a session', () => {
  it('are the same for an account that logged in from this address before and for a name without an account', async () => {
    const { userAccount } = await person('13800000001')
    const reported = async (name: string): Promise<unknown[]> => {
      const answers: unknown[] = []
      for (let n = 0; n <= SESSION.lockAfterFailures; n++) {
        const { code, msg, data } = await login(name, {
          userPassword: md5('guess'),
          ...(n < 3 ? {} : { validateCode: '000000' }),
        })
        answers.push([await typeOf(name), code, msg, (data as { why?: string } | null)?.why])
      }
      return answers
    }
    const known = await reported(userAccount)
    now += 11 * MINUTE
    expect(await reported('nobody-of-that-name')).toEqual(known)
    expect(JSON.stringify(known)).toContain('临时锁定')
  })

  it('are not affected by the person’s own logins, and failed guesses do not lock out the person’s device', async () => {
    const one = await person('13800000001')
    const failures = async (): Promise<number> => {
      const { rows } = await app.db.pool.query<{ n: number }>('select failed_logins n from account where id = $1', [
        one.id,
      ])
      return rows[0]!.n
    }
    const guess = () => login(one.userAccount, { userPassword: md5('guess'), validateCode: '000000' })
    for (let n = 1; n < SESSION.lockAfterFailures; n++) await guess()
    // The known device needs no code, and its success resets no failures of other devices.
    expect([await typeOf(one.userAccount), await typeOf(one.userAccount, one.deviceMark)]).toEqual(['1', '0'])
    await enter(one.userAccount, one)
    expect(await failures()).toBe(SESSION.lockAfterFailures - 1)
    await guess()
    expect(await guess()).toMatchObject({ code: 429, data: { refusal: 'login-locked' } })
    await enter(one.userAccount, one)
    // Its own failures are counted, and soon require a code.
    for (let n = 0; n < SESSION.codeAfterFailures; n++) await login(one.userAccount, { ...one, userPassword: md5('x') })
    expect(await typeOf(one.userAccount, one.deviceMark)).toBe('1')
    expect(await login(one.userAccount, one)).toMatchObject({ data: { refusal: 'code-needed' } })
    await app.ok('sendSmsCode', { userAccount: one.userAccount, deviceMark: one.deviceMark }, { token: null })
    await enter(one.userAccount, { ...one, validateCode: app.sms.at(-1)!.code })
  })
})
