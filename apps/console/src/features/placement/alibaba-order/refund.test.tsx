// @vitest-environment happy-dom
import type { AlibabaOrderView } from '@huoqiao/contract/placement/placement.schema'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import RefundDialog from './refund.dialog.tsx'

const BASE = '/api/purchase/center'
const itemOf = (id: string, title: string, amountMinor: number) =>
  ({ id, title, amountMinor, quantity: 1 }) as AlibabaOrderView['items'][number]
const CUP = itemOf('a', '杯', 10_000)
const ORDER = { orderId: '9001', items: [CUP, itemOf('b', '盘', 5_000)] } as unknown as AlibabaOrderView
const optionsOf = (itemIds: readonly string[]) => ({
  order: ORDER,
  goodsStatus: 'refundBuyerReceived',
  reasons: [{ id: 'r1', name: '少发', needsPhotos: false }],
  maxRefundMinor: ORDER.items.reduce((sum, { id, amountMinor }) => sum + (itemIds.includes(id) ? amountMinor : 0), 0),
  maxFreightMinor: 0,
})

/** answers the request for the options of one item; the request for both items is answered at once */
let answer: (() => void) | undefined
let sent: unknown[]
const bench = openPageBench({
  [`POST ${BASE}/getRefundOptions`]({ body }, res) {
    const { itemIds } = JSON.parse(body) as { itemIds: string[] }
    if (itemIds.length === 2) return optionsOf(itemIds)
    answer = () => reply(res, { code: 200, data: optionsOf(itemIds) })
    return undefined
  },
  [`POST ${BASE}/applyAlibabaRefund`]({ body }) {
    sent.push(JSON.parse(body))
    return { refundId: '1' }
  },
})
beforeEach(() => {
  answer = undefined
  sent = []
})
const submit = (): boolean => fireEvent.click(screen.getByRole('button', { name: '提交申请' }))

test('no refund is applied for with the maximum of a former choice', async () => {
  showPage(bench, <RefundDialog order={ORDER} onClose={() => undefined} />, '/')
  await screen.findByText('退款金额（最多 ¥150.00）')
  fireEvent.mouseDown(screen.getByLabelText('退款原因'))
  fireEvent.click(await screen.findByTitle('少发'))
  fireEvent.change(screen.getByLabelText('退款说明'), { target: { value: '少了一个' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('checkbox', { name: /^盘/ }))
  await expect.poll(() => answer).toBeTruthy()
  submit()
  expect([toasts(), sent]).toEqual([['正在查询可退金额'], []])
  answer!()
  await screen.findByText('退款金额（最多 ¥100.00）')
  submit()
  await expect.poll(() => sent).toMatchObject([{ itemIds: ['a'], paymentMinor: 10_000 }])
})
