// @vitest-environment happy-dom
import type { ParsedShipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import PasteDialog from './paste.dialog.tsx'

const BASE = '/api/purchase/delivery'
const rowOf = (row: number, more: Partial<ParsedShipment> = {}): ParsedShipment => ({
  row,
  text: '',
  orderNumber: `#100${row}`,
  carrier: 'UPS',
  number: `YT${row}`,
  orderId: `o${row}`,
  orderName: `#100${row}`,
  storeName: '美国站',
  knownCarrier: 'UPS',
  url: null,
  lines: [{ orderLineId: `l${row}`, sku: '', title: '收纳盒', quantity: 2 }],
  remaining: 0,
  refusal: null,
  ...more,
})

let parsed: ParsedShipment[] | { code: number; msg: string }
let shipped: BulkOutcome | { code: number; msg: string }
let closed: number
const bench = openPageBench({
  [`POST ${BASE}/parseShipments`]: () => parsed,
  [`POST ${BASE}/shipOrders`]: () => shipped,
  'GET /api/shopify/store/getAllShopifyStores': () => [],
})
const open = (): void => showPage(bench, <PasteDialog onClose={() => (closed += 1)} />, '/order/ship')
const field = (): HTMLTextAreaElement => screen.getByLabelText('发货单')
const press = (name: RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }))
/** A click is ignored until an effect has ended the button's loading state. */
async function pressWhenReady(name: RegExp): Promise<void> {
  const button = screen.getByRole('button', { name })
  await waitFor(() => expect(button.classList.contains('ant-btn-loading')).toBe(false))
  fireEvent.click(button)
}
const paste = (text: string): boolean => fireEvent.change(field(), { target: { value: text } })
const sent = (call: string): unknown[] =>
  bench.app.asked
    .filter(({ name }) => name === `POST ${BASE}/${call}`)
    .map(({ body }) =>
      body.startsWith('{') ? (JSON.parse(body) as unknown) : Object.fromEntries(new URLSearchParams(body)),
    )

beforeEach(() => {
  closed = 0
  parsed = [rowOf(1), rowOf(2, { carrier: '', knownCarrier: null })]
  shipped = { succeeded: 2, failed: 0, rows: [] }
})

test('an empty sheet is refused in words and not asked for', async () => {
  open()
  press(/预\s*览/)
  await screen.findByText('请粘贴发货单', { selector: '[role=alert]' })
  expect(toasts()).toContain('请粘贴发货单')
  expect(sent('parseShipments')).toEqual([])
})

test('what each row would do is shown before anything is sent, and only rows that can be sent are', async () => {
  parsed = [rowOf(1), rowOf(2, { carrier: '' }), rowOf(3, { refusal: '订单已取消', lines: [] })]
  open()
  fireEvent.change(screen.getByLabelText('没写承运商的行用'), { target: { value: 'YunExpress' } })
  paste('1001 UPS YT1\n1002 YT2\n1003 UPS YT3')
  press(/预\s*览/)
  await screen.findByText(/可以发货/)
  expect(screen.getByText('订单已取消')).toBeTruthy()
  expect(sent('shipOrders')).toEqual([])
  await pressWhenReady(/发货 2 行/)
  await screen.findByText('发货结果')
  expect(sent('shipOrders')).toEqual([
    {
      items: [
        { orderId: 'o1', carrier: 'UPS', numbers: ['YT1'], lines: [{ orderLineId: 'l1', quantity: 2 }] },
        { orderId: 'o2', carrier: 'YunExpress', numbers: ['YT2'], lines: [{ orderLineId: 'l2', quantity: 2 }] },
      ],
    },
  ])
})

test('a sheet without a row that can be sent sends nothing and says so', async () => {
  parsed = [rowOf(1, { refusal: '没有这个订单', orderId: null })]
  open()
  paste('9999 UPS YT1')
  press(/预\s*览/)
  await screen.findByText('没有这个订单')
  await pressWhenReady(/发货 0 行/)
  await screen.findByText('没有可以发货的行，请返回修改', { selector: '[role=alert]' })
  expect(sent('shipOrders')).toEqual([])
})

test('the sheet is kept when one goes back to correct it, and when sending fails', async () => {
  open()
  paste('1001 UPS YT1')
  press(/预\s*览/)
  await screen.findByText(/可以发货/)
  shipped = { code: 500, msg: '数据库没有回答' }
  await pressWhenReady(/发货 2 行/)
  await screen.findByText(/数据库没有回答/, { selector: '[role=alert] *' })
  press(/返回修改/)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('发货单')).value).toBe('1001 UPS YT1')
  press(/预\s*览/)
  await screen.findByText(/可以发货/)
  shipped = { succeeded: 1, failed: 1, rows: [{ key: 'o2', ok: false, message: '没有可发的件数' }] }
  await pressWhenReady(/发货 2 行/)
  await screen.findByText('发货结果')
  // The order is named, not its id.
  expect(screen.getByText('#1002')).toBeTruthy()
  press(/知道了/)
  await waitFor(() => expect(closed).toBe(1))
})
