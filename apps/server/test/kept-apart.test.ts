import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sender } from '../src/features/files/files.testing.ts'
import { productFields } from '../src/features/products/product-fields.testing.ts'
import type { TestApp } from './harness.ts'
import { startAppAlone } from './app-alone.ts'
import { until } from './until.ts'

/**
 * Private data of a person, tested against another person with every right: the same calls with the same names reach only the caller's own
 * things. The fuzzer checks that no other call reveals them (`hidden` in fuzz/judge.ts).
 */
let app: TestApp
let owner: string
let other: string
beforeAll(async () => {
  app = await startAppAlone({ work: true })
  const login = async (userAccount: string): Promise<string> => {
    const { initialPassword } = await app.ok('addAdminUser', { userAccount, name: userAccount, roleType: 1 })
    await app.db.pool.query('update account set must_change_password = false where user_account = $1', [userAccount])
    return app.login(userAccount, initialPassword)
  }
  owner = await login('owner')
  other = await login('other')
})
afterAll(() => app?.close())

test('a saved view is read, changed and deleted by its owner only', async () => {
  const views = async (token: string) =>
    (await app.ok('queryPreferences', {}, { token })).list.filter(({ key }) => key === 'views:orders')
  const save = (value: string | undefined, token: string) =>
    app.ok(
      'savePreferences',
      { changes: [{ key: 'views:orders', ...(value === undefined ? {} : { value }) }] },
      { token },
    )
  await save('"of the owner"', owner)
  const kept = await views(owner)
  expect(kept).toMatchObject([{ value: '"of the owner"' }])
  expect(await views(other)).toEqual([])
  await save('"of the other"', other)
  expect(await views(owner)).toEqual(kept)
  await save(undefined, other)
  expect([await views(owner), await views(other)]).toEqual([kept, []])
})

test('a draft of a product is read, changed and discarded by its owner only', async () => {
  const { id: productId, version } = await app.ok('createProduct', productFields({ title: '台灯', storeIds: [] }))
  const save = (draft: object | null, token: string) =>
    app.ok('saveProductDraft', { productId, version, draft }, { token })
  const draft = (token: string) => app.ok('getProductDraft', { productId }, { token })
  await save({ title: 'of the owner' }, owner)
  const kept = await draft(owner)
  expect(kept).toMatchObject({ draft: { title: 'of the owner' } })
  expect(await draft(other)).toBeNull()
  await save({ title: 'of the other' }, other)
  expect(await draft(owner)).toEqual(kept)
  await save(null, other)
  expect([await draft(owner), await draft(other)]).toEqual([kept, null])
})

test('a weekly report is read and deleted by its owner only, and another person may use the same name', async () => {
  const add = (token: string) => app.ok('addAnalyticsSchedule', { name: '周报', weekday: 1, view: {} }, { token })
  const schedules = (token: string) => app.ok('queryAnalyticsSchedules', {}, { token })
  const kept = await add(owner)
  expect([await schedules(owner), await schedules(other)]).toEqual([[kept], []])
  expect(await app.call('deleteAnalyticsSchedule', { id: kept.id }, { token: other })).toMatchObject({
    data: { refusal: 'not-found' },
  })
  const others = await add(other)
  await app.ok('deleteAnalyticsSchedule', { id: others.id }, { token: other })
  expect([await schedules(owner), await schedules(other)]).toEqual([[kept], []])
})

test('an upload in pieces is queried, continued and finished by its owner only, whoever knows its number', async () => {
  const whole = Buffer.from('number,title\n1,of the owner\n')
  const half = Math.ceil(whole.length / 2)
  const send = (token: string, index: number, bytes = whole.subarray(index * half, (index + 1) * half)) =>
    sender(app.url, token)('sliceUpload', bytes, {
      fields: {
        uploadId: 'known-to-both',
        index: String(index),
        total: '2',
        hash: createHash('sha256').update(whole).digest('hex'),
        size: String(whole.length),
        name: '导入.csv',
      },
    })
  const state = (token: string) => app.ok('querySlices', { uploadId: 'known-to-both' }, { token })
  await send(owner, 0)
  expect(await state(other)).toEqual({ received: [], file: null })
  // The last piece of the same file: together with the owner's first piece it would be complete.
  expect(await send(other, 1)).toMatchObject({ code: 200, data: { received: [1], file: null } })
  // A wrong first piece spoils only the upload of the person who sent it.
  expect(await send(other, 0, Buffer.alloc(half, 'x'))).toMatchObject({ data: { refusal: 'file-refused' } })
  expect([await state(owner), await state(other)]).toEqual([
    { received: [0], file: null },
    { received: [], file: null },
  ])
  const { data } = await send(owner, 1)
  expect(data.file).toMatchObject({ size: whole.length })
  expect(await state(other)).toEqual({ received: [], file: null })
  // A file that was uploaded for import is served to nobody, at any address.
  expect((await fetch(`${app.url}${data.file!.url}`)).status).toBe(404)
})

test('an export is cancelled and downloaded by its owner; others except administrators are refused', async () => {
  const { id: taskId } = await app.ok('exportShopifyOrderSkuInfo', { orderIds: [], filter: {} }, { token: owner })
  const clerk = await app.login('clerk', 'clerk888')
  expect(await app.call('cancelOrderTask', { taskId }, { token: clerk })).toMatchObject({ code: 4030 })
  const task = await until(
    async () => (await app.ok('queryOrderTasks', { taskId }, { token: clerk })).list[0]!,
    ({ state }) => state !== 'queued' && state !== 'running',
  )
  expect(task).toMatchObject({ state: 'succeeded', can: { downloadOrderExport: expect.any(String) as string } })
  expect(await app.call('downloadOrderExport', { taskId }, { token: clerk })).toMatchObject({ code: 4030 })
  expect(await app.call('downloadOrderExport', { taskId }, { token: owner })).toMatchObject({ code: 200 })
})
