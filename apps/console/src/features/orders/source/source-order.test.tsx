// @vitest-environment happy-dom
import type { UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { SCORE_KEYS } from '@huoqiao/contract/scorecards/scorecards.figures'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { GoodsSourceDialog } from './goods-source.dialog.tsx'

const GOOD = { id: 'g', title: '杯', variantTitle: '', image: null, orders: 1, pieces: 1 } as UnsourcedGood
const cardOf = (offerId: string, priceMinor: number | null, minOrderQuantity: number) => ({
  offerId,
  title: `货源 ${offerId}`,
  titleTrans: '',
  image: null,
  priceMinor,
  promotionPriceMinor: null,
  minOrderQuantity,
  monthSold: null,
  supplierName: null,
  shipWithin: null,
})
const OFFERS = [cardOf('700001', 300, 1), cardOf('700002', null, 5), cardOf('700003', 100, 9), cardOf('700004', 200, 2)]
const scorecard = (supplierId: string, sendHours: number, late: number) => ({
  supplierId,
  name: supplierId,
  rating: 'normal',
  vendor: null,
  windows: [90, 365].map((days) => ({
    days,
    figures: Object.fromEntries(
      SCORE_KEYS.map((key) => {
        const value = { purchases: 9, sendHours, late, short: 0 }[key as string] ?? null
        return [key, { value, cases: value === null ? 0 : 9 }]
      }),
    ),
  })),
})

let total: number
const bench = openPageBench({
  [`GET ${CALLS.keywordQuery.path}`]: ({ query }) => ({
    // 1688 sorts all its results; here it is enough that the sequence differs.
    list: query.get('sort') === 'price-desc' ? OFFERS.toReversed() : OFFERS,
    total,
    page: 1,
    pageSize: 24,
    titlesIn: 'zh',
  }),
  [`GET ${CALLS.querySupplierScorecards.path}`]: () => ({
    list: [scorecard('slow', 149, 900), scorecard('fast', 20, 0)],
    offers: [
      { offerId: '700001', supplierId: 'slow' },
      { offerId: '700004', supplierId: 'fast' },
    ],
  }),
  [`GET ${CALLS.getOffer.path}`]: () => ({ code: 500, msg: '不在这里' }),
})
beforeEach(() => {
  total = OFFERS.length
})
afterEach(() => waitFor(() => expect(queryClient.isFetching()).toBe(0)))

const head = (name: string): HTMLElement => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })
const press = (name: string): boolean => fireEvent.click(within(head(name)).getByRole('button'))
const shown = (): string[] =>
  screen.getAllByRole('button', { name: /货源 7/ }).map((row) => /70000\d/.exec(row.textContent)![0].slice(-1))
const searches = (): (string | null)[] =>
  bench.app.asked.filter(({ name }) => name.endsWith('keywordQuery')).map(({ query }) => query.get('sort'))

async function search(): Promise<void> {
  const field = screen.getByLabelText('搜索1688货源')
  fireEvent.change(field, { target: { value: '杯' } })
  fireEvent.click(screen.getByRole('button', { name: /搜\s*索/ }))
  await screen.findByRole('table', { name: '找到的货源' })
}
async function open(): Promise<void> {
  showPage(
    bench,
    <GoodsSourceDialog good={GOOD} offerId={undefined} onChoose={() => undefined} onClose={() => undefined} />,
    '/',
  )
  await search()
}

test('candidates are ordered by a column: first the best, then the reverse, then as 1688 found them', async () => {
  await open()
  expect(shown()).toEqual(['1', '2', '3', '4'])
  expect(head('价格').getAttribute('aria-sort')).toBe('none')
  press('价格')
  expect(head('价格').getAttribute('aria-sort')).toBe('ascending')
  // Unknown values come last in both directions.
  expect(shown()).toEqual(['3', '4', '1', '2'])
  press('价格')
  expect(head('价格').getAttribute('aria-sort')).toBe('descending')
  expect(shown()).toEqual(['1', '4', '3', '2'])
  press('价格')
  expect(head('价格').getAttribute('aria-sort')).toBe('none')
  expect(shown()).toEqual(['1', '2', '3', '4'])
  press('起批')
  expect(shown()).toEqual(['1', '4', '2', '3'])
  // Everything was in the first answer: no further paid search.
  expect(searches()).toHaveLength(1)
})

test('by the record of suppliers, those that were never bought from last', async () => {
  await open()
  await waitFor(() => expect(bench.app.count(`GET ${CALLS.querySupplierScorecards.path}`)).toBe(1))
  press('评分')
  expect(head('评分').getAttribute('aria-sort')).toBe('descending')
  await waitFor(() => expect(shown()).toEqual(['4', '1', '2', '3']))
  press('评分')
  expect(shown()).toEqual(['1', '4', '2', '3'])
  press('实际发货')
  expect(head('评分').getAttribute('aria-sort')).toBe('none')
  expect(shown()).toEqual(['4', '1', '2', '3'])
  expect(bench.app.count(`GET ${CALLS.querySupplierScorecards.path}`)).toBe(1)
})

test('when 1688 found more than one page, it orders all of them by price, and the page is in the order of the prices shown', async () => {
  total = 400
  await open()
  press('价格')
  await waitFor(() => expect(searches().at(-1)).toBe('price-asc'))
  press('价格')
  await waitFor(() => expect(searches().at(-1)).toBe('price-desc'))
  // 1688 may sort by other prices than the shown promotional ones, so the results are sorted by the shown prices.
  await waitFor(() => expect(shown()).toEqual(['1', '4', '3', '2']))
})

test('the order stays when an offer is opened and left again', async () => {
  await open()
  press('价格')
  fireEvent.click(screen.getByRole('button', { name: /货源 700003/ }))
  fireEvent.click(await screen.findByRole('button', { name: /换一个货源/ }))
  await search()
  expect(head('价格').getAttribute('aria-sort')).toBe('ascending')
  expect(shown()).toEqual(['3', '4', '1', '2'])
})
