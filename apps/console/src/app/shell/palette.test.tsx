// @vitest-environment happy-dom
import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { CALLS } from 'virtual:contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logIn, PERSON } from '../../../test/person.ts'
import { session } from '../../lib/client.ts'
import type { PaletteHit } from '../../lib/palette.ts'
import { registerPaletteSource } from '../../lib/palette.ts'
import Palette from './palette.tsx'

const page = (name: string, url: string, children: MenuItem[] = []): MenuItem => ({
  id: url,
  name,
  url,
  menuIcon: '',
  children,
})
const MENU = [
  page('订单', '/order', [page('订单列表', '/order/list'), page('物流发货', '/order/ship')]),
  page('采购', '/purchase', [page('采购单', '/purchase/list')]),
]

type Search = { words: string; answer: (hits: readonly PaletteHit[]) => void; fail: (error: unknown) => void }
/** Searches that wait for an answer, by source. */
const searches: Record<'orders' | 'purchases', Search[]> = { orders: [], purchases: [] }
const sourceOf =
  (which: keyof typeof searches) =>
  (words: string): Promise<readonly PaletteHit[]> =>
    new Promise((answer, fail) => searches[which].push({ words, answer, fail }))
registerPaletteSource({
  kind: '采购单',
  call: 'getPurchaseOrdersByCondition',
  order: 2,
  load: () => Promise.resolve({ default: sourceOf('purchases') }),
})
registerPaletteSource({
  kind: '订单',
  call: 'getOrdersByCondition',
  order: 1,
  load: () => Promise.resolve({ default: sourceOf('orders') }),
})
registerPaletteSource({
  kind: '商品',
  call: 'getProductsByCondition',
  order: 3,
  load: () => Promise.reject(new Error('a source without the right is not loaded')),
})

let router: ReturnType<typeof createMemoryRouter>
let isClosed: boolean
let ran: string[]
/** Other tests of the same process may have registered more sources: this person has no right to them. */
const BOTH = [CALLS.getOrdersByCondition, CALLS.getPurchaseOrdersByCondition].map(({ path }) => path).join(',')
beforeEach(() => {
  logIn()
  session.refresh(PERSON, BOTH)
  isClosed = false
  ran = []
  for (const one of Object.values(searches)) one.length = 0
  const palette = (
    <Palette
      menu={MENU}
      tabs={[]}
      commands={[{ title: '深色主题', run: () => ran.push('dark') }]}
      onClose={() => (isClosed = true)}
    />
  )
  router = createMemoryRouter([{ path: '*', element: palette }], { initialEntries: ['/home'] })
  render(<RouterProvider router={router} />)
})
afterEach(() => {
  cleanup()
  session.end()
  vi.restoreAllMocks()
})

const field = (): HTMLElement => screen.getByRole('combobox')
const type = (words: string): boolean => fireEvent.change(field(), { target: { value: words } })
const key = (name: string, more: object = {}): boolean => fireEvent.keyDown(field(), { key: name, ...more })
const titles = (): string[] => screen.getAllByRole('option').map((one) => one.firstElementChild!.textContent)
const current = (): string | undefined =>
  screen
    .getAllByRole('option')
    .filter((one) => one.getAttribute('aria-selected') === 'true')
    .map((one) => one.firstElementChild!.textContent)[0]
const asked = async (which: keyof typeof searches, words: string): Promise<Search> => {
  await waitFor(() => expect(searches[which].map((one) => one.words)).toContain(words))
  return searches[which].find((one) => one.words === words)!
}

it('arrows and Tab walk over all hits and around, Enter opens the one that is marked', () => {
  expect(titles()).toEqual(['订单列表', '物流发货', '采购单', '深色主题'])
  expect(current()).toBe('订单列表')
  key('ArrowDown')
  key('Tab')
  expect(current()).toBe('采购单')
  key('Tab', { shiftKey: true })
  expect(current()).toBe('物流发货')
  key('ArrowUp')
  key('ArrowUp')
  expect(current()).toBe('深色主题')
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: '深色主题' }).id)
  key('ArrowDown')
  key('ArrowDown')
  key('Enter')
  expect([router.state.location.pathname, isClosed]).toEqual(['/order/ship', true])
})

it('is closed as soon as a page is chosen, not when the browser tells that the dialog is: Ctrl K opens it again at once', () => {
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(() => undefined)
  key('Enter')
  expect([router.state.location.pathname, isClosed]).toEqual(['/order/list', true])
})

it('a command is run, and no page is opened for it', () => {
  type('深色')
  expect(titles()).toEqual(['深色主题'])
  key('Enter')
  expect([ran, router.state.location.pathname, isClosed]).toEqual([['dark'], '/home', true])
})

it('a key that an input method uses for composing is not taken', () => {
  key('ArrowDown', { isComposing: true })
  expect(current()).toBe('订单列表')
  key('Enter', { isComposing: true })
  expect([router.state.location.pathname, isClosed]).toEqual(['/home', false])
})

it('each source is shown as it answers, in its own order, and what a former word found is removed at once', async () => {
  type('1001')
  const orders = await asked('orders', '1001')
  const purchases = await asked('purchases', '1001')
  purchases.answer([{ key: 'p1', title: 'PO1001', to: '/purchase/list?id=p1' }])
  await waitFor(() => expect(titles()).toEqual(['PO1001']))
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true')
  orders.answer([{ key: 'o1', title: '#1001', to: '/order/list?id=o1' }])
  await waitFor(() => expect(titles()).toEqual(['#1001', 'PO1001']))
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
  type('10012')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(screen.getAllByText('正在查找…').length).toBeGreaterThan(0)
  const late = await asked('orders', '10012')
  ;(await asked('purchases', '10012')).answer([])
  late.answer([])
  await screen.findByText('没有找到')
})

it('the answer for a former word that arrives late is not shown', async () => {
  type('10')
  const former = await asked('orders', '10')
  type('1002')
  const latter = await asked('orders', '1002')
  former.answer([{ key: 'o0', title: '#10', to: '/order/list?id=o0' }])
  latter.answer([{ key: 'o2', title: '#1002', to: '/order/list?id=o2' }])
  await waitFor(() => expect(titles()).toEqual(['#1002']))
})

it('a source that can’t be searched says so, and the others are shown', async () => {
  type('1003')
  ;(await asked('orders', '1003')).fail(new Error('broken'))
  ;(await asked('purchases', '1003')).answer([{ key: 'p3', title: 'PO1003', to: '/purchase/list?id=p3' }])
  const group = await screen.findByRole('group', { name: '订单' })
  expect(within(group).getByText(/没有查到/)).toBeTruthy()
  expect(titles()).toEqual(['PO1003'])
  key('Enter')
  expect(router.state.location.search).toBe('?id=p3')
})

it('only what the person may call is searched', async () => {
  session.refresh(PERSON, '/api/order/center/getOrdersByCondition')
  type('1004')
  ;(await asked('orders', '1004')).answer([])
  await screen.findByText('没有找到')
  expect(searches.purchases).toEqual([])
})

it('Escape closes it at once, not only when the browser tells that it did, and not while a Chinese word is composed', () => {
  key('Escape', { isComposing: true })
  expect(isClosed).toBe(false)
  expect(key('Escape')).toBe(false)
  expect(isClosed).toBe(true)
})
