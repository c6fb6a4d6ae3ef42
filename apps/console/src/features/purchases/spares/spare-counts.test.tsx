// @vitest-environment happy-dom
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { CountDialog } from './count.dialog.tsx'
import { WriteOffDialog } from './write-off.dialog.tsx'

const BASE = '/api/purchase/center'
const LINE = { id: 'l1', title: '杯子', specText: '红', here: 12, spare: 5, place: 'A-1' } as SpareLine
const sent: Record<string, unknown>[] = []
const booked = ({ body }: { body: string }): SpareLine => {
  sent.push(JSON.parse(body) as Record<string, unknown>)
  return LINE
}
const bench = openPageBench({ [`POST ${BASE}/countSpare`]: booked, [`POST ${BASE}/writeOffSpare`]: booked })
beforeEach(() => {
  sent.length = 0
})
/** Types and leaves the field, as a press on another button does. */
const type = (label: string, value: string): void => {
  const field = screen.getByLabelText(label)
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const valueOf = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: '保 存' }))

test('a count below zero stays as it was typed and is refused, and is never booked as a count of zero', async () => {
  showPage(bench, <CountDialog line={LINE} onClose={() => undefined} />, '/purchase/stock')
  type('数到的件数', '-3')
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '月末盘点' } })
  save()
  await waitFor(() => expect(toasts()).toContain('数到的件数不能少于 0'))
  expect(valueOf('数到的件数')).toBe('-3')
  expect(sent).toEqual([])
  type('数到的件数', '3')
  save()
  await waitFor(() => expect(sent).toMatchObject([{ counted: 3, seen: 12, note: '月末盘点' }]))
})

test('a write-off of nothing, or of more than there is, is refused with the number as it was typed', async () => {
  showPage(bench, <WriteOffDialog line={LINE} onClose={() => undefined} />, '/purchase/stock')
  type('件数', '50')
  save()
  await waitFor(() => expect(toasts()).toContain('最多 5 件'))
  expect(valueOf('件数')).toBe('50')
  type('件数', '0')
  save()
  await waitFor(() => expect(toasts()).toContain('请填写件数'))
  expect(sent).toEqual([])
})
