import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

/** Tests the data of the connection guide: whether messages can arrive, and which steps have worked. */
let simulator: TestSimulator
let app: TestApp

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const setOrigin = async (value: string): Promise<void> => {
  const [entry] = (await app.ok('querySystemConfig', {})).filter(({ key }) => key === 'inbox.publicOrigin')
  await app.ok('updateSystemConfig', { key: 'inbox.publicOrigin', value, version: entry!.version })
}
const check = () => app.ok('checkPushAddress')

test('a claimed product and a message of 1688 are recorded as evidence, and nothing else is', async () => {
  expect(await app.ok('getConnectionEvidence')).toEqual({
    claimed: null,
    synced: null,
    ordered: null,
    placed: null,
    paid: null,
    messages: [],
  })
  const { list } = await app.ok('keywordQuery', { keyword: '杯', pageSize: 3 })
  const [store] = await app.ok('getAllShopifyStores')
  await app.ok('claimProducts', { lines: [list[0]!.offerId], storeIds: [store!.id] }, { query: { origin: '1688' } })
  await untilQuiet(app)
  const [account] = await app.ok('queryMarketplaceAccounts')
  const message = JSON.stringify({
    msgId: 1,
    type: 'FENXIAO_PRICE_CHANGE',
    userInfo: 'b2b-1',
    gmtBorn: Date.now(),
    data: { productId: '1', memberId: 'b2b-1', msgSendTime: '2026-11-26 10:00:00' },
  })
  const signature = createHmac('sha1', simulator.alibaba.appSecret).update(`message${message}`).digest('hex')
  const sent = await fetch(`${app.url}/webhooks/1688/${account!.id}`, {
    method: 'POST',
    body: new URLSearchParams({ message, _aop_signature: signature.toUpperCase() }),
  })
  expect(sent.status).toBe(200)
  expect(await app.ok('getConnectionEvidence')).toMatchObject({
    claimed: expect.any(Number),
    synced: null,
    messages: [{ ownerId: account!.id, at: expect.any(Number) }],
  })
})

test('the address for messages is checked: not set, ours, of another server, unreachable', async () => {
  expect(await check()).toEqual({ origin: app.url, ok: false, found: expect.stringContaining('没有填写对外地址') })
  await setOrigin(`${app.url}/`)
  expect(await check()).toEqual({ origin: app.url, ok: true, found: '地址通向这里' })
  // Answers 401 like this app; many servers do, so the status alone proves nothing.
  const other = createServer((_request, response) => response.writeHead(401).end())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  await setOrigin(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
  expect(await check()).toMatchObject({ ok: false, found: expect.stringContaining('不是这套系统') })
  other.close()
  await setOrigin('http://127.0.0.1:9')
  expect(await check()).toMatchObject({ ok: false, found: expect.stringContaining('连不上这个地址') })
  await setOrigin(`http://10.255.255.1/${randomUUID()}`)
  expect(await check()).toMatchObject({ ok: false, found: expect.stringContaining('内部网络') })
})
