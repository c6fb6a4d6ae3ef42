// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  openEditor,
  openEditorBench,
  pressSave,
  SAVE,
  SAVE_DRAFT,
  titleNow,
  typeTitle,
} from '../../../../../test/editor-bench.tsx'
import { go } from '../../../../../test/page-bench.tsx'

const QUESTION = '有没保存的修改'
const bench = openEditorBench()
const address = (): string => bench.router.state.location.pathname + bench.router.state.location.search
const press = (text: string): boolean => fireEvent.click(screen.getByText(text))
/** Whether the browser would ask before the window is closed. */
function isHeld(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('an editor without changes is left without a question', async () => {
  await openEditor(bench)
  expect(isHeld()).toBe(false)
  await go(bench, '/elsewhere')
  expect(screen.getByText('别处')).toBeDefined()
})

test('leaving with unsaved changes asks, and staying keeps the page and what was typed', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  for (const stay of ['留在这里', 'Close']) {
    await go(bench, '/elsewhere')
    await screen.findByText(QUESTION)
    if (stay === 'Close') fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    else press(stay)
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
    expect([address(), titleNow()]).toEqual(['/shop/product/edit?id=p1', 'Cup of tea'])
  }
  expect(bench.app.count(SAVE)).toBe(0)
})

test('saving allows leaving, once the server has it', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  await go(bench, '/elsewhere')
  await screen.findByText(QUESTION)
  press('保存并离开')
  await screen.findByText('别处')
  expect(bench.product.title).toBe('Cup of tea')
  await waitFor(() => expect(bench.drafts.size).toBe(0))
})

test('a failed save does not allow leaving: the page stays with what was typed, and shows the reason', async () => {
  bench.down.add(SAVE)
  await openEditor(bench)
  typeTitle('Cup of tea')
  await go(bench, '/elsewhere')
  await screen.findByText(QUESTION)
  press('保存并离开')
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
  expect([address(), titleNow()]).toEqual(['/shop/product/edit?id=p1', 'Cup of tea'])
  expect(screen.getByRole('alert').textContent).toContain('服务器没有回答')
})

test('leaving with the draft stores it before the page is gone, however recently it was typed', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  await go(bench, '/elsewhere')
  await screen.findByText(QUESTION)
  let keptByThen: unknown[] | undefined
  bench.router.subscribe(({ location }) => {
    if (location.pathname === '/elsewhere') keptByThen ??= [...bench.drafts.values()]
  })
  press('留着草稿离开')
  await screen.findByText('别处')
  expect(keptByThen).toMatchObject([{ draft: { title: 'Cup of tea' } }])
  expect(bench.product.title).toBe('Cup')
  await go(bench, '/shop/product/edit?id=p1')
  await screen.findByLabelText('英文标题')
  expect(titleNow()).toBe('Cup of tea')
})

test('a draft that can’t be sent allows leaving as well, as this browser has it', async () => {
  bench.down.add(SAVE_DRAFT)
  await openEditor(bench)
  typeTitle('Cup of tea')
  await go(bench, '/elsewhere')
  await screen.findByText(QUESTION)
  press('留着草稿离开')
  await screen.findByText('别处')
  await go(bench, '/shop/product/edit?id=p1')
  await screen.findByLabelText('英文标题')
  expect(titleNow()).toBe('Cup of tea')
})

test('another part of the same product asks nothing, another product does', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  await go(bench, '/shop/product/edit?id=p1&tab=images')
  expect([address(), screen.queryByText(QUESTION)]).toEqual(['/shop/product/edit?id=p1&tab=images', null])
  await go(bench, '/shop/product/edit?id=p2')
  await screen.findByText(QUESTION)
  expect(address()).toBe('/shop/product/edit?id=p1&tab=images')
})

test('closing the window asks until what was typed is saved', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  expect(isHeld()).toBe(true)
  pressSave()
  await waitFor(() => expect(bench.product.title).toBe('Cup of tea'))
  await waitFor(() => expect(isHeld()).toBe(false))
  await go(bench, '/elsewhere')
  expect(screen.getByText('别处')).toBeDefined()
})
