// @vitest-environment happy-dom
import { NO_SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { Sums } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer, AnalyticsRow } from '@huoqiao/contract/analytics/analytics.schema'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reply } from '../../../test/app.ts'
import { leavePage, openPageBench, showPage } from '../../../test/page-bench.tsx'
import { PERSON } from '../../../test/person.ts'
import { session } from '../../lib/client.ts'
import { queryClient } from '../../lib/query-client.ts'
import AnalyticsPage from './analytics.page.tsx'

const READ = 'GET /api/analytics/getAnalytics'
const sumsOf = (given: Partial<Sums>): Sums => ({ ...NO_SUMS, ...given })
const rowOf = (key: string, name: string, sums: Sums, before: Sums | null = null): AnalyticsRow => ({
  key,
  name,
  note: '',
  image: null,
  sums,
  before,
})
const NOTHING: AnalyticsAnswer = { rows: [], total: NO_SUMS, before: null, days: [], behind: 0 }

let answer: AnalyticsAnswer | { code: number; msg: string }
/** null: the next answer waits until this is called with it, from then on a function; undefined: no waiting */
let held: ((given: AnalyticsAnswer) => void) | null | undefined
const bench = openPageBench({
  [READ]: (_, res) => {
    if (held === undefined) return answer
    held = (given) => reply(res, { code: 200, msg: '', message: '', data: given })
    return undefined
  },
  'GET /api/analytics/getAnalyticsChoices': () => ({ suppliers: [], countries: [], categories: [] }),
  'GET /api/analytics/queryAnalyticsSchedules': () => [],
  'GET /api/shopify/store/getAllShopifyStores': () => [],
})
afterEach(() => waitFor(() => expect(queryClient.isFetching()).toBe(0)))
beforeEach(() => {
  answer = NOTHING
  held = undefined
})
const without = (...names: (keyof typeof CALLS)[]): void =>
  session.refresh(
    PERSON,
    Object.entries(CALLS)
      .filter(([name]) => !names.includes(name))
      .map(([, { path }]) => path)
      .join(','),
  )
const open = (search = ''): void => showPage(bench, <AnalyticsPage />, `/analytics${search}`)
const asked = () => Object.fromEntries(bench.app.asked.findLast(({ name }) => name === READ)!.query)
const tile = (label: string): HTMLElement =>
  within(screen.getByRole('list', { name: '合计' }))
    .getByText(label, { selector: 'span' })
    .closest('button')!
const cells = (name: string): string[] =>
  [...screen.getByText(name, { selector: 'td *' }).closest('tr')!.querySelectorAll('td')].map(
    (cell) => cell.textContent ?? '',
  )

test('a period without orders says so, and shows neither figures nor a table', async () => {
  open()
  await screen.findByText(/这段时间没有订单/)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('list', { name: '合计' })).toBeNull()
})

test('an incomplete period is not requested, and nothing is offered for it', async () => {
  open('?range=custom&from=2026-01-01')
  await screen.findByText(/选好开始和结束日期/)
  expect(bench.app.count(READ)).toBe(0)
  expect(screen.getByRole('button', { name: /每周报表/ })).toHaveProperty('disabled', true)
})

test('each figure is shown beside that of the earlier period, and says whether it became better', async () => {
  const now = sumsOf({
    saleMinor: 20_000,
    orders: 2,
    pieces: 4,
    profitMinor: 5_000,
    profitSaleMinor: 20_000,
    returnedPieces: 1,
  })
  const before = sumsOf({ saleMinor: 10_000, orders: 4, pieces: 4, profitMinor: 5_000, profitSaleMinor: 10_000 })
  answer = {
    rows: [rowOf('s1', '美国站', now, before)],
    total: now,
    before: { from: '2026-01-01', to: '2026-01-07', total: before },
    days: [],
    behind: 0,
  }
  open('?group=store&range=last7')
  await screen.findByText('美国站', { selector: 'td *' })
  expect(asked()).toMatchObject({ group: 'store', compare: 'previous' })
  expect(tile('销售额').textContent).toBe('销售额¥200.00+100%，之前 ¥100.00')
  expect(tile('利润率').textContent).toBe('利润率25%−25个点，之前 50%')
  // No order was sent, so the days until sending are unknown.
  expect(tile('发货天数').textContent).toBe('发货天数没有可算的订单')
  const tone = (label: string) => tile(label).querySelector('small')!.dataset['tone']
  // More orders are good, more returns are not.
  expect([tone('销售额'), tone('订单'), tone('利润'), tone('退货率')]).toEqual(['better', 'worse', 'same', 'worse'])
  expect(cells('美国站').slice(0, 3)).toEqual(['美国站', '¥200.00+100%', '¥50.00'])
})

