// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { leavePage, openPageBench, showPage } from '../../../../test/page-bench.tsx'
import '../collection.routes.tsx'
import SearchPage from './search.page.tsx'

const card = {
  offerId: '700000000001',
  title: '保温杯',
  titleTrans: 'วาคุม ฟลาสก์',
  image: null,
  priceMinor: 1850,
  promotionPriceMinor: null,
  dropshipPriceMinor: null,
  tiers: [],
  minOrderQuantity: 2,
  monthSold: null,
  repurchaseRate: null,
  tradeScore: null,
  supplierName: null,
  sellerIdentities: [],
  shipWithin: null,
  onePieceDropship: false,
  selected: false,
  patentRisk: false,
  url: 'https://detail.1688.com/offer/700000000001.html',
  collectState: null,
  claims: [],
}
const SEARCH = '/shop/product/1688'
let titlesIn: string
let languages: (string | null)[]
const bench = openPageBench({
  'GET /api/alibaba/product/keywordQuery'({ query }) {
    languages.push(query.get('language'))
    return { list: [card], total: 1, page: 1, pageSize: 24, titlesIn }
  },
})
beforeEach(() => {
  titlesIn = 'th'
  languages = []
})
const chosen = (): string | null =>
  screen.getByRole('combobox', { name: '搜索语言' }).closest('.ant-select')!.textContent
async function choose(label: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '搜索语言' }))
  fireEvent.click(await screen.findByTitle(label))
}

it('the chosen language reaches the search, is shown as the titles’ language, and is remembered', async () => {
  titlesIn = 'en'
  showPage(bench, <SearchPage />, `${SEARCH}?keyword=保温杯`)
  await screen.findByText('保温杯')
  expect([chosen(), languages]).toEqual(['中文', ['zh']])
  titlesIn = 'th'
  await choose('泰语')
  await expect.poll(() => screen.getByText(card.titleTrans).lang).toBe('th')
  expect([chosen(), languages, bench.router.state.location.search]).toEqual([
    '泰语',
    ['zh', 'th'],
    expect.stringContaining('language=th'),
  ])
  expect(screen.queryByText(/没有泰语标题/)).toBeNull()
  leavePage()
  showPage(bench, <SearchPage />, SEARCH)
  await expect.poll(chosen).toBe('泰语')
})

it('titles in another language than the chosen one are shown as what they are', async () => {
  titlesIn = 'en'
  showPage(bench, <SearchPage />, `${SEARCH}?keyword=保温杯&language=th`)
  expect(await screen.findByText('没有泰语标题，显示的是英语标题。')).toBeTruthy()
  expect(screen.getByText(card.titleTrans).lang).toBe('en')
})

it('a language in the address that there is not is removed', async () => {
  showPage(bench, <SearchPage />, `${SEARCH}?keyword=保温杯&language=de`)
  await expect.poll(() => bench.router.state.location.search).not.toContain('language')
  await expect.poll(() => languages.at(-1)).toBe('zh')
})
