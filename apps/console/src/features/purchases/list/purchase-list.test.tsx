// @vitest-environment happy-dom
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { purchaseOf } from '../../../../test/purchase.ts'
import { STEPS } from '../purchase-steps.ts'
import PurchaseListPage from './purchase-list.page.tsx'

const BASE = '/api/purchase/center'
/** Which actions the server allows; those that are not named are refused. */
const canOf = (...allowed: string[]): Record<string, true | string> =>
  Object.fromEntries(
    [...STEPS.map(({ step }) => step), 'editPurchaseOrder'].map((step) => [step, allowed.includes(step) || '现在不行']),
  )
const inState = (state: PurchaseState): Partial<PurchaseCard> => ({
  state,
  can: {
    reviewing: canOf('completeReviewOrder', 'mergeOrderByPurOrderNo', 'editPurchaseOrder', 'deletePurchaseOrder'),
    'to-place': canOf('createAlibabaOrder', 'backToPendingReviewStatus'),
    'to-pay': canOf('requestPayLink', 'payByProtocol', 'refreshAlibabaOrders'),
  }[state as 'reviewing'],
})

let purchases: PurchaseCard[]
/** ids that the server refuses */
let refused: Set<string>
const DOWN = { code: 500, msg: '服务器没有回答' }
let isDown: boolean
function outcomeOf(ids: readonly string[]) {
  const rows = ids.map((key) => ({
    key,
    ok: !refused.has(key),
    message: refused.has(key) ? `CG${key}：没有收货地址` : '',
  }))
  const failed = rows.filter(({ ok }) => !ok).length
  const outcome = { succeeded: rows.length - failed, failed, rows }
  return outcome.succeeded > 0 ? outcome : { code: 409, msg: '都没有做', data: outcome }
}
let counts: Partial<Record<PurchaseState, number>>
const idsIn = (body: string): string[] => new URLSearchParams(body).get('purchaseIds')!.split(',')
const bench = openPageBench({
  [`GET ${BASE}/getPurchaseOrdersByCondition`]: ({ query }) => {
    const state = query.get('state')
    const all = purchases.filter((one) => state === null || one.state === state)
    const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))]
    return { list: all.slice((page - 1) * size, page * size), total: all.length, page }
  },
  [`GET ${BASE}/getOrderCountByStatus`]: () => ({ counts, alarms: 0, total: purchases.length, capped: [] }),
  [`POST ${BASE}/completeReviewOrder`]({ body }) {
    if (isDown) return DOWN
    const done = idsIn(body).filter((id) => !refused.has(id))
    purchases = purchases.map((one) => (done.includes(one.id) ? purchaseOf(one.id, inState('to-place')) : one))
    return outcomeOf(idsIn(body))
  },
  [`POST ${BASE}/modifyPurchaseOrders`]: ({ body }) =>
    isDown ? DOWN : outcomeOf((JSON.parse(body) as { purchaseIds: string[] }).purchaseIds),
  [`POST ${BASE}/deletePurchaseOrder`]({ body }) {
    const done = idsIn(body).filter((id) => !refused.has(id))
    purchases = purchases.filter(({ id }) => !done.includes(id))
    return outcomeOf(idsIn(body))
  },
})
beforeEach(() => {
  refused = new Set()
  isDown = false
  counts = {}
  purchases = [
    purchaseOf('1', inState('reviewing')),
    purchaseOf('2', inState('reviewing')),
    purchaseOf('3', inState('to-place')),
    purchaseOf('4', { ...inState('to-pay'), actualMinor: 9_900 }),
  ]
})
async function open(at = '/purchase/list'): Promise<void> {
  showPage(bench, <PurchaseListPage />, at)
  await screen.findByRole('checkbox', { name: '选择 CG1' })
}
const box = (id: string): HTMLInputElement | null => screen.queryByRole('checkbox', { name: `选择 CG${id}` })
const choose = (...ids: string[]): void => ids.forEach((id) => fireEvent.click(box(id)!))
const chosen = (): string[] => ['1', '2', '3', '4'].filter((id) => box(id)?.checked)
const bar = (): HTMLElement => screen.getByRole('toolbar', { name: '批量操作' })
const named = (label: string) => ({ name: new RegExp(`^${Array.from(label).join(String.raw`\s*`)}$`) })
const button = (label: string): HTMLButtonElement => within(bar()).getByRole('button', named(label))
const offered = (): string[] =>
  ['审核通过', '合并', '下单', '接受价格', '立即核对', '付款', '刷新'].filter(
    (label) => within(bar()).queryByRole('button', named(label)) !== null,
  )
const primary = (): (string | null)[] =>
  [...bar().querySelectorAll('.ant-btn-primary')].map(({ textContent }) => textContent?.replaceAll(/\s/g, '') ?? null)
const press = (label: string): boolean => fireEvent.click(button(label))
async function chooseMore(label: string): Promise<HTMLElement> {
  fireEvent.click(within(bar()).getByRole('button', { name: /更\s*多/ }))
  return screen.findByRole('menuitem', { name: label })
}
const close = (): boolean => fireEvent.click(screen.getByRole('button', { name: '知道了' }))

test.each([
  [['1'], ['审核通过', '合并'], '¥105.00'],
  [['3'], ['下单'], '¥105.00'],
  [['4'], ['付款', '刷新'], '¥99.00'],
  [['1', '4'], ['审核通过', '合并', '付款', '刷新'], '¥204.00'],
])('for %j the bar offers %j, the first as the next step, and shows what they cost', async (ids, actions, total) => {
  await open()
  choose(...ids)
  expect(offered()).toEqual(actions)
  expect(primary()).toEqual(actions.slice(0, 1))
  expect(bar().textContent).toContain(`已选 ${ids.length} 项`)
  expect(bar().textContent).toContain(`合计 ${total}`)
})

