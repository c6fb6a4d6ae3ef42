import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openHarness } from './buyer.testing.ts'
import type { Harness, Json } from './buyer.testing.ts'
import { atFirst, byNumber, envelope, query, searchIn } from './products.testing.ts'
import type { Envelope } from './products.testing.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => atFirst(harness))

const quirk = (name: string, value: string): Promise<unknown> =>
  harness.control('POST', 'quirks', { name: `1688.${name}`, value })
const detailIn = async (offerId: number, country: string): Promise<Envelope> =>
  envelope(await harness.ask('product.search.queryProductDetail', 'offerDetailParam', { offerId, country }))
const SCRIPTS = { ja: /\p{Script=Katakana}/u, ko: /\p{Script=Hangul}/u, ru: /\p{Script=Cyrillic}/u }

it('titles and attributes are in the language of the call, and a keyword in that language finds the same offers', async () => {
  const english = await searchIn(harness, { keyword: 'flask', pageSize: 50 })
  expect(english.totalRecords).toBeGreaterThan(4)
  const ids = english.data.map(({ offerId }) => offerId).sort(byNumber)
  for (const [country, keyword] of Object.entries({ ja: 'フルアスカ', ko: '프라아수카', ru: 'фласк', id: 'flesk' })) {
    const found = await searchIn(harness, { keyword, country, pageSize: 50 })
    expect([country, found.data.map(({ offerId }) => offerId).sort(byNumber)]).toEqual([country, ids])
  }
  for (const [country, script] of Object.entries(SCRIPTS)) {
    const { result } = await detailIn(ids[0]!, country)
    const { subjectTrans, productAttribute } = result as { subjectTrans: string; productAttribute: Json[] }
    expect(subjectTrans).toMatch(script)
    expect(productAttribute[0]!['attributeNameTrans']).toMatch(script)
  }
})

it('a language that the app does not get is answered in English or Chinese, or refused', async () => {
  const [first] = (await searchIn(harness, { keyword: 'flask' })).data
  await quirk('languages', 'en,ja')
  expect((await searchIn(harness, { keyword: 'flask', country: 'ko' })).data[0]).toEqual(first)
  await quirk('unknownLanguage', 'chinese')
  const chinese = (await searchIn(harness, { keyword: 'flask', country: 'ko' })).data[0]!
  expect(chinese['subjectTrans']).toBe(first!.subject)
  await quirk('unknownLanguage', 'refuse')
  const refused = await harness.ask(
    'product.search.keywordQuery',
    'offerQueryParam',
    query({ keyword: 'flask', country: 'ko' }),
  )
  expect(envelope(refused)).toMatchObject({ success: false, message: '参数country不合法' })
  expect(await detailIn(first!.offerId, 'ko')).toMatchObject({ success: false, message: '参数country不合法' })
  expect(await detailIn(first!.offerId, 'ja')).toMatchObject({ success: true })
})
