// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveInto, openApp } from '../../test/app.ts'
import { logIn } from '../../test/person.ts'
import { session, toast } from './client.ts'
import type { ListQuery } from './list-query.ts'
import { NO_NUMBER, TABLE_PAGING, useListQuery } from './list-query.ts'
import { flushPreferences } from './preferences.ts'
import { queryClient } from './query-client.ts'
import { useRead } from './use-call.ts'

const LIST = 'GET /admin/dictionary/queryDictionaries'
const DEFAULTS = { keyword: '', state: 'open', from: NO_NUMBER, only: false }
const WORDS = { state: ['open', 'closed', ''] }
const REMEMBERED = ['state'] as const

let app: Awaited<ReturnType<typeof openApp>>
let router: ReturnType<typeof createMemoryRouter>
let list: ListQuery<typeof DEFAULTS>
/** a word that the server refuses as unknown */
let refused: string | undefined
beforeEach(async () => {
  refused = undefined
  app = await openApp({
    [LIST]: ({ query }) =>
      query.get('keyword') === refused
        ? {
            code: 422,
            msg: '没有这样的',
            data: { refusal: 'invalid', what: '没有这样的', fields: { keyword: '不是' } },
          }
        : { list: [], total: 0, page: 1 },
    'POST /admin/preference/savePreferences': () => null,
  })
  moveInto(app.origin)
  logIn()
})
afterEach(async () => {
  cleanup()
  await flushPreferences()
  session.end()
  queryClient.clear()
  localStorage.clear()
  for (const one of toast.get()) toast.close(one.id)
  app.close()
})

function Page(): ReactNode {
  const shown = useListQuery('things', DEFAULTS, { paging: TABLE_PAGING, words: WORDS, remember: REMEMBERED })
  useEffect(() => void (list = shown))
  const { filters, page, pageSize } = shown
  const read = useRead('queryDictionaries', { keyword: filters.keyword, page, pageSize })
  return <p>{read.isFetching ? '正在读' : '读完了'}</p>
}
async function open(search = ''): Promise<void> {
  router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [`/things${search}`] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByText('读完了')
}
const search = (): string => router.state.location.search
const toasts = (): string[] => toast.get().map(({ text }) => text)

test('the address contains what differs from the defaults, and nothing else', async () => {
  await open()
  act(() => list.setFilters({ keyword: '颜色', only: true }))
  expect(search()).toBe('?keyword=%E9%A2%9C%E8%89%B2&only=true')
  expect([list.filters, list.changed]).toEqual([{ ...DEFAULTS, keyword: '颜色', only: true }, 2])
  act(() => list.setFilters({ keyword: '', only: false }))
  expect([search(), list.changed]).toEqual(['', 0])
})

test('a list that is opened by its address has the filters of the address, in their own types', async () => {
  await open('?keyword=123&from=5&only=true&page=3&pageSize=48&other=x')
  expect(list.input).toEqual({ keyword: '123', state: 'open', from: 5, only: true, page: 3, pageSize: 48 })
  act(() => list.setFilters({ keyword: '' }))
  // Parameters that are not of the list stay, for example of a drawer.
  expect(search()).toBe('?from=5&only=true&pageSize=48&other=x')
})

test('a changed filter returns to the first page, a changed page keeps the filters', async () => {
  await open('?keyword=a')
  act(() => list.setPage(4, list.pageSize))
  expect([search(), list.page]).toEqual(['?keyword=a&page=4&pageSize=10', 4])
  act(() => list.setFilters({ keyword: 'b' }))
  expect(list.page).toBe(1)
})

test('two filters that are changed one after the other before the page is rendered are both set', async () => {
  await open()
  act(() => {
    list.setFilters({ keyword: 'a' })
    list.setFilters({ only: true })
  })
  expect(list.filters).toMatchObject({ keyword: 'a', only: true })
})

test('the page size and remembered filters are used the next time, and the address takes precedence', async () => {
  await open()
  act(() => list.setPage(1, 48))
  act(() => list.setFilters({ state: 'closed', keyword: 'a' }))
  cleanup()
  await open()
  expect(list.filters).toEqual({ ...DEFAULTS, state: 'closed' })
  expect(list.pageSize).toBe(48)
  cleanup()
  await open('?state=open&pageSize=96')
  expect([list.filters.state, list.pageSize]).toEqual(['open', 96])
})

test('returning to a default that differs from what is remembered is remembered as well', async () => {
  await open()
  act(() => list.setFilters({ state: 'closed' }))
  act(() => list.setFilters({ state: 'open' }))
  // It is in the address, otherwise the link would show another person their own remembered filter.
  expect([search(), list.filters.state]).toEqual(['?state=open', 'open'])
  cleanup()
  await open()
  expect(list.filters.state).toBe('open')
})

test('a page size that the list does not offer is ignored', async () => {
  await open('?pageSize=7')
  expect(list.pageSize).toBe(10)
})

test.each([
  ['a word that is none', '?state=gone&keyword=a', 'state=gone'],
  ['a number that is none', '?from=soon&keyword=a', 'from=soon'],
  ['a yes or no that is neither', '?only=perhaps&keyword=a', 'only=perhaps'],
])('%s is removed from the address, with a notice, and the rest stays', async (_what, address, named) => {
  await open(address)
  expect(toasts()).toEqual([`没有这样的筛选，已去掉：${named}`])
  expect([search(), list.filters]).toEqual(['?keyword=a', { ...DEFAULTS, keyword: 'a' }])
})

test('a word that the server refuses is removed as well, and is no failure', async () => {
  refused = 'x'
  await open('?keyword=x&only=true')
  expect(toasts()).toEqual(['没有这样的筛选，已去掉：keyword=x'])
  expect(search()).toBe('?only=true')
})

test('a saved view sets its filters, and removes the others', async () => {
  await open('?keyword=a&state=closed')
  const { address } = list.view
  act(() => list.setFilters({ keyword: '', only: true, state: 'open' }))
  act(() => list.view.open(address))
  expect(list.filters).toEqual({ ...DEFAULTS, keyword: 'a', state: 'closed' })
})

test('清空 removes all filters and leaves the page size', async () => {
  await open('?keyword=a&from=5&only=true&pageSize=48&page=2')
  act(() => list.reset())
  expect([list.filters, list.page, list.pageSize]).toEqual([DEFAULTS, 1, 48])
})
