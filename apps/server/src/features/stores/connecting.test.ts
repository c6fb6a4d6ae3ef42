import type { Store } from '@huoqiao/contract/stores/stores.schema'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { until } from '../../../test/until.ts'

/** Tests what is reported when the data for connecting a shop are wrong. */
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

test('a shop of another owner, or without the app, is reported as such, with the error code of the shop', async () => {
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

/** Updates the store without sending its secrets: the stored ones are kept. */
const changed = ({ id, version }: Pick<Store, 'id' | 'version'>, more: object) =>
  app.ok('updateShopifyStore', { name: '店', origin: shop.origin, id, version, ...more })
const again = ({ id }: Pick<Store, 'id'>) => app.ok('checkShopifyStore', { id })
const channelsOf = ({ publications, publicationIds }: Store): string[] =>
  publications.filter(({ id }) => publicationIds.includes(id)).map(({ name }) => name)

test('a scope that is taken away later is listed by the next check, and given back; the chosen channels and location stay', async () => {
  const first = await checked()
  expect(first).toMatchObject({ health: 'ok', missingScopes: [] })
  const publicationIds = [first.publications.at(-1)!.id]
  const store = await changed(first, { publicationIds, locationId: first.locations.at(-1)!.id })
  const { locationId, locations, publications } = store
  const chosen = { publicationIds, publications, locationId, locations }
  await quirk('withheld-scopes', 'write_publications,read_publications,read_locations,write_returns,read_returns')
  expect(await again(store)).toMatchObject({
    health: 'missing-scopes',
    missingScopes: ['read_locations', 'write_publications', 'read_returns', 'write_returns'],
    ...chosen,
  })
  await quirk('withheld-scopes', '')
  expect(await again(store)).toMatchObject({ health: 'ok', missingScopes: [], ...chosen })
})

test('the first check that reads the sales channels chooses the usual one, whatever failed before; a later check keeps an empty choice', async () => {
  await quirk('withheld-scopes', 'write_publications,read_publications')
  const unscoped = await checked({ clientSecret: 'shpss_other' })
  const { version } = await changed(unscoped, { clientId: shop.clientId, clientSecret: shop.clientSecret })
  expect(await again(unscoped)).toMatchObject({ health: 'missing-scopes', publications: [], publicationIds: [] })
  await quirk('withheld-scopes', '')
  const store = await again(unscoped)
  expect(channelsOf(store)).toEqual(['Online Store'])
  await changed({ id: store.id, version }, { publicationIds: [] })
  expect(channelsOf(await again(store))).toEqual([])
})

test('what a person changes while the shop is being checked is kept', async () => {
  const store = await checked()
  const publicationIds = [store.publications.at(-1)!.id]
  const locationId = store.locations.at(-1)!.id
  const whileAsked = async (work: () => Promise<unknown>): Promise<Store> => {
    const fault = { kind: 'slow', ms: 600_000 }
    await simulator.control('POST', '/faults', { vendor: 'shopify', call: 'publications', fault, times: 1 })
    const asked = again(store)
    await until(
      () => simulator.control<{ faults: unknown[] }>('GET', '/faults'),
      ({ faults }) => faults.length === 0,
    )
    await work()
    await simulator.control('DELETE', '/faults')
    return asked
  }
  expect(await whileAsked(() => changed(store, { publicationIds, locationId }))).toMatchObject({
    health: 'ok',
    publicationIds,
    locationId,
  })
  const { version } = (await app.ok('getAllShopifyStores'))[0]!
  const moved = { origin: `${shop.origin}x`, clientId: shop.clientId, clientSecret: shop.clientSecret }
  expect(await whileAsked(() => changed({ id: store.id, version }, moved))).toMatchObject({
    health: 'unchecked',
    domain: new URL(shop.origin).host,
  })
})
