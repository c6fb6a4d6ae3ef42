import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach } from 'vitest'
import { toast } from '../src/lib/client.ts'
import { queryClient } from '../src/lib/query-client.ts'
import { DialogHost } from '../src/ui/dialog-host.tsx'
import { UNANSWERED } from './app.ts'
import { enterApp, leaveApp } from './page.tsx'
import type { OpenedApp } from './page.tsx'

type Answers = Parameters<typeof enterApp>[0]
export type PageBench = {
  app: OpenedApp
  router: ReturnType<typeof createMemoryRouter>
}

/** Calls of pickers on many pages. An unanswered call would show a toast, which would disturb tests of toasts. */
const ANSWERED_EVERYWHERE: Answers = {
  'POST /admin/preference/savePreferences': () => null,
  'GET /api/marketplace/queryMarketplaceAccountNames': () => [],
  'GET /admin/dictionary/queryDictionariesByCodes': () => [],
}

/** A logged-in person with every right and a server with these answers that stores preferences; a new one for each test of the file. */
export function openPageBench(answers: Answers): PageBench {
  const bench = {} as PageBench
  let stopRecording = (): void => undefined
  beforeEach(async () => {
    bench.app = await enterApp({ ...ANSWERED_EVERYWHERE, ...answers })
    // Only after the toasts of earlier tests are closed: otherwise they would be recorded as toasts of this test.
    stopRecording = recordToasts()
  })
  afterEach(async () => {
    await leaveApp(bench.app)
    stopRecording()
  })
  return bench
}

/** Renders the page at the address, without the shell. */
export function showPage(bench: PageBench, page: ReactNode, at: string): void {
  bench.router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={bench.router} />
      <DialogHost />
    </QueryClientProvider>,
  )
}

/**
 * Navigates like a person's click, which React handles only after the effects of the former page have ended. Otherwise the blocker of that
 * page could still be active, and the navigation would be lost.
 */
export async function go({ router }: Pick<PageBench, 'router'>, to: string): Promise<void> {
  await act(async () => undefined)
  await act(() => router.navigate(to))
}

/** Leaves the page and clears the query cache: only what the browser stores is left. */
export function leavePage(): void {
  cleanup()
  queryClient.clear()
}
const toastTexts = new Map<number, string>()
/** Records toasts: one stays for three seconds, and on a busy machine a test may look for it only after that. */
function recordToasts(): () => void {
  toastTexts.clear()
  return toast.subscribe(() => {
    for (const { id, text } of toast.get()) if (!text.startsWith(UNANSWERED)) toastTexts.set(id, text)
  })
}
/** The texts of all toasts of the test so far, also of those that are closed; not of calls that the test gave no answer for. */
export const toasts = (): string[] => [...toastTexts.values()]
