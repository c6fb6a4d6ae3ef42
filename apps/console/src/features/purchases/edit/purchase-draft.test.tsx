// @vitest-environment happy-dom
import type { PurchaseDetail, PurchaseEdit } from '@huoqiao/contract/purchases/purchases.schema'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { leavePage, openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { purchaseDetailOf } from '../../../../test/purchase.ts'
import { queryClient } from '../../../lib/query-client.ts'
import PurchaseListPage from '../list/purchase-list.page.tsx'

const BASE = '/api/purchase/center'
const EDIT = `POST ${BASE}/editPurchaseOrder`
const EDITING = '/purchase/list?purchase=1&editing=1'

let purchase: PurchaseDetail
let isDown: boolean
/** Changes the purchase on the server, as another person does. */
const change = (more: Partial<PurchaseDetail>): void =>
  void (purchase = { ...purchase, ...more, version: purchase.version + 1 })
const bench = openPageBench({
  [`GET ${BASE}/getPurchaseOrdersByCondition`]: () => ({ list: [purchase], total: 1, page: 1 }),
  [`GET ${BASE}/getOrderCountByStatus`]: () => ({ counts: {}, alarms: 0, total: 1, capped: [] }),
  [`GET ${BASE}/getPurchaseOrderSkuDetails`]: () => purchase,
  [`GET ${BASE}/queryReceivingAddresses`]: () => [],
  [EDIT]({ body }) {
    if (isDown) return { code: 500, msg: '服务器没有回答' }
    const { version, lines, note } = JSON.parse(body) as PurchaseEdit & { version: number }
    if (version !== purchase.version)
      return { code: 409, msg: '已被改过', data: { refusal: 'stale', what: '已被改过', current: purchase } }
    const quantities = new Map((lines ?? []).map(({ id, quantity }) => [id, quantity]))
    change({
      ...(note === undefined ? {} : { note }),
      lines: purchase.lines.map((line) => ({ ...line, quantity: quantities.get(line.id) ?? line.quantity })),
    })
    return purchase
  },
})
beforeEach(() => {
  purchase = purchaseDetailOf('1')
  isDown = false
})
async function open(at = EDITING): Promise<void> {
  showPage(bench, <PurchaseListPage />, at)
  await screen.findByRole('dialog')
}
const form = (): Promise<HTMLElement> => screen.findByRole('region', { name: '修改采购单' })
/** Reloads the page as a browser does: React unmounts nothing. */
async function reload(at = EDITING): Promise<void> {
  window.dispatchEvent(new Event('pagehide'))
  document.body.replaceChildren()
  queryClient.clear()
  await open(at)
}
const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const CUPS = '采购数量 杯'
const type = (label: string, value: string): boolean => fireEvent.change(field(label), { target: { value } })
const typed = (): string[] => [field(CUPS).value, field('内部备注').value]
const press = async (name: RegExp): Promise<boolean> =>
  fireEvent.click(within(await form()).getByRole('button', { name }))
const readAgain = (): Promise<void> =>
  act(async () => {
    await queryClient.refetchQueries()
    // The new data is rendered in the next timer.
    await new Promise((drawn) => setTimeout(drawn))
  })
async function openAndType(): Promise<void> {
  await open()
  await form()
  type(CUPS, '15')
  type('内部备注', '加急')
}

test('what was typed is there after a reload, at the address of the form, with a notice that it was restored', async () => {
  await openAndType()
  await reload()
  await form()
  expect(typed()).toEqual(['15', '加急'])
  expect(screen.getByText(/已恢复 .* 没有保存的内容/)).toBeDefined()
  expect(screen.getByText('有未保存的修改')).toBeDefined()
})

test('a closed form keeps what was typed, and its purchase shows that', async () => {
  await openAndType()
  await press(/取\s*消/)
  fireEvent.click(await screen.findByRole('button', { name: '继续没保存的修改' }))
  await form()
  expect(typed()).toEqual(['15', '加急'])
})

test('opening another page and returning keeps what was typed', async () => {
  await openAndType()
  leavePage()
  await open('/purchase/list?purchase=1')
  fireEvent.click(await screen.findByRole('button', { name: '继续没保存的修改' }))
  await form()
  expect(typed()).toEqual(['15', '加急'])
})

test('what was typed can be discarded, and is deleted', async () => {
  await openAndType()
  await reload()
  await press(/放弃这些修改/)
  expect(typed()).toEqual(['10', ''])
  await reload('/purchase/list?purchase=1')
  expect(await screen.findByRole('button', { name: /^修\s*改$/ })).toBeDefined()
})

test('a failed save keeps the form open with what was typed, shows the reason, and keeps it over a reload', async () => {
  isDown = true
  await openAndType()
  await press(/保\s*存$/)
  await waitFor(async () => expect(within(await form()).getByRole('alert').textContent).toContain('服务器没有回答'))
  expect(typed()).toEqual(['15', '加急'])
  await reload()
  await form()
  expect(typed()).toEqual(['15', '加急'])
})

test('a successful save sends the changed fields, closes the form and deletes the draft', async () => {
  await openAndType()
  await press(/保\s*存$/)
  await waitFor(() => expect(toasts()).toEqual(['已保存']))
  await waitFor(() => expect(screen.queryByRole('region', { name: '修改采购单' })).toBeNull())
  const sent = JSON.parse(bench.app.asked.find(({ name }) => name === EDIT)!.body) as object
  const rest = { addLines: [], removeLineIds: [], clear: [] }
  expect(sent).toEqual({ ...rest, purchaseId: '1', version: 3, lines: [{ id: 'l1', quantity: 15 }], note: '加急' })
  expect(await screen.findByRole('button', { name: /^修\s*改$/ })).toBeDefined()
  await reload()
  await form()
  expect(typed()).toEqual(['15', '加急'])
  expect(screen.queryByText(/没有保存的内容/)).toBeNull()
})

test('typing the former values again leaves no draft', async () => {
  await openAndType()
  type(CUPS, '10')
  type('内部备注', '')
  await reload()
  await form()
  expect(screen.queryByText(/没有保存的内容/)).toBeNull()
})

test('a draft of a purchase that others changed since is not filled in automatically, and can be applied to theirs', async () => {
  await openAndType()
  change({ message: '请尽快', lines: purchase.lines.map((line) => ({ ...line, quantity: 7 })) })
  await reload()
  await form()
  expect(typed()).toEqual(['7', ''])
  await press(/填入我的内容/)
  expect([...typed(), field('给卖家的留言').value]).toEqual(['15', '加急', '请尽快'])
})

test('a list that brings a newer version while the form is open changes nothing in it', async () => {
  await openAndType()
  change({ note: '别人写的' })
  await readAgain()
  expect(typed()).toEqual(['15', '加急'])
})

test('a save over a newer version shows both; applying mine changes my fields and keeps theirs elsewhere', async () => {
  await openAndType()
  change({ message: '请尽快' })
  await press(/保\s*存$/)
  await screen.findByText('采购单已被别人修改，请核对后再保存')
  expect(typed()).toEqual(['15', '加急'])
  await press(/用我的内容覆盖/)
  await waitFor(() => expect(purchase.note).toBe('加急'))
  expect([purchase.message, purchase.lines.map(({ quantity }) => quantity)]).toEqual(['请尽快', [15, 20]])
  await waitFor(() => expect(toasts()).toContain('已保存'))
  await reload()
  await form()
  expect(screen.queryByText(/没有保存的内容/)).toBeNull()
})

test('taking theirs instead discards the draft, and later input belongs to their version', async () => {
  await openAndType()
  change({ note: '别人写的' })
  await press(/保\s*存$/)
  await screen.findByText('采购单已被别人修改，请核对后再保存')
  await press(/采用别人的内容/)
  expect(typed()).toEqual(['10', '别人写的'])
  type(CUPS, '12')
  await reload()
  await form()
  expect(typed()).toEqual(['12', '别人写的'])
  expect(screen.getByText(/已恢复 .* 没有保存的内容/)).toBeDefined()
})
