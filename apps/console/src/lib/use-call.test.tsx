// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveInto, openApp, reply } from '../../test/app.ts'
import { session, toast } from './client.ts'
import { Can } from './permission.tsx'
import { queryClient } from './query-client.ts'
import type { Done } from './use-call.ts'
import { useAct, useRead } from './use-call.ts'

const LIST = 'GET /admin/dictionary/queryDictionaries'
const RULES = 'GET /api/pricing/queryPriceRules'
const ADD = 'POST /admin/dictionary/addDictionary'
const USER = {
  id: 'u1',
  userAccount: 'a',
  name: 'A',
  roleType: 0 as const,
  lastLoginTime: null,
  mustChangePassword: false,
  mustBindAuthenticator: false,
}

let app: Awaited<ReturnType<typeof openApp>>
let names: string[]
let waiting: (() => void)[]
let answerToAdd: () => unknown

beforeEach(async () => {
  names = ['甲']
  waiting = []
  answerToAdd = () => {
    names.push('乙')
    return {}
  }
  app = await openApp({
    [LIST]: ({ query }, res) => {
      const send = (): void =>
        reply(res, {
          code: 200,
          data: { list: names.map((name) => ({ name })), total: names.length, page: Number(query.get('page')) },
        })
      if (query.get('page') === '2') waiting.push(send)
      else send()
    },
    [RULES]: () => [],
    [ADD]: () => answerToAdd(),
  })
  moveInto(app.origin)
  session.begin('token', USER)
})
afterEach(() => {
  cleanup()
  session.end()
  queryClient.clear()
  for (const one of toast.get()) toast.close(one.id)
  app.close()
})

const wrap = (page: ReactNode): void =>
  void render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)
let lastDone: Done<unknown> | undefined

function Page(): ReactNode {
  const [page, setPage] = useState(1)
  const list = useRead('queryDictionaries', { page, pageSize: 10 })
  useRead('queryPriceRules', {})
  const add = useAct('addDictionary')
  return (
    <>
      <p data-testid="list" data-stale={list.isPlaceholderData}>
        {list.data?.list.map((one) => one.name).join(' ')}
      </p>
      <button onClick={() => setPage(2)}>下一页</button>
      <button onClick={() => void add.run({ code: 'x_y', name: '乙' }).then((done) => (lastDone = done))}>新增</button>
    </>
  )
}
const shown = (): string => screen.getByTestId('list').textContent

test('a successful change reads its lists again, and no others', async () => {
  wrap(<Page />)
  await waitFor(() => expect(shown()).toBe('甲'))
  fireEvent.click(screen.getByText('新增'))
  await waitFor(() => expect(shown()).toBe('甲 乙'))
  expect(lastDone).toMatchObject({ ok: true })
  expect([app.count(LIST), app.count(RULES)]).toEqual([2, 1])
})

test('a refused change is returned, not thrown, shown once, and reads nothing again', async () => {
  answerToAdd = () => ({
    code: 409,
    msg: '名称或编码已被使用',
    data: { refusal: 'name-taken', what: '名称或编码已被使用', fields: { code: '重复' } },
  })
  wrap(<Page />)
  await waitFor(() => expect(shown()).toBe('甲'))
  fireEvent.click(screen.getByText('新增'))
  await waitFor(() => expect(toast.get().map((one) => one.text)).toEqual(['名称或编码已被使用']))
  expect(lastDone).toMatchObject({ ok: false, error: { code: 409, explanation: { fields: { code: '重复' } } } })
  expect(app.count(LIST)).toBe(1)
})

test('the former page stays on the screen, marked as old, until the next has arrived', async () => {
  wrap(<Page />)
  await waitFor(() => expect(shown()).toBe('甲'))
  fireEvent.click(screen.getByText('下一页'))
  await waitFor(() => expect(waiting).toHaveLength(1))
  expect([shown(), screen.getByTestId('list').dataset.stale]).toEqual(['甲', 'true'])
  names = ['丙']
  await act(async () => waiting[0]!())
  await waitFor(() => expect(shown()).toBe('丙'))
  expect(screen.getByTestId('list').dataset.stale).toBe('false')
})

test('data of the former person is removed for the next', async () => {
  wrap(<Page />)
  await waitFor(() => expect(shown()).toBe('甲'))
  act(() => session.begin('token-2', { ...USER, id: 'u2' }))
  expect(queryClient.getQueryData(['queryDictionaries', { page: 1, pageSize: 10 }])).toBeUndefined()
})

test('an element is shown only with its right, and appears as soon as it is granted', () => {
  wrap(
    <Can call="addDictionary">
      <button>新增字典</button>
    </Can>,
  )
  expect(screen.queryByText('新增字典')).toBeNull()
  act(() => session.refresh(USER, '/merchant/admin/dictionary/addDictionary'))
  expect(screen.queryByText('新增字典')).not.toBeNull()
})

const POLL = 'GET /api/order/center/queryOrderFeeds'
function Polled(): ReactNode {
  const { refetch } = useRead('queryOrderFeeds', {}, { refetchInterval: 20 })
  return <button onClick={() => void refetch()}>重试</button>
}

test('a polled read shows its first failure in a toast, not the following ones, and again when the person tries again', async () => {
  const shown: string[] = []
  const stop = toast.subscribe(() => {
    const last = toast.get().at(-1)
    if (last) shown.push(last.text)
    // Closes the toast, as after three seconds: the next one can then be suppressed only by the series.
    if (last) queueMicrotask(() => toast.close(last.id))
  })
  let answered = 0
  app.close()
  app = await openApp({ [POLL]: () => ({ code: 500, msg: `坏了 ${(answered += 1)}` }) })
  moveInto(app.origin)
  wrap(<Polled />)
  await waitFor(() => expect(answered).toBeGreaterThan(3))
  expect(shown).toEqual(['坏了 1'])
  fireEvent.click(screen.getByText('重试'))
  await waitFor(() => expect(shown).toHaveLength(2))
  cleanup()
  wrap(<Polled />)
  await waitFor(() => expect(shown).toHaveLength(3))
  stop()
})
