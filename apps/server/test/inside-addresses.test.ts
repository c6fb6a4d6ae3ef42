import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let app: TestApp
let simulator: TestSimulator
let neighbour: Server
let origin: string
let visits = 0
beforeAll(async () => {
  neighbour = createServer((_request, response) => {
    visits += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, inside: [], smsReaches: false, work: false })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
  neighbour?.closeAllConnections()
  neighbour?.close()
})

const field = (name: string) => ({
  code: 422,
  data: { fields: { [name]: expect.stringContaining('HUOQIAO_INSIDE') as unknown } },
})

test('a service of the server’s own machine can’t be set as a gateway or a shop', async () => {
  const ruleId = (await app.ok('queryPriceRules'))[0]!.id
  for (const place of [origin, origin.replace('127.0.0.1', 'localhost'), 'http://10.0.0.1', 'http://[::1]:9']) {
    const account = { name: '内部', gateway: place, appKey: 'key', appSecret: 'secret' }
    expect(await app.call('addMarketplaceAccount', account)).toMatchObject(field('gateway'))
    const store = { name: '内部', origin: place, accessToken: 'x', priceRuleId: ruleId }
    expect(await app.call('addShopifyStore', store)).toMatchObject(field('origin'))
  }
  expect(visits).toBe(0)
})

test('such an address is not called if it was set before the rule existed, nor for sending codes', async () => {
  const [account] = await app.ok('queryMarketplaceAccounts')
  expect(await app.ok('checkMarketplaceAccount', { id: account!.id })).toMatchObject({ health: 'ok' })
  await app.db.pool.query('update marketplace_account set gateway = $1, version = version + 1', [origin])
  expect(await app.ok('checkMarketplaceAccount', { id: account!.id })).toMatchObject({ health: 'unreachable' })

  const values = {
    'sms.aliyunEndpoint': origin,
    'sms.aliyunAccessKeyId': 'id',
    'sms.aliyunAccessKeySecret': 'secret',
    'sms.aliyunSignName': '货桥',
    'sms.aliyunTemplateCode': 'SMS_1',
    'sms.provider': 'aliyun',
  }
  for (const [key, value] of Object.entries(values)) await app.ok('updateSystemConfig', { key, value, version: 0 })
  await app.db.pool.query(`update account set phone = '13800000001' where user_account = 'clerk'`)
  for (let tries = 0; tries < 3; tries++)
    await app.call('login', { userAccount: 'clerk', userPassword: '0'.repeat(32) }, { token: null })
  expect(await app.call('sendSmsCode', { userAccount: 'clerk' }, { token: null })).toMatchObject({
    data: { refusal: 'sms-failed' },
  })
  expect(visits).toBe(0)
})