test('the total under the rows is the one that the server gives', async () => {
  const one = sumsOf({ saleMinor: 100, orders: 1 })
  answer = { ...NOTHING, rows: [rowOf('2026-01-01', '2026-01-01', one)], total: sumsOf({ saleMinor: 700, orders: 7 }) }
  open()
  await screen.findByText('2026-01-01', { selector: 'td *' })
  expect(cells('合计').slice(0, 2)).toEqual(['合计', '¥7.00'])
})

test('rows of goods have no figures that exist only per order, and a row of a supplier opens its products', async () => {
  const one = sumsOf({ saleMinor: 100, pieces: 1 })
  answer = { ...NOTHING, rows: [rowOf('b2b-1', '义乌灯具厂', one)], total: one }
  open('?group=supplier&range=last7')
  fireEvent.click(await screen.findByRole('button', { name: '义乌灯具厂' }))
  expect(screen.queryByRole('columnheader', { name: '订单' })).toBeNull()
  await waitFor(() => expect(asked()).toMatchObject({ group: 'product', supplier: 'b2b-1' }))
})

test('while the products of a supplier are loading, its row stays the row of a supplier', async () => {
  const one = sumsOf({ saleMinor: 100, pieces: 1 })
  answer = { ...NOTHING, rows: [rowOf('b2b-1', '义乌灯具厂', one)], total: one }
  open('?group=supplier&range=last7')
  const row = await screen.findByRole('button', { name: '义乌灯具厂' })
  held = null
  fireEvent.click(row)
  await waitFor(() => expect(held).toBeTypeOf('function'))
  expect(screen.getByRole('columnheader', { name: /^供应商 / })).toBeTruthy()
  expect(screen.getByRole('button', { name: '义乌灯具厂' })).toBeTruthy()
  held!({ ...NOTHING, rows: [rowOf('p1', '台灯', one)], total: one })
  await screen.findByText('台灯', { selector: 'td *' })
  // The list of orders can't be filtered by supplier, so a product of one supplier has no link.
  expect(screen.queryByRole('link', { name: '台灯' })).toBeNull()
  expect(screen.queryByRole('button', { name: '台灯' })).toBeNull()
  expect(screen.getByRole('columnheader', { name: /^商品 / })).toBeTruthy()
})

test('a row of a day leads to the orders of that day', async () => {
  const one = sumsOf({ saleMinor: 100, orders: 1 })
  answer = { ...NOTHING, rows: [rowOf('2026-01-02', '2026-01-02', one)], total: one }
  open()
  const link = await screen.findByRole('link', { name: '2026-01-02' })
  const from = Date.parse('2026-01-02T00:00:00+08:00')
  expect(link.getAttribute('href')).toBe(`/order/list?from=${from}&to=${from + 86_400_000 - 1}`)
})

