import type { Product } from '@huoqiao/contract/products/products.schema'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach } from 'vitest'
import { queryClient } from '../src/lib/query-client.ts'
import ProductEditPage from '../src/features/products/editor/product-edit.page.tsx'
import { moveInto, openApp } from './app.ts'
import { leaveApp } from './page.tsx'
import { logIn } from './person.ts'
import { productOf } from './product.ts'

export const READ = 'GET /api/alibaba/product/getProduct'
export const READ_DRAFT = 'GET /api/alibaba/product/getProductDraft'
export const SAVE_DRAFT = 'POST /api/alibaba/product/saveProductDraft'
export const SAVE = 'POST /api/alibaba/product/editProduct'
const FAULT = { code: 500, msg: '服务器没有回答' }

type Kept = { version: number; savedAt: number; draft: Record<string, unknown> }
export type EditorBench = {
  app: Awaited<ReturnType<typeof openApp>>
  product: Product
  /** drafts of each person, by their token */
  drafts: Map<string, Kept>
  /** calls that are answered with an internal error */
  down: Set<string>
  router: ReturnType<typeof createMemoryRouter>
}

/** The product editor at /shop/product/edit?id=p1, with a server that stores one product and its drafts. */
export function openEditorBench(): EditorBench {
  const bench = {} as EditorBench
  beforeEach(async () => {
    const [drafts, down] = [new Map<string, Kept>(), new Set<string>()]
    const product = productOf('p1', { title: 'Cup' })
    const ways = { ...readsOf(bench), ...writesOf(bench) }
    const answers = Object.entries(ways).map(([name, answer]): [string, Way] => [
      name,
      (asked) => (down.has(name) ? FAULT : answer(asked)),
    ])
    Object.assign(bench, { drafts, down, product, app: await openApp(Object.fromEntries(answers)) })
    moveInto(bench.app.origin)
    logIn()
  })
  afterEach(async () => {
    cleanup()
    // The unmounted editor sends its draft now. It must not arrive in the next test, nor remove the draft that the next test keeps.
    await draftsSent(bench)
    await leaveApp(bench.app)
  })
  return bench
}

/** Waits until this browser keeps no draft that the server could still get. */
async function draftsSent({ down }: EditorBench): Promise<void> {
  if (down.has(SAVE_DRAFT)) return
  const isKept = (): boolean => Object.keys(localStorage).some((key) => key.includes(':product-draft:'))
  for (let turn = 0; turn < 100 && isKept(); turn++) await new Promise((resolve) => setTimeout(resolve, 10))
}

type Way = (asked: { body: string; authorization: string | undefined; query: URLSearchParams }) => unknown

const readsOf = (bench: EditorBench): Record<string, Way> => ({
  [READ]: ({ query }) => ({ ...bench.product, id: query.get('productId') }),
  [READ_DRAFT]: ({ authorization = '' }) => ({ code: 200, data: bench.drafts.get(authorization) ?? null }),
})

const writesOf = (bench: EditorBench): Record<string, Way> => ({
  [SAVE_DRAFT]({ authorization = '', body }) {
    const { version, draft } = JSON.parse(body) as Pick<Kept, 'version'> & { draft: Kept['draft'] | null }
    const savedAt = Date.now()
    if (draft === null) bench.drafts.delete(authorization)
    else bench.drafts.set(authorization, { version, savedAt, draft })
    return { savedAt }
  },
  [SAVE]({ body }) {
    const edit = JSON.parse(new URLSearchParams(body).get('edit') ?? '') as Partial<Product>
    bench.product = { ...bench.product, ...edit, version: bench.product.version + 1 }
    return bench.product
  },
})

export function showEditor(bench: EditorBench): void {
  bench.router = createMemoryRouter(
    [
      { path: '/shop/product/edit', element: <ProductEditPage /> },
      { path: '*', element: <p>别处</p> },
    ],
    { initialEntries: ['/shop/product/edit?id=p1'] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={bench.router} />
    </QueryClientProvider>,
  )
}
export async function openEditor(bench: EditorBench): Promise<void> {
  showEditor(bench)
  await screen.findByLabelText('英文标题')
}
/** After a reload, only what the browser stores is left. */
export async function reloadEditor(bench: EditorBench): Promise<void> {
  cleanup()
  queryClient.clear()
  await openEditor(bench)
}
export const titleNow = (): string => screen.getByLabelText<HTMLTextAreaElement>('英文标题').value
export const typeTitle = (text: string): boolean =>
  fireEvent.change(screen.getByLabelText('英文标题'), { target: { value: text } })
export const pressSave = (): boolean => fireEvent.click(screen.getByRole('button', { name: /^(loading )?保\s*存$/ }))
