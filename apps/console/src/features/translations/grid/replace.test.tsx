// @vitest-environment happy-dom
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { CALLS } from 'virtual:contract'
import { beforeEach, expect, it } from 'vitest'
import { reply } from '../../../../test/app.ts'
import { openPageBench, showPage, toasts } from '../../../../test/page-bench.tsx'
import ReplaceDialog from './replace.dialog.tsx'

const LOOK = `POST ${CALLS.previewReplaceTranslations.path}`
const REPLACE = `POST ${CALLS.replaceTranslations.path}`
const UNDO = `POST ${CALLS.undoTranslationBatch.path}`
let hits: object[]
let batches: string[]
const DONE: BulkOutcome = { succeeded: 1, failed: 0, rows: [{ key: 'p1', ok: true, message: '' }] }
/** outcome for the products of a call */
let rows: BulkOutcome
/** when set, an answer to replaceTranslations is sent by calling the function that is put here */
let held: (() => void)[] | undefined
const replaced = (): object => ({
  rows,
  titles: { p1: 'Lamp', p501: 'Lamp 501' },
  batchId: batches[0],
  ...(batches.splice(0, 1).length > 0 && batches.length > 0 ? { next: 'p500' } : {}),
})
const bench = openPageBench({
  [LOOK]: () => ({ list: hits, totalCapped: false }),
  [REPLACE]: (_asked, res) => {
    const data = replaced()
    if (held === undefined) return data
    held.push(() => reply(res, { code: 200, msg: '', message: '', data }))
    return undefined
  },
  [UNDO]: () => DONE,
})
beforeEach(() => {
  batches = ['b1']
  rows = DONE
  held = undefined
  hits = [
    { productId: 'p1', title: 'Lamp', field: 'title', label: '标题', before: 'Lampe rot', after: 'Leuchte rot', locked: false, problems: [] },
  ]
}) // prettier-ignore
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const isDisabled = (name: string | RegExp): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
/** A click is ignored until an effect has ended the button's loading state. */
async function pressContinue(): Promise<void> {
  const button = screen.getByRole('button', { name: '继续替换' })
  await waitFor(() => expect(button.classList.contains('ant-btn-loading')).toBe(false))
  fireEvent.click(button)
}
/** Opens the dialog, previews the hits and replaces the first of two batches. */
async function replaceFirst(): Promise<void> {
  batches = ['b1', 'b2']
  showPage(bench, <ReplaceDialog locale="de" locales={['de']} onClose={() => undefined} />, '/')
  fireEvent.change(screen.getByLabelText('查找'), { target: { value: 'Lampe' } })
  fireEvent.change(screen.getByLabelText('替换为'), { target: { value: 'Leuchte' } })
  fireEvent.click(screen.getByRole('button', { name: /预\s*览/ }))
  await screen.findByText('1 处')
  press('全部替换')
  await screen.findByRole('button', { name: '继续替换' })
}

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
  // Not the word that was previewed.
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

it('names the market of a text that is for one market alone', async () => {
  hits = [hits[0]!, { ...hits[0], market: 'Nord · Canada', before: 'Lampe CA', after: 'Leuchte CA' }]
  showPage(bench, <ReplaceDialog locale="de" locales={['de']} onClose={() => undefined} />, '/')
  fireEvent.change(screen.getByLabelText('查找'), { target: { value: 'Lampe' } })
  fireEvent.click(screen.getByRole('button', { name: /预\s*览/ }))
  await screen.findByText('2 处')
  const words = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(words.filter((text) => text.includes('标题（Nord · Canada）') && text.includes('Leuchte CA'))).not.toEqual([])
})

it('continues where one call ended, and undoes all of it, the last one first', async () => {
  await replaceFirst()
  await pressContinue()
  // The text and not the button: the button's name differs while it waits for the answer.
  await waitFor(() => expect(screen.queryByText(/后面还有/)).toBeNull())
  const asked = bench.app.asked.filter(({ name }) => name === REPLACE).map(({ body }) => JSON.parse(body) as object)
  expect(asked).toEqual([expect.not.objectContaining({ after: 'p500' }), expect.objectContaining({ after: 'p500' })])
  press('撤销刚才的替换')
  await waitFor(() => expect(toasts()).toContain('已撤销 2 个商品'))
  const undone = bench.app.asked
    .filter(({ name }) => name === UNDO)
    .map(({ body }) => (JSON.parse(body) as { batchId: string }).batchId)
  expect(undone).toEqual(['b2', 'b1'])
  expect(screen.queryByRole('button', { name: '撤销刚才的替换' })).toBeNull()
})

it('names the products that were not looked at, of which there can be hundreds', async () => {
  await replaceFirst()
  rows = { succeeded: 0, failed: 1, rows: [{ key: 'p501', ok: false, message: '标题：太长' }] }
  await pressContinue()
  const outcome = await screen.findByText('标题：太长')
  expect(outcome.closest('[role=dialog]')!.textContent).toContain('Lamp 501')
})

it('offers no undo while a replacement is still being made: it would leave that one', async () => {
  await replaceFirst()
  expect(isDisabled('撤销刚才的替换')).toBe(false)
  held = []
  await pressContinue()
  await waitFor(() => expect(held).toHaveLength(1))
  expect(isDisabled('撤销刚才的替换')).toBe(true)
  held[0]!()
  await waitFor(() => expect(isDisabled('撤销刚才的替换')).toBe(false))
  press('撤销刚才的替换')
  await waitFor(() => expect(toasts()).toContain('已撤销 2 个商品'))
})
