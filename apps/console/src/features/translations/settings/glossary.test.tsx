// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPageBench, showPage } from '../../../../test/page-bench.tsx'
import GlossaryPage from './glossary.page.tsx'

const EMPTY = { list: [], total: 0, page: 1, pageSize: 10 }
const bench = openPageBench({
  'GET /api/shopify/translation/queryTranslationTasks': () => EMPTY,
  'GET /api/shopify/translation/getTranslationTaskCountByState': () => ({ counts: {}, all: 0, capped: [] }),
})

test('清空筛选 in 批量翻译 clears its filters, and stays in 批量翻译', async () => {
  showPage(bench, <GlossaryPage />, '/shop/product/glossary?tab=tasks&state=failed&keyword=lamp')
  await screen.findByText('没有这样的批量翻译')
  fireEvent.click(await screen.findByRole('button', { name: '清空筛选（2）' }))
  expect(await screen.findByText(/还没有批量翻译/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /清空筛选/ })).toBeNull()
  await waitFor(() =>
    expect(
      bench.app.asked
        .filter(({ name }) => name.endsWith('/queryTranslationTasks'))
        .map(({ query }) => [query.get('state'), query.get('keyword')]),
    ).toEqual([
      ['failed', 'lamp'],
      [null, null],
    ]),
  )
})
