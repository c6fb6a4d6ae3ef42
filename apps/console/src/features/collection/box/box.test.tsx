// @vitest-environment happy-dom
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import BoxPage from './box.page.tsx'
import type { CollectItem } from './collect-item.ts'

const BASE = '/api/alibaba/product'
const itemOf = (id: string, state: CollectState): CollectItem => ({
  id,
  offerId: `60000${id}`,
  state,
  card: null,
  error: null,
  link: null,
  skuCount: null,
  collectedBy: '王',
  createdAt: Date.UTC(2026, 0, 2),
  fetchedAt: null,
  can: { claimProducts: true, ignoreCollectProducts: true, retryCollectProducts: true },
})

let items: CollectItem[]
/** ids that the server refuses */
let refused: Set<string>
let isDown: boolean
const outcomeOf = (ids: readonly string[]) => {
  const rows = ids.map((key) => ({ key, ok: !refused.has(key), message: refused.has(key) ? '正在采集' : '' }))
  const failed = rows.filter(({ ok }) => !ok).length
  return { succeeded: rows.length - failed, failed, rows }
}
const DOWN = { code: 500, msg: '服务器没有回答' }
const bench = openPageBench({
  [`POST ${BASE}/queryCollectProducts`]({ body }) {
    const { state } = JSON.parse(body) as { state: CollectState }
    const list = items.filter((one) => one.state === state)
    return { list, total: list.length, page: 1, counts: {}, capped: [] }
  },
  [`POST ${BASE}/ignoreCollectProducts`]({ body }) {
    if (isDown) return DOWN
    const { ids, ignored } = JSON.parse(body) as { ids: string[]; ignored: boolean }
    const done = ids.filter((id) => !refused.has(id))
    items = items.map((one) => (done.includes(one.id) ? { ...one, state: ignored ? 'ignored' : 'collected' } : one))
    return outcomeOf(ids)
  },
  [`POST ${BASE}/retryCollectProducts`]: ({ body }) => outcomeOf((JSON.parse(body) as { ids: string[] }).ids),
  [`POST ${BASE}/claimProducts`]({ body }) {
    if (isDown) return DOWN
    const { collectIds } = JSON.parse(body) as { collectIds: string[] }
    const lines = collectIds.map((id) => {
      const outcome = refused.has(id) ? 'refused' : 'already'
      return { line: '', outcome, message: '', offerId: `60000${id}`, collectId: id, productId: `p${id}` }
    })
    return { lines }
  },
  'GET /api/shopify/store/getAllShopifyStores': () => [
    { id: 's1', name: '店', environment: 'sandbox', currency: 'USD', origin: '' },
  ],
})
beforeEach(async () => {
  items = ['1', '2', '3'].map((id) => itemOf(id, 'collected'))
  refused = new Set()
  isDown = false
  showPage(bench, <BoxPage />, '/shop/product/collect')
  await waitFor(() => expect(rows()).toHaveLength(3))
})

const rows = (): HTMLElement[] => Array.from(document.querySelectorAll<HTMLElement>('tr[data-row-key]'))
const row = (id: string): HTMLElement => rows().find((one) => one.dataset['rowKey'] === id)!
const box = (id: string): HTMLInputElement => within(row(id)).getByRole('checkbox')
const choose = (...ids: string[]): void => ids.forEach((id) => fireEvent.click(box(id)))
const chosen = (): string[] =>
  rows().flatMap(({ dataset }) => (box(dataset['rowKey']!).checked ? dataset['rowKey']! : []))
const press = (name: RegExp): boolean =>
  fireEvent.click(within(screen.getByRole('toolbar', { name: '批量操作' })).getByRole('button', { name }))
async function claim(): Promise<void> {
  press(/^认领到店铺$/)
  fireEvent.click(await screen.findByRole('button', { name: /^认领 \d 个货源到 1 个店铺$/ }))
}

test('lines for which an action failed stay selected and show the reason, the others are deselected', async () => {
  refused.add('2')
  choose('1', '2')
  press(/^重新采集$/)
  expect((await screen.findByText('正在采集')).closest('details')!.textContent).toBe('正在采集1 条600002')
  await waitFor(() => expect(chosen()).toEqual(['2']))
})

test('a failed line is named also when it has left the tab', async () => {
  refused.add('2')
  choose('1', '2')
  // Another person has ignored it.
  items = items.map((one) => (one.id === '2' ? { ...one, state: 'ignored' } : one))
  press(/^重新采集$/)
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(screen.getByText('正在采集').closest('details')!.textContent).toBe('正在采集1 条600002')
})

test('none stays selected when all succeeded', async () => {
  choose('1', '2')
  press(/^重新采集$/)
  await waitFor(() => expect(chosen()).toEqual([]))
  expect(toasts()).toEqual(['重新采集：全部成功（2）'])
})

test('all stay selected when the call failed', async () => {
  isDown = true
  choose('1', '2')
  press(/^忽\s*略$/)
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  expect(chosen()).toEqual(['1', '2'])
})

test('an action on one line leaves the selection unchanged', async () => {
  choose('1', '2')
  fireEvent.click(within(row('3')).getByRole('button', { name: /^忽\s*略$/ }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(chosen()).toEqual(['1', '2'])
})

test('lines that could not be claimed stay selected, claimed ones are deselected', async () => {
  refused.add('2')
  choose('1', '2')
  await claim()
  await screen.findByText('认领结果（2）')
  await waitFor(() => expect(chosen()).toEqual(['2']))
})

test('all stay selected when the claim failed', async () => {
  isDown = true
  choose('1', '2')
  await claim()
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  expect(chosen()).toEqual(['1', '2'])
})
