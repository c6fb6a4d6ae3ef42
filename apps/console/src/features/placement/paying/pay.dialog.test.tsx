// @vitest-environment happy-dom
import type { OwingOrder, PaymentView } from '@huoqiao/contract/placement/placement.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { purchaseOf } from '../../../../test/purchase.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import PayDialog from './pay.dialog.tsx'

const BASE = '/api/purchase/center'
const NOTHING: BulkOutcome = { succeeded: 0, failed: 0, rows: [] }
const owing = (purchaseId: string, dueMinor: number, more: Partial<OwingOrder> = {}): OwingOrder => ({
  purchaseId,
  orderId: `900${purchaseId}`,
  totalMinor: dueMinor,
  dueMinor,
  paidMinor: 0,
  laterMinor: 0,
  stage: null,
  stages: 0,
  ...more,
})
const linkOf = (purchaseId: string, totalMinor: number): PaymentView => ({
  id: `p${purchaseId}`,
  way: 'alipay',
  state: 'requested',
  totalMinor,
  payUrl: `https://cashier.example/${purchaseId}`,
  message: '',
  orderIds: [`900${purchaseId}`],
  parts: [{ purchaseId, orderId: `900${purchaseId}`, stage: null, amountMinor: totalMinor }],
  by: '王',
  at: 0,
  resolvedAt: null,
})
const MAY = { requestPayLink: true, payByProtocol: true, refreshAlibabaOrders: true } as const
const rows = [
  purchaseOf('1', { state: 'to-pay', can: MAY }),
  purchaseOf('2', { state: 'to-pay', can: { ...MAY, payByProtocol: '账号没有签约免密支付' } }),
]

let payable: { orders: OwingOrder[]; left: BulkOutcome; payWay: string | null } | { code: number; msg: string }
let links: { payments: PaymentView[]; rows: BulkOutcome } | { code: number; msg: string }
const bench = openPageBench({
  [`POST ${BASE}/queryPayable`]: () => payable,
  [`POST ${BASE}/requestPayLink`]: () => links,
  [`POST ${BASE}/payByProtocol`]: () => NOTHING,
  [`POST ${BASE}/refreshAlibabaOrders`]: () => NOTHING,
})
/** Titles of the bulk actions that were carried out. */
let performed: string[]
let closed: number
const perform: SlotProps['pay-purchases']['perform'] = (title, of, act) => {
  performed.push(title)
  return act(of.map(({ id }) => id))
}
const open = (some = rows): void =>
  showPage(
    bench,
    <PayDialog rows={some} perform={perform} isBusy={false} onClose={() => (closed += 1)} />,
    '/purchase/list',
  )
const sent = (call: string): unknown[] =>
  bench.app.asked.filter(({ name }) => name === `POST ${BASE}/${call}`).map(({ body }) => bodyOf(body))
const bodyOf = (body: string): unknown =>
  body.startsWith('{') ? (JSON.parse(body) as unknown) : Object.fromEntries(new URLSearchParams(body))
const button = (name: RegExp): HTMLButtonElement => screen.getByRole('button', { name })
const way = (): string =>
  within(screen.getByRole('radiogroup')).getByRole('radio', { checked: true }).closest('label')!.textContent

beforeEach(() => {
  performed = []
  closed = 0
  payable = { orders: [owing('1', 10_500), owing('2', 700)], left: NOTHING, payWay: null }
  links = { payments: [linkOf('1', 11_200)], rows: { succeeded: 2, failed: 0, rows: [] } }
})

test('what is due stands order by order and as a sum, before a link is requested', async () => {
  open()
  // The proposed way of payment arrives with the sums: until then the button is disabled.
  expect(button(/获取付款链接/).disabled).toBe(true)
  await screen.findByText('9001')
  expect(screen.getByText('¥112.00')).toBeTruthy()
  expect(button(/获取付款链接/).disabled).toBe(false)
  expect(sent('requestPayLink')).toEqual([])
})

