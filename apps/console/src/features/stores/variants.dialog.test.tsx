// @vitest-environment happy-dom
import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveInto, openApp } from '../../../test/app.ts'
import { logIn } from '../../../test/person.ts'
import { session, toast } from '../../lib/client.ts'
import { queryClient } from '../../lib/query-client.ts'
// Fills the slot for the preview of a deletion.
import '../listings/listings.routes.tsx'
import VariantsDialog from './variants.dialog.tsx'

const DELETE = 'POST /shopify/admin/api/delete/product/variants'
const variant = (id: string, title: string): StoreProduct['variants'][number] => ({
  id,
  title,
  sku: null,
  price: '1.00',
  inventory: null,
})
const PRODUCT: StoreProduct = {
  id: 'gid://shopify/Product/1',
  title: 'Cup',
  handle: 'cup',
  status: 'ACTIVE',
  vendor: '',
  image: null,
  storefrontUrl: null,
  totalInventory: null,
  variants: [variant('v1', '红'), variant('v2', '黄'), variant('v3', '蓝'), variant('v4', '绿')],
  listingOf: null,
  updatedAt: '',
}

const FIELD = {
  field: 'variants',
  label: '变体',
  storeNow: '红、黄',
  ours: null,
  willBecome: null,
  why: '人工删除',
  change: 'delete',
  conflict: false,
}

let app: Awaited<ReturnType<typeof openApp>>
let answer: () => unknown
beforeEach(async () => {
  app = await openApp({
    'POST /shopify/admin/api/preview/deletion': () => ({
      key: PRODUCT.id,
      title: 'Cup',
      image: null,
      storeName: '店',
      action: 'delete',
      fields: [FIELD],
      problems: [],
      contentHash: 'h',
    }),
    [DELETE]: () => answer(),
  })
  moveInto(app.origin)
  logIn()
})
afterEach(() => {
  cleanup()
  session.end()
  queryClient.clear()
  localStorage.clear()
  for (const one of toast.get()) toast.close(one.id)
  app.close()
})

const rows = (): (string | null)[] =>
  Array.from(document.querySelectorAll('.ant-table-row'), (row) => row.querySelectorAll('td')[1]!.textContent)
const chosen = (): (string | null)[] =>
  Array.from(document.querySelectorAll('.ant-table-row-selected'), (row) => row.querySelectorAll('td')[1]!.textContent)
const choose = (title: string): boolean =>
  fireEvent.click(within(screen.getByText(title).closest('tr')!).getByRole('checkbox'))
/** Deletes 红 and 黄 after the preview, and closes the outcome. */
async function deleteTwo(reported: string): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <VariantsDialog product={PRODUCT} storeId="s1" onClose={() => undefined} />
    </QueryClientProvider>,
  )
  choose('红')
  choose('黄')
  fireEvent.click(screen.getByRole('button', { name: '预演删除选中的 2 个变体' }))
  fireEvent.click(await screen.findByRole('button', { name: '删除 1 处' }))
  await screen.findByText(reported)
  fireEvent.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByText(reported)).toBeNull())
}

test('a variant that could not be deleted stays selected, a deleted one is gone', async () => {
  answer = () => [
    { key: 'v1', ok: true, message: '已删除' },
    { key: 'v2', ok: false, message: '还有未完成的订单' },
  ]
  await deleteTwo('还有未完成的订单')
  expect([rows(), chosen()]).toEqual([['黄', '蓝', '绿'], ['黄']])
  expect(screen.getByRole('button', { name: '预演删除选中的 1 个变体' })).toBeDefined()
})

test('all stay selected when the call failed', async () => {
  answer = () => ({ code: 500, msg: '店铺没有回答' })
  await deleteTwo('店铺没有回答')
  expect([rows(), chosen()]).toEqual([
    ['红', '黄', '蓝', '绿'],
    ['红', '黄'],
  ])
})

test('none stays selected when all were deleted', async () => {
  answer = () => ['v1', 'v2'].map((key) => ({ key, ok: true, message: '已删除' }))
  await deleteTwo('已删除')
  expect([rows(), chosen()]).toEqual([['蓝', '绿'], []])
})
