// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { productOf } from '../../../../test/product.ts'
import BatchDialog from './product-batch.dialogs.tsx'
import { useProductActs } from './use-product-acts.tsx'

let isDown = true
const bench = openPageBench({
  'POST /api/alibaba/product/modifyProducts': () =>
    isDown
      ? { code: 500, msg: '服务器没有回答' }
      : { succeeded: 1, failed: 0, rows: [{ key: 'p1', ok: true, message: '' }] },
})

function Page(): ReactNode {
  const acts = useProductActs()
  const [isOpen, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  return isOpen ? <BatchDialog form="title" products={[productOf('p1')]} acts={acts} onClose={close} /> : '关了'
}

test('new words for titles are kept when no product got them', async () => {
  showPage(bench, <Page />, '/')
  const prefix = screen.getByLabelText<HTMLInputElement>('前面加上')
  const save = screen.getByRole('button', { name: '改标题' })
  const isBusy = (): boolean => save.classList.contains('ant-btn-loading')
  fireEvent.change(prefix, { target: { value: '新款 ' } })
  fireEvent.click(save)
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  await waitFor(() => expect(isBusy()).toBe(false))
  expect([screen.queryByText('关了'), prefix.value]).toEqual([null, '新款 '])
  isDown = false
  fireEvent.click(save)
  expect(await screen.findByText('关了')).toBeTruthy()
})
