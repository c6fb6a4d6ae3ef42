// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { ExportTexts } from './export-texts.tsx'

const EXPORT = `POST ${CALLS.exportTranslations.path}`
const CANADA = 'gid://shopify/Market/11'
let stores: object[]
let answer: object
const bench = openPageBench({
  [EXPORT]: () => answer,
  [`GET ${CALLS.getAllShopifyStores.path}`]: () => stores,
})
/** The names of the files that the browser was told to save. */
const savedFiles: string[] = []
beforeEach(() => {
  savedFiles.length = 0
  stores = [
    { id: 's1', name: 'Nord', markets: [{ id: CANADA, name: 'Canada', handle: 'ca', active: true }] },
    { id: 's2', name: 'Sued', markets: [] },
  ]
  answer = { fileName: '译文-德语.xlsx', content: 'eA==', texts: 3, left: 0 }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    savedFiles.push(this.download)
  })
})
afterEach(() => vi.restoreAllMocks())
const sent = async (times = 1): Promise<object> => {
  await waitFor(() => expect(bench.app.count(EXPORT)).toBe(times))
  return JSON.parse(bench.app.asked.findLast(({ name }) => name === EXPORT)!.body) as object
}
const show = (): void => showPage(bench, <ExportTexts productIds={['p1', 'p2']} locale="de" />, '/')
async function openForMarket(): Promise<void> {
  show()
  fireEvent.click(await screen.findByRole('button', { name: '其他导出' }))
  fireEvent.click(await screen.findByText('导出给一个市场…'))
  await screen.findByText('导出给一个市场（2 个商品）')
}
const press = (name: RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }))

it('the texts of the selected products are saved as a file; those that do not fit into a sheet are told', async () => {
  answer = { fileName: '译文-德语.xlsx', content: 'eA==', texts: 3, left: 2 }
  show()
  fireEvent.click(await screen.findByRole('button', { name: '导出表格' }))
  expect(await sent()).toEqual({ productIds: ['p1', 'p2'], locale: 'de', format: 'xlsx', openOnly: false })
  await waitFor(() => expect(toasts().join()).toContain('已导出 3 段'))
  expect(savedFiles).toEqual(['译文-德语.xlsx'])
})

it('for one market only after it was chosen; the dialog closes when the browser has the file', async () => {
  await openForMarket()
  press(/^导\s*出$/)
  await waitFor(() => expect(toasts()).toContain('请选择市场'))
  expect(bench.app.count(EXPORT)).toBe(0)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '市场' }))
  fireEvent.click(await screen.findByText('Nord · Canada', { selector: '.ant-select-item-option-content' }))
  fireEvent.click(screen.getByLabelText('XLIFF'))
  fireEvent.click(screen.getByRole('checkbox'))
  press(/^导\s*出$/)
  expect(await sent()).toEqual({
    productIds: ['p1', 'p2'],
    locale: 'de',
    format: 'xliff',
    openOnly: true,
    storeId: 's1',
    marketId: CANADA,
  })
  await waitFor(() => expect(screen.queryByText('导出给一个市场（2 个商品）')).toBeNull())
  expect(savedFiles).toHaveLength(1)
})

it('without markets says where they come from', async () => {
  stores = [{ id: 's2', name: 'Sued', markets: [] }]
  await openForMarket()
  expect(await screen.findByText(/read_markets/)).toBeTruthy()
  press(/^导\s*出$/)
  await waitFor(() => expect(toasts()).toContain('店铺还没有市场'))
})
