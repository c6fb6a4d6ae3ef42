// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { field, ID, open, openRecordBench, press, reload, ROW, type } from '../../test/record-bench.tsx'
import { writePreference } from '../lib/preferences.ts'

openRecordBench()

/** The open windows, in the order in which they were opened. */
const windowAt = (nr: number): HTMLElement => screen.getAllByRole('dialog')[nr]!
const noteIn = (nr: number): HTMLInputElement => within(windowAt(nr)).getByLabelText('note')
const typeIn = (nr: number, text: string): boolean => fireEvent.change(noteIn(nr), { target: { value: text } })
const pressIn = (nr: number, text: RegExp): boolean =>
  fireEvent.click(within(windowAt(nr)).getByRole('button', { name: text }))
const offers = (): (string | null)[] => screen.queryAllByText(/没有保存的内容/).map(({ textContent }) => textContent)
/** Closes both windows within half a second after the last key, the second one last. */
function closeBoth(): void {
  pressIn(0, /取\s*消/)
  pressIn(0, /取\s*消/)
  expect(screen.queryAllByRole('dialog')).toEqual([])
  cleanup()
}

test('what was typed for one record in two windows is kept twice: the later is filled in, the other is offered', () => {
  open()
  open()
  typeIn(0, '深浅分开')
  typeIn(1, '只分冷暖')
  closeBoth()
  open()
  expect(field('note').value).toBe('只分冷暖')
  expect(offers()).toEqual([expect.stringMatching(/^已恢复 /), expect.stringMatching(/ 还有另一份没有保存的内容/)])
  press(/填入我的内容/)
  expect(field('note').value).toBe('深浅分开')
  // The former input is kept as well.
  expect(offers()).toEqual([expect.stringMatching(/ 还有另一份没有保存的内容/)])
  reload()
  expect(field('note').value).toBe('深浅分开')
  press(/填入我的内容/)
  expect(field('note').value).toBe('只分冷暖')
})

test('a window that saves deletes what was typed in it, and nothing of another window', async () => {
  open()
  open()
  typeIn(0, '深浅分开')
  typeIn(1, '只分冷暖')
  window.dispatchEvent(new Event('pagehide'))
  pressIn(0, /保\s*存/)
  await screen.findByText('关了')
  pressIn(0, /取\s*消/)
  cleanup()
  open({ ...ROW, version: 4 })
  expect(field('note').value).toBe('')
  expect(offers()).toEqual([expect.stringContaining('之后别人保存过')])
  press(/填入我的内容/)
  expect(field('note').value).toBe('只分冷暖')
})

test('a draft that is opened in a second window is the same one, until both are edited further', () => {
  open()
  typeIn(0, '深浅')
  window.dispatchEvent(new Event('pagehide'))
  open()
  expect(noteIn(1).value).toBe('深浅')
  typeIn(1, '深浅分开')
  window.dispatchEvent(new Event('pagehide'))
  open()
  expect([noteIn(2).value, offers().filter((text) => text!.includes('另一份'))]).toEqual(['深浅分开', []])
  pressIn(2, /取\s*消/)
  typeIn(0, '深浅一起')
  closeBoth()
  open()
  expect(field('note').value).toBe('深浅一起')
  press(/填入我的内容/)
  expect(field('note').value).toBe('深浅分开')
})

test('a draft of an older row stays offered while something else is typed and saved', async () => {
  open()
  type('note', '深浅分开')
  const newer = { ...ROW, version: 4 }
  reload(newer)
  type('note', '只分冷暖')
  reload(newer)
  expect(field('note').value).toBe('只分冷暖')
  expect(offers()).toEqual([expect.stringMatching(/^已恢复 /), expect.stringContaining('之后别人保存过')])
  press(/保\s*存/)
  await screen.findByText('关了')
  cleanup()
  open({ ...ROW, version: 5 })
  press(/填入我的内容/)
  expect(field('note').value).toBe('深浅分开')
})

test('discarding a draft of an older row keeps what was typed meanwhile', async () => {
  open()
  type('note', '深浅分开')
  reload({ ...ROW, version: 4 })
  type('note', '只分冷暖')
  press(/放\s*弃$/)
  expect([field('note').value, offers()]).toEqual(['只分冷暖', []])
  await waitFor(() => expect(screen.getByText('有未保存的修改')).toBeDefined())
})

test('a draft stored by the former version is found, and is not stored twice', () => {
  writePreference(`draft:thing:${ID}`, { value: { note: '深浅分开' }, base: 3, savedAt: 1 })
  open()
  expect(field('note').value).toBe('深浅分开')
  type('note', '只分冷暖')
  reload()
  expect([field('note').value, offers().length]).toEqual(['只分冷暖', 1])
})
