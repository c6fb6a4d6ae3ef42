import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { DETAIL, idsOf, productsOf, withMarket } from '../collection/collection.testing.ts'
import { openProviders } from './providers.testing.ts'
import { DEEPL_KEY } from './vendor-deepl.testing.ts'

const market = withMarket()
let vendors: Awaited<ReturnType<typeof openProviders>>
const quirk = (name: string, value: string): Promise<unknown> =>
  market.simulator.control('POST', '/quirks', { name: `1688.${name}`, value })

beforeAll(async () => {
  vendors = await openProviders()
  const { version } = await market.app.ok('queryTranslationLanguages')
  const locales: Locale[] = ['ja', 'ru', 'ko', 'pt-BR', 'es', 'fr', 'de']
  await market.app.ok('saveTranslationLanguages', { locales, version })
  await market.app.ok('addTranslationProvider', {
    name: 'DeepL',
    kind: 'deepl',
    address: vendors.origin,
    secretKey: DEEPL_KEY,
    pricePerMillion: 15_000,
  })
})
afterAll(() => vendors?.close())
beforeEach(async () => {
  await quirk('languages', 'en,ja,ko,ru,vi,fr,pt,es,th,id,ar')
  await quirk('unknownLanguage', 'english')
})

/** Claims new offers and returns their products. Empties the simulator's ledger, so that it has only later calls. */
async function claimed(count: number): Promise<string[]> {
  const items = await market.resolved(idsOf(await market.claim(market.take(count))))
  await untilQuiet(market.app)
  await market.simulator.control('DELETE', '/ledger')
  return items.flatMap(({ card }) => productsOf(card))
}
const translated = async (productIds: readonly string[], locale: Locale, over: object = {}) => {
  const task = await market.app.ok('translateProducts', { productIds: [...productIds], locales: [locale], ...over })
  const seen = await until(
    () => market.app.ok('queryTranslationTaskItems', { taskId: task.id, pageSize: 200 }),
    ({ task: { state } }) => ['done', 'partly', 'paused', 'cancelled'].includes(state),
  )
  await untilQuiet(market.app)
  return seen
}
/** The languages in which offers were requested from 1688, oldest first. */
async function asked(): Promise<string[]> {
  const { entries } = await market.simulator.control<{ entries: { request: { params: Record<string, string> } }[] }>(
    'GET',
    `/ledger?call=${DETAIL}`,
  )
  return entries.map(({ request }) => (JSON.parse(request.params['offerDetailParam']!) as { country: string }).country)
}
const fieldsOf = async (productId: string, locale: Locale) =>
  (await market.app.ok('getProductTranslations', { productId, locale })).fields
const title = async (productId: string, locale: Locale) =>
  (await fieldsOf(productId, locale)).find(({ field }) => field === 'title')!
const originsIn = async (productId: string, locale: Locale): Promise<string[]> => [
  ...new Set((await fieldsOf(productId, locale)).flatMap(({ translation }) => translation?.origin ?? [])),
]

it('a language that 1688 has is taken from it, once for each offer, and the rest from the provider', async () => {
  const products = await claimed(2)
  const { task } = await translated(products, 'ru')
  expect(task.state).toBe('done')
  expect(await asked()).toEqual(['ru', 'ru'])
  for (const productId of products) {
    const fields = await fieldsOf(productId, 'ru')
    expect(fields.find(({ field }) => field === 'title')?.translation).toMatchObject({
      origin: 'marketplace',
      state: 'machine',
      text: expect.stringMatching(/[а-я]{3}/),
    })
    expect(fields.find(({ field }) => field === 'description')?.translation?.origin).toBe('machine')
  }
  const [option] = (await fieldsOf(products[0]!, 'ru')).filter(({ field }) => /^option\.\d+\.\d+$/.test(field))
  expect(option?.translation?.origin).toBe('marketplace')
  // A run that replaces machine-made texts does not request the offers again.
  await translated(products, 'ru', { redo: true })
  expect(await asked()).toEqual(['ru', 'ru'])
  expect((await title(products[0]!, 'ru')).translation?.origin).toBe('marketplace')
})

