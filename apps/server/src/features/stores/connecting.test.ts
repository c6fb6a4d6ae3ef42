import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

/** What a person is told who connects a shop with something that does not fit. */
type Shop = { name: string; origin: string; clientId: string; clientSecret: string }
let simulator: TestSimulator
let app: TestApp
let shop: Shop

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
  await removeAll()
  shop = (await simulator.control<{ shops: Shop[] }>('GET', '/credentials')).shops[0]!
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})
const removeAll = async (): Promise<void> => {
  for (const { id, version } of await app.ok('getAllShopifyStores')) await app.ok('deleteShopifyStore', { id, version })
}
afterEach(removeAll)

const quirk = (name: string, value: unknown): Promise<unknown> =>
  simulator.control('POST', '/quirks', { name: `shopify.${name}`, value })
const fields = (more: object) => ({
  name: '店',
  origin: shop.origin,
  clientId: shop.clientId,
  clientSecret: shop.clientSecret,
  ...more,
})
const checked = async (more: object = {}) =>
  app.ok('checkShopifyStore', { id: (await app.ok('addShopifyStore', fields(more))).id })

test.each([
  ['a secret of another app', { clientSecret: 'shpss_other' }, 'Client secret不正确'],
  ['an unknown client id', { clientId: 'nobody' }, '不认识这个Client ID'],
])('%s is named', async (_title, more, why) => {
  expect(await checked(more)).toMatchObject({ health: 'unauthorised', healthMessage: expect.stringContaining(why) })
})

test('a shop of another owner, or without the app, is told as such with the shop’s own word', async () => {
  await quirk('grant-refusal', 'shop_not_permitted')
  expect(await checked()).toMatchObject({
    health: 'unauthorised',
    healthMessage: expect.stringMatching(/shop_not_permitted.*没有安装到这家店铺，或店铺不属于应用所在的组织/),
  })
  await quirk('grant-refusal', '')
})

test.each([
  ['clientId', { clientId: 'shpss_1', clientSecret: 'x' }],
  ['accessToken', { accessToken: 'shpss_1' }],
])('a secret in the field %s is refused before anything is stored', async (field, more) => {
  expect(await app.call('addShopifyStore', fields(more))).toMatchObject({
    code: 422,
    data: { fields: { [field]: expect.stringContaining('Client secret') } },
  })
  expect(await app.ok('getAllShopifyStores')).toEqual([])
})

test('a scope that is taken away later is listed by the next check, and given back', async () => {
  const store = await checked()
  expect(store).toMatchObject({ health: 'ok', missingScopes: [] })
  const again = () => app.ok('checkShopifyStore', { id: store.id })
  await quirk('withheld-scopes', 'write_publications,read_publications,write_returns,read_returns')
  expect(await again()).toMatchObject({
    health: 'missing-scopes',
    missingScopes: ['write_publications', 'read_returns', 'write_returns'],
  })
  await quirk('withheld-scopes', '')
  expect(await again()).toMatchObject({ health: 'ok', missingScopes: [] })
})
