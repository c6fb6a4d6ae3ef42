// @vitest-environment happy-dom
import { NO_SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer } from '@huoqiao/contract/analytics/analytics.schema'
import type { HomeAnswer } from '@huoqiao/contract/workbench/workbench.schema'
import { startOfChinaDay } from '@huoqiao/kit/time'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
import { PERSON } from '../../../test/person.ts'
import { session } from '../../lib/client.ts'
import { queryClient } from '../../lib/query-client.ts'
// Fills the slot with the chart of thirty days.
import '../analytics/analytics.routes.tsx'
import HomePage from './home.page.tsx'

const DAY_MS = 86_400_000
const FIGURES: HomeAnswer = {
  ordersToday: 12,
  toBuy: 3,
  toPlace: 0,
  toPay: 2,
  onTheWay: 5,
  toShip: 4,
  shipToday: 3,
  shipLate: 1,
  synced: 0,
  salesToday: 123_456,
  profitToday: -500,
  toPayMinor: 8_800,
  returns: 1,
  waiting: 6,
  differences: 0,
  before: { salesToday: 100_000, ordersToday: 10, toBuy: 7 },
  // A Thursday.
  beforeDay: '2026-11-19',
  capped: [],
  stopped: [
    { kind: 'unsourced', count: 2, isCapped: false, minor: 90_000 },
    { kind: 'order-check', count: 1, isCapped: false, minor: null },
  ],
}
const NOTHING: AnalyticsAnswer = { rows: [], total: NO_SUMS, before: null, days: [], behind: 0 }

let analytics: AnalyticsAnswer
let figures: HomeAnswer | { code: number; msg: string }
const bench = openPageBench({
  [`GET ${CALLS.getHomeFigures.path}`]: () => figures,
  [`GET ${CALLS.getAnalytics.path}`]: () => analytics,
  [`GET ${CALLS.getProductCountByState.path}`]: () => ({ counts: { online: 1 }, all: 1, capped: [] }),
  [`GET ${CALLS.getAllShopifyStores.path}`]: () => [{ id: 's1', name: '店' }],
  [`GET ${CALLS.querySyncTasks.path}`]: () => ({ list: [], total: 0, page: 1 }),
  [`${CALLS.queryCollectProducts.method} ${CALLS.queryCollectProducts.path}`]: () => ({
    list: [],
    total: 0,
    page: 1,
    counts: {},
    capped: [],
  }),
})
afterEach(() => waitFor(() => expect(queryClient.isFetching()).toBe(0)))
beforeEach(() => {
  figures = FIGURES
  analytics = NOTHING
})
const open = (): void => showPage(bench, <HomePage />, '/')
const panel = async (title: string) => within(await screen.findByRole('region', { name: title }))
const figure = (found: ReturnType<typeof within>, label: string): HTMLElement =>
  found.getByText(label, { selector: 'span' }).closest('a')!
const may = (...names: (keyof typeof CALLS)[]): void =>
  session.refresh(PERSON, names.map((name) => CALLS[name].path).join(','))

test('what is earned today stands first, each figure beside the same weekday of last week where that is known', async () => {
  open()
  const business = await panel('今天的生意')
  expect(figure(business, '销售额').textContent).toBe('¥1,234.56销售额上周四 ¥1,000.00')
  expect(figure(business, '利润').textContent).toBe('-¥5.00利润')
  expect(figure(business, '今日订单').textContent).toBe('12今日订单上周四 10')
  const toDo = await panel('今天要做的')
  expect(figure(toDo, '待付款').textContent).toBe('2待付款¥88.00')
  expect(figure(toDo, '今日要发').textContent).toBe('3今日要发其中超期 1')
})

test('a figure of which there are more than counted says so', async () => {
  figures = { ...FIGURES, onTheWay: 2_000, shipLate: 2_000, capped: ['onTheWay', 'shipLate'] }
  open()
  const toDo = await panel('今天要做的')
  expect(figure(toDo, '在途').textContent).toMatch(/^2,000\+在途/)
  expect(figure(toDo, '今日要发').textContent).toContain('其中超期 2,000+')
  expect(figure(toDo, '待采购').textContent).not.toContain('+')
})

