// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { useDeliveryActs } from '../use-delivery-acts.tsx'
import ConfirmReceiptDialog from './confirm-receipt.dialog.tsx'
import { toReceive } from './receiving.testing.ts'

const ORDER = '3300000000001'
const RECEIVING = toReceive({
  alibabaOrderIds: [ORDER],
  alibabaOrders: [
    {
      orderId: ORDER,
      confirmable: true,
      missing: [{ lineId: 'l1', title: '杯', specText: '', quantity: 2, received: 1 }],
    },
  ],
  lines: [],
  parcels: [],
})
let isDown = true
const bench = openPageBench({
  'POST /api/purchase/delivery/confirmAlibabaReceipt': () =>
    isDown
      ? { code: 500, msg: '服务器没有回答' }
      : { succeeded: 1, failed: 0, rows: [{ key: '1', ok: true, message: '已确认' }] },
})

function Page(): ReactNode {
  const acts = useDeliveryActs()
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <ConfirmReceiptDialog receiving={RECEIVING} acts={acts} onClose={() => setOpen(false)} /> : '关了'
}

test('the accepted orders and the reason are kept when the receipt could not be confirmed', async () => {
  showPage(bench, <Page />, '/')
  fireEvent.click(screen.getByRole('checkbox'))
  const reason = screen.getByLabelText<HTMLInputElement>('没有收齐也确认的原因')
  fireEvent.change(reason, { target: { value: '缺的一件已退款' } })
  const confirm = screen.getByRole('button', { name: '确认收货 1 个1688订单' })
  fireEvent.click(confirm)
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  await waitFor(() => expect(confirm.classList.contains('ant-btn-loading')).toBe(false))
  expect([screen.queryByText('关了'), reason.value]).toEqual([null, '缺的一件已退款'])
  isDown = false
  fireEvent.click(confirm)
  expect(await screen.findByText('关了')).toBeTruthy()
})
