import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { md5 } from '../../../test/harness.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { signatureOf } from './aliyun-sms.mapping.ts'
import { deviceOf } from './session.rules.ts'
import { codeOf, fromBase32, stepAt } from './totp.rules.ts'

const MINUTE = 60_000
let app: TestApp
/** of an administrator who has just logged in: the tests move the clock by hours */
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

const PASSWORD = 'person888'
/** A new account that has changed its first password already, so that every test has its own count of failed logins. */
async function person(phone = ''): Promise<{ id: string; userAccount: string; token: string }> {
  const userAccount = `person${++serial}`
  const { user, initialPassword } = await app.ok('addAdminUser', { userAccount, name: userAccount, phone }, admin)
  const token = await app.login(userAccount, initialPassword)
  const change = { oldUserPassword: md5(initialPassword), userPassword: md5(PASSWORD) }
  await app.ok('safe_updatePassword', change, { token })
  return { id: user.id, userAccount, token }
}
const login = (userAccount: string, validateCode?: string, password = PASSWORD): Promise<Answer<'login'>> =>
  app.call('login', { userAccount, userPassword: md5(password), validateCode }, { token: null })
const typeOf = async (userAccount: string) =>
  (await app.ok('getResourceType', { userAccount }, { token: null })).resourceType

describe('an online user', () => {
  it('is shown with device and time, and forced out at the next call', async () => {
    const { userAccount, token } = await person()
    now += 5 * MINUTE
    await app.ok('safe_userMession', {}, { token })
    const { list } = await app.ok('queryOnlineSessions', { keyword: userAccount }, admin)
    expect(list).toMatchObject([{ userAccount, mine: false, lastSeenAt: now, can: { endSessions: true } }])
    expect(await app.ok('endSessions', { ids: [list[0]!.id] }, admin)).toMatchObject({ succeeded: 1 })
    expect(await app.call('safe_userMession', {}, { token })).toMatchObject({
      code: 403,
      data: { why: '被管理员踢下线' },
    })
    expect((await app.ok('queryOnlineSessions', { keyword: userAccount }, admin)).total).toBe(0)
    expect((await app.ok('endSessions', { ids: [list[0]!.id] }, admin)).rows[0]).toMatchObject({ word: 'not-found' })
  })

  it('can’t force out themselves', async () => {
    const own = (await app.ok('queryOnlineSessions', { keyword: 'admin' }, admin)).list.find((row) => row.mine)!
    expect((await app.ok('endSessions', { ids: [own.id] }, admin)).rows[0]).toMatchObject({ word: 'not-yourself' })
  })

  it('is logged out after the idle hours of the setting', async () => {
    await app.ok('updateSystemConfig', { key: 'session.idleHours', value: 2, version: 0 }, admin)
    const { userAccount, token } = await person()
    const second = await app.login(userAccount, PASSWORD)
    now += 119 * MINUTE
    expect(await app.call('safe_userMession', {}, { token })).toMatchObject({ code: 200 })
    now += 2 * MINUTE
    expect(await app.call('safe_userMession', {}, { token: second })).toMatchObject({ code: 403 })
    admin = { token: await app.login('admin', 'admin888') }
    await app.ok('deleteSystemConfig', { key: 'session.idleHours', version: 1 }, admin)
  })
})

describe('the login log', () => {
  it('has every try with its outcome, also for accounts that don’t exist', async () => {
    const { userAccount } = await person()
    now += 1000
    await login(userAccount, undefined, 'wrong888')
    now += 1000
    await login(`${userAccount}x`)
    const all = await app.ok('queryLoginLog', { keyword: userAccount }, admin)
    expect(all.list.map((row) => [row.userAccount, row.outcome, row.message])).toEqual([
      [`${userAccount}x`, 'refused', '账号或密码错误'],
      [userAccount, 'refused', '账号或密码错误'],
      [userAccount, 'ok', '登录成功'],
    ])
    expect((await app.ok('queryLoginLog', { keyword: userAccount, outcome: 'ok' }, admin)).total).toBe(1)
    expect((await app.ok('queryLoginLog', { from: now + 1 }, admin)).total).toBe(0)
    const sheet = await app.ok('exportLoginLog', { keyword: userAccount, outcome: 'ok' }, admin)
    expect(sheet).toMatchObject({ rows: 1, capped: false, fileName: expect.stringMatching(/^登录日志-.*\.csv$/) })
    expect(sheet.csv.startsWith('\uFEFF"时间","登录账号","结果","说明","来源","设备"\r\n')).toBe(true)
    expect(sheet.csv).toContain(`"${userAccount}","成功"`)
  })
})

