// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { purchaseOf } from '../../../../test/purchase.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import CancelDialog from './cancel-orders.dialog.tsx'

const waiting: ServerResponse[] = []
const bench = openPageBench({
  'POST /api/purchase/center/cancelAlibabaOrder': (_, res) => void waiting.push(res),
})
/** Like `perform` of the list: a failure is shown in a toast and not thrown. */
const perform: SlotProps['cancel-alibaba-orders']['perform'] = (_title, rows, act) =>
  act(rows.map(({ id }) => id)).catch(() => undefined)
let closed = 0
function cancel(): void {
  closed = 0
  const close = (): void => void (closed += 1)
  showPage(bench, <CancelDialog rows={[purchaseOf('1')]} perform={perform} isBusy={false} onClose={close} />, '/')
  fireEvent.change(screen.getByLabelText('补充说明'), { target: { value: '颜色不对' } })
  fireEvent.click(screen.getByRole('button', { name: '取消这些1688订单' }))
}
async function answer(envelope: object): Promise<void> {
  await waitFor(() => expect(waiting).toHaveLength(1))
  reply(waiting.pop()!, envelope)
}
const DONE = { code: 200, data: { succeeded: 1, failed: 0, rows: [{ key: '1', ok: true, message: '' }] } }

test('the dialog waits for the answer, and keeps what was typed when nothing was cancelled', async () => {
  cancel()
  await answer({ code: 500, msg: '服务器没有回答' })
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  expect([closed, screen.getByLabelText<HTMLInputElement>('补充说明').value]).toEqual([0, '颜色不对'])
  fireEvent.click(screen.getByRole('button', { name: '取消这些1688订单' }))
  await answer(DONE)
  await waitFor(() => expect(closed).toBe(1))
})
