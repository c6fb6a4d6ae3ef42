import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '@huoqiao/contract'
import { startAppAlone } from '../../../test/app-alone.ts'
import type { TestApp } from '../../../test/harness.ts'
import { SESSION } from './session.rules.ts'

let app: TestApp
let now = Date.UTC(2026, 5, 1)
beforeAll(async () => {
  app = await startAppAlone({ clock: { now: () => now } })
})
afterAll(() => app.close())

/** One call with a token: its code, and the token that the answer contained. */
async function callUnder(token: string): Promise<{ code: number; fresh: string | null }> {
  const response = await fetch(`${app.url}${ENDPOINTS.safe_userMession.path}`, { headers: { authorization: token } })
  const { code } = (await response.json()) as { code: number }
  return { code, fresh: response.headers.get('authorization') }
}

test('of many calls at once one renews the token, and the former token stays valid for a moment only', async () => {
  const token = await app.login('admin', 'admin888')
  now += SESSION.rotateAfterMs + 1
  const answers = await Promise.all(Array.from({ length: 12 }, () => callUnder(token)))
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 12 }, () => 200))
  const fresh = answers.flatMap((answer) => answer.fresh ?? [])
  expect(fresh).toHaveLength(1)
  expect((await callUnder(fresh[0]!)).code).toBe(200)
  now += SESSION.previousLivesMs - 1
  expect((await callUnder(token)).code).toBe(200)
  now += 2
  const both = await Promise.all([callUnder(fresh[0]!), callUnder(token), callUnder(fresh[0]!), callUnder(token)])
  expect(both.map(({ code }) => code === 200)).toEqual([true, false, true, false])
})

test('a new token that was lost is sent again, and the former one is valid until a new one was used', async () => {
  const token = await app.login('admin', 'admin888')
  now += SESSION.rotateAfterMs + 1
  const { fresh: lost } = await callUnder(token)
  expect(lost).not.toBeNull()
  now += SESSION.previousLivesMs + 1
  expect(await callUnder(token)).toEqual({ code: 200, fresh: null })
  now += SESSION.bringAgainMs
  const { code, fresh } = await callUnder(token)
  expect([code, fresh === null, fresh === lost]).toEqual([200, false, false])
  expect((await callUnder(lost!)).code).not.toBe(200)
  expect((await callUnder(fresh!)).code).toBe(200)
  now += SESSION.previousLivesMs + 1
  expect((await callUnder(token)).code).not.toBe(200)
  expect((await callUnder(fresh!)).code).toBe(200)
})

test('a replaced token that is used again does not prolong its session', async () => {
  const token = await app.login('admin', 'admin888')
  now += SESSION.rotateAfterMs + 1
  await callUnder(token)
  const { rows } = await app.db.pool.query<{ until: string }>(
    'select extract(epoch from max(expires_at)) * 1000 as until from session',
  )
  const until = Number(rows[0]!.until)
  for (; now + SESSION.bringAgainMs < until; now += SESSION.bringAgainMs)
    expect((await callUnder(token)).code).toBe(200)
  now = until + 1
  expect((await callUnder(token)).code).not.toBe(200)
})

test('two accounts that call at the same moment are not confused', async () => {
  const [admin, clerk] = await Promise.all([app.login('admin', 'admin888'), app.login('clerk', 'clerk888')])
  const asked = [admin, clerk, admin, 'nobody', clerk]
  const answers = await Promise.all(asked.map((token) => app.call('safe_userMession', {}, { token })))
  const accounts = answers.map((answer) => (answer.code === 200 ? answer.data.userInfo.userAccount : answer.code))
  expect(accounts).toEqual(['admin', 'clerk', 'admin', expect.any(Number), 'clerk'])
})