test('a link to orders carries the filters; with a filter that the list of orders does not have there is no link', async () => {
  const one = sumsOf({ saleMinor: 100, pieces: 1 })
  answer = { ...NOTHING, rows: [rowOf('p1', '灯', one)], total: one }
  const days = 'range=custom&from=2026-01-01&to=2026-01-02'
  open(`?group=product&${days}&country=DE&storeId=s1`)
  const link = await screen.findByRole('link', { name: '灯' })
  const query = Object.fromEntries(new URLSearchParams(link.getAttribute('href')!.split('?')[1]))
  expect(query).toMatchObject({ storeId: 's1', country: 'DE', keyword: '灯' })
  for (const filter of ['country=none', 'supplier=b2b-1', 'category=x', 'product=p1', 'keyword=灯']) {
    leavePage()
    open(`?group=product&${days}&${filter}`)
    await screen.findByText('灯', { selector: 'td *' })
    expect([filter, screen.queryByRole('link', { name: '灯' })]).toEqual([filter, null])
  }
})

test('changes that are not counted yet and orders without a known profit are reported above the figures', async () => {
  const one = sumsOf({ saleMinor: 100, orders: 3, unknownOrders: 2 })
  answer = { ...NOTHING, rows: [rowOf('s1', '美国站', one)], total: one, behind: 999 }
  open('?group=store')
  await screen.findByText(/还有 999 处订单变化正在统计/)
  expect(screen.getByText(/2 个订单没有货源价格，算不出利润：利润和成本不计入，销售额计入。/)).toBeTruthy()
  // No order has a known profit, so no profit is shown.
  expect(tile('利润').querySelector('b')!.textContent).toBe('')
})

test('1,000 uncounted changes are shown as 1,000+', async () => {
  answer = { ...NOTHING, behind: 1000 }
  open()
  await screen.findByText(/还有 1,000\+ 处订单变化正在统计/)
})

test('amounts of orders without a rate are blank, not zero, and the note says that they are not in the sales', async () => {
  const unrated = sumsOf({ orders: 2, unknownOrders: 2, unratedLines: 3, pieces: 4 })
  answer = { ...NOTHING, rows: [rowOf('s1', '美国站', unrated)], total: unrated }
  open('?group=store')
  await screen.findByText('2 个订单没有汇率或货源价格，算不出利润：利润和成本不计入，销售额只计有汇率的。')
  const shown = (label: string) => tile(label).querySelector('b')!.textContent
  expect([shown('销售额'), shown('利润'), shown('退款'), shown('件数')]).toEqual(['', '', '', '4'])
  expect(cells('美国站').slice(0, 3)).toEqual(['美国站', '', ''])
})

test('grouped by goods, the note says that orders without a rate are counted in the pieces only', async () => {
  const part = sumsOf({ saleMinor: 100, profitSaleMinor: 100, unratedLines: 1, pieces: 4 })
  answer = { ...NOTHING, rows: [rowOf('p1', '灯', part)], total: part }
  open('?group=product')
  await screen.findByText('没有汇率的订单，金额不计入，只计件数。')
  expect(tile('销售额').querySelector('b')!.textContent).toBe('¥1.00')
})

test('a failed read says why, and is tried again', async () => {
  answer = { code: 500, msg: '数据库没有回答' }
  open('?group=store')
  const alert = await screen.findByRole('alert')
  const one = sumsOf({ saleMinor: 100, orders: 1 })
  answer = { ...NOTHING, rows: [rowOf('s1', '美国站', one)], total: one }
  fireEvent.click(within(alert).getByRole('button', { name: /重\s*试/ }))
  await screen.findByText('美国站', { selector: 'td *' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without the rights to export and to schedule reports neither is offered', async () => {
  without('exportAnalytics', 'addAnalyticsSchedule')
  open()
  await screen.findByText(/这段时间没有订单/)
  expect(screen.queryByRole('button', { name: /导出|每周报表/ })).toBeNull()
})

test('the period 今天 moves to the new day while the page stays open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2030-03-05T23:59:30+08:00') })
  try {
    open('?range=today')
    await vi.waitFor(() => expect(asked()).toMatchObject({ from: '2030-03-05', to: '2030-03-05' }))
    act(() => void vi.advanceTimersByTime(60_000))
    await vi.waitFor(() => expect(asked()).toMatchObject({ from: '2030-03-06', to: '2030-03-06' }))
    cleanup()
  } finally {
    vi.useRealTimers()
  }
})
