// @vitest-environment happy-dom
import type { PriceChange, PriceChangeRow } from '@huoqiao/contract/products/products-whatif.endpoints'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import PriceChangeWindow from './price-change.window.tsx'

const rowOf = (title: string, given: Partial<PriceChangeRow> = {}): PriceChangeRow => ({
  productId: title,
  storeId: 's1',
  title,
  image: null,
  storeName: '一店',
  currency: 'USD',
  variants: 2,
  priceNow: { min: 1000, max: 1000 },
  priceNext: { min: 1250, max: 1250 },
  marginNow: 20,
  marginNext: 36,
  changed: 2,
  manual: 0,
  belowCost: 0,
  fault: null,
  ...given,
})
let asked: PriceChange[]
let held: (() => void) | undefined
let isHeld: boolean
let written: PriceChange[]
let isClosed: boolean
const DONE = { succeeded: 2, failed: 0, rows: [] }
const bench = openPageBench({
  'GET /api/shopify/store/getAllShopifyStores': () => [
    { id: 's1', name: '一店', currency: 'USD' },
    { id: 's2', name: '二店', currency: 'JPY' },
  ],
  'POST /api/alibaba/product/previewPriceChange'({ body }, res) {
    asked.push((JSON.parse(body) as { change: PriceChange }).change)
    const rows = [rowOf('杯'), rowOf('碗', { marginNext: -3, belowCost: 1, changed: 1, manual: 1 })]
    if (!isHeld) return { rows }
    held = () => reply(res, { code: 200, data: { rows } })
    return undefined
  },
})
beforeEach(() => {
  asked = []
  held = undefined
  isHeld = false
  written = []
  isClosed = false
})
const open = (): void =>
  showPage(
    bench,
    <PriceChangeWindow
      products={[{ id: 'p1' }, { id: 'p2' }]}
      onWrite={async (change) => {
        written.push(change)
        return DONE
      }}
      onClose={() => (isClosed = true)}
    />,
    '/',
  )
const saveButton = (): HTMLElement => screen.getByRole('button', { name: /改\s*价$/ })
const save = (): boolean => fireEvent.click(saveButton())
/** Ant Design ignores clicks until an effect after the rendering has ended the button's loading state. */
const saveWhenReady = async (): Promise<void> => {
  await waitFor(() => expect(saveButton().classList.contains('ant-btn-loading')).toBe(false))
  save()
}

it('an amount is added in the chosen currency, and the prices and margins are shown before they are saved', async () => {
  open()
  fireEvent.click(screen.getByLabelText('每件加价'))
  fireEvent.change(screen.getByLabelText('金额'), { target: { value: '2.5' } })
  expect(await screen.findByText(/^会变 3 个价格，人工改过的 1 个不动/)).toBeTruthy()
  expect(screen.getByText('，1 个会低于成本')).toBeTruthy()
  // The lowest margin first.
  const titles = [...document.querySelectorAll('tbody tr.ant-table-row')].map(({ textContent }) => textContent?.[0])
  expect(titles).toEqual(['碗', '杯'])
  expect(written).toEqual([])
  await saveWhenReady()
  const change = { priceChangeAmount: { currency: 'USD', minor: 250 } }
  await expect.poll(() => written).toEqual([change])
  expect(asked).toEqual([change])
  await expect.poll(() => isClosed).toBe(true)
})

it('an amount that is taken off is negative', async () => {
  open()
  fireEvent.click(screen.getByLabelText('每件减价'))
  fireEvent.change(screen.getByLabelText('金额'), { target: { value: '1' } })
  await screen.findByText(/^会变 3 个价格/)
  expect(asked).toEqual([{ priceChangeAmount: { currency: 'USD', minor: -100 } }])
})

it('nothing is saved before the result of what is typed is shown, or without an amount', async () => {
  open()
  save()
  expect(toasts()).toEqual(['请填写调整幅度'])
  isHeld = true
  fireEvent.click(screen.getByLabelText('按店铺的定价规则重算'))
  await expect.poll(() => held).toBeTruthy()
  save()
  expect(written).toEqual([])
  held!()
  await screen.findByText(/^会变 3 个价格/)
  await saveWhenReady()
  await expect.poll(() => written).toEqual([{ repriceByRule: true }])
})
