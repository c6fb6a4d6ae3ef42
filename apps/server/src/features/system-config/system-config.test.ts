import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'

let app: TestApp
beforeAll(async () => {
  app = await startAppAlone()
})
afterAll(() => app?.close())

const entry = async (key: string) => (await app.ok('querySystemConfig')).find((one) => one.key === key)!
const SECRET = 'LTAI-very-secret-0001'

it('shows every setting in its group with its default, until somebody changes it', async () => {
  const groups = new Set((await app.ok('querySystemConfig')).map((one) => one.group))
  expect([...groups]).toEqual([
    '采集',
    '同步',
    '采购',
    '订单',
    '物流',
    '对账',
    '会话',
    '短信',
    '告警',
    '网络',
    '文件',
    '日志',
  ])
  expect(await entry('session.idleHours')).toMatchObject({ value: 12, isDefault: true, unit: '小时', version: 0 })
  const saved = await app.ok('updateSystemConfig', { key: 'session.idleHours', value: 8, version: 0 })
  expect(saved).toMatchObject({ value: 8, isDefault: false, version: 1, updatedBy: '管理员' })
  expect(await app.ok('querySystemConfig', { group: '会话' })).toMatchObject([{ value: 8 }, { value: 30 }])
})

it.each([
  ['session.idleHours', 0, '1 到 168'],
  ['session.idleHours', '8', '应为数字'],
  ['session.idleHours', 1.5, '小数'],
  ['sms.provider', 'pigeon', '可选范围'],
  ['files.s3PathStyle', 'yes', '是或否'],
  ['files.s3Endpoint', 'ftp://x', 'http'],
  ['sms.aliyunTemplateCode', 'hello', 'SMS_'],
  ['files.s3SecretKey', ' ', '密钥'],
])('refuses for %s the value %s', async (key, value, word) => {
  const { version } = await entry(key)
  const answer = await app.call('updateSystemConfig', { key, value, version })
  expect(answer).toMatchObject({ code: 422, data: { fields: { value: expect.stringContaining(word) as string } } })
})

it('accepts a decimal where the setting allows one', async () => {
  const saved = await app.ok('updateSystemConfig', { key: 'sync.priceTolerancePercent', value: 2.5, version: 0 })
  expect(saved.value).toBe(2.5)
})

it('never returns a secret: not in an answer, not in the operation log, not in the database', async () => {
  const key = 'sms.aliyunAccessKeySecret'
  const saved = await app.ok('updateSystemConfig', { key, value: SECRET, version: 0 })
  expect(saved).toMatchObject({ value: null, hasSecret: true })
  expect(await app.call('updateSystemConfig', { key, value: SECRET, version: 0 })).toMatchObject({ code: 409 })
  expect(await app.call('updateSystemConfig', { key, value: SECRET, version: 7 })).toMatchObject({ code: 409 })
  const everything = [
    await app.ok('querySystemConfig'),
    await app.ok('findOperationLog', { kind: 'system-config' }),
    await app.ok('findOperationLog', {}),
    (await app.db.pool.query('select * from system_config')).rows,
  ]
  expect(JSON.stringify(everything)).not.toContain(SECRET)
  expect(await app.ok('deleteSystemConfig', { key, version: saved.version })).toMatchObject({ hasSecret: false })
})

it('shows the current value to the second of two who save, also the very first time', async () => {
  const key = 'files.maxMb'
  await app.ok('updateSystemConfig', { key, value: 30, version: 0 })
  expect(await app.call('updateSystemConfig', { key, value: 40, version: 0 })).toMatchObject({
    code: 409,
    data: { refusal: 'stale', current: { value: 30, version: 1 } },
  })
  const restored = await app.ok('deleteSystemConfig', { key, version: 1 })
  expect(restored).toMatchObject({ value: 20, isDefault: true, version: 2 })
})

it('refuses unknown keys', async () => {
  expect(await app.call('updateSystemConfig', { key: 'toString', value: 1, version: 0 })).toMatchObject({
    data: { refusal: 'not-found' },
  })
})

it('logs the old and the new value of a setting', async () => {
  const log = await app.ok('findOperationLog', {
    kind: 'system-config',
    objectId: 'session.idleHours',
    outcome: 'ok',
  })
  expect(log.list.at(-1)).toMatchObject({ changes: [{ field: 'session.idleHours', before: 12, after: 8 }] })
})
