// @vitest-environment happy-dom
import type { ConfigEntry } from '@huoqiao/contract/system-config/system-config.endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveInto, openApp } from '../../../test/app.ts'
import { logIn } from '../../../test/person.ts'
import { session, toast } from '../../lib/client.ts'
import { queryClient } from '../../lib/query-client.ts'
import { DialogHost } from '../../ui/dialog-host.tsx'
import ParametersSection from './parameters.section.tsx'

const UPDATE = 'POST /admin/systemConfig/updateSystemConfig'
const entryOf = (key: string, title: string, more: Partial<ConfigEntry> = {}): ConfigEntry => ({
  key,
  group: '同步',
  title,
  help: '',
  type: 'text',
  value: '甲',
  defaultValue: '甲',
  hasSecret: false,
  isDefault: true,
  version: 1,
  updatedBy: null,
  updatedAt: null,
  ...more,
})

let app: Awaited<ReturnType<typeof openApp>>
let entries: ConfigEntry[]
let isDown: boolean
const change = (key: string, value: ConfigEntry['value']): ConfigEntry => {
  const next = { ...entries.find((one) => one.key === key)!, value, isDefault: false }
  next.version += 1
  entries = entries.map((one) => (one.key === key ? next : one))
  return next
}
beforeEach(async () => {
  isDown = false
  entries = [entryOf('a', '前缀'), entryOf('b', '后缀')]
  app = await openApp({
    'GET /admin/systemConfig/querySystemConfig': () => entries,
    [UPDATE]({ body }) {
      if (isDown) return { code: 500, msg: '服务器没有回答' }
      const { key, value, version } = JSON.parse(body) as { key: string; value: string; version: number }
      const current = entries.find((one) => one.key === key)!
      if (current.version !== version)
        return { code: 409, msg: '已被别人修改', data: { refusal: 'stale', what: '已被别人修改', current } }
      return change(key, value)
    },
    'POST /admin/systemConfig/deleteSystemConfig': ({ body }) =>
      Object.assign(change((JSON.parse(body) as { key: string }).key, '甲'), { isDefault: true }),
  })
  moveInto(app.origin)
  logIn()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ParametersSection />
        <DialogHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByLabelText('前缀')
})
afterEach(() => {
  cleanup()
  session.end()
  queryClient.clear()
  localStorage.clear()
  for (const one of toast.get()) toast.close(one.id)
  app.close()
})

const field = (title: string): HTMLInputElement => screen.getByLabelText(title)
const type = (title: string, value: string): boolean => fireEvent.change(field(title), { target: { value } })
const press = (name: RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }))
const readAgain = (): Promise<void> =>
  act(async () => {
    await queryClient.refetchQueries()
    // The new data is rendered in the next timer.
    await new Promise((drawn) => setTimeout(drawn))
  })
const toasts = (): string[] => toast.get().map(({ text }) => text)

test('a setting is saved by its button and by Enter, and shows what was saved', async () => {
  type('前缀', '乙')
  press(/^保\s*存$/)
  const saved = (): unknown[] => entries.map(({ value }) => value)
  // The button's name differs while it waits for the answer, so the test waits for the server's state first.
  await waitFor(() => expect(saved()).toEqual(['乙', '甲']))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^保\s*存$/ })).toBeNull())
  type('后缀', '丙')
  fireEvent.keyDown(field('后缀'), { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(saved()).toEqual(['乙', '丙']))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^保\s*存$/ })).toBeNull())
  expect([field('前缀').value, field('后缀').value]).toEqual(['乙', '丙'])
})

test('what is typed stays while another setting is saved, and while this one is changed by somebody else', async () => {
  type('前缀', '乙')
  change('a', '别人的')
  type('后缀', '丙')
  fireEvent.keyDown(field('后缀'), { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(toasts()).toContain('已保存“后缀”'))
  await readAgain()
  expect(field('前缀').value).toBe('乙')
})

test('a save after a change by somebody else shows theirs, and overwrites it only on confirmation', async () => {
  type('前缀', '乙')
  change('a', '别人的')
  await readAgain()
  press(/^保\s*存$/)
  await screen.findByText('别人刚保存的是 别人的')
  expect([field('前缀').value, entries[0]!.value]).toEqual(['乙', '别人的'])
  press(/用我的覆盖/)
  await waitFor(() => expect(entries[0]!.value).toBe('乙'))
  await waitFor(() => expect(screen.queryByText('别人刚保存的是 别人的')).toBeNull())
  expect(field('前缀').value).toBe('乙')
})

test('discarding what was typed shows what somebody else saved meanwhile', async () => {
  type('前缀', '乙')
  change('a', '别人的')
  press(/^保\s*存$/)
  await screen.findByText('别人刚保存的是 别人的')
  press(/放弃我的/)
  await waitFor(() => expect(field('前缀').value).toBe('别人的'))
  expect(screen.queryByRole('button', { name: /^保\s*存$/ })).toBeNull()
})

test('a setting that nobody is editing shows what others save', async () => {
  change('a', '别人的')
  await readAgain()
  expect(field('前缀').value).toBe('别人的')
  expect(screen.queryByRole('button', { name: /^保\s*存$/ })).toBeNull()
})

test('what is typed during a save stays, and is saved after it', async () => {
  type('前缀', '乙')
  press(/^保\s*存$/)
  type('前缀', '丙')
  await waitFor(() => expect(entries[0]!.value).toBe('乙'))
  await waitFor(() => expect(toasts()).toContain('已保存“前缀”'))
  await readAgain()
  expect(field('前缀').value).toBe('丙')
  // Its loading state ends a little later.
  press(/保\s*存$/)
  await waitFor(() => expect(entries[0]!.value).toBe('丙'))
})

test('a failed save keeps what was typed, and shows the reason', async () => {
  isDown = true
  type('前缀', '乙')
  press(/^保\s*存$/)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('服务器没有回答'))
  expect(field('前缀').value).toBe('乙')
})

test('resetting to the default asks first, and shows the default', async () => {
  change('a', '别人的')
  await readAgain()
  press(/恢复默认/)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('把“前缀”恢复为 甲')
  fireEvent.click(within(dialog).getByRole('button', { name: /恢复默认/ }))
  await waitFor(() => expect(field('前缀').value).toBe('甲'))
  expect(screen.queryByRole('button', { name: /恢复默认/ })).toBeNull()
})
