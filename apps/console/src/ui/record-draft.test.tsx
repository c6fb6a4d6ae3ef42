// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { field, ID, open, openRecordBench, press, reload, ROW, SAVE, type } from '../../test/record-bench.tsx'
import { logIn } from '../../test/person.ts'
import { session } from '../lib/client.ts'

const DOWN = { code: 500, msg: '服务器没有回答' }
const bench = openRecordBench()

test('what was typed is there after a reload, with a notice that it was restored, and can be discarded', () => {
  open()
  type('note', '深浅分开')
  reload()
  expect(field('note').value).toBe('深浅分开')
  expect(screen.getByText(/已恢复 .* 没有保存的内容/)).toBeDefined()
  expect(screen.getByText('有未保存的修改')).toBeDefined()
  press(/放弃这些修改/)
  expect(field('note').value).toBe('')
  reload()
  expect(field('note').value).toBe('')
})

test('a closed drawer keeps what was typed for the next time', () => {
  open()
  type('note', '深浅分开')
  press(/取\s*消/)
  expect(screen.getByText('关了')).toBeDefined()
  cleanup()
  open()
  expect(field('note').value).toBe('深浅分开')
})

test('the draft is sent to the server automatically, without secrets', async () => {
  open()
  type('key', 'sesame')
  type('note', '深浅分开')
  await waitFor(() => expect(bench.kept.at(-1)?.value).toContain('深浅分开'))
  expect(bench.kept.at(-1)!.key).toMatch(new RegExp(`^draft:thing:${ID}@[0-9a-f]{16}$`))
  expect(JSON.parse(bench.kept.at(-1)!.value!)).toMatchObject({ base: 3, value: { note: '深浅分开' } })
  expect(JSON.stringify(bench.kept)).not.toContain('sesame')
})

test('a draft of an older row is offered and fills nothing in automatically', () => {
  open()
  type('note', '深浅分开')
  const newer = { ...ROW, version: 4, note: '别人写的' }
  reload(newer)
  expect(field('note').value).toBe('别人写的')
  press(/填入我的内容/)
  expect(field('note').value).toBe('深浅分开')
  reload(newer)
  expect(field('note').value).toBe('深浅分开')
})

test('a draft of an older row that is discarded is not offered again', () => {
  open()
  type('note', '深浅分开')
  const newer = { ...ROW, version: 4 }
  reload(newer)
  press(/放\s*弃$/)
  reload(newer)
  expect(screen.queryByText(/没有保存的内容/)).toBeNull()
})

/** With two people in one browser, the first gets their draft back, the second sees nothing of it. */
function isOfTheFirstAlone(): void {
  for (const [id, text] of [
    ['u2', ''],
    ['u1', '深浅分开'],
  ] as const) {
    cleanup()
    logIn(id)
    open()
    expect(field('note').value).toBe(text)
  }
}

test('another person in the same browser does not see it', () => {
  open()
  type('note', '深浅分开')
  window.dispatchEvent(new Event('pagehide'))
  isOfTheFirstAlone()
})

test.each([
  ['ends', () => session.end()],
  ['becomes that of another person', () => logIn('u2')],
])('what was typed in the last half second before the session %s belongs to that person', (_how, change) => {
  open()
  type('note', '深浅分开')
  change()
  isOfTheFirstAlone()
})

test('a failed save keeps the drawer open with what was typed, and shows the reason', async () => {
  bench.saved = () => DOWN
  open()
  type('note', '深浅分开')
  press(/保\s*存/)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('服务器没有回答'))
  expect(field('note').value).toBe('深浅分开')
  reload()
  expect(field('note').value).toBe('深浅分开')
})

test('a successful save closes the drawer and deletes the draft', async () => {
  open()
  type('note', '深浅分开')
  press(/保\s*存/)
  await screen.findByText('关了')
  cleanup()
  open()
  expect(field('note').value).toBe('')
})

const THEIRS = { ...ROW, version: 5, name: '色彩', note: '别人写的' }
const STALE = { code: 409, msg: '已被别人修改', data: { refusal: 'stale', what: '已被别人修改', current: THEIRS } }

test('a row that somebody else saved meanwhile shows both versions, and mine overwrites theirs on confirmation', async () => {
  bench.saved = () => STALE
  open()
  type('note', '深浅分开')
  press(/保\s*存/)
  await screen.findByText('字典已被别人修改，请核对后再保存')
  expect(screen.getByText('别人写的')).toBeDefined()
  expect(field('note').value).toBe('深浅分开')
  bench.saved = () => ({ ...THEIRS, version: 6 })
  press(/用我的内容覆盖/)
  await screen.findByText('关了')
  const versions = bench.app.asked
    .filter(({ name }) => name === SAVE)
    .map(({ body }) => JSON.parse(body).version as number)
  expect(versions).toEqual([3, 5])
})

test('taking theirs instead discards the draft', async () => {
  bench.saved = () => STALE
  open()
  type('note', '深浅分开')
  press(/保\s*存/)
  await screen.findByText('字典已被别人修改，请核对后再保存')
  press(/采用别人的内容/)
  expect([field('name').value, field('note').value]).toEqual(['色彩', '别人写的'])
  reload(THEIRS)
  expect(field('note').value).toBe('别人写的')
  expect(screen.queryByText(/没有保存的内容/)).toBeNull()
})
