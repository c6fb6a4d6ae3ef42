// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../test/page-bench.tsx'
// Fills the slot with the drawer of dry runs.
import '../listings/listings.routes.tsx'
import PushTranslationsDrawer from './push-translations.drawer.tsx'

const language = (locale: string, primary: boolean) => ({ locale, name: locale, primary, published: true })
const store = (id: string, name: string, languages: object[]) => ({
  id,
  name,
  domain: `${id}.example`,
  environment: 'sandbox',
  health: 'ok',
  languages,
  languagesReadAt: 1,
})
const bench = openPageBench({
  [`GET ${CALLS.getAllShopifyStores.path}`]: () => [
    store('s1', '只有一种语言的店', [language('en', true)]),
    store('s2', '德语店', [language('en', true), language('de', false)]),
  ],
  [`POST ${CALLS.previewTranslationPush.path}`]: () => ({ items: [] }),
})

it('a shop with one language says that it has no other, instead of asking for a shop', async () => {
  showPage(bench, <PushTranslationsDrawer products={[{ id: 'p1' }]} onClose={() => undefined} />, '/')
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: /店铺/ }))
  fireEvent.click(await screen.findByText('只有一种语言的店'))
  expect(await screen.findByText('店铺只有主语言；在店铺后台的“语言”里添加，再检查连接。')).toBeTruthy()
  expect(screen.queryByText('请在右上角选择店铺。')).toBeNull()
})
