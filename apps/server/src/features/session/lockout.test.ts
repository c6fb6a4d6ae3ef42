import { afterAll, beforeAll, expect, test } from 'vitest'
import { md5 } from '../../../test/harness.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { lockAfter } from './session.rules.ts'

const MINUTE = 60_000
let app: TestApp
let now = Date.UTC(2026, 0, 5)
beforeAll(async () => {
  app = await startAppAlone({ clock: { now: () => now }, smsReaches: false })
})
afterAll(() => app?.close())

const login = (userAccount: string, password: string, deviceMark?: string): Promise<Answer<'login'>> =>
  app.call('login', { userAccount, userPassword: md5(password), deviceMark }, { token: null })
/** Logs in, and returns the device mark that the browser stores. */
async function markOf(userAccount: string, password: string): Promise<string> {
  const answer = await login(userAccount, password)
  expect(answer).toMatchObject({ code: 200 })
  return (answer as Extract<Answer<'login'>, { code: 200 }>).data.deviceMark
}

test('without an SMS provider wrong passwords require no code: the right password is enough', async () => {
  for (let n = 0; n < 4; n++) expect(await login('admin', 'wrong')).toMatchObject({ data: { refusal: 'login-failed' } })
  expect(await app.ok('getResourceType', { userAccount: 'admin' }, { token: null })).toEqual({ resourceType: '0' })
  expect(await app.ok('getResourceType', { userAccount: 'nobody' }, { token: null })).toEqual({ resourceType: '0' })
  expect(await login('admin', 'admin888')).toMatchObject({ code: 200 })
})

test('failed guesses lock out unknown devices, for longer each time, and never a device with an earlier login of the account', async () => {
  now += 11 * MINUTE
  const mark = await markOf('admin', 'admin888')
  for (let n = 0; n < 10; n++) await login('admin', 'wrong')
  expect(await login('admin', 'admin888')).toMatchObject({ code: 429, data: { refusal: 'login-locked' } })
  // Another account's device mark has no effect, nor has an invented one.
  const others = await markOf('clerk', 'clerk888')
  for (const strange of [others, 'x'.repeat(43)])
    expect(await login('admin', 'admin888', strange)).toMatchObject({ data: { refusal: 'login-locked' } })
  expect(await login('admin', 'admin888', mark)).toMatchObject({ code: 200 })
  expect([9, 10, 19, 20, 30, 400].map((failures) => lockAfter(failures))).toEqual([
    undefined,
    15 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    60 * MINUTE,
    60 * MINUTE,
  ])
})

test('a known device is limited to ten wrong passwords, and these lock out nobody else', async () => {
  now += 40 * MINUTE
  const mark = await markOf('clerk', 'clerk888')
  for (let n = 0; n < 10; n++)
    expect(await login('clerk', 'wrong', mark)).toMatchObject({ data: { refusal: 'login-failed' } })
  expect(await login('clerk', 'clerk888', mark)).toMatchObject({ code: 429, data: { refusal: 'too-many' } })
  expect(await login('clerk', 'clerk888')).toMatchObject({ code: 200 })
  expect(await login('admin', 'admin888')).toMatchObject({ code: 200 })
  now += 11 * MINUTE
  expect(await login('clerk', 'clerk888', mark)).toMatchObject({ code: 200 })
})
