import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShops } from './shopify-shoppers.ts'
import type { Shops } from './shopify-shoppers.ts'

/** Languages and translations: the connector against the simulated Shopify, both written from the vendor's documents. */
let shops: Shops
let shop: ShopifyConnector

beforeAll(async () => {
  shops = await openShops()
  shop = shops.us
  await shop.ensureIdDefinition()
})
afterAll(() => shops.stop())

async function made(listing: string, title: string): Promise<string> {
  const option = (name: string) => ({ optionName: 'Color', name })
  const result = await shop.upsertProduct({
    identifier: { listing },
    input: {
      title,
      descriptionHtml: '<p>Fine</p>',
      productOptions: [{ name: 'Color', values: [{ name: 'Red' }, { name: 'Blue' }] }],
      variants: ['Red', 'Blue'].map((name) => ({ optionValues: [option(name)], price: '9.90' })),
    },
  })
  if (result.kind !== 'done') throw new Error('the upsert is still being worked on')
  return result.product.id
}

const spent = (call: string): number[] =>
  shops.events.flatMap((event) => (event.kind === 'sent' && event.call === call ? [event.actual ?? 0] : []))

it('the shop’s languages are read with the primary one first', async () => {
  const locales = await shop.shopLocales()
  expect(locales[0]).toEqual({ locale: 'en', name: 'English', primary: true, published: true })
  expect(locales.map(({ locale, published }) => [locale, published])).toContainEqual(['es', false])
})

it('a product with its options and values is translated into two languages and read back', async () => {
  const id = await made('translated', 'Cup')
  const [parts, none] = await shop.translatableParts([id, 'gid://shopify/Product/1'])
  expect(none).toBeUndefined()
  const option = parts!.options[0]!
  const red = option.values.find(({ name }) => name === 'Red')!
  const ids = [id, option.id, red.id]
  const before = await shop.readTranslations(ids, ['de', 'ja'])
  const digest = (resource: string, key: string): string =>
    before.get(resource)!.content.find((one) => one.key === key)!.digest!
  const entry = (resource: string, key: string, locale: string, value: string) => ({
    key,
    locale,
    value,
    translatableContentDigest: digest(resource, key),
  })
  const first = await shop.registerTranslations(id, [
    entry(id, 'title', 'de', 'Tasse'),
    entry(id, 'title', 'ja', 'カップ'),
    entry(id, 'body_html', 'de', '<P>Fein & gut</P>'),
  ])
  // The shop normalises the HTML of a description, and returns what it stored.
  expect(first.written?.map(({ value }) => value)).toEqual(['Tasse', 'カップ', '<p>Fein &amp; gut</p>'])
  await shop.registerTranslations(option.id, [entry(option.id, 'name', 'de', 'Farbe')])
  await shop.registerTranslations(red.id, [entry(red.id, 'name', 'de', 'Rot')])
  const after = await shop.readTranslations(ids, ['de', 'ja'])
  expect([...after.values()].flatMap(({ translations }) => translations.map(({ value }) => value))).toEqual([
    'Tasse',
    '<p>Fein &amp; gut</p>',
    'カップ',
    'Farbe',
    'Rot',
  ])
  await shop.removeTranslations(id, { keys: ['title'], locales: ['de'] })
  expect((await shop.readTranslations([id], ['de'])).get(id)?.translations.map(({ key }) => key)).toEqual(['body_html'])
})

it('a text of one market is kept beside the one of all, and refused where the shop does not have the market', async () => {
  const markets = (await shop.shopMarkets())!
  expect(markets.map(({ name, active }) => [name, active])).toContainEqual(['Europe', false])
  const marketId = markets.find(({ name }) => name === 'Canada')!.id
  const id = await made('of-a-market', 'Cup')
  const { content } = (await shop.readTranslations([id], ['de'])).get(id)!
  const translatableContentDigest = content.find(({ key }) => key === 'title')!.digest!
  const entry = (value: string, market: { marketId?: string } = {}) => ({
    key: 'title',
    locale: 'de',
    value,
    translatableContentDigest,
    ...market,
  })
  await shop.registerTranslations(id, [entry('Tasse')])
  await shop.registerTranslations(id, [entry('Häferl', { marketId })])
  const values = async (of: { marketId?: string } = {}) =>
    (await shop.readTranslations([id], ['de'], of)).get(id)!.translations.map(({ value }) => value)
  expect([await values(), await values({ marketId })]).toEqual([['Tasse'], ['Häferl']])
  await shop.removeTranslations(id, { keys: ['title'], locales: ['de'], marketId })
  expect([await values(), await values({ marketId })]).toEqual([['Tasse'], []])
  const { refused } = await shop.registerTranslations(id, [entry('x', { marketId: 'gid://shopify/Market/1' })])
  expect(refused).toMatchObject([{ key: 'title', locale: 'de', why: 'market' }])
  await shops.quirk('withheld-scopes', 'read_markets')
  expect(await shop.shopMarkets()).toBeUndefined()
  await shops.quirk('withheld-scopes', '')
})

it('a stale source text and a language that the shop does not have are refused, the rest is written', async () => {
  const id = await made('refused', 'Bowl')
  const content = (await shop.readTranslations([id], ['de'])).get(id)!.content
  const translatableContentDigest = content.find(({ key }) => key === 'title')!.digest!
  await shop.upsertProduct({ identifier: { listing: 'refused' }, input: { title: 'Deep bowl' } })
  const entry = (locale: string, digest = translatableContentDigest, key = 'title') => ({
    key,
    locale,
    value: 'Schale',
    translatableContentDigest: digest,
  })
  const body = content.find(({ key }) => key === 'body_html')!.digest!
  const { written, refused } = await shop.registerTranslations(id, [
    entry('de'),
    entry('it'),
    entry('de', body, 'body_html'),
  ])
  expect([written, refused.map(({ locale, why }) => [locale, why])]).toEqual([
    undefined,
    [
      ['de', 'stale'],
      ['it', 'locale'],
    ],
  ])
  const read = (await shop.readTranslations([id], ['de'])).get(id)!
  expect(read.translations.map(({ key }) => key)).toEqual(['body_html'])
})

it('costs no more points than estimated', async () => {
  const id = await made('costs', 'Jug')
  shops.events.length = 0
  const [parts] = await shop.translatableParts([id])
  const ids = [id, ...parts!.options.flatMap((option) => [option.id, ...option.values.map((value) => value.id)])]
  await shop.readTranslations(ids, ['de', 'fr', 'ja'])
  const requested = shops.events.flatMap((event) => (event.kind === 'sent' ? [[event.call, event.requested]] : []))
  expect(requested).toEqual([
    ['nodes(Product.options)', 25],
    ['translatableResourcesByIds', 34],
  ])
  expect(spent('translatableResourcesByIds')[0]).toBeLessThanOrEqual(40)
})

it('a product that is gone is not found', async () => {
  const failure: unknown = await shop
    .registerTranslations('gid://shopify/Product/1', [
      { key: 'title', locale: 'de', value: 'x', translatableContentDigest: 'd' },
    ])
    .catch((error: unknown) => error)
  expect(isRemoteFailure(failure) && failure.word).toBe('not-found')
})
