// @vitest-environment happy-dom
import type { Difference } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../test/page-bench.tsx'
import ReconciliationPage from './reconciliation.page.tsx'

const BASE = '/api/purchase/reconciliation'
const idOf = (n: number): string => `0190aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`
const differenceOf = (n: number, given: Partial<Difference> = {}): Difference => ({
  id: idOf(n),
  kind: 'state-differs',
  group: 'purchase-alibaba',
  severity: 'attention',
  state: 'open',
  what: `1688订单 ${n} 的状态不同`,
  why: '1688的推送没有收到，或还没有轮到读取',
  affects: `采购单 P${n} 的状态落后于1688`,
  next: '刷新1688订单',
  cause: 'state-differs/refresh',
  objects: [],
  figures: [],
  amountMinor: null,
  repair: { name: 'refreshAlibabaOrders', label: '刷新1688订单', input: {} },
  repairMessage: '',
  firstSeenAt: 0,
  lastSeenAt: 0,
  closedAt: null,
  ignored: null,
  can: { mendDifferences: true, recheckDifferences: true, ignoreDifferences: true },
  ...given,
})
/** Twenty of one cause, of which the page shows the first eighteen, and two of other causes between them. */
const same = Array.from({ length: 20 }, (_none, n) => differenceOf(n))
const other = [
  differenceOf(90, {
    kind: 'unbought',
    why: '没有人下单',
    what: '订单 #1001 没有采购',
    cause: 'unbought',
    repair: null,
  }),
  differenceOf(91, {
    kind: 'unbought',
    why: '没有人下单',
    what: '订单 #1002 没有采购',
    cause: 'unbought',
    repair: null,
  }),
]
const page = [...same.slice(0, 9), ...other, ...same.slice(9, 18)]

let repaired: string[]
const bench = openPageBench({
  [`GET ${BASE}/getDifferences`]({ query }) {
    const list = query.get('cause') === null ? page : same
    return { list, total: 22, totalCapped: false, page: 1, pageSize: 20 }
  },
  [`GET ${BASE}/getDifferenceCounts`]: () => ({
    kinds: { 'state-differs': 20, unbought: 2 },
    groups: {},
    severities: {},
    causes: { 'state-differs/refresh': 20, unbought: 2 },
    all: 22,
  }),
  [`GET ${BASE}/getReconciliationRuns`]: () => ({ list: [], total: 0, totalCapped: false, page: 1, pageSize: 10 }),
  [`POST ${BASE}/mendDifferences`]({ body }) {
    const { ids } = JSON.parse(body) as { ids: string[] }
    repaired.push(...ids)
    const rows = ids.map((key) => ({ key, ok: true, message: '差异已消除' }))
    return { succeeded: rows.length, failed: 0, rows }
  },
})
beforeEach(() => {
  repaired = []
})

it('differences with one cause are one entry with their number, and what they share is shown once', async () => {
  showPage(bench, <ReconciliationPage />, '/purchase/reconciliation')
  const group = (await screen.findByText('20 个差异，同一个原因')).closest('li')!
  expect(screen.getAllByText('1688的推送没有收到，或还没有轮到读取')).toHaveLength(1)
  expect(document.querySelectorAll('li[data-difference]')).toHaveLength(2)
  fireEvent.click(within(group).getByRole('button', { name: '展开本页的 18 个' }))
  expect(document.querySelectorAll('li[data-difference]')).toHaveLength(20)
  expect(screen.getAllByText('1688的推送没有收到，或还没有轮到读取')).toHaveLength(1)
  expect(within(group).getByText('采购单 P17 的状态落后于1688')).toBeTruthy()
})

it('one button resolves all differences of a cause, also those that the page does not show', async () => {
  showPage(bench, <ReconciliationPage />, '/purchase/reconciliation')
  fireEvent.click(await screen.findByRole('button', { name: '刷新1688订单（20）' }))
  await expect.poll(() => repaired.toSorted()).toEqual(same.map(({ id }) => id))
  await expect.poll(toasts).toContainEqual('修复：全部成功（20）')
})

it('the checkbox of a cause selects its differences of the page', async () => {
  showPage(bench, <ReconciliationPage />, '/purchase/reconciliation')
  fireEvent.click(await screen.findByRole('checkbox', { name: '选中本页的 18 个：1688状态不一致' }))
  expect(await screen.findByRole('button', { name: '修复（18）' })).toBeTruthy()
})
