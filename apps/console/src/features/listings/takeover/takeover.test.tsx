// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import TakeoverPage from './takeover.page.tsx'

const STORE = { id: 's1', name: '店', environment: 'sandbox', currency: 'USD', origin: '' }
const ITEM = {
  id: 't1',
  shopifyProductId: '1',
  adminUrl: 'https://shop.example/1',
  title: '店铺里的杯子',
  image: null,
  skus: [],
  variantCount: 1,
  state: 'open',
  product: null,
  sureness: 'none',
  reasons: [],
  message: '',
  decidedBy: null,
  can: { acceptTakeovers: true, createTakenProducts: true, skipTakeovers: true },
}
const READ = { storeId: 's1', seen: 1, known: 0, message: '', startedBy: '王', startedAt: 0, finishedAt: 1 }

/** The reading starts with the press; the list contains its result from the second request after that. */
let isStarted = false
let looks = 0
const bench = openPageBench({
  'GET /api/shopify/store/getAllShopifyStores': () => [STORE],
  'POST /api/shopify/takeover/startShopTakeover'() {
    isStarted = true
    looks = 0
    return { ...READ, state: 'reading' }
  },
  'GET /api/shopify/takeover/getShopTakeover': () =>
    isStarted
      ? { read: { ...READ, state: 'done' }, items: { counts: { open: 1 }, all: 1, capped: [] }, exact: 0 }
      : { read: null, items: { counts: {}, all: 0, capped: [] }, exact: 0 },
  'GET /api/shopify/takeover/queryTakeoverItems'({ query }) {
    const list = isStarted && !query.has('keyword') && ++looks > 1 ? [ITEM] : []
    return { list, total: list.length, page: 1, pageSize: 24 }
  },
})

test('the products that a reading found are listed although it ended between two looks at the list', async () => {
  showPage(bench, <TakeoverPage />, '/shop/product/takeover')
  fireEvent.click(await screen.findByRole('button', { name: '读取店铺商品' }))
  await waitFor(() => expect(screen.getByText('店铺里的杯子')).toBeTruthy())
})

test('a keyword is sent for the list and for the counts of the tabs; an empty result offers to clear it', async () => {
  isStarted = true
  looks = 1
  const sent = (call: string): (string | null)[] =>
    bench.app.asked.filter(({ name }) => name.endsWith(`/${call}`)).map(({ query }) => query.get('keyword'))
  showPage(bench, <TakeoverPage />, '/shop/product/takeover?keyword=花瓶')
  const empty = await screen.findByRole('button', { name: /清\s*空筛选$/ })
  expect(screen.getByRole('button', { name: '清空筛选（1）' })).toBeTruthy()
  expect([sent('queryTakeoverItems'), sent('getShopTakeover')]).toEqual([['花瓶'], ['花瓶']])
  fireEvent.click(empty)
  expect(await screen.findByText('店铺里的杯子')).toBeTruthy()
  expect([sent('queryTakeoverItems'), sent('getShopTakeover')]).toEqual([
    ['花瓶', null],
    ['花瓶', null],
  ])
})
