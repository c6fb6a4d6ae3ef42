import { randomUUID } from 'node:crypto'
import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let app: TestApp
beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, work: false })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

describe('a field that is left out', () => {
  test.each([
    ['a text in JSON', 'addDictionary', { name: 'x' }, 'code'],
    ['a number in JSON', 'deleteDictionary', { id: randomUUID() }, 'version'],
    ['a list in JSON', 'holdOrders', { reason: 'x' }, 'orderIds'],
    ['a choice in JSON', 'unlinkShopifyOrder', { lineIds: [randomUUID()] }, 'scope'],
    ['a list in a form', 'relateShopifyOrder', { offerId: '1' }, 'lineIds'],
    ['a text in a form', 'relateShopifyOrder', { lineIds: [randomUUID()] }, 'offerId'],
    ['a number in a form', 'editProduct', { productId: randomUUID(), edit: {} }, 'version'],
    ['one inside a row', 'createPurchaseOrder', { key: randomUUID(), items: [{ quantity: 1 }] }, 'items.0.offerId'],
  ] as const)('%s is asked for', async (_what, name, input, field) => {
    const answer = await app.call(name, input)
    expect(answer).toMatchObject({ code: 422, data: { fields: { [field]: '该项为必填项' } } })
  })
})

describe('a request with another method to the address of a call', () => {
  test('is answered with 405 for every call, and the answer names the allowed method', async () => {
    const faults: unknown[] = []
    const methodsOf = new Map<string, Set<string>>()
    for (const name of endpointNames) {
      const { path, method }: Endpoint = ENDPOINTS[name]
      methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method))
    }
    for (const [path, own] of methodsOf)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !own.has(one))) {
        const response = await fetch(app.url + path, { method, ...(method === 'GET' ? {} : { body: '{' }) })
        const { code } = (await response.json()) as { code: number }
        const allow = response.headers.get('allow')
        if (response.status !== 405 || code !== 405 || allow !== [...own].join(', '))
          faults.push([method, path, response.status, allow])
      }
    expect(faults).toEqual([])
    expect((await fetch(`${app.url}/api/nothing`, { method: 'PUT' })).status).toBe(404)
  })
})

test('a day of 1900 is accepted as a day, and an earlier one is not', async () => {
  expect(await app.ok('getSyncSuccessSkuCountByDate', { from: '1900-01-01', to: '1900-01-02' })).toEqual([])
  expect(await app.call('getSyncSuccessSkuCountByDate', { from: '1899-12-31', to: '1900-01-02' })).toMatchObject({
    code: 422,
    data: { fields: { from: '日期不存在' } },
  })
})

test('an export of orders that don’t exist is refused with an explanation, and no task is created', async () => {
  const answer = await app.call('exportShopifyOrderSkuInfo', { orderIds: [randomUUID()] })
  expect(answer).toMatchObject({
    code: 400,
    data: { refusal: 'not-found', what: expect.stringContaining('1 个不存在') },
  })
  expect((await app.ok('queryOrderTasks', {})).total).toBe(0)
})

describe('a call that would do nothing', () => {
  test.each([
    ['claimProducts', 'lines'],
    ['relateShopifyOrder', 'lineIds'],
    ['oneClickMergeOrder', 'supplierId'],
  ] as const)('%s names the field', async (name, field) => {
    const [store] = await app.ok('getAllShopifyStores')
    const inputs = {
      claimProducts: { storeIds: [store!.id] },
      relateShopifyOrder: { lineIds: [], offerId: '1' },
      oneClickMergeOrder: { supplierId: randomUUID() },
    }
    expect(await app.call(name, inputs[name])).toMatchObject({
      code: 422,
      data: { fields: { [field]: expect.any(String) } },
    })
  })
})
