// @vitest-environment happy-dom
import type { UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import GoodsDrawer from './goods.drawer.tsx'

const BASE = '/api/order/center'
const goodOf = (id: string, title: string): UnsourcedGood => ({
  id,
  storeId: 's1',
  storeName: '店',
  sku: id,
  title,
  variantTitle: '',
  image: null,
  orders: 1,
  pieces: 1,
  numbers: ['#1001'],
  since: 0,
  rememberable: true,
  proposals: [
    {
      origin: 'title',
      why: '标题相近',
      offerId: `60000${id}`,
      skuId: null,
      specId: null,
      saleQuantity: 1,
      sourceQuantity: 1,
      title,
      supplierName: null,
      image: null,
      spec: '',
      unitCostMinor: null,
      stock: null,
      exact: true,
    },
  ],
})

let goods: UnsourcedGood[]
let refused: string[]
const bench = openPageBench({
  [`POST ${BASE}/getUnsourcedGoods`]({ body }) {
    const { page, pageSize } = JSON.parse(body) as { page: number; pageSize: number }
    return { list: goods.slice((page - 1) * pageSize, page * pageSize), total: goods.length, page }
  },
  'GET /api/shopify/store/getAllShopifyStores': () => [],
  [`POST ${BASE}/relateGoods`]({ body }) {
    const { rows: asked } = JSON.parse(body) as { rows: { goodId: string }[] }
    const rows = asked.map(({ goodId: key }) => ({ key, ok: !refused.includes(key), message: '货源已下架' }))
    goods = goods.filter(({ id }) => !rows.some(({ key, ok }) => ok && key === id))
    const failed = rows.filter(({ ok }) => !ok).length
    return { rows: { succeeded: rows.length - failed, failed, rows }, lines: 0, followed: 0 }
  },
})
beforeEach(() => {
  goods = [goodOf('a', '杯'), goodOf('b', '盘'), goodOf('c', '碗')]
  refused = []
})
const open = (): void =>
  showPage(
    bench,
    <GoodsDrawer orderIds={[]} goodIds={[]} onAll={undefined} onClose={() => undefined} />,
    '/order/list?goods=all',
  )
const box = (nr: number, title: string): Promise<HTMLInputElement> =>
  within(screen.getAllByRole('dialog')[nr]!).findByRole('checkbox', { name: `关联 ${title}` })
const picked = async (): Promise<string[]> => {
  await box(0, '碗')
  return goods.flatMap(({ title }) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: `关联 ${title}` }).checked ? title : [],
  )
}
function reload(): void {
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  queryClient.clear()
  open()
}

test('selected sources are there after a reload', async () => {
  open()
  fireEvent.click(await box(0, '杯'))
  reload()
  expect(await picked()).toEqual(['杯'])
})

test('sources that were selected in two windows are all there, in one draft from then on', async () => {
  open()
  open()
  fireEvent.click(await box(0, '杯'))
  fireEvent.click(await box(1, '盘'))
  reload()
  expect(await picked()).toEqual(['杯', '盘'])
  fireEvent.click(await box(0, '碗'))
  fireEvent.click(await box(0, '杯'))
  reload()
  expect(await picked()).toEqual(['盘', '碗'])
})

test('linked goods are removed from the draft, a refused one stays selected and shows the reason', async () => {
  refused = ['b']
  open()
  fireEvent.click(await box(0, '杯'))
  fireEvent.click(await box(0, '盘'))
  fireEvent.click(await screen.findByRole('button', { name: '关联选中的 2 种商品' }))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: '关联 杯' })).toBeNull())
  expect(screen.getAllByText('货源已下架').length).toBeGreaterThan(0)
  expect(await picked()).toEqual(['盘'])
  reload()
  expect(await picked()).toEqual(['盘'])
})

test('when all goods of the last page are linked, the goods of the page before are shown', async () => {
  goods = Array.from({ length: 25 }, (_, at) => goodOf(`g${at}`, `货${at}`))
  open()
  await box(0, '货0')
  fireEvent.click(screen.getByTitle('2'))
  fireEvent.click(await box(0, '货24'))
  fireEvent.click(await screen.findByRole('button', { name: '关联选中的 1 种商品' }))
  await box(0, '货0')
})