describe('an authenticator app', () => {
  async function bound() {
    const one = await person('13800001111')
    const { secret, otpauthUrl } = await app.ok('startAuthenticator', {}, { token: one.token })
    expect(otpauthUrl).toContain(`secret=${secret}`)
    const code = (steps = 0): string => codeOf(fromBase32(secret), stepAt(now) + steps)
    await app.ok('confirmAuthenticator', { code: code() }, { token: one.token })
    return { ...one, secret, code }
  }

  it('is set up only with a code that it shows', async () => {
    const { token, userAccount } = await person()
    expect(await app.call('confirmAuthenticator', { code: '123456' }, { token })).toMatchObject({
      data: { refusal: 'state-not-allowed' },
    })
    const { secret } = await app.ok('startAuthenticator', {}, { token })
    const right = codeOf(fromBase32(secret), stepAt(now))
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    expect(await app.call('confirmAuthenticator', { code: wrong }, { token })).toMatchObject({
      data: { refusal: 'code-wrong' },
    })
    expect(await typeOf(userAccount)).toBe('0')
    await app.ok('confirmAuthenticator', { code: right }, { token })
    expect(await typeOf(userAccount)).toBe('2')
    expect(await app.call('startAuthenticator', {}, { token })).toMatchObject({
      data: { refusal: 'state-not-allowed' },
    })
  })

  it('is required at every login, and each code is valid once, the one of the setup never', async () => {
    const { userAccount, code } = await bound()
    expect(await login(userAccount)).toMatchObject({ data: { refusal: 'code-needed' } })
    expect(await login(userAccount, code())).toMatchObject({ data: { refusal: 'code-wrong' } })
    now += MINUTE
    const fresh = code()
    const twice = await Promise.all([login(userAccount, fresh), login(userAccount, fresh)])
    expect(twice.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, 400])
    now += MINUTE
    expect(await login(userAccount, code(), 'wrong888')).toMatchObject({ data: { refusal: 'login-failed' } })
    expect(await login(userAccount, code(-3))).toMatchObject({ data: { refusal: 'code-wrong' } })
    expect(await login(userAccount, code(1))).toMatchObject({ code: 200 })
  })

  it('replaces the code by SMS, and is removed by an administrator only', async () => {
    const { id, userAccount, token } = await bound()
    for (let tries = 0; tries < 4; tries++) await login(userAccount, '000000', 'wrong888')
    expect(await typeOf(userAccount)).toBe('2')
    const sent = app.sms.length
    await app.ok('sendSmsCode', { userAccount }, { token: null })
    expect(app.sms).toHaveLength(sent)
    expect(await app.call('unbind', { id }, { token })).toMatchObject({ code: 4030 })
    await app.ok('unbind', { id }, admin)
    expect(await typeOf(userAccount)).toBe('1')
    expect(await app.call('unbind', { id }, admin)).toMatchObject({ data: { refusal: 'state-not-allowed' } })
  })

  it('has its secret and its codes in no log, and in the database only encrypted', async () => {
    const { secret, code } = await bound()
    const rows = await app.db.pool.query('select * from account')
    const log = await app.db.pool.query('select * from operation_log')
    const everything = JSON.stringify([rows.rows, log.rows])
    expect(everything).not.toContain(secret)
    // Not as a part of an id or of a telephone number, which have any six digits now and then.
    expect(JSON.stringify(log.rows)).not.toMatch(new RegExp(`(?<![\\w-])${code()}(?![\\w-])`))
  })
})

