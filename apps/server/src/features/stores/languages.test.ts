import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

let simulator: TestSimulator
let app: TestApp

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})
afterEach(() => withhold(''))

const withhold = (scopes: string): Promise<unknown> =>
  simulator.control('POST', '/quirks', { name: 'shopify.withheld-scopes', value: scopes })
const storeOf = async (currency: string) =>
  (await app.ok('getAllShopifyStores')).find((store) => store.currency === currency)!
const checked = async (currency: string) => app.ok('checkShopifyStore', { id: (await storeOf(currency)).id })
const staff = (action: string, locale: string): Promise<unknown> =>
  simulator.control('POST', '/shopify/bridge-us/locales', { action, locale })
const shown = (languages: readonly { locale: string; primary: boolean; published: boolean }[]): string[] =>
  languages.map(({ locale, primary, published }) => `${locale}${primary ? '!' : ''}${published ? '' : '?'}`)

test('a check reads the languages of each shop: the primary one first, published and unpublished ones', async () => {
  const us = await checked('USD')
  expect(shown(us.languages)).toEqual(['en!', 'de', 'es?', 'fr', 'ja'])
  expect(us.languagesReadAt).toBe(us.checkedAt)
  expect(shown((await checked('EUR')).languages)).toEqual(['en!'])
})

test('the next check shows what staff added, published and removed meanwhile', async () => {
  await staff('enable', 'it')
  await staff('publish', 'es')
  await staff('disable', 'fr')
  expect(shown((await checked('USD')).languages)).toEqual(['en!', 'de', 'es', 'it?', 'ja'])
  await staff('enable', 'fr')
  await staff('publish', 'fr')
})

test('without the permission to read them the check passes, names what is missing, and keeps what was read before', async () => {
  const before = await checked('USD')
  await withhold('read_locales,write_translations,read_translations')
  await staff('disable', 'it')
  const after = await checked('USD')
  expect(after).toMatchObject({
    health: 'ok',
    missingScopes: ['read_locales', 'write_translations'],
    languages: before.languages,
    languagesReadAt: before.languagesReadAt,
  })
  const { lines } = await app.ok('selfTestStore', { storeId: after.id })
  expect(lines.filter((line) => !line.ok).map(({ found, advice }) => [found, advice])).toEqual([
    ['没有 read_locales', expect.stringContaining('译文不能写进店铺')],
    ['没有 write_translations', expect.stringContaining('不能写进店铺')],
  ])
})

const market = (action: string, name: string): Promise<unknown> =>
  simulator.control('POST', '/shopify/bridge-us/markets', { action, name })

test('a check reads the markets of each shop; without the permission it passes, and those that were read stay', async () => {
  const us = await checked('USD')
  expect(us.markets.map(({ name, handle, active }) => [name, handle, active])).toEqual([
    ['Canada', 'canada', true],
    ['Europe', 'europe', false],
    ['United States', 'united-states', true],
  ])
  expect(us.marketsReadAt).toBe(us.checkedAt)
  await market('add', 'Mexico')
  expect((await checked('USD')).markets.map(({ name }) => name)).toContain('Mexico')
  await withhold('read_markets')
  await market('remove', 'Mexico')
  const after = await checked('USD')
  expect(after).toMatchObject({ health: 'ok', missingScopes: ['read_markets'] })
  expect(after.markets.map(({ name }) => name)).toContain('Mexico')
  const { lines } = await app.ok('selfTestStore', { storeId: after.id })
  expect(lines.filter((line) => !line.ok).map(({ found, advice }) => [found, advice])).toEqual([
    ['没有 read_markets', expect.stringContaining('只给一个市场的译文')],
  ])
})

test('a shop that does not answer keeps the languages that were read', async () => {
  const before = await checked('USD')
  await simulator.control('POST', '/faults', {
    vendor: 'shopify',
    call: '*',
    times: 0,
    fault: { kind: 'drop-before' },
  })
  const after = await checked('USD')
  await simulator.control('DELETE', '/faults')
  expect([after.health, after.languages]).toEqual(['unreachable', before.languages])
})
