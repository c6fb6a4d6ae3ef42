import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect } from 'vitest'
import Shell from '../src/app/shell/shell.tsx'
import { session, toast } from '../src/lib/client.ts'
import { openSessionStorage } from '../src/lib/local-storage.ts'
import { queryClient } from '../src/lib/query-client.ts'
import { moveInto, openApp } from './app.ts'
import { logIn, PERSON } from './person.ts'
import { productOf } from './product.ts'

export const LIST = 'GET /admin/dictionary/queryDictionaries'
export const DICTIONARIES = '/system/dictionaries'
export const EDITOR = '/shop/product/edit?id=p1'

type Answers = Parameters<typeof openApp>[0]
export type ShellBench = {
  app: Awaited<ReturnType<typeof openApp>>
  router: ReturnType<typeof createBrowserRouter>
  /** whether products can't be read */
  isDown: boolean
}

/**
 * The whole console for a person with every right, with a server that has products, stores their drafts, and has no dictionaries. A new one
 * for each test of the file. `more`: further answers.
 */
export function openShellBench(more: Answers = {}): ShellBench {
  const bench = {} as ShellBench
  beforeEach(async () => {
    bench.isDown = false
    bench.app = await openApp({ ...personalAnswers(), ...productAnswers(bench), ...more })
    moveInto(bench.app.origin)
    logIn()
  })
  afterEach(() => {
    closeWindow(bench)
    for (const id of [PERSON.id, 'u2']) openSessionStorage().removeItem(`huoqiao:tabs:${id}`)
    session.end()
    localStorage.clear()
    for (const one of toast.get()) toast.close(one.id)
    bench.app.close()
  })
  return bench
}

const personalAnswers = (): Answers => ({
  'GET /admin/login/safe_userMession': () => {
    const { userInfo, apiRight } = session.get()
    return { userInfo, apiRight, roleIds: [], environment: 'sandbox', serverTime: 0 }
  },
  'GET /admin/menu/queryMenuByRoleId': () => [],
  'GET /admin/preference/queryPreferences': () => ({ list: [] }),
  'POST /admin/preference/savePreferences': () => ({ code: 200, data: null }),
  [LIST]: () => ({ list: [], total: 0, page: 1 }),
})

function productAnswers(bench: ShellBench): Answers {
  const drafts = new Map<string, object>()
  return {
    'GET /api/alibaba/product/getProduct': ({ query }) =>
      bench.isDown ? { code: 500, msg: '服务器没有回答' } : productOf(query.get('productId') ?? ''),
    'GET /api/alibaba/product/getProductDraft': ({ query }) => ({
      code: 200,
      data: drafts.get(query.get('productId') ?? '') ?? null,
    }),
    'POST /api/alibaba/product/saveProductDraft': ({ body }) => {
      const { productId, version, draft } = JSON.parse(body) as { productId: string; version: number; draft: object }
      const savedAt = Date.now()
      drafts.set(productId, { version, savedAt, draft })
      return { savedAt }
    },
  }
}

export function closeWindow({ router }: ShellBench): void {
  cleanup()
  router.dispose()
  queryClient.clear()
}
export function openWindow(bench: ShellBench, at: string): void {
  window.history.replaceState(null, '', at)
  bench.router = createBrowserRouter([{ path: '*', element: <Shell /> }])
  render(<RouterProvider router={bench.router} />)
}
export const go = (bench: ShellBench, to: string): Promise<void> => act(() => bench.router.navigate(to))
export const address = ({ router }: ShellBench): string => router.state.location.pathname + router.state.location.search
const row = (): HTMLElement => screen.getByRole('navigation', { name: '打开的页面' })
export const tabs = (): (string | null)[] =>
  within(row())
    .getAllByRole('link')
    .map((one) => one.textContent)
export const tab = (title: string): HTMLElement => within(row()).getByText(title)
export const press = (text: string): boolean => fireEvent.click(screen.getByText(text))
export const search = (): Promise<HTMLInputElement> => screen.findByLabelText<HTMLInputElement>('编码或名称')
export const typeTitle = async (text: string): Promise<boolean> =>
  fireEvent.change(await screen.findByLabelText('英文标题'), { target: { value: text } })
export async function leaveWithDraft(bench: ShellBench): Promise<void> {
  await go(bench, DICTIONARIES)
  fireEvent.click(await screen.findByText('留着草稿离开'))
  await waitFor(() => expect(screen.queryByText('留着草稿离开')).toBeNull())
  expect(address(bench)).toBe(DICTIONARIES)
}
