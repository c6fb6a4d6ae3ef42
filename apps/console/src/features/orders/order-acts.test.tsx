// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draw, enterApp, leaveApp } from '../../../test/page.tsx'
import type { OpenedApp } from '../../../test/page.tsx'
import { toast } from '../../lib/client.ts'
import { ReportedOutcome } from './list/order-list.parts.tsx'
import { useOrderActs } from './use-order-acts.tsx'

const BASE = '/api/order/center'
const DOWN = { code: 500, msg: '服务器没有回答' }
const ORDERS = [
  { id: 'a', number: '#1001' },
  { id: 'b', number: '#1002' },
]

let app: OpenedApp
/** orders and calls that are answered with an internal error */
let down: Set<string>
let notes: string[]
let held: unknown[]
beforeEach(async () => {
  down = new Set()
  notes = []
  held = []
  app = await enterApp({
    [`POST ${BASE}/releaseOrders`]: () => DOWN,
    'GET /admin/dictionary/queryDictionariesByCodes': () => [],
    [`POST ${BASE}/holdOrders`]({ body }) {
      if (down.has('hold')) return DOWN
      held.push(JSON.parse(body) as unknown)
      return { succeeded: 2, failed: 0, rows: ORDERS.map(({ id }) => ({ key: id, ok: true, message: '' })) }
    },
    [`GET ${BASE}/getOrderLines`]: () => (down.has('lines') ? DOWN : []),
    [`GET ${BASE}/getOrder`]: ({ query }) =>
      down.has(query.get('orderId') ?? '') ? DOWN : { note: '客户催过', version: 1 },
    [`POST ${BASE}/noteOrder`]({ body }) {
      notes.push((JSON.parse(body) as { note: string }).note)
      return {}
    },
  })
  draw(<Page />)
})
afterEach(() => leaveApp(app))

function Page(): ReactNode {
  const acts = useOrderActs()
  return (
    <>
      <button onClick={() => acts.askHold(ORDERS)}>先搁置</button>
      {acts.question}
      <button onClick={() => void acts.release(ORDERS)}>取消搁置</button>
      <button onClick={() => void acts.note(ORDERS)}>备注</button>
      <button onClick={() => void acts.ignore(ORDERS, true)}>无需采购</button>
      <p>{acts.isBusy ? '正在做' : '闲着'}</p>
      {acts.reported ? <ReportedOutcome reported={acts.reported} onClose={acts.forget} /> : null}
    </>
  )
}
const press = (text: string): boolean => fireEvent.click(screen.getByText(text))
const toasts = (): string[] => toast.get().map(({ text }) => text)

test('a call that fails as a whole is reported for each order, by its number', async () => {
  press('取消搁置')
  const answer = await screen.findByRole('region', { name: '取消搁置的结果' })
  expect(within(answer).getByRole('group').textContent).toBe('服务器没有回答2 条#1001#1002')
  await screen.findByText('闲着')
  fireEvent.click(within(answer).getByRole('button', { name: '收起结果' }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('a note is added below the former note; an order that can’t be read is reported, and the others get theirs', async () => {
  down.add('a')
  press('备注')
  fireEvent.change(await screen.findByLabelText('备注', { selector: 'textarea' }), { target: { value: '加急' } })
  fireEvent.click(screen.getByRole('button', { name: '加备注' }))
  const answer = await screen.findByRole('region', { name: '加备注的结果' })
  expect(answer.textContent).toContain('部分成功：1 成功，1 失败')
  expect(within(answer).getAllByRole('group')[0]!.textContent).toBe('服务器没有回答1 条#1001')
  expect(notes).toEqual(['客户催过\n加急'])
})

test('a note that reaches no order is kept for another try', async () => {
  down.add('a').add('b')
  press('备注')
  const field = await screen.findByLabelText<HTMLTextAreaElement>('备注', { selector: 'textarea' })
  fireEvent.change(field, { target: { value: '加急' } })
  fireEvent.click(screen.getByRole('button', { name: '加备注' }))
  await screen.findByRole('region', { name: '加备注的结果', hidden: true })
  await screen.findByText('闲着')
  expect([field.isConnected, field.value]).toEqual([true, '加急'])
  fireEvent.click(screen.getByRole('button', { name: /^取\s*消$/ }))
})

test('lines that can’t be read are not reported as ignored already', async () => {
  down.add('lines')
  press('无需采购')
  await waitFor(() => expect(toasts()).toEqual(['服务器没有回答']))
  await new Promise((drawn) => setTimeout(drawn))
  expect(toasts()).toEqual(['服务器没有回答'])
  down.clear()
  press('无需采购')
  await waitFor(() => expect(toasts()).toContain('这些商品都已标为无需采购'))
})

test('the reason of a hold is kept when the dialog is closed or the call fails, and gone when the orders are held', async () => {
  const reason = (): Promise<HTMLInputElement> => screen.findByLabelText('原因')
  const hold = (): boolean => fireEvent.click(screen.getByRole('button', { name: /^搁\s*置$/ }))
  press('先搁置')
  fireEvent.change(await reason(), { target: { value: '买家要改地址' } })
  fireEvent.click(screen.getByRole('button', { name: /^取\s*消$/ }))
  await waitFor(() => expect(screen.queryByLabelText('原因')).toBeNull())
  press('先搁置')
  expect((await reason()).value).toBe('买家要改地址')
  down.add('hold')
  hold()
  await screen.findByRole('region', { name: '搁置的结果' })
  press('先搁置')
  expect((await reason()).value).toBe('买家要改地址')
  down.clear()
  hold()
  await waitFor(() => expect(held).toMatchObject([{ orderIds: ['a', 'b'], reason: '买家要改地址' }]))
  await screen.findByText('闲着')
  press('先搁置')
  expect((await reason()).value).toBe('')
})
