import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openReceivers, WEBHOOK_SECRET } from '../src/features/alerts/receivers.testing.ts'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { openProxy } from './proxy.ts'
import type { TestProxy } from './proxy.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let app: TestApp
let proxy: TestProxy
let guarded: TestProxy
let receivers: Awaited<ReturnType<typeof openReceivers>>

/** The simulator under a name that only the proxy knows. */
const byName = (origin: string, name: string): string => origin.replace('127.0.0.1', name)

beforeAll(async () => {
  simulator = await startTestSimulator()
  receivers = await openReceivers()
  proxy = await openProxy()
  guarded = await openProxy({ login: 'huoqiao:open sesame' })
  app = await startTestApp({
    demoSimulator: simulator.origin,
    inside: ['127.0.0.1'],
    work: false,
    proxies: { http: proxy.origin, https: proxy.origin, except: 'direct.test' },
  })
})
afterAll(async () => {
  await app?.close()
  await proxy?.close()
  await guarded?.close()
  receivers?.close()
  await simulator?.close()
})
beforeEach(() => {
  proxy.tunnels.length = 0
  guarded.tunnels.length = 0
})

let made = 0
async function set(key: string, value: string): Promise<void> {
  const { version } = (await app.ok('querySystemConfig')).find((one) => one.key === key)!
  await app.ok('updateSystemConfig', { key, value, version })
}
async function alibaba(gateway: string) {
  const account = { name: `代理 ${(made += 1)}`, gateway, appKey: 'app-key', appSecret: 'secret', accessToken: 'token' }
  const { id } = await app.ok('addMarketplaceAccount', account)
  return app.ok('checkMarketplaceAccount', { id })
}
async function webhook(secretAddress: string) {
  const channel = { name: `代理 ${(made += 1)}`, kind: 'webhook', secretAddress, signingSecret: WEBHOOK_SECRET }
  const { id } = await app.ok('addAlertChannel', channel)
  return app.call('sendTestAlert', { id })
}
const why = (words: string) => ({ data: { why: expect.stringContaining(words) as unknown } })
const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('requests', () => {
  it('to 1688, shops and receivers of alerts go through the proxy of the environment, which resolves the names', async () => {
    await alibaba(byName(simulator.origin, 'alibaba.test'))
    const ruleId = (await app.ok('queryPriceRules'))[0]!.id
    const { id } = await app.ok('addShopifyStore', {
      name: '代理店',
      origin: byName(simulator.origin, 'shop.test'),
      accessToken: 'x',
      priceRuleId: ruleId,
    })
    await app.ok('checkShopifyStore', { id })
    expect(await webhook(byName(`${receivers.origin}/hook`, 'receiver.test'))).toMatchObject({
      code: 200,
      data: { state: 'sent' },
    })
    const hosts = new Set(proxy.tunnels.map((target) => target.split(':')[0]!))
    expect(hosts).toEqual(new Set(['alibaba.test', 'receiver.test', 'shop.test']))
    expect(receivers.received).toHaveLength(1)
  })

  it('to what NO_PROXY and HUOQIAO_INSIDE name go directly', async () => {
    expect(await webhook(`${receivers.origin}/hook`)).toMatchObject({ code: 200 })
    // Only the proxy can resolve the name, and it is not used.
    expect(await webhook(byName(`${receivers.origin}/hook`, 'direct.test'))).toMatchObject(why('找不到接收方的域名'))
    expect(proxy.tunnels).toEqual([])
  })

  it('go through the proxy of the settings, for each vendor separately, with its login', async () => {
    await set('network.proxyAddress', guarded.origin)
    await set('network.proxyUser', 'huoqiao')
    await set('network.proxyPassword', 'open sesame')
    await set('network.proxyAlerts', 'own')
    expect(await webhook(byName(`${receivers.origin}/hook`, 'own.test'))).toMatchObject({ code: 200 })
    await alibaba(byName(simulator.origin, 'still-environment.test'))
    expect(guarded.tunnels.map((target) => target.split(':')[0])).toEqual(['own.test'])
    expect(new Set(proxy.tunnels.map((target) => target.split(':')[0]))).toEqual(new Set(['still-environment.test']))
    await set('network.proxy1688', 'direct')
    const direct = await alibaba(byName(simulator.origin, 'nowhere.test'))
    expect(direct).toMatchObject({
      health: 'unreachable',
      healthMessage: expect.stringContaining('找不到1688的域名') as unknown,
    })
  })
})

it('a TLS connection inside the tunnel is one with the remote, whose certificate is checked', async () => {
  // Its certificate is self-signed.
  const remote = new SMTPServer({ secure: true, logger: false })
  remote.on('error', () => undefined)
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', () => resolve()))
  const { port } = remote.server.address() as AddressInfo
  await set('network.proxyAlerts', 'environment')
  expect(await webhook(`https://secure.test:${port}/hook`)).toMatchObject(why('不能信任接收方的 TLS 证书'))
  expect(proxy.tunnels).toEqual([`secure.test:${port}`])
  await new Promise<void>((resolve) => remote.close(() => resolve()))
})

describe('a proxy that does not work', () => {
  it('is told apart from the vendor: wrong login, unreachable, a target that it does not open', async () => {
    await set('network.proxyAlerts', 'own')
    await set('network.proxyAddress', guarded.origin)
    await set('network.proxyPassword', 'wrong')
    const address = byName(`${receivers.origin}/hook`, 'login.test')
    expect(await webhook(address)).toMatchObject(why('代理服务器不接受用户名或密码（407）'))
    await set('network.proxyPassword', 'open sesame')
    expect(await webhook('http://example.invalid:8000/hook')).toMatchObject(why('代理服务器没有接通'))
    await set('network.proxyAddress', `http://127.0.0.1:${await freePort()}`)
    expect(await webhook(address)).toMatchObject(why('连不上代理服务器'))

    await set('network.proxy1688', 'own')
    const account = await alibaba(byName(simulator.origin, 'behind.test'))
    expect(account).toMatchObject({
      health: 'unreachable',
      healthMessage: expect.stringContaining('连不上代理服务器，请求没有到1688那里') as unknown,
    })
  })

  it('never leads into the internal network', async () => {
    await set('network.proxyAddress', proxy.origin)
    const channel = {
      name: '元数据',
      kind: 'webhook',
      secretAddress: 'http://169.254.169.254/hook',
      signingSecret: WEBHOOK_SECRET,
    }
    expect(await app.call('addAlertChannel', channel)).toMatchObject({ code: 422 })
    expect(proxy.tunnels).toEqual([])
  })
})
