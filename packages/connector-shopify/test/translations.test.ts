import { parse, specifiedRules, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readingOf } from '../src/operations/read-translations.ts'
import type { TranslationReader } from '../src/operations/read-translations.ts'
import { API_VERSION, NEXT_API_VERSION } from '../src/version.ts'
import { caught, connect } from './connected.ts'
import { graphql } from './pretend-shop.ts'
import { publishedSchema } from './published-schema.ts'

type Sent = { query: string; variables: Record<string, unknown> }
const sentOf = ({ body }: { body: string }): Sent => JSON.parse(body) as Sent
const product = (number: number): string => `gid://shopify/Product/${number}`

describe.each([API_VERSION, NEXT_API_VERSION] as const)('on the published schema of %s', (version) => {
  it('translations of any number of languages are read by a valid document', () => {
    for (const count of [0, 2, 10]) {
      const complaints = validate(publishedSchema(version), parse(readingOf(count).document), [...specifiedRules])
      expect(complaints.map(({ message }) => message)).toEqual([])
    }
  })
})

describe('shopLocales', () => {
  it('has the primary language first', async () => {
    const locale = (code: string, primary = false) => ({ locale: code, name: code, primary, published: true })
    const { connector } = await connect((_received, response) =>
      graphql(response, { data: { shopLocales: [locale('de'), locale('en', true), locale('fr')] } }),
    )
    expect((await connector.shopLocales()).map((one) => one.locale)).toEqual(['en', 'de', 'fr'])
  })
})

describe('readTranslations', () => {
  const resource = (resourceId: string, lists: object = {}) => ({
    resourceId,
    translatableContent: [
      { key: 'title', value: 'Cup', digest: 'd1', locale: 'en' },
      { key: 'meta_title', value: null, digest: null, locale: 'en' },
    ],
    ...lists,
  })
  const row = (locale: string, value: string | null) => ({
    key: 'title',
    locale,
    value,
    outdated: false,
    updatedAt: '2026-11-26T08:00:00Z',
  })

  it('reads 45 resources in a request, several languages at once, and joins them by resource', async () => {
    const { connector, shop } = await connect((received, response) => {
      const { ids, l0, l1 } = sentOf(received).variables as { ids: string[]; l0: string; l1: string }
      const nodes = ids.slice(0, 2).map((id) => resource(id, { l0: [row(l0, 'Tasse')], l1: [row(l1, null)] }))
      graphql(response, { data: { translatableResourcesByIds: { nodes } } })
    })
    const ids = Array.from({ length: 60 }, (_none, at) => product(at))
    const read = await connector.readTranslations(ids, ['de', 'fr'])
    expect(shop.received.map((one) => sentOf(one).variables['first'])).toEqual([45, 15])
    expect([...read.keys()]).toEqual([product(0), product(1), product(45), product(46)])
    expect(read.get(product(0))).toEqual({
      id: product(0),
      content: [
        { key: 'title', value: 'Cup', digest: 'd1' },
        { key: 'meta_title', value: null, digest: null },
      ],
      translations: [
        { key: 'title', locale: 'de', value: 'Tasse', outdated: false, updatedAt: '2026-11-26T08:00:00Z' },
      ],
    })
  })

  it('reads more than ten languages in several requests', async () => {
    const { connector, shop } = await connect((received, response) => {
      const { ids, l0 } = sentOf(received).variables as { ids: string[]; l0: string }
      const nodes = ids.map((id) => resource(id, { l0: [row(l0, `in ${l0}`)] }))
      graphql(response, { data: { translatableResourcesByIds: { nodes } } })
    })
    const locales = Array.from({ length: 12 }, (_none, at) => `x${at}`)
    const read = await connector.readTranslations([product(1)], locales, { marketId: 'gid://shopify/Market/1' })
    expect(read.get(product(1))?.translations.map(({ value }) => value)).toEqual(['in x0', 'in x10'])
    expect(shop.received.map((one) => sentOf(one).variables['marketId'])).toEqual(
      Array(2).fill('gid://shopify/Market/1'),
    )
  })
})

