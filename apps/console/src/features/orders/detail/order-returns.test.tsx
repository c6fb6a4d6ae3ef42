// @vitest-environment happy-dom
import type { OrderReturn, ReturnRefundPreview } from '@huoqiao/contract/orders/order-returns.schema'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { OrderReturns } from './order-returns.tsx'

const BASE = '/api/order/center'
const AT = Date.UTC(2026, 0, 2, 3, 4, 5)
const RETURN: OrderReturn = {
  id: 'r1',
  name: '#1001-R1',
  state: 'requested',
  lines: [
    {
      lineId: 'l1',
      sku: 'MUG',
      title: '杯子',
      quantity: 2,
      processed: 0,
      refunded: 0,
      reason: 'defective',
      note: '坏了',
    },
  ],
  exchanges: [],
  refunds: [],
  declined: '',
  requestedAt: AT,
  closedAt: null,
  photos: [],
  acts: [],
  can: { approveReturn: true, declineReturn: true, closeReturn: '还没有同意', refundReturn: '还没有同意' },
}
/** in which the shopper paid */
let currency: string
const both = (minor: number) => ({ shop: { minor, currency: 'USD' }, presentment: { minor, currency } })
const PIECE = 1000
const preview = (pieces: number, shipping: boolean): ReturnRefundPreview => ({
  lines: [
    {
      id: 'gid://shopify/ReturnLineItem/1',
      lineId: 'l1',
      sku: 'MUG',
      title: '杯子',
      quantity: pieces,
      open: 2,
      restockable: 2,
    },
  ],
  locations: [{ id: 'gid://shopify/Location/1', name: '主仓' }],
  suggested: both(pieces * PIECE + (shipping ? 500 : 0)),
  maximum: both(5000),
  shipping: both(500),
  gateways: ['Shopify Payments'],
})

let one: OrderReturn
const sent: [string, Record<string, unknown>][] = []
const taken = (name: string, body: string, change: Partial<OrderReturn>): OrderReturn => {
  sent.push([name, JSON.parse(body) as Record<string, unknown>])
  one = { ...one, ...change }
  return one
}
const bench = openPageBench({
  [`GET ${BASE}/getOrderReturns`]: () => ({ currency: 'USD', returns: [one], hidden: false }),
  [`POST ${BASE}/approveReturn`]: ({ body }) => taken('approveReturn', body, { state: 'open' }),
  [`POST ${BASE}/declineReturn`]: ({ body }) =>
    taken('declineReturn', body, { state: 'declined', declined: 'OTHER：no' }),
  [`POST ${BASE}/previewReturnRefund`]({ body }) {
    const { lines = [], shipping = false } = JSON.parse(body) as { lines?: { quantity: number }[]; shipping?: boolean }
    return preview(lines[0]?.quantity ?? 2, shipping)
  },
  [`POST ${BASE}/refundReturn`]: ({ body }) => taken('refundReturn', body, {}),
})
beforeEach(() => {
  sent.length = 0
  one = RETURN
  currency = 'USD'
})
const show = async (change: Partial<OrderReturn> = {}): Promise<void> => {
  one = { ...RETURN, ...change }
  showPage(bench, <OrderReturns order={{ id: 'o1', adminUrl: 'https://shop/1' } as OrderDetail} />, '/order/list')
  await screen.findByLabelText('退货 #1001-R1')
}
const press = (name: RegExp | string, within_: HTMLElement = document.body): boolean =>
  fireEvent.click(within(within_).getByRole('button', { name }))
const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog')
const written = (): string[] =>
  within(screen.getByLabelText('会写入店铺的内容'))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('a requested return is approved after saying that no money moves yet, with a message to the shopper', async () => {
  await show()
  press('同意退货')
  const window = await dialog()
  expect(window.textContent).toContain('现在不退钱')
  press('同意退货', window)
  await waitFor(() => expect(toasts()).toEqual(['已同意退货 #1001-R1']))
  expect(sent).toEqual([['approveReturn', { returnId: 'r1', notifyCustomer: true }]])
})

