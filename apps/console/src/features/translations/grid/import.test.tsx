// @vitest-environment happy-dom
import type { ImportedText } from '@huoqiao/contract/translations/exchange.endpoints'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { beforeEach, expect, it } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import ImportDialog from './import.dialog.tsx'

type Held = { locale: 'de' | 'fr'; answer: (envelope: object) => void }
let held: Held[]
const bench = openPageBench({
  [`POST ${CALLS.importTranslations.path}`]({ body, query }, res) {
    const isFrench = `${query.toString()} ${body}`.includes('fr')
    held.push({ locale: isFrench ? 'fr' : 'de', answer: (envelope) => reply(res, envelope) })
    return undefined
  },
})
beforeEach(() => {
  held = []
})
const textOf = (after: string): ImportedText => ({
  productId: 'p1',
  title: 'Cup',
  field: 'title',
  label: '标题',
  before: null,
  after,
  outcome: 'change',
  why: '',
})
const outcomeOf = (after: string): object => ({
  code: 200,
  data: { texts: [textOf(after)], change: 1, same: 0, refused: 0, batchId: null },
})

/** Chooses French while the dry run for German is running; neither dry run is answered yet. */
async function chooseAnotherLanguage(): Promise<Record<Held['locale'], Held['answer']>> {
  showPage(bench, <ImportDialog locale="de" locales={['de', 'fr']} onClose={() => undefined} />, '/')
  const file = new File(['x'], 'texts.csv', { type: 'text/csv' })
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
  await waitFor(() => expect(held).toHaveLength(1))
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await screen.findByTitle('法语'))
  await waitFor(() => expect(held.map(({ locale }) => locale)).toEqual(['de', 'fr']))
  return { de: held[0]!.answer, fr: held[1]!.answer }
}

/** Both answers have arrived, and what follows from them is rendered. */
async function heard(): Promise<void> {
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  await act(() => new Promise((drawn) => setTimeout(drawn)))
}

it('shows what would change in the chosen language, also when the answer for the former one comes last', async () => {
  const { de, fr } = await chooseAnotherLanguage()
  fr(outcomeOf('Tasse bleue'))
  await screen.findByText('Tasse bleue')
  de(outcomeOf('Blaue Tasse'))
  await heard()
  expect([screen.queryByText('Blaue Tasse'), screen.queryByText('Tasse bleue') !== null]).toEqual([null, true])
})

it('offers nothing to import when the look for the chosen language failed', async () => {
  const { de, fr } = await chooseAnotherLanguage()
  fr({ code: 500, msg: '服务器没有回答' })
  await waitFor(() => expect(toasts()).toContain('服务器没有回答'))
  de(outcomeOf('Blaue Tasse'))
  await heard()
  expect(screen.queryByText('Blaue Tasse')).toBeNull()
  expect(screen.getByRole('button', { name: /导\s*入$/ })).toBeTruthy()
})
