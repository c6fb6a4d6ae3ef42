// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
// Fills the slot with the drawer of dry runs.
import '../listings/listings.routes.tsx'
import PushTranslationsDrawer from './push-translations.drawer.tsx'

const language = (locale: string, primary: boolean) => ({ locale, name: locale, primary, published: true })
const field = (name: string, label: string, over: object) => ({
  field: name,
  label,
  locale: 'de',
  storeNow: null,
  ours: `我们的${label}`,
  willBecome: null,
  why: '',
  reason: 'same',
  change: 'none',
  conflict: false,
  isHidden: false,
  ...over,
})
const theirs = { reason: 'theirs', why: '店铺里改过，保留', conflict: true }
const item = (productId: string, fields: object[]) => ({
  key: `${productId}:s1`,
  productId,
  title: productId,
  image: null,
  storeName: '德语店',
  action: 'none',
  fields,
  problems: [],
  contentHash: `hash of ${productId}`,
  estimatedCost: 0,
})
const PREVIEW = {
  items: [
    item('p1', [
      field('de 1 title', '标题（德语）', { storeNow: '员工的标题', willBecome: '员工的标题', ...theirs }),
      field('de 1 name', '规格（德语）', { reason: 'removed-there', why: '店铺里删掉了，不再写', conflict: true }),
      field('de 1 type', '类型（德语）', { storeNow: '灯', ours: '灯', willBecome: '灯', why: '无变化' }),
    ]),
    item('p2', [field('de 2 title', '标题（德语）', { storeNow: '又一个', willBecome: '又一个', ...theirs })]),
  ],
}
const PUSH = `POST ${CALLS.pushTranslations.path}`
const bench = openPageBench({
  [`GET ${CALLS.getAllShopifyStores.path}`]: () => [
    {
      id: 's1',
      name: '德语店',
      domain: 's1.example',
      environment: 'sandbox',
      health: 'ok',
      languages: [language('en', true), language('de', false)],
      languagesReadAt: 1,
    },
  ],
  [`POST ${CALLS.previewTranslationPush.path}`]: () => PREVIEW,
  [PUSH]: () => ({
    push: null,
    rows: { succeeded: 1, failed: 0, rows: [{ key: 'p1', ok: true, message: '已排队' }] },
  }),
})
const shown = async () => {
  showPage(bench, <PushTranslationsDrawer products={[{ id: 'p1' }, { id: 'p2' }]} onClose={() => undefined} />, '/')
  await screen.findByText(/有 3 处，都保留店铺的/)
}
const box = (name: string, at = 0) => screen.getAllByRole('checkbox', { name })[at] as HTMLInputElement
const approvals = async (): Promise<{ productId: string; overwrite: string[] }[]> => {
  fireEvent.click(screen.getByRole('button', { name: /^写入 \d/ }))
  await waitFor(() => expect(bench.app.count(PUSH)).toBe(1))
  const { body } = bench.app.asked.find(({ name }) => name === PUSH)!
  return (JSON.parse(body) as { approvals: { productId: string; overwrite: string[] }[] }).approvals
}

it('a row that staff changed or removed is shown with its reason, and ours replaces it only where it is chosen', async () => {
  await shown()
  const row = screen.getByRole('row', { name: /员工的标题/ })
  expect(within(row).getByText('我们的标题（德语）')).toBeTruthy()
  expect(within(row).getByText('店铺里改过，保留')).toBeTruthy()
  expect(box('写入 p1 到 德语店').disabled).toBe(true)
  fireEvent.click(box('用我们的 标题（德语）'))
  expect(await screen.findByText('按你的选择覆盖')).toBeTruthy()
  expect(screen.getByText(/其中 1 处用我们的覆盖/)).toBeTruthy()
  expect(await approvals()).toEqual([{ productId: 'p1', contentHash: 'hash of p1', overwrite: ['de 1 title'] }])
})

it('one box chooses ours for all rows of all products', async () => {
  await shown()
  fireEvent.click(box('全部用我们的'))
  expect(screen.getAllByText('按你的选择覆盖')).toHaveLength(3)
  expect((await approvals()).map(({ productId, overwrite }) => [productId, overwrite])).toEqual([
    ['p1', ['de 1 title', 'de 1 name']],
    ['p2', ['de 2 title']],
  ])
})
