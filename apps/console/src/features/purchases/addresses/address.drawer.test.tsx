// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draw, enterApp, leaveApp } from '../../../../test/page.tsx'
import type { OpenedApp } from '../../../../test/page.tsx'
import AddressDrawer from './address.drawer.tsx'

const PARSE = 'POST /api/purchase/center/parseReceivingAddress'
const KEPT = 'GET /api/purchase/center/queryAccountAddresses'
const DOWN = { code: 500, msg: '服务器没有回答' }

let app: OpenedApp
let isDown: boolean
beforeEach(async () => {
  isDown = true
  app = await enterApp({
    [KEPT]: () => (isDown ? DOWN : []),
    [PARSE]: () => (isDown ? DOWN : { fullName: '李四', mobile: '', provinceText: '浙江省', missing: ['手机'] }),
    'POST /admin/preference/savePreferences': () => ({ code: 200, data: null }),
  })
  draw(<AddressDrawer row={undefined} isFirst onClose={() => undefined} />)
  type('收货人', '张三')
  type('手机', '13800001111')
})
afterEach(() => leaveApp(app))

const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const type = (label: string, value: string): boolean => fireEvent.change(field(label), { target: { value } })
const typed = (): string[] => ['收货人', '手机', '省'].map((label) => field(label).value)
const press = (text: RegExp): boolean => fireEvent.click(screen.getByRole('button', { name: text }))

test('a failed read of the account’s addresses leaves the form as it was typed, and can be repeated', async () => {
  press(/从1688账号里挑/)
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('服务器没有回答')
  expect(typed()).toEqual(['张三', '13800001111', ''])
  isDown = false
  fireEvent.click(within(note).getByRole('button', { name: /重\s*试/ }))
  await screen.findByLabelText('1688账号里的地址')
  expect(typed()).toEqual(['张三', '13800001111', ''])
})

test('pasted text that can’t be parsed stays beside what was typed; what is parsed fills in only its fields', async () => {
  type('粘贴地址', '李四 浙江省')
  press(/识别并填入/)
  await screen.findByRole('alert')
  expect([...typed(), field('粘贴地址').value]).toEqual(['张三', '13800001111', '', '李四 浙江省'])
  isDown = false
  // The button ignores clicks until its loading state for the first answer has ended.
  await waitFor(() => expect(screen.getByRole('button', { name: /识别并填入/ }).className).not.toContain('loading'))
  press(/识别并填入/)
  await screen.findByText('没有认出：手机，请补上')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(typed()).toEqual(['李四', '13800001111', '浙江省'])
})
