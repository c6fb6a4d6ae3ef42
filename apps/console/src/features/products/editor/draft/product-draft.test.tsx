// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  openEditor,
  openEditorBench,
  pressSave,
  READ,
  READ_DRAFT,
  reloadEditor,
  SAVE,
  SAVE_DRAFT,
  showEditor,
  titleNow,
  typeTitle,
} from '../../../../../test/editor-bench.tsx'
import { logIn } from '../../../../../test/person.ts'
import { queryClient } from '../../../../lib/query-client.ts'

const bench = openEditorBench()
const shown = (text: RegExp): Promise<HTMLElement> => screen.findByText(text)

test('what is typed is sent to the server automatically, and is there after a reload', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  await shown(/草稿已保存/)
  expect(bench.drafts.get('token of u1')).toMatchObject({ version: 3, draft: { title: 'Cup of tea' } })
  localStorage.clear()
  logIn()
  await reloadEditor(bench)
  expect(titleNow()).toBe('Cup of tea')
  await shown(/已恢复 .* 没保存的草稿/)
})

test('a draft that the server refuses is reported, kept in this browser, and sent again the next time', async () => {
  bench.down.add(SAVE_DRAFT)
  await openEditor(bench)
  typeTitle('Cup of tea')
  await shown(/草稿没有存上：服务器没有回答/)
  expect(titleNow()).toBe('Cup of tea')
  await reloadEditor(bench)
  expect(titleNow()).toBe('Cup of tea')
  bench.down.delete(SAVE_DRAFT)
  await reloadEditor(bench)
  await waitFor(() => expect(bench.drafts.get('token of u1')).toMatchObject({ draft: { title: 'Cup of tea' } }))
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('product-draft'))).toEqual([]))
})

test('another person in the same browser does not see it, and the one who typed it finds it again', async () => {
  bench.down.add(SAVE_DRAFT)
  await openEditor(bench)
  typeTitle('Cup of tea')
  await shown(/草稿没有存上/)
  cleanup()
  logIn('u2')
  await openEditor(bench)
  expect(titleNow()).toBe('Cup')
  expect(screen.queryByText(/草稿/)).toBeNull()
  cleanup()
  logIn('u1')
  await openEditor(bench)
  expect(titleNow()).toBe('Cup of tea')
})

test('what is typed while another person logs in belongs to the one who typed it', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  logIn('u2')
  await reloadEditor(bench)
  expect(titleNow()).toBe('Cup')
  expect(bench.drafts.size).toBe(0)
  logIn('u1')
  await reloadEditor(bench)
  expect(titleNow()).toBe('Cup of tea')
})

test('a draft of an older version is offered, fills nothing in automatically, and can be applied or discarded', async () => {
  bench.drafts.set('token of u1', { version: 2, savedAt: 1, draft: { title: 'Old cup' } })
  await openEditor(bench)
  expect(titleNow()).toBe('Cup')
  fireEvent.click(await shown(/放到现在的内容上/))
  expect(titleNow()).toBe('Old cup')
  await waitFor(() =>
    expect(bench.drafts.get('token of u1')).toMatchObject({ version: 3, draft: { title: 'Old cup' } }),
  )
  bench.drafts.set('token of u1', { version: 2, savedAt: 1, draft: { title: 'Old cup' } })
  localStorage.clear()
  logIn()
  await reloadEditor(bench)
  fireEvent.click(await shown(/不要了/))
  expect(titleNow()).toBe('Cup')
  await waitFor(() => expect(bench.drafts.size).toBe(0))
})

test('a failed save keeps what was typed on the screen and as a draft', async () => {
  bench.down.add(SAVE)
  await openEditor(bench)
  typeTitle('Cup of tea')
  pressSave()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('服务器没有回答'))
  expect(titleNow()).toBe('Cup of tea')
  await waitFor(() => expect(bench.drafts.get('token of u1')).toMatchObject({ draft: { title: 'Cup of tea' } }))
  bench.down.delete(SAVE)
  pressSave()
  await waitFor(() => expect(bench.product.title).toBe('Cup of tea'))
  await waitFor(() => expect(bench.drafts.size).toBe(0))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a discarded draft is deleted from the server and from this browser', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  await shown(/草稿已保存/)
  fireEvent.click(screen.getByText('放弃修改'))
  expect(titleNow()).toBe('Cup')
  await waitFor(() => expect(bench.drafts.size).toBe(0))
  await reloadEditor(bench)
  expect(titleNow()).toBe('Cup')
})

test('a product that can’t be read again leaves the form as it was typed', async () => {
  await openEditor(bench)
  typeTitle('Cup of tea')
  await shown(/草稿已保存/)
  for (const call of [READ, READ_DRAFT]) bench.down.add(call)
  await act(async () => {
    await queryClient.refetchQueries()
    // The failure is rendered in the next timer.
    await new Promise((drawn) => setTimeout(drawn))
  })
  expect([titleNow(), bench.app.count(READ), bench.app.count(READ_DRAFT)]).toEqual(['Cup of tea', 2, 2])
})

test('a draft that can’t be read is requested again before anything is typed over it', async () => {
  bench.drafts.set('token of u1', { version: 3, savedAt: 1, draft: { title: 'Cup of tea' } })
  bench.down.add(READ_DRAFT)
  showEditor(bench)
  fireEvent.click(await screen.findByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(bench.app.count(READ_DRAFT)).toBe(2))
  expect(screen.queryByLabelText('英文标题')).toBeNull()
  bench.down.delete(READ_DRAFT)
  fireEvent.click(await screen.findByRole('button', { name: /重\s*试/ }))
  await screen.findByLabelText('英文标题')
  expect(titleNow()).toBe('Cup of tea')
})