describe('translations of several markets in one answer', () => {
  const MARKET = 'gid://shopify/Market/1'
  const there = (value: string, marketId: string | null) => ({
    key: 'title',
    locale: 'de',
    value,
    outdated: false,
    updatedAt: null,
    market: marketId === null ? null : { id: marketId },
  })
  const nodes = [
    {
      resourceId: product(1),
      translatableContent: [],
      l0: [there('für alle', null), there('für einen', MARKET), there('für andere', 'gid://shopify/Market/2')],
    },
  ]
  const valuesOf = (read: Awaited<ReturnType<TranslationReader>>) =>
    read.get(product(1))?.translations.map(({ value }) => value)

  it('are told apart by the market that each names', async () => {
    const { connector } = await connect((_received, response) =>
      graphql(response, { data: { translatableResourcesByIds: { nodes } } }),
    )
    expect(valuesOf(await connector.readTranslations([product(1)], ['de'], { marketId: MARKET }))).toEqual([
      'für einen',
    ])
    expect(valuesOf(await connector.readTranslations([product(1)], ['de']))).toEqual(['für alle'])
  })

  it('are not asked for it for an hour after the shop refused to name it', async () => {
    const unnamed = nodes.map((node) => ({ ...node, l0: [{ ...there('für einen', null), market: undefined }] }))
    const { connector, shop } = await connect((received, response) =>
      sentOf(received).variables['named'] === true
        ? graphql(response, {
            errors: [{ message: 'Access denied for market field.', extensions: { code: 'ACCESS_DENIED' } }],
          })
        : graphql(response, { data: { translatableResourcesByIds: { nodes: unnamed } } }),
    )
    for (let nr = 0; nr < 2; nr++)
      expect(valuesOf(await connector.readTranslations([product(1)], ['de'], { marketId: MARKET }))).toEqual([
        'für einen',
      ])
    expect(shop.received.map((one) => sentOf(one).variables['named'])).toEqual([true, false, false])
  })
})

describe('registerTranslations', () => {
  const entry = (locale: string, value = 'x') => ({ key: 'title', locale, value, translatableContentDigest: 'd' })
  const answer = (translations: object[] | null, userErrors: object[] = []) => ({
    data: { translationsRegister: { translations, userErrors } },
  })

  it('sends at most 100 entries in a request, and returns what the shop stored', async () => {
    const { connector, shop } = await connect((received, response) => {
      const { translations } = sentOf(received).variables as { translations: ReturnType<typeof entry>[] }
      graphql(response, answer(translations.map(({ key, locale, value }) => ({ key, locale, value: `${value}!` }))))
    })
    const entries = Array.from({ length: 130 }, (_none, at) => entry('de', String(at)))
    const { written, refused } = await connector.registerTranslations(product(1), entries)
    expect(shop.received.map((one) => (sentOf(one).variables['translations'] as object[]).length)).toEqual([100, 30])
    expect([written?.length, written?.[0]?.value, refused]).toEqual([130, '0!', []])
  })

  it.each([
    ['INVALID_TRANSLATABLE_CONTENT', 'stale'],
    ['INVALID_LOCALE_FOR_SHOP', 'locale'],
    ['INVALID_KEY_FOR_MODEL', 'key'],
    ['FAILS_RESOURCE_VALIDATION', 'value'],
    ['MARKET_DOES_NOT_EXIST', 'market'],
    ['A_LATER_CODE', 'other'],
  ])('returns an entry refused with %s as %s, with its key and language', async (code, why) => {
    const error = { code, field: ['translations', '1', 'value'], message: 'no' }
    const { connector } = await connect((_received, response) => graphql(response, answer([], [error])))
    expect(await connector.registerTranslations(product(1), [entry('de'), entry('fr')])).toEqual({
      written: undefined,
      refused: [{ key: 'title', locale: 'fr', why, code, message: 'no' }],
    })
  })

  it('throws a refusal of the whole resource', async () => {
    const error = { code: 'RESOURCE_NOT_FOUND', field: ['resourceId'], message: 'Resource does not exist' }
    const { connector } = await connect((_received, response) => graphql(response, answer(null, [error])))
    const failure = await caught(connector.registerTranslations(product(1), [entry('de')]))
    expect([failure.word, failure.detail.code, failure.detail.field]).toEqual([
      'not-found',
      'RESOURCE_NOT_FOUND',
      'resourceId',
    ])
  })
})

describe('removeTranslations', () => {
  it('sends nothing without keys or languages', async () => {
    const { connector, shop } = await connect((_received, response) =>
      graphql(response, { data: { translationsRemove: { userErrors: [] } } }),
    )
    await connector.removeTranslations(product(1), { keys: [], locales: ['de'] })
    await connector.removeTranslations(product(1), { keys: ['title'], locales: [] })
    expect(shop.received).toEqual([])
    await connector.removeTranslations(product(1), { keys: ['title'], locales: ['de'] })
    expect(shop.received.map((one) => sentOf(one).variables)).toEqual([
      { id: product(1), keys: ['title'], locales: ['de'], marketIds: null },
    ])
  })
})