it('a regional variant uses 1688’s texts of its language, and without a provider only those are filled in', async () => {
  const [productId] = (await claimed(1)) as [string]
  await translated([productId], 'pt-BR', { useProvider: false })
  expect(await asked()).toEqual(['pt'])
  expect((await title(productId, 'pt-BR')).translation?.text).toMatch(/[ãõêíú]/)
  expect(await originsIn(productId, 'pt-BR')).toEqual(['marketplace'])
})

it('a language that 1688 does not have is not asked for', async () => {
  const [productId] = (await claimed(1)) as [string]
  await translated([productId], 'de')
  expect(await asked()).toEqual([])
  expect((await title(productId, 'de')).translation?.origin).toBe('machine')
})

it('a text that was read from 1688 is proposed if the current text differs', async () => {
  const [productId] = (await claimed(1)) as [string]
  await translated([productId], 'ja', { useProvider: false })
  const { translation } = await title(productId, 'ja')
  const edit = { field: 'title', text: '手で書いた題名です', version: 1 }
  await market.app.ok('saveTranslations', { productId, locale: 'ja', edits: [edit] })
  expect((await title(productId, 'ja')).proposals).toMatchObject([
    { origin: 'marketplace', text: translation!.text, score: 1 },
  ])
  expect(await asked()).toEqual(['ja'])
})

it('a refusal, an outage and a lost permission leave the texts to the provider, and the next run requests them from 1688 again', async () => {
  const [productId] = (await claimed(1)) as [string]
  await quirk('languages', 'en')
  await quirk('unknownLanguage', 'refuse')
  await translated([productId], 'ko')
  expect([await asked(), await originsIn(productId, 'ko')]).toEqual([['ko'], ['machine']])
  await market.fault(DETAIL, 'drop-before', 10)
  await translated([productId], 'es')
  expect(await originsIn(productId, 'es')).toEqual(['machine'])
  await market.simulator.control('DELETE', '/faults')
  await quirk('deniedApis', DETAIL)
  await translated([productId], 'fr')
  expect(await originsIn(productId, 'fr')).toEqual(['machine'])
  await quirk('deniedApis', '')
  await quirk('languages', 'en,ko')
  await translated([productId], 'ko', { redo: true })
  expect((await title(productId, 'ko')).translation?.origin).toBe('marketplace')
})

it('nothing is taken from an answer in English or Chinese, and it is not asked for again', async () => {
  const [productId] = (await claimed(1)) as [string]
  await quirk('languages', 'en')
  for (const locale of ['ru', 'es'] as const) {
    await translated([productId], locale)
    expect([locale, await originsIn(productId, locale)]).toEqual([locale, ['machine']])
  }
  await quirk('unknownLanguage', 'chinese')
  await translated([productId], 'ja')
  expect(await originsIn(productId, 'ja')).toEqual(['machine'])
  await translated([productId], 'ja', { redo: true })
  expect(await asked()).toEqual(['ru', 'es', 'ja'])
})

it('another source text is read again', async () => {
  const [productId] = (await claimed(1)) as [string]
  const { offerId } = await market.app.ok('getProduct', { productId })
  await translated([productId], 'fr', { useProvider: false })
  const before = (await title(productId, 'fr')).translation!.text
  await market.change(offerId!, { title: { zh: '全新的折叠桌', en: 'Brand new foldable table' } })
  await market.app.ok('syncUpdateProductDataAndShopifyData', { productIds: [productId], storeIds: [], push: 'false' })
  await untilQuiet(market.app)
  await market.simulator.control('DELETE', '/ledger')
  await translated([productId], 'fr', { useProvider: false })
  await translated([productId], 'fr', { useProvider: false, redo: true })
  expect(await asked()).toEqual(['fr'])
  const { text } = (await title(productId, 'fr')).translation!
  expect([text, text === before]).toEqual(['brând néw fôldâblé tâblé', false])
})

it('a language that fails again and again is not asked for a while', async () => {
  const products = await claimed(5)
  await quirk('languages', 'en')
  await quirk('unknownLanguage', 'refuse')
  await translated(products, 'pt-BR')
  expect(await asked()).toEqual(['pt', 'pt', 'pt'])
  for (const productId of products) expect(await originsIn(productId, 'pt-BR')).toEqual(['machine'])
})
