import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { md5 } from '../../../test/harness.ts'
import type { Answer, TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { SESSION } from './session.rules.ts'
import { keyedSemaphore } from '../../platform/keyed-semaphore.ts'

const MINUTE = 60_000
let app: TestApp
let now = Date.UTC(2026, 0, 5)
beforeAll(async () => {
  app = await startAppAlone({ clock: { now: () => now } })
  await app.db.pool.query(
    `insert into account (id, user_account, name, phone, password_hash, role_type)
     select gen_random_uuid(), 'somebody' || n, 'Somebody', '', password_hash, 0
     from account, generate_series(1, $1::int) n where user_account = 'clerk'`,
    [3 * SESSION.failuresPerAddress],
  )
})
afterAll(() => app?.close())
/** Every test has its own time window; all tests use one address. */
beforeEach(() => void (now += 11 * MINUTE))

let names = 0
const login = (userAccount: string, password: string, deviceMark?: string): Promise<Answer<'login'>> =>
  app.call('login', { userAccount, userPassword: md5(password), deviceMark }, { token: null })
/** Each with another name, so that no account is locked. */
const guess = (): Promise<Answer<'login'>> => login(`somebody${++names}`, 'guess888')
/** With a device that is known after the first login. */
let mark: string | undefined
async function enter(): Promise<Answer<'login'>> {
  const answer = await login('clerk', 'clerk888', mark)
  if (answer.code === 200) mark = answer.data.deviceMark
  return answer
}
const many = <T>(count: number, one: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, one))
const words = (answers: readonly Answer<'login'>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { data } of answers) {
    const word = 'refusal' in data ? data.refusal : 'in'
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

describe('logins from one address', () => {
  test('that succeed are not limited: an office of seventy logs in, all at once and repeatedly', async () => {
    const office = Array.from({ length: 70 }, (_, n) => `office${n}`)
    await app.db.pool.query(
      `insert into account (id, user_account, name, phone, password_hash, role_type)
       select gen_random_uuid(), one, one, '', password_hash, 0 from account, unnest($1::text[]) one
       where user_account = 'clerk'`,
      [office],
    )
    expect(words(await Promise.all(office.map((one) => login(one, 'clerk888'))))).toEqual({ in: 70 })
    for (const one of office.slice(0, 3)) expect(await login(one, 'clerk888')).toMatchObject({ code: 200 })
  })

  test('that fail are limited over all accounts, and then only a known device can log in for a while', async () => {
    expect(await enter()).toMatchObject({ code: 200 })
    for (let n = 0; n < SESSION.failuresPerAddress; n++)
      expect(await guess()).toMatchObject({ data: { refusal: 'login-failed' } })
    expect(await guess()).toMatchObject({ code: 429, data: { refusal: 'too-many' } })
    expect(await login('admin-to-be', 'clerk888')).toMatchObject({ code: 429, data: { refusal: 'too-many' } })
    expect(await enter()).toMatchObject({ code: 200 })
    now += 11 * MINUTE
    expect(await login('admin-to-be', 'clerk888')).toMatchObject({ code: 400 })
  })

  test('that succeed in between do not reset the failed ones', async () => {
    const answers: Answer<'login'>[] = []
    for (let n = 0; n < SESSION.failuresPerAddress; n++) answers.push(await guess(), await enter())
    expect(words(answers)).toEqual({ 'login-failed': SESSION.failuresPerAddress, in: SESSION.failuresPerAddress })
    expect(words(await many(20, guess))).toEqual({ 'too-many': 20 })
  })

  test('that fail are limited to the same number when they arrive all at once', async () => {
    expect(words(await many(90, guess))).toEqual({
      'login-failed': SESSION.failuresPerAddress,
      'too-many': 90 - SESSION.failuresPerAddress,
    })
  })

  test('are not limited by requests for what a login requires, which have a limit of their own', async () => {
    const ask = async (): Promise<number> =>
      (await app.call('getResourceType', { userAccount: `somebody${++names}` }, { token: null })).code
    const codes = await many(SESSION.questionsPerAddress + 3, ask)
    expect(codes.filter((code) => code === 429)).toHaveLength(3)
    expect(await enter()).toMatchObject({ code: 200 })
  })
})

test('tasks of one key run in the order of their arrival, and tasks of another key do not wait for them', async () => {
  const inTurn = keyedSemaphore(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => (): Promise<void> => {
    begun.push(name)
    return new Promise((resolve) => ends.set(name, resolve))
  }
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn('one', work(name)))
  const other = inTurn('other', work('x'))
  expect(begun).toEqual(['a', 'b', 'x'])
  ends.get('b')!()
  await all[1]
  expect(begun).toEqual(['a', 'b', 'x', 'c'])
  ends.get('a')!()
  ends.get('c')!()
  await all[2]
  expect(begun.at(-1)).toBe('d')
  ends.get('d')!()
  ends.get('x')!()
  await Promise.all([...all, other])
  await expect(inTurn('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn('one', async () => 'goes on')).toBe('goes on')
})