describe('a name without an account', () => {
  it('is answered as an account would be, from the first failure to the lock', async () => {
    const { userAccount } = await person('13800000001')
    const reported = async (name: string): Promise<unknown[]> => {
      const answers: unknown[] = []
      const note = ({ code, msg, data }: { code: number; msg: string; data: unknown }): void =>
        void answers.push([code, msg, (data as { why?: string } | null)?.why])
      const type = async (): Promise<void> => void answers.push(await typeOf(name))
      const send = async (): Promise<void> =>
        note(await app.call('sendSmsCode', { userAccount: name }, { token: null }))
      await type()
      await send()
      for (let tries = 0; tries < 3; tries++) note(await login(name, undefined, 'wrong888'))
      await type()
      note(await login(name, undefined, 'wrong888'))
      await send()
      await send()
      for (let tries = 0; tries < 7; tries++) note(await login(name, '000000', 'wrong888'))
      note(await login(name, '000000', 'wrong888'))
      await type()
      return answers
    }
    const known = await reported(userAccount)
    now += 11 * MINUTE
    const unknown = await reported('somebody-else')
    expect(unknown).toEqual(known)
    expect(new Set(known.map((one) => JSON.stringify(one)))).toContain('"1"')
    expect(JSON.stringify(known)).toMatch(/临时锁定/)
  })
})

describe('the SMS provider', () => {
  it('is called by its public protocol once it is set; the person sees its refusals, and the log no secret', async () => {
    const asked: URLSearchParams[] = []
    let says: object = { Code: 'OK' }
    const provider = createServer((request, response) => {
      asked.push(new URL(request.url!, 'http://x').searchParams)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(says))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const values = {
      'sms.aliyunEndpoint': `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
      'sms.aliyunAccessKeyId': 'testId',
      'sms.aliyunAccessKeySecret': 'testSecret',
      'sms.aliyunSignName': '货桥',
      'sms.aliyunTemplateCode': 'SMS_1234',
      'sms.provider': 'aliyun',
    }
    for (const [key, value] of Object.entries(values)) {
      await app.ok('updateSystemConfig', { key, value, version: 0 }, admin)
    }
    const { userAccount } = await person('13812341234')
    for (let tries = 0; tries < 3; tries++) await login(userAccount, undefined, 'wrong888')
    expect(await typeOf(userAccount)).toBe('1')
    await app.ok('sendSmsCode', { userAccount }, { token: null })
    const { Signature: signature, ...parameters } = Object.fromEntries(asked[0]!)
    expect(parameters).toMatchObject({
      Action: 'SendSms',
      PhoneNumbers: '13812341234',
      SignName: '货桥',
      TemplateCode: 'SMS_1234',
      Version: '2017-05-25',
      SignatureMethod: 'HMAC-SHA1',
    })
    expect(signature).toBe(signatureOf(parameters, 'testSecret'))
    const { code } = JSON.parse(parameters['TemplateParam']!) as { code: string }
    expect(await login(userAccount, code)).toMatchObject({ code: 200 })

    for (let tries = 0; tries < 3; tries++) await login(userAccount, undefined, 'wrong888')
    now += 2 * MINUTE
    says = { Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '余额不足' }
    expect(await app.call('sendSmsCode', { userAccount }, { token: null })).toMatchObject({
      data: { refusal: 'sms-failed' },
    })
    const nobody = await person()
    for (let tries = 0; tries < 4; tries++) await login(nobody.userAccount, undefined, 'wrong888')
    expect(await typeOf(nobody.userAccount)).toBe('0')
    await new Promise((resolve) => provider.close(resolve))
  })

  it('signs as in the example of its document', () => {
    const parameters = {
      AccessKeyId: 'testId',
      Action: 'SendSms',
      Format: 'XML',
      OutId: '123',
      PhoneNumbers: '15300000001',
      RegionId: 'cn-hangzhou',
      SignName: '阿里云短信测试专用',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
      SignatureVersion: '1.0',
      TemplateCode: 'SMS_71390007',
      TemplateParam: '{"customer":"test"}',
      Timestamp: '2017-07-12T02:42:19Z',
      Version: '2017-05-25',
    }
    expect(signatureOf(parameters, 'testSecret')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=')
  })
})

it('distinguishes devices by the user agent of their browsers', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  expect([chrome, `${chrome} Edg/140.0`, 'curl/8', ''].map(deviceOf)).toEqual([
    'Chrome · Windows',
    'Edge · Windows',
    'curl/8',
    '',
  ])
})
