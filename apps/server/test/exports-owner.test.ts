import type { EndpointName } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exporting } from './exporting.ts'
import { startAppAlone } from './app-alone.ts'
import type { TestApp } from './harness.ts'
import { until } from './until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startAppAlone({ work: true })
})
afterAll(() => app?.close())

/**
 * How the file of an export reaches the person. `answer`: it is the answer of the call. `link`: the answer contains an address of this
 * file, valid for some minutes. `kept`: it is downloaded later by an id, so another person could try that id.
 */
const WAYS: Partial<Record<EndpointName, 'answer' | 'link' | 'kept'>> = {
  exportOperationLog: 'answer',
  exportLoginLog: 'answer',
  exportTranslations: 'answer',
  exportPurchaseOrders: 'link',
  exportDifferences: 'link',
  exportAnalytics: 'link',
  exportSpares: 'link',
  exportShopifyOrderSkuInfo: 'kept',
  downloadOrderExport: 'kept',
}

test('for every call that exports, it is known how its file reaches the person', () => {
  expect(exporting.toSorted()).toEqual(Object.keys(WAYS).toSorted())
})

/** Another person with the same rights as the clerk. */
async function secondClerk(): Promise<string> {
  const { list } = await app.ok('pagingQuery', { keyword: 'clerk' })
  const roles = await app.ok('queryGrantedRoles', { userId: list.find((one) => one.userAccount === 'clerk')!.id })
  const { initialPassword } = await app.ok('addAdminUser', {
    userAccount: 'twin',
    name: '同事',
    roleIds: roles.list.map(({ id }) => id),
  })
  await app.login('twin', initialPassword)
  await app.db.pool.query(`update account set must_change_password = false where user_account = 'twin'`)
  return app.login('twin', initialPassword)
}

const fetched = (path: string): Promise<number> => fetch(`${app.url}${path}`).then(({ status }) => status)

test('a kept file is downloaded only by the person who ordered it, and its address opens no other file', async () => {
  const clerk = await app.login('clerk', 'clerk888')
  const twin = await secondClerk()
  const order = async (token: string) => {
    const { id } = await app.ok('exportShopifyOrderSkuInfo', { orderIds: [], filter: {} }, { token })
    return until(
      async () => (await app.ok('queryOrderTasks', { taskId: id }, { token })).list[0]!,
      ({ state }) => state === 'succeeded',
    )
  }
  const [own, others] = [await order(clerk), await order(twin)]
  const link = (taskId: string, token: string) => app.call('downloadOrderExport', { taskId }, { token })
  for (const [task, token] of [
    [own, twin],
    [others, clerk],
  ] as const) {
    expect(await link(task.id, token)).toMatchObject({ code: 4030, data: { refusal: 'no-right' } })
    expect(JSON.stringify(await app.ok('queryOrderTasks', {}, { token }))).not.toContain('/exports/')
  }
  const { url } = await app.ok('downloadOrderExport', { taskId: own.id }, { token: clerk })
  const theirs = await app.ok('downloadOrderExport', { taskId: others.id }, { token: twin })
  expect(await fetched(url)).toBe(200)
  const [file, until_, session, signature, name] = url.split('/').slice(2) as [string, string, string, string, string]
  const otherFile = theirs.url.split('/')[2]!
  for (const forged of [
    ['exports', otherFile, until_, session, signature, name],
    ['exports', file, String(Number(until_) + 1), session, signature, name],
    ['exports', file, until_, theirs.url.split('/')[4]!, signature, name],
    ['exports', file, until_, session, '0'.repeat(signature.length), name],
    ['exports', file, until_, session, '', name],
    ['exports', file, until_, signature, name],
    ['files', file],
    ['files', file, name],
  ])
    expect(await fetched(`/${forged.join('/')}`), forged.join('/')).not.toBe(200)
})

test('an address that is created by a call opens no other file', async () => {
  const filled: Partial<Record<EndpointName, object>> = {
    exportPurchaseOrders: { filter: {} },
    exportDifferences: { filter: {} },
    exportAnalytics: { from: '2026-01-01', to: '2026-12-31' },
    exportSpares: {},
  }
  for (const name of exporting.filter((one) => WAYS[one] === 'link')) {
    const { url } = (await app.ok(name, filled[name])) as { url: string }
    expect(await fetched(url)).toBe(200)
    expect(await fetched(url.replace(/\/\d+\//, (text) => `/${Number(text.slice(1, -1)) + 1}/`))).not.toBe(200)
    expect(await fetched(url.replace(/[0-9a-f]{8}-/, '00000000-'))).not.toBe(200)
  }
})
