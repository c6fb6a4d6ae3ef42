// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { beforeEach, expect, it } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import ReplaceDialog from './replace.dialog.tsx'

const LOOK = `POST ${CALLS.previewReplaceTranslations.path}`
const REPLACE = `POST ${CALLS.replaceTranslations.path}`
let hits: object[]
const bench = openPageBench({
  [LOOK]: () => ({ list: hits, totalCapped: false }),
  [REPLACE]: () => ({
    rows: { succeeded: 1, failed: 0, rows: [{ key: 'p1', ok: true, message: '' }] },
    batchId: 'b1',
    isMore: false,
  }),
})
beforeEach(() => {
  hits = [
    { productId: 'p1', title: 'Lamp', field: 'title', label: '标题', before: 'Lampe rot', after: 'Leuchte rot', locked: false, problems: [] },
  ]
}) // prettier-ignore
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))

it('replaces only what was looked at: without a word, a look or a hit it says what is missing and writes nothing', async () => {
  showPage(bench, <ReplaceDialog locale="de" locales={['de']} onClose={() => undefined} />, '/')
  press('全部替换')
  await waitFor(() => expect(toasts()).toContain('先填要找的词'))
  fireEvent.change(screen.getByLabelText('查找'), { target: { value: 'Lampe' } })
  fireEvent.change(screen.getByLabelText('替换为'), { target: { value: 'Leuchte' } })
  press('全部替换')
  await waitFor(() => expect(toasts()).toContain('先预览会改哪些，再替换'))
  expect([bench.app.count(LOOK), bench.app.count(REPLACE)]).toEqual([0, 0])
  fireEvent.click(screen.getByRole('button', { name: /预\s*览/ }))
  await screen.findByText('1 处')
  // Another word than the one that was looked at.
  fireEvent.change(screen.getByLabelText('替换为'), { target: { value: 'Licht' } })
  press('全部替换')
  expect(bench.app.count(REPLACE)).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: /预\s*览/ }))
  await screen.findByText('1 处')
  press('全部替换')
  await waitFor(() => expect(bench.app.count(REPLACE)).toBe(1))
  const asked = bench.app.asked.find(({ name }) => name === REPLACE)!
  expect(JSON.parse(asked.body)).toMatchObject({ locale: 'de', find: 'Lampe', replaceWith: 'Licht' })
  await screen.findByRole('button', { name: '撤销刚才的替换' })
})
