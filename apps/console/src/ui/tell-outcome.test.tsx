// @vitest-environment happy-dom
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Toasts } from '../app/toasts.tsx'
import { toast } from '../lib/client.ts'
import { useKeptOutcomes } from './kept-outcomes.ts'
import { ReportedOutcome, useBulkActs } from './bulk-acts.tsx'

const closeAll = (): void => {
  for (const { id } of toast.get()) toast.close(id)
}
// Test files of one worker share the toasts: another file may have left some.
beforeEach(closeAll)
afterEach(() => {
  cleanup()
  closeAll()
})

const ROWS = [
  { id: 'a', name: 'CG1' },
  { id: 'b', name: 'CG2' },
]
const outcomeOf = (...oks: boolean[]): BulkOutcome => ({
  succeeded: oks.filter(Boolean).length,
  failed: oks.filter((ok) => !ok).length,
  rows: oks.map((ok, at) => ({ key: ROWS[at]!.id, ok, message: ok ? '已审核' : '不能审核' })),
})

function Client({ outcome }: { outcome: BulkOutcome }) {
  const acts = useBulkActs([])
  return (
    <>
      <button type="button" onClick={() => acts.tell('审核通过', outcome, ROWS)}>
        做
      </button>
      <ReportedOutcome acts={acts} />
      <Toasts />
    </>
  )
}
const done = (...oks: boolean[]): void => {
  render(<Client outcome={outcomeOf(...oks)} />)
  fireEvent.click(screen.getByText('做'))
}

test('a complete success shows the count in a toast, and the rows one click away', async () => {
  done(true, true)
  expect(screen.getByRole('status').textContent).toContain('审核通过：全部成功（2）')
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '查看明细' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('CG2')
  expect(toast.get()).toEqual([])
})

test('a toast for many rows closes after 3 s like every other, and its rows are kept for the task tray', () => {
  const before = renderHook(() => useKeptOutcomes()).result.current.length
  done(true, true)
  const [latest] = renderHook(() => useKeptOutcomes()).result.current
  expect([before + 1, latest?.title, [...(latest?.names.values() ?? [])]]).toEqual([
    renderHook(() => useKeptOutcomes()).result.current.length,
    '审核通过',
    ['CG1', 'CG2'],
  ])
})

test('a failed row opens a dialog at once', async () => {
  done(true, false)
  expect((await screen.findByRole('dialog')).textContent).toContain('不能审核')
  expect(toast.get()).toEqual([])
})

test('a single row shows its own message, and nothing has to be closed', () => {
  done(true)
  expect(screen.getByRole('status').textContent).toContain('已审核')
  expect(screen.queryByRole('button', { name: '查看明细' })).toBeNull()
})