test('a link is requested for all rows in the chosen way, and the result is read at 1688 after paying', async () => {
  open()
  await screen.findByText('9001')
  fireEvent.click(button(/获取付款链接/))
  const link = await screen.findByRole('link', { name: /打开收银台付款/ })
  expect(link.getAttribute('href')).toBe('https://cashier.example/1')
  expect(sent('requestPayLink')).toMatchObject([{ way: 'alipay' }])
  // Paying is the next step, and the only primary button.
  expect([...document.querySelectorAll('.ant-modal .ant-btn-primary')].map((one) => one.textContent)).toEqual([
    '打开收银台付款',
  ])
  fireEvent.click(button(/我已付款/))
  await waitFor(() => expect(sent('refreshAlibabaOrders')).toHaveLength(1))
  expect([performed, closed]).toEqual([['刷新付款结果'], 1])
})

test('the way of the last payment is proposed, and paying at once sends the amounts that were shown', async () => {
  payable = {
    orders: [owing('1', 3_000, { stage: 1, stages: 2, laterMinor: 7_000, totalMinor: 10_000 }), owing('2', 700)],
    left: NOTHING,
    payWay: 'protocol-alipay',
  }
  open()
  await screen.findByText('上次就是这样付的')
  expect(way()).toBe('支付宝免密支付')
  expect(screen.getByText(/之后还要付 ¥70.00/)).toBeTruthy()
  fireEvent.click(button(/立即付款 ¥37.00/))
  await waitFor(() => expect(sent('payByProtocol')).toHaveLength(1))
  expect(sent('payByProtocol')).toMatchObject([
    {
      purchaseIds: ['1', '2'],
      channel: 'alipay',
      stages: [{ orderId: '9001', stage: 1, amountMinor: 3_000 }],
      amounts: [{ orderId: '9002', amountMinor: 700 }],
    },
  ])
  expect(performed).toEqual(['免密支付'])
})

test('paying at once is not offered where no row allows it', async () => {
  payable = { orders: [owing('2', 700)], left: NOTHING, payWay: 'protocol-alipay' }
  open(rows.slice(1))
  await screen.findByText('9002')
  expect(screen.queryByText('支付宝免密支付')).toBeNull()
  expect(way()).toBe('支付宝')
})

test('sums that cannot be read are told with a way to read them again; nothing is paid without them', async () => {
  payable = { code: 500, msg: '数据库没有回答' }
  open()
  const alert = await screen.findByRole('alert')
  fireEvent.click(screen.getByText('支付宝免密支付'))
  expect(button(/立即付款/).disabled).toBe(true)
  payable = { orders: [owing('1', 10_500)], left: NOTHING, payWay: null }
  fireEvent.click(within(alert).getByRole('button', { name: /重\s*试/ }))
  await screen.findByText('9001')
  await waitFor(() => expect(button(/立即付款 ¥105.00/).disabled).toBe(false))
})

test('a row without anything due says why, and with no row left nothing is paid at once', async () => {
  payable = {
    orders: [],
    left: { succeeded: 0, failed: 1, rows: [{ key: '1', ok: false, message: 'CG1：1688订单已付清' }] },
    payWay: 'protocol-alipay',
  }
  open()
  await screen.findByText('CG1：1688订单已付清')
  expect(button(/立即付款/).disabled).toBe(true)
})

test('a refused request keeps the dialog with its reason; the next press asks again', async () => {
  links = { code: 409, msg: '1688没有给出付款链接' }
  open()
  await screen.findByText('9001')
  fireEvent.click(button(/获取付款链接/))
  await screen.findByText(/1688没有给出付款链接/)
  links = { payments: [linkOf('1', 11_200)], rows: NOTHING }
  fireEvent.click(button(/获取付款链接/))
  await screen.findByRole('link', { name: /打开收银台付款/ })
  expect(sent('requestPayLink')).toHaveLength(2)
})
