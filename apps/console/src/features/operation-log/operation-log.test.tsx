// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
import LogsPage from './logs.page.tsx'

type Change = { field: string; before: unknown; after: unknown }
const ID = '0190aaaa-0000-7000-8000-000000000001'
const entryOf = (call: string, kind: string, changes: Change[]) => ({
  id: `${ID.slice(0, -1)}${call.length}`,
  at: 1_795_700_000_000,
  accountId: ID,
  accountName: '管理员（admin）',
  ip: '127.0.0.1',
  call,
  title: call,
  objects: [{ kind, id: ID, label: '一个' }],
  changes,
  outcome: 'ok',
  word: null,
  message: '',
  durationMs: 3,
  requestId: 'r',
})
const LONG = '这是一段很长的备注'.repeat(8)
const list = [
  entryOf('editPurchaseOrder', 'purchase', [
    { field: 'freightMinor', before: 1000, after: 1250 },
    { field: 'note', before: '', after: LONG },
    { field: 'version', before: 3, after: 4 },
  ]),
  entryOf('updateAdminUser', 'account', [
    { field: 'id', before: null, after: ID },
    { field: 'roleType', before: 0, after: 1 },
    { field: 'deptId', before: null, after: '' },
  ]),
  entryOf('deleteUsers', 'account', [{ field: 'deleted', before: '王五', after: null }]),
  entryOf('completeReviewOrder', 'purchase', [{ field: 'purchaseIds', before: null, after: [ID] }]),
  entryOf('recoverMissingOrders', 'order-task', [
    { field: 'storeIds', before: null, after: [] },
    { field: 'from', before: null, after: 1_795_700_000_000 },
    { field: 'numbers', before: null, after: '["#1001","#1002…' },
  ]),
]
const bench = openPageBench({
  'GET /admin/sysOpera/find.do': () => ({ list, total: list.length, totalCapped: false, page: 1, pageSize: 100 }),
})

it('a row of the log says what each field was before and is now, and leaves out what only programs need', async () => {
  showPage(bench, <LogsPage />, '/platform/system/log')
  const rowOf = async (call: string): Promise<HTMLElement> => {
    const cell = await screen.findByText(call)
    return cell.closest('tr')!
  }
  const edited = within(await rowOf('editPurchaseOrder'))
  expect(edited.getByText(/运费：¥10\.00 → ¥12\.50；内部备注：（无） → 这是一段很长的备注.{0,20}…$/)).toBeTruthy()
  expect(edited.queryByText(/版本/)).toBeNull()
  expect(within(await rowOf('updateAdminUser')).getByText('账号类型：普通用户 → 管理员')).toBeTruthy()
  expect(within(await rowOf('deleteUsers')).getByText('已删除的内容：王五 → （删除）')).toBeTruthy()
  expect(
    within(await rowOf('recoverMissingOrders')).getByText(/^开始：2026-\d{2}-\d{2} [\d:]+；订单号：（内容较长）$/),
  ).toBeTruthy()
})
