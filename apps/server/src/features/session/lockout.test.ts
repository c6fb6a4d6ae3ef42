import { afterAll, beforeAll, expect, test } from 'vitest'
import { md5 } from '../../../test/harness.ts'
import type { Answer, TestHouse } from '../../../test/harness.ts'
import { startHouseAlone } from '../../../test/house-alone.ts'
import { lockAfter } from './session.rules.ts'

const MINUTE = 60_000
let house: TestHouse
let now = Date.UTC(2026, 0, 5)
beforeAll(async () => {
  house = await startHouseAlone({ clock: { now: () => now }, smsReaches: false })
})
afterAll(() => house?.close())

const login = (userAccount: string, password: string): Promise<Answer<'login'>> =>
  house.call('login', { userAccount, userPassword: md5(password) }, { token: null })
/** Where the account came in from until now was another place. */
const cameInFrom = (ip: string): Promise<unknown> => house.db.pool.query('update session set ip = $1', [ip])
const movedAway = (): Promise<unknown> => cameInFrom('203.0.113.9')

test('without a provider of SMS wrong passwords ask for no code: the right one opens', async () => {
  await movedAway()
  for (let n = 0; n < 4; n++) expect(await login('admin', 'wrong')).toMatchObject({ data: { refusal: 'login-failed' } })
  expect(await house.ok('getResourceType', { userAccount: 'admin' }, { token: null })).toEqual({ resourceType: '0' })
  expect(await house.ok('getResourceType', { userAccount: 'nobody' }, { token: null })).toEqual({ resourceType: '0' })
  expect(await login('admin', 'admin888')).toMatchObject({ code: 200 })
})

test('guesses from elsewhere lock strange addresses out, for longer each time, and never where the account came in before', async () => {
  now += 11 * MINUTE
  await movedAway()
  for (let n = 0; n < 10; n++) await login('admin', 'wrong')
  expect(await login('admin', 'admin888')).toMatchObject({ code: 429, data: { refusal: 'login-locked' } })
  // From here the account came in before: another's guesses do not shut it out.
  await cameInFrom('127.0.0.1')
  expect(await login('admin', 'admin888')).toMatchObject({ code: 200 })
  expect([9, 10, 19, 20, 30, 400].map((failures) => lockAfter(failures))).toEqual([
    undefined,
    15 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    60 * MINUTE,
    60 * MINUTE,
  ])
})

test('who came in from an address before is held to ten wrong passwords there, and nobody else by them', async () => {
  now += 11 * MINUTE
  await login('clerk', 'clerk888')
  for (let n = 0; n < 10; n++)
    expect(await login('clerk', 'wrong')).toMatchObject({ data: { refusal: 'login-failed' } })
  expect(await login('clerk', 'clerk888')).toMatchObject({ code: 429, data: { refusal: 'too-many' } })
  expect(await login('admin', 'admin888')).toMatchObject({ code: 200 })
  now += 11 * MINUTE
  expect(await login('clerk', 'clerk888')).toMatchObject({ code: 200 })
})
