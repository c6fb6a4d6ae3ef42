// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import TranslationDrawer from './translation.drawer.tsx'

const CANADA = { storeId: 's1', marketId: 'gid://shopify/Market/11', name: 'Nord · Canada', isThere: true }
const text = (words: string, state = 'approved') => ({
  text: words,
  state,
  origin: 'manual',
  locked: true,
  formerSource: null,
  by: '小王',
  at: 0,
  version: 3,
})
const field = (over: object) => ({
  field: 'title',
  label: '标题',
  format: 'plain',
  most: 255,
  source: 'Lamp',
  sourceLocale: 'en',
  translation: null,
  general: null,
  markets: [],
  others: [],
  terms: [],
  proposals: [],
  problems: [],
  ...over,
})
const sheet = (market: object | null, fields: object[]) => ({
  productId: 'p1',
  title: 'Lamp',
  image: null,
  locale: 'de',
  market,
  markets: [CANADA, { ...CANADA, marketId: 'gid://shopify/Market/12', name: 'Nord · Chile', isThere: false }],
  sheet: { locale: 'de', state: 'approved', total: 2, missing: 0, outdated: 0, machine: 0, approved: 2 },
  fields,
  can: { saveTranslations: true, approveTranslations: true },
})
const OF_ALL = sheet(null, [
  field({
    translation: text('Lampe'),
    markets: [{ name: CANADA.name, text: 'Lampe CA', state: 'outdated' }],
  }),
])
const OF_CANADA = sheet(CANADA, [
  field({ translation: text('Lampe CA', 'outdated'), general: text('Lampe') }),
  field({ field: 'type', label: '类型', general: text('Leuchte') }),
])
const SAVE = `POST ${CALLS.saveTranslations.path}`
const bench = openPageBench({
  [`GET ${CALLS.getProductTranslations.path}`]: ({ query }: { query: URLSearchParams }) =>
    query.get('marketId') === CANADA.marketId ? OF_CANADA : OF_ALL,
  [SAVE]: () => OF_CANADA,
})
const saved = async (): Promise<object> => {
  await waitFor(() => expect(bench.app.count(SAVE)).toBe(1))
  return JSON.parse(bench.app.asked.find(({ name }) => name === SAVE)!.body) as object
}
async function choose(): Promise<void> {
  showPage(
    bench,
    <TranslationDrawer
      productId="p1"
      locale="de"
      locales={['de']}
      onLocale={() => undefined}
      onClose={() => undefined}
    />,
    '/',
  )
  expect(await screen.findByText('市场专用译文（1），1 段过期')).toBeTruthy()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '适用范围' }))
  expect(await screen.findByText('Nord · Chile（已不在店铺）')).toBeTruthy()
  fireEvent.click(screen.getByText('Nord · Canada', { selector: '.ant-select-item-option-content' }))
  await screen.findByText('1 段专用译文，其余沿用通用译文')
}
const SCOPE = { productId: 'p1', locale: 'de', storeId: 's1', marketId: CANADA.marketId }

it('a market shows the text of all markets as what it uses, and what is typed is saved for it alone', async () => {
  await choose()
  expect(screen.getByText('这个市场现在用的通用译文')).toBeTruthy()
  expect(screen.getByText('沿用通用译文', { selector: 'h3 *' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('类型的德语译文'), { target: { value: 'Lampe für Kanada' } })
  fireEvent.click(screen.getByRole('button', { name: '保存（1）' }))
  expect(await saved()).toEqual({ ...SCOPE, edits: [{ field: 'type', text: 'Lampe für Kanada', version: 0 }] })
})

it('what is typed for a market is not typed for another, and is there again on returning', async () => {
  await choose()
  fireEvent.change(screen.getByLabelText('标题的德语译文'), { target: { value: 'Lampe Kanada' } })
  const scope = screen.getByRole('combobox', { name: '适用范围' })
  fireEvent.mouseDown(scope)
  fireEvent.click((await screen.findAllByText('所有市场')).at(-1)!)
  await screen.findByText('市场专用译文（1），1 段过期')
  expect(screen.getByLabelText<HTMLTextAreaElement>('标题的德语译文').value).toBe('Lampe')
  fireEvent.mouseDown(scope)
  fireEvent.click((await screen.findAllByText('Nord · Canada')).at(-1)!)
  await screen.findByText('1 段专用译文，其余沿用通用译文')
  expect(screen.getByLabelText<HTMLTextAreaElement>('标题的德语译文').value).toBe('Lampe Kanada')
})

it('its own text is removed, so that the one of all markets holds', async () => {
  await choose()
  fireEvent.click(screen.getByRole('button', { name: '沿用通用译文' }))
  expect(await saved()).toEqual({ ...SCOPE, edits: [{ field: 'title', text: null, version: 3 }] })
})

it('an outdated text is accepted by saving it unchanged', async () => {
  await choose()
  fireEvent.click(screen.getByRole('button', { name: /^通过/ }))
  expect(await saved()).toEqual({ ...SCOPE, edits: [{ field: 'title', text: 'Lampe CA', version: 3 }] })
})
