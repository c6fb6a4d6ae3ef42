import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { shopsTell, startOrderBench } from './orders.testing.ts'
import type { OrderBench } from './orders.testing.ts'

let bench: OrderBench

beforeAll(async () => {
  bench = await startOrderBench()
  await bench.quirk('shopify.webhook-loss-chance', 0)
  await shopsTell(bench)
})
afterAll(() => bench?.close())

const staff = (action: string, locale: string): Promise<unknown> =>
  bench.simulator.control('POST', `/shopify/${bench.slug}/locales`, { action, locale })
const languages = async () => {
  const store = (await bench.app.ok('getAllShopifyStores')).find(({ id }) => id === bench.us)!
  return store.languages.map(({ locale, published }) => `${locale}${published ? '' : '?'}`)
}

test('a language that staff add, publish or remove is known here without a check of the shop', async () => {
  await bench.app.ok('checkShopifyStore', { id: bench.us })
  const before = await languages()
  await staff('enable', 'it')
  await until(languages, (all) => all.includes('it?'))
  await staff('publish', 'it')
  await until(languages, (all) => all.includes('it'))
  await staff('disable', 'it')
  expect(await until(languages, (all) => !all.includes('it'))).toEqual(before)
  const { list } = await bench.app.ok('queryInbox', { keyword: 'locales/' })
  for (const message of list) expect(message).toMatchObject({ state: 'handled' })
})

test('a shop that does not grant reading its languages is no error: they are read with each check', async () => {
  await bench.quirk('shopify.withheld-scopes', 'read_locales')
  await bench.app.db.pool.query(`update order_feed set webhooks_at = webhooks_at - interval '2 hours'`)
  const { webhooks } = await bench.simulator.control<{ webhooks: { id: string; topic: string }[] }>(
    'GET',
    `/shopify/${bench.slug}/webhooks`,
  )
  expect(webhooks.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['LOCALES_CREATE', 'LOCALES_DESTROY']))
  await bench.pull()
  const feed = (await bench.app.ok('queryOrderFeeds')).find(({ storeId }) => storeId === bench.us)!
  expect(feed).toMatchObject({ webhookError: null })
  await bench.quirk('shopify.withheld-scopes', '')
})
