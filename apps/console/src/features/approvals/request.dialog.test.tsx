// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../test/page-bench.tsx'
import { purchaseOf } from '../../../test/purchase.ts'
import type { SlotProps } from '../../lib/slots.tsx'
import { useBulkActs } from '../../ui/bulk-acts.tsx'
import RequestDialog from './request.dialog.tsx'

let isDown = true
const bench = openPageBench({
  'POST /api/purchase/approval/requestApproval': () =>
    isDown
      ? { code: 500, msg: '服务器没有回答' }
      : { succeeded: 1, failed: 0, rows: [{ key: '1', ok: true, message: '已申请' }] },
})
const ROWS = [purchaseOf('1', { state: 'to-place' })]
const NO_LISTS = [] as const

function Page(): ReactNode {
  const { perform: performAll, isBusy } = useBulkActs(NO_LISTS)
  const [isOpen, setOpen] = useState(true)
  const perform: SlotProps['request-approval']['perform'] = (title, rows, act) =>
    performAll(
      title,
      rows.map(({ id, number }) => ({ id, name: number })),
      act,
    )
  const props = { kind: 'place', rows: ROWS, perform, isBusy, onClose: () => setOpen(false) } as const
  return isOpen ? <RequestDialog {...props} /> : '关了'
}

test('a request that the server does not answer keeps its reason, and is closed when it was made', async () => {
  showPage(bench, <Page />, '/')
  const reason = screen.getByLabelText<HTMLTextAreaElement>('理由')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: '提交申请' })
  fireEvent.change(reason, { target: { value: '旺季备货' } })
  fireEvent.click(send)
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  expect([screen.queryByText('关了'), reason.value]).toEqual([null, '旺季备货'])
  isDown = false
  await waitFor(() => expect(send.classList.contains('ant-btn-loading')).toBe(false))
  fireEvent.click(send)
  expect(await screen.findByText('关了')).toBeTruthy()
})
