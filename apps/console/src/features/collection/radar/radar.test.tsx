// @vitest-environment happy-dom
import type { SourceChange } from '@huoqiao/contract/collection/radar.endpoints'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import '../../products/products.routes.tsx'
import RadarPage from './radar.page.tsx'

const changeOf = (id: string, given: Partial<SourceChange>): SourceChange => ({
  id,
  offerId: `70${id}`,
  kind: 'price-up',
  at: 0,
  title: `货源${id}`,
  image: null,
  supplierName: null,
  url: '',
  specText: '',
  skus: 1,
  before: 1000,
  after: 1200,
  beforeText: '',
  afterText: '',
  productIds: [],
  storeIds: ['s1'],
  margin: null,
  ...given,
})
const FEW = [
  changeOf('1', { productIds: ['p1'], margin: { before: 31.5, after: -2.5 } }),
  // The same product again, by another change of its source.
  changeOf('2', { productIds: ['p1', 'p2'], kind: 'stock-out' }),
  changeOf('3', { kind: 'offer-gone' }),
]
const row = {
  storeId: 's1',
  image: null,
  storeName: '一店',
  currency: 'USD',
  variants: 1,
  priceNow: { min: 1000, max: 1000 },
  priceNext: { min: 1200, max: 1200 },
  marginNow: 10,
  marginNext: 25,
  changed: 1,
  manual: 0,
  belowCost: 0,
  fault: null,
}
let list: readonly SourceChange[]
let written: unknown[]
/** how many sources each check asked for */
let checks: number[]
const bench = openPageBench({
  'GET /api/alibaba/product/getSourceChanges': () => ({
    list,
    total: list.length,
    page: 1,
    pageSize: 10,
    counts: {},
    capped: [],
  }),
  'GET /api/shopify/store/getAllShopifyStores': () => [{ id: 's1', name: '一店', currency: 'USD' }],
  'POST /api/alibaba/product/previewPriceChange': ({ body }) => ({
    rows: (JSON.parse(body) as { productIds: string[] }).productIds.map((productId) => ({
      ...row,
      productId,
      title: productId,
    })),
  }),
  'POST /api/alibaba/product/checkSources'({ body }) {
    const { offerIds } = JSON.parse(body) as { offerIds: string[] }
    checks.push(offerIds.length)
    const rows = offerIds.map((key) => {
      if (key === '7057') return { key, ok: false, message: '1688没有回答' }
      return { key, ok: true, message: key === '701' ? '有变化' : '没有变化' }
    })
    const failed = rows.filter(({ ok }) => !ok).length
    return { succeeded: rows.length - failed, failed, rows }
  },
  'POST /api/alibaba/product/modifyProducts'({ body }) {
    const input = JSON.parse(body) as { items: { productId: string }[] }
    written.push(input)
    const rows = input.items.map(({ productId: key }) => ({ key, ok: true, message: '已修改' }))
    return { succeeded: rows.length, failed: 0, rows, batchId: 'b1' }
  },
})
beforeEach(() => {
  list = FEW
  written = []
  checks = []
})
const choose = (title: string): boolean => fireEvent.click(screen.getByRole('checkbox', { name: `选择 ${title}` }))

it('a changed price shows the margin before and after', async () => {
  showPage(bench, <RadarPage />, '/shop/product/radar')
  const shown = (await screen.findByText('-2.5%')).closest('td')!
  expect(shown.textContent).toBe('31.5% → -2.5%')
})

it('the products of chosen changes are repriced together, each once, after their new margins were shown', async () => {
  showPage(bench, <RadarPage />, '/shop/product/radar')
  await screen.findByText('货源1')
  choose('货源1')
  choose('货源2')
  fireEvent.click(screen.getByRole('button', { name: '改价（2 个商品）' }))
  fireEvent.click(await screen.findByLabelText('按店铺的定价规则重算'))
  await screen.findByText('会变 2 个价格')
  expect(screen.getAllByText('25%')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: /改\s*价$/ }))
  await expect
    .poll(() => written)
    .toEqual([{ items: [{ productId: 'p1' }, { productId: 'p2' }], change: { repriceByRule: true } }])
  await expect.poll(toasts).toContainEqual('批量改价：全部成功（2）')
})

it('a change without a product of ours offers no repricing, and says why', async () => {
  showPage(bench, <RadarPage />, '/shop/product/radar')
  await screen.findByText('货源3')
  choose('货源3')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '改价（0 个商品）' })
  expect([button.disabled, button.title]).toEqual([true, '选中的货源没有对应的商品'])
})

it('every chosen source is checked, 50 in one call, and one that could not be read is named', async () => {
  list = Array.from({ length: 60 }, (_, at) => changeOf(String(at), {}))
  showPage(bench, <RadarPage />, '/shop/product/radar?pageSize=96')
  await screen.findByText('货源0')
  fireEvent.click(screen.getByRole('checkbox', { name: '选中本页' }))
  fireEvent.click(screen.getByText('检查货源'))
  const shown = within(await screen.findByRole('dialog'))
  expect(checks).toEqual([50, 10])
  expect(shown.getByText('检查货源，1 个有变化')).toBeTruthy()
  expect(shown.getByText('1688没有回答').closest('details')!.textContent).toContain('货源57')
})

it('all products of the chosen changes are repriced, 500 in one call', async () => {
  const productIds = Array.from({ length: 501 }, (_, at) => `p${at}`)
  list = [changeOf('1', { productIds })]
  showPage(bench, <RadarPage />, '/shop/product/radar')
  await screen.findByText('货源1')
  choose('货源1')
  fireEvent.click(screen.getByRole('button', { name: '改价（501 个商品）' }))
  fireEvent.click(await screen.findByLabelText('按店铺的定价规则重算'))
  await screen.findByText('会变 501 个价格')
  fireEvent.click(screen.getByRole('button', { name: /改\s*价$/ }))
  await expect.poll(() => written.map((one) => (one as { items: unknown[] }).items.length)).toEqual([500, 1])
})
