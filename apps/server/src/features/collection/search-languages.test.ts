import { beforeEach, expect, test } from 'vitest'
import { SEARCH, withMarket } from './collection.testing.ts'

const market = withMarket()
const quirk = (name: string, value: string): Promise<unknown> =>
  market.simulator.control('POST', '/quirks', { name: `1688.${name}`, value })
beforeEach(async () => {
  await quirk('languages', 'en,ja,ko,ru,vi,fr,pt,es,th,id,ar')
  await quirk('unknownLanguage', 'english')
  await market.simulator.control('DELETE', '/ledger')
})

type Asked = { keyword: string; country: string; keywordTranslate: boolean }
/** What 1688 received, oldest first. */
async function asked(): Promise<Asked[]> {
  const { entries } = await market.simulator.control<{ entries: { request: { params: Record<string, string> } }[] }>(
    'GET',
    `/ledger?call=${SEARCH}`,
  )
  return entries.map(({ request }) => {
    const { keyword, country, keywordTranslate } = JSON.parse(request.params['offerQueryParam']!) as Asked
    return { keyword, country, keywordTranslate }
  })
}

test('without a language, a Chinese keyword is sent as such, another one is translated, and titles are English', async () => {
  const chinese = await market.app.ok('keywordQuery', { keyword: '保温杯' })
  const other = await market.app.ok('keywordQuery', { keyword: 'vacuum flask', language: 'zh' })
  expect(await asked()).toEqual([
    { keyword: '保温杯', country: 'en', keywordTranslate: true },
    { keyword: 'vacuum flask', country: 'en', keywordTranslate: false },
  ])
  expect([chinese.titlesIn, other.titlesIn]).toEqual(['en', 'en'])
  expect(other.total).toBeGreaterThan(0)
})

test('a chosen language reaches 1688, which translates the keyword, and the titles are in it', async () => {
  const russian = await market.app.ok('keywordQuery', { keyword: 'фласк', language: 'ru' })
  const portuguese = await market.app.ok('keywordQuery', { keyword: '保温杯', language: 'pt' })
  // A Japanese word may consist only of characters that exist in Chinese too.
  await market.app.ok('keywordQuery', { keyword: '水筒', language: 'ja' })
  expect(await asked()).toEqual([
    { keyword: 'фласк', country: 'ru', keywordTranslate: false },
    { keyword: '保温杯', country: 'pt', keywordTranslate: true },
    { keyword: '水筒', country: 'ja', keywordTranslate: false },
  ])
  expect([russian.titlesIn, portuguese.titlesIn]).toEqual(['ru', 'pt'])
  expect(russian.list.length).toBeGreaterThan(0)
  for (const { title, titleTrans } of russian.list)
    expect([/\p{Script=Han}/u.test(title), titleTrans]).toEqual([true, expect.stringMatching(/[а-я]/)])
})

test('the same search in another language is another search', async () => {
  await market.app.ok('keywordQuery', { keyword: '台灯', language: 'fr' })
  await market.app.ok('keywordQuery', { keyword: '台灯', language: 'es' })
  expect((await asked()).map(({ country }) => country)).toEqual(['fr', 'es'])
})

test('titles in English or Chinese instead of the chosen language are not said to be in it', async () => {
  await quirk('languages', 'en')
  const inLanguage = async (language: string, keyword: string) =>
    (await market.app.ok('keywordQuery', { keyword, language })).titlesIn
  expect(await inLanguage('ko', '雨伞')).toBe('en')
  // French has the same letters as English, but no title of the page has an accent.
  expect(await inLanguage('fr', '雨伞')).toBe('en')
  // Indonesian has no accents: English titles are recognised by offers that were read in English before.
  const { list } = await market.app.ok('keywordQuery', { keyword: '保温杯', language: 'en' })
  for (const { offerId } of list) await market.app.ok('getOffer', { offerId })
  expect(await inLanguage('id', '保温杯')).toBe('en')
  await quirk('unknownLanguage', 'chinese')
  expect(await inLanguage('th', '雨伞')).toBe('zh')
})

test('a language that 1688 refuses is explained with its name', async () => {
  await quirk('languages', 'en')
  await quirk('unknownLanguage', 'refuse')
  const answer = await market.app.call('keywordQuery', { keyword: '地垫', language: 'vi' })
  expect(answer).toMatchObject({ code: 400, data: { refusal: 'marketplace-failed' } })
  expect(JSON.stringify(answer.data)).toContain('用越南语搜索“地垫”')
})

test('a language that there is not is refused with the field’s name, and 1688 is not asked', async () => {
  const answer = await market.app.call('keywordQuery', { keyword: '地垫', language: 'de' })
  expect(answer).toMatchObject({ code: 422, data: { fields: { language: expect.any(String) } } })
  expect(await asked()).toEqual([])
})
