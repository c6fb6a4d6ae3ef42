// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draw, enterApp, leaveApp } from '../../test/page.tsx'
import type { OpenedApp } from '../../test/page.tsx'
import { logIn } from '../../test/person.ts'
import { session } from '../lib/client.ts'
import { useAct } from '../lib/use-call.ts'
import { RecordDrawer } from './record-drawer.tsx'

const SAVE = 'POST /admin/dictionary/updateDictionary'
const KEEP = 'POST /admin/preference/savePreferences'
const DOWN = { code: 500, msg: '服务器没有回答' }
const ID = '01900000-0000-7000-8000-000000000001'

type Row = { id: string; version: number; name: string; note: string }
type Values = { name: string; note: string; key: string }
const ROW: Row = { id: ID, version: 3, name: '颜色', note: '' }

let app: OpenedApp
let saved: () => unknown
let kept: { key: string; value?: string }[]
beforeEach(async () => {
  kept = []
  saved = () => ({ ...ROW, version: 4 })
  app = await enterApp({
    [SAVE]: () => saved(),
    [KEEP]({ body }) {
      kept.push(...(JSON.parse(body) as { changes: typeof kept }).changes)
      return null
    },
  })
})
afterEach(() => leaveApp(app))

function Page({ row }: { row: Row }): ReactNode {
  const [isOpen, open] = useState(true)
  const act = useAct('updateDictionary')
  if (!isOpen) return <p>关了</p>
  return (
    <RecordDrawer<Row, Values>
      noun="字典"
      draftKey="thing"
      row={row}
      valuesOf={(of) => ({ name: of?.name ?? '', note: of?.note ?? '', key: '' })}
      fields={[
        { key: 'name', label: '名称', text: (of) => of.name },
        { key: 'note', label: '备注', text: (of) => of.note },
      ]}
      secrets={['key']}
      save={async ({ name }, of) => {
        const done = await act.run({ id: of!.id, version: of!.version, name, code: 'x_y', entries: [] })
        return done.ok ? { ok: true, data: done.data as unknown as Row } : done
      }}
      isSaving={act.isPending}
      isReadOnly={false}
      onClose={() => open(false)}
    >
      {() => (
        <>
          {(['name', 'note', 'key'] as const).map((name) => (
            <Form.Item key={name} name={name} label={name}>
              <Input />
            </Form.Item>
          ))}
        </>
      )}
    </RecordDrawer>
  )
}
const open = (row = ROW): unknown => draw(<Page row={row} />)
const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const type = (label: string, value: string): boolean => fireEvent.change(field(label), { target: { value } })
const press = (text: RegExp): boolean => fireEvent.click(screen.getByRole('button', { name: text }))
/** As when the window is closed: React takes nothing off the page. */
function reload(row = ROW): void {
  window.dispatchEvent(new Event('pagehide'))
  document.body.replaceChildren()
  open(row)
}

test('what was typed is there after a reload, is said to be restored, and can be given up', () => {
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

test('a drawer that is closed keeps what was typed for the next time', () => {
  open()
  type('note', '深浅分开')
  press(/取\s*消/)
  expect(screen.getByText('关了')).toBeDefined()
  cleanup()
  open()
  expect(field('note').value).toBe('深浅分开')
})

test('the draft goes to the server by itself, without what is secret', async () => {
  open()
  type('key', 'sesame')
  type('note', '深浅分开')
  await waitFor(() => expect(kept.at(-1)?.value).toContain('深浅分开'))
  expect(kept.at(-1)!.key).toBe(`draft:thing:${ID}`)
  expect(JSON.parse(kept.at(-1)!.value!)).toMatchObject({ base: 3, value: { note: '深浅分开' } })
  expect(JSON.stringify(kept)).not.toContain('sesame')
})

test('a draft of an older row is offered and fills nothing in by itself', () => {
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

test('a draft of an older row that is left is not offered again', () => {
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

test('another person in the same browser sees nothing of it', () => {
  open()
  type('note', '深浅分开')
  window.dispatchEvent(new Event('pagehide'))
  isOfTheFirstAlone()
})

test.each([
  ['ends', () => session.end()],
  ['becomes that of another person', () => logIn('u2')],
])('what was typed in the last half second before the session %s is theirs', (_how, change) => {
  open()
  type('note', '深浅分开')
  change()
  isOfTheFirstAlone()
})

test('a save that fails keeps the drawer open with what was typed, and says why', async () => {
  saved = () => DOWN
  open()
  type('note', '深浅分开')
  press(/保\s*存/)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('服务器没有回答'))
  expect(field('note').value).toBe('深浅分开')
  reload()
  expect(field('note').value).toBe('深浅分开')
})

test('a save that succeeds closes the drawer and takes the draft away', async () => {
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

test('a row that somebody else saved meanwhile shows both contents, and mine goes on top of theirs when I say so', async () => {
  saved = () => STALE
  open()
  type('note', '深浅分开')
  press(/保\s*存/)
  await screen.findByText('字典已被别人修改，请核对后再保存')
  expect(screen.getByText('别人写的')).toBeDefined()
  expect(field('note').value).toBe('深浅分开')
  saved = () => ({ ...THEIRS, version: 6 })
  press(/用我的内容覆盖/)
  await screen.findByText('关了')
  const versions = app.asked.filter(({ name }) => name === SAVE).map(({ body }) => JSON.parse(body).version as number)
  expect(versions).toEqual([3, 5])
})

test('theirs can be taken instead, which gives up the draft', async () => {
  saved = () => STALE
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