test('a figure leads to the list of what it counts', async () => {
  open()
  const today = startOfChinaDay(Date.now())
  const business = await panel('今天的生意')
  const toDo = await panel('今天要做的')
  expect(figure(business, '今日订单').getAttribute('href')).toBe(`/order/list?from=${today}&test=false`)
  expect(figure(business, '退货中').getAttribute('href')).toBe('/order/list?hasReturn=open')
  const shipBy = today + DAY_MS - 1
  expect(figure(toDo, '今日要发').getAttribute('href')).toBe(`/order/list?state=to-ship&shipBy=${shipBy}`)
})

test('problems are in the order of the server, with the amount of money that depends on them if there is any', async () => {
  open()
  const stopped = await panel('停下来的，按涉及的金额')
  expect(stopped.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/workbench?kind=unsourced',
    '/workbench?kind=order-check',
  ])
  expect(stopped.getAllByRole('link')[0]!.textContent).toContain('涉及 ¥900.00')
  expect(stopped.getAllByRole('link')[1]!.textContent).not.toContain('涉及')
})

test('figures of lists that a person may not read are not shown; without any business figure its panel is not shown either', async () => {
  figures = {
    ...FIGURES,
    salesToday: null,
    profitToday: null,
    ordersToday: null,
    returns: null,
    toBuy: null,
    stopped: [],
  }
  open()
  const toDo = await panel('今天要做的')
  expect(toDo.queryByText('待采购')).toBeNull()
  expect(figure(toDo, '待付款')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '今天的生意' })).toBeNull()
  expect(screen.queryByRole('region', { name: /停下来的/ })).toBeNull()
})

test('without the right to a call it is not asked, and what it would show is not there', async () => {
  may('getHomeFigures')
  open()
  await panel('今天的生意')
  expect(screen.queryByRole('region', { name: '最近30天' })).toBeNull()
  expect(new Set(bench.app.asked.map(({ name }) => name))).toEqual(new Set([`GET ${CALLS.getHomeFigures.path}`]))
})

test('the chart of thirty days says how many changes of orders it lacks', async () => {
  analytics = { ...NOTHING, behind: 1000 }
  open()
  const chart = await panel('最近30天')
  await waitFor(() => expect(chart.getByText(/还有 1,000\+ 处订单变化正在统计/)).toBeTruthy())
})

test('figures that cannot be read say why and leave the rest of the page', async () => {
  figures = { code: 500, msg: '数据库没有回答' }
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('数据库没有回答')
  await waitFor(() => expect(screen.getByText('最近30天没有订单。')).toBeTruthy())
  expect(screen.getByText('最近的同步任务')).toBeTruthy()
})

// With a fake clock in another year (2030).
test('the thirty days of the chart end today while the page stays open', async () => {
  const asked = () => {
    const read = bench.app.asked.findLast(({ name }) => name === `GET ${CALLS.getAnalytics.path}`)
    return Object.fromEntries(read?.query ?? [])
  }
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2030-03-05T23:59:30+08:00') })
  try {
    open()
    await vi.waitFor(() => expect(asked()).toMatchObject({ from: '2030-02-04', to: '2030-03-05' }))
    act(() => void vi.advanceTimersByTime(60_000))
    await vi.waitFor(() => expect(asked()).toMatchObject({ from: '2030-02-05', to: '2030-03-06' }))
    cleanup()
  } finally {
    vi.useRealTimers()
  }
})

test('a zero has no colour, whatever the state that it counts', async () => {
  open()
  const products = await panel('商品')
  expect([figure(products, '已同步'), figure(products, '同步中')].map(({ dataset }) => dataset['hue'])).toEqual([
    'done',
    undefined,
  ])
  const box = await panel('采集箱')
  for (const label of ['采集中', '采集失败', '待认领'])
    expect([figure(box, label).textContent, figure(box, label).dataset['hue']]).toEqual([`0${label}`, undefined])
})
