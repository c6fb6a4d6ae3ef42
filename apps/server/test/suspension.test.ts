import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from './harness.ts'
import { startAppAlone } from './app-alone.ts'
import { until } from './until.ts'

/** The effects of a suspension; open streams are in streams.test.ts. */
let app: TestApp
beforeAll(async () => {
  app = await startAppAlone({ work: true })
})
afterAll(() => app?.close())

type Person = { id: string; userAccount: string; password: string; token: string }
/** Administrators, so that no call is refused for a missing right. */
async function person(userAccount: string): Promise<Person> {
  const made = await app.ok('addAdminUser', { userAccount, name: userAccount, roleType: 1, phone: '13812345678' })
  await app.db.pool.query('update account set must_change_password = false where user_account = $1', [userAccount])
  const password = made.initialPassword
  return { id: made.user.id, userAccount, password, token: await app.login(userAccount, password) }
}

const fetched = (url: string): Promise<number> => fetch(`${app.url}${url}`).then(({ status }) => status)
const exported = (taskId: string) =>
  until(
    async () => (await app.ok('queryOrderTasks', { taskId })).list[0]!,
    ({ state }) => state === 'succeeded',
  )

test('a suspended account passes no call of the contract with any of its sessions, and can’t log in in any way', async () => {
  const { id, userAccount, password, token } = await person('suspended')
  const other = await app.login(userAccount, password)
  expect((await app.call('safe_userMession', {}, { token })).code).toBe(200)
  await app.ok('suspend', { ids: [id] })
  // The collector's call accepts no session; its keys are withdrawn at the suspension (collector.routes.test).
  const closed = endpointNames.filter(
    (name) => !['public', 'worker', 'collector'].includes((ENDPOINTS[name] as Endpoint).right),
  )
  for (const name of closed)
    for (const each of [token, other])
      expect({ name, ...(await app.call(name, {}, { token: each })) }).toMatchObject({
        name,
        code: 403,
        data: { refusal: 'session-over', why: '账号已停用' },
      })
  await expect(app.login(userAccount, password)).rejects.toThrow('已停用')
  // The SMS code that a login requires after failed passwords is not sent either.
  await app.db.pool.query('update account set failed_logins = 3 where id = $1', [id])
  await app.ok('sendSmsCode', { userAccount }, { token: null })
  expect(app.sms).toEqual([])
  // The old sessions stay invalid after the account is activated again.
  await app.ok('activate', { ids: [id] })
  expect(await app.call('safe_userMession', {}, { token })).toMatchObject({ code: 403 })
  console.log(`${closed.length} calls, each with two sessions`)
})

test('earlier download addresses of sheets open nothing any more, and ordered exports are available to administrators only', async () => {
  const [suspended, stays] = [await person('fetching'), await person('staying')]
  const ordered = (token: string) => app.ok('exportShopifyOrderSkuInfo', { orderIds: [], filter: {} }, { token })
  const link = async (taskId: string, token: string) => (await app.ok('downloadOrderExport', { taskId }, { token })).url
  const { id } = await ordered(suspended.token)
  await exported(id)
  const theirs = [
    await link(id, suspended.token),
    (await app.ok('exportPurchaseOrders', { filter: {} }, { token: suspended.token })).url,
    (await app.ok('exportDifferences', { filter: {} }, { token: suspended.token })).url,
  ]
  const others = await link(id, stays.token)
  expect(await Promise.all(theirs.map(fetched))).toEqual([200, 200, 200])
  // This one is still running when the account is suspended.
  const under = await ordered(suspended.token)
  await app.ok('suspend', { ids: [suspended.id] })
  expect(await Promise.all(theirs.map(fetched))).toEqual([404, 404, 404])
  expect(await fetched(others)).toBe(200)
  await exported(under.id)
  expect(await app.call('downloadOrderExport', { taskId: under.id }, { token: suspended.token })).toMatchObject({
    code: 403,
  })
  expect(await fetched(await link(under.id, stays.token))).toBe(200)
  expect(
    await app.call('downloadOrderExport', { taskId: under.id }, { token: await app.login('clerk', 'clerk888') }),
  ).toMatchObject({
    code: 4030,
  })
  await app.ok('logout', {}, { token: stays.token })
  expect(await fetched(others)).toBe(404)
})
