// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { expect, it } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import LanguagesDialog from './languages.dialog.tsx'

const SAVE = `POST ${CALLS.saveTranslationLanguages.path}`
const language = (locale: string, over: object = {}) => ({
  locale,
  name: locale,
  primary: false,
  published: true,
  ...over,
})
const bench = openPageBench({
  [`GET ${CALLS.getAllShopifyStores.path}`]: () => [
    { id: 's1', languages: [language('en', { primary: true }), language('de'), language('ja', { published: false })] },
    { id: 's2', languages: [language('zh-CN', { primary: true }), language('de'), language('fr')] },
  ],
  [SAVE]: () => ({ locales: [], imperial: [], version: 2 }),
})

it('offers what the shops have published, once each, without their own language and what is chosen already', async () => {
  showPage(
    bench,
    <LanguagesDialog languages={{ locales: ['fr'], imperial: [], version: 1 } as never} onClose={() => undefined} />,
    '/',
  )
  fireEvent.click(await screen.findByRole('button', { name: '加上店铺已发布的语言：德语' }))
  await waitFor(() => expect(screen.queryByText(/加上店铺已发布的语言/)).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(bench.app.count(SAVE)).toBe(1))
  const asked = bench.app.asked.find(({ name }) => name === SAVE)!
  expect(JSON.parse(asked.body)).toMatchObject({ locales: ['fr', 'de'] })
})