test('an action that none of the selected purchases allows is behind 更多, with the reason', async () => {
  await open()
  choose('3')
  for (const label of ['审核通过', '删除']) {
    const item = await chooseMore(label)
    expect([item.getAttribute('aria-disabled'), item.title]).toEqual(['true', '现在不行'])
  }
})

test('the outcome lists refused purchases with their reasons, and they stay selected; those that left the tab are deselected', async () => {
  refused.add('2')
  await open('/purchase/list?state=reviewing')
  choose('1', '2')
  press('审核通过')
  const reported = await screen.findByRole('dialog')
  expect(reported.textContent).toContain('部分成功：1 成功，1 失败')
  expect(reported.textContent).toContain('没有收货地址1 条CG2')
  await waitFor(() => expect(box('1')).toBeNull())
  expect(chosen()).toEqual(['2'])
  close()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(chosen()).toEqual(['2'])
})

test('a complete success is shown in a toast, and the rows stay selected while they are shown', async () => {
  await open()
  choose('1', '2')
  press('审核通过')
  await waitFor(() => expect(toasts()).toEqual(['审核通过：全部成功（2）']))
  await waitFor(() => expect(offered()).toEqual(['下单']))
  expect(chosen()).toEqual(['1', '2'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a call that fails as a whole shows an error and keeps the selection', async () => {
  isDown = true
  await open()
  choose('1', '2')
  press('审核通过')
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  expect([chosen(), screen.queryByRole('dialog')]).toEqual([['1', '2'], null])
})

test('an action that was refused for every row shows the reason per row and keeps the selection', async () => {
  refused = new Set(['1', '2'])
  await open()
  choose('1', '2')
  press('审核通过')
  expect((await screen.findByRole('dialog')).textContent).toContain('没有收货地址2 条CG1CG2')
  expect(chosen()).toEqual(['1', '2'])
})

test('批量修改 keeps what was typed until a purchase was changed', async () => {
  await open()
  choose('1', '2')
  isDown = true
  fireEvent.click(await chooseMore('批量修改'))
  const note = await screen.findByLabelText<HTMLTextAreaElement>('内部备注')
  const save = screen.getByRole('button', { name: /^修\s*改$/ })
  fireEvent.change(note, { target: { value: '先发样品' } })
  fireEvent.click(save)
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  await waitFor(() => expect(save.classList.contains('ant-btn-loading')).toBe(false))
  expect([note.isConnected, note.value]).toEqual([true, '先发样品'])
  isDown = false
  fireEvent.click(save)
  await waitFor(() => expect(note.isConnected).toBe(false))
})

test('deleting names what it will delete, asks, and does nothing when it is cancelled', async () => {
  await open()
  choose('1', '2')
  fireEvent.click(await chooseMore('删除'))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('删除 2 张采购单？')
  expect(question.textContent).toContain('CG1 · 义乌杯业 · ¥100.00')
  fireEvent.click(within(question).getByRole('button', { name: /取\s*消/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([bench.app.count(`POST ${BASE}/deletePurchaseOrder`), chosen()]).toEqual([0, ['1', '2']])
})

test('deleted rows are removed from the list and the selection, a refused one stays in both', async () => {
  refused.add('2')
  await open()
  choose('1', '2')
  fireEvent.click(await chooseMore('删除'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /删\s*除/ }))
  await waitFor(() => expect(box('1')).toBeNull())
  expect(chosen()).toEqual(['2'])
})

test('when the last page empties, the page before it takes its place', async () => {
  purchases = Array.from({ length: 25 }, (_, at) => purchaseOf(String(at + 1), inState('reviewing')))
  showPage(bench, <PurchaseListPage />, '/purchase/list?state=reviewing&page=2&pageSize=24')
  await screen.findByRole('checkbox', { name: '选择 CG25' })
  choose('25')
  press('审核通过')
  await screen.findByRole('checkbox', { name: '选择 CG24' })
  expect(new URLSearchParams(bench.router.state.location.search).get('page')).toBeNull()
  expect(bench.router.state.historyAction).toBe('REPLACE')
})

test('a range is selected with the shift key, the page at once, and all of it is deselected again', async () => {
  await open()
  choose('1')
  fireEvent.click(box('3')!, { shiftKey: true })
  expect(chosen()).toEqual(['1', '2', '3'])
  fireEvent.click(within(bar()).getByRole('button', { name: '选中本页 4 张' }))
  expect(chosen()).toEqual(['1', '2', '3', '4'])
  press('取消选择')
  expect(chosen()).toEqual([])
  expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull()
})

test('when everything is placed, the empty list offers to pay what was ordered', async () => {
  counts = { 'to-pay': 1 }
  purchases = purchases.filter(({ state }) => state === 'to-pay')
  showPage(bench, <PurchaseListPage />, '/purchase/list?state=to-place')
  await screen.findByText('没有“待下单”的采购单。有 1 张已下单，等待付款。')
  fireEvent.click(screen.getByRole('button', { name: '去付款（1）' }))
  expect(await screen.findByRole('checkbox', { name: '选择 CG4' })).toBeTruthy()
  expect(bench.router.state.location.search).toContain('state=to-pay')
})