test('a return is declined only with a reason, in the words of the shop', async () => {
  await show()
  press('拒绝退货')
  const window = await dialog()
  press('拒绝退货', window)
  await waitFor(() => expect(toasts()).toEqual(['请选择拒绝的原因']))
  expect(sent).toEqual([])
  fireEvent.mouseDown(within(window).getByLabelText('拒绝的原因'))
  fireEvent.click(await screen.findByText('已过退货期限'))
  fireEvent.change(within(window).getByLabelText('给买家的说明'), { target: { value: 'too late' } })
  fireEvent.click(within(window).getByLabelText('由店铺发消息通知买家'))
  press('拒绝退货', window)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual([
    'declineReturn',
    { returnId: 'r1', declineReason: 'RETURN_PERIOD_ENDED', declineNote: 'too late', notifyCustomer: false },
  ])
  await waitFor(() => expect(toasts()).toContain('已拒绝退货 #1001-R1'))
})

test('a refund shows what will be written, follows the pieces, and is sent as it was shown', async () => {
  await show({ state: 'open', can: { ...RETURN.can, closeReturn: true, refundReturn: true } })
  press(/^退 ?款$/)
  const window = await dialog()
  await waitFor(() => expect(written()).toContain('2 件退回库存（主仓）'))
  expect(written()).toEqual([
    '处理 2 件退货',
    '2 件退回库存（主仓）',
    '退 $20.00 到原付款方式（Shopify Payments）',
    '店铺发消息通知买家',
    '退款不能撤销',
  ])
  fireEvent.change(within(window).getByLabelText('退的件数 杯子'), { target: { value: '1' } })
  await waitFor(() => expect(written()).toContain('退 $10.00 到原付款方式（Shopify Payments）'))
  fireEvent.click(within(window).getByLabelText('退回库存'))
  expect(written()).toContain('不退回库存')
  fireEvent.change(within(window).getByLabelText('退款金额'), { target: { value: '60' } })
  press(/^退 ?款$/, window)
  await waitFor(() => expect(toasts()).toEqual(['最多退 $50.00']))
  fireEvent.change(within(window).getByLabelText('退款金额'), { target: { value: '7.5' } })
  press(/^退 ?款$/, window)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual([
    'refundReturn',
    {
      returnId: 'r1',
      requestKey: expect.any(String),
      lines: [{ id: 'gid://shopify/ReturnLineItem/1', quantity: 1, open: 2, restock: false }],
      amountMinor: 750,
      currency: 'USD',
      shipping: false,
      notifyCustomer: true,
    },
  ])
})

// Both proposals are 2000 minor units: 2.000 dinars, ¥2000.
test.each([
  { of: 'KWD', typed: '1.5019', kept: '1.501', minor: 1501, shown: '退 KWD 1.501 到原付款方式' },
  { of: 'JPY', typed: '137.5', kept: '137', minor: 137, shown: '退 JP¥137 到原付款方式' },
])(
  'a refund in $of takes no more decimals than $of has, and sends its minor units',
  async ({ of, typed, kept, minor, shown }) => {
    currency = of
    await show({ state: 'open', can: { ...RETURN.can, closeReturn: true, refundReturn: true } })
    press(/^退 ?款$/)
    const window = await dialog()
    const field = await within(window).findByLabelText<HTMLInputElement>('退款金额')
    fireEvent.change(field, { target: { value: typed } })
    expect(field.value).toBe(kept)
    fireEvent.blur(field)
    expect(field.value).toBe(kept)
    expect(written().join()).toContain(shown)
    press(/^退 ?款$/, window)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.[1]).toMatchObject({ amountMinor: minor, currency: of })
  },
)

test('a return whose act has no outcome yet says so, and offers nothing that the server does not allow', async () => {
  const why = '上一次提交还没有结果，正在核对'
  await show({
    state: 'open',
    acts: [{ id: 'a1', step: 'refund', state: 'unknown', message: '已发出，没有收到店铺的答复', by: '张三', at: AT }],
    can: { ...RETURN.can, closeReturn: why, refundReturn: why },
  })
  expect(screen.getByText('结果未知')).not.toBeNull()
  expect(screen.getByText(/张三 · 已发出/)).not.toBeNull()
  for (const name of [/^退 ?款$/, '结束退货']) {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect([button.disabled, button.title]).toEqual([true, why])
  }
})
