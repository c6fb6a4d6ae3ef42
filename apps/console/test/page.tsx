import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { session, toast } from '../src/lib/client.ts'
import { flushPreferences } from '../src/lib/preferences.ts'
import { queryClient } from '../src/lib/query-client.ts'
import { DialogHost } from '../src/ui/dialog-host.tsx'
import { dialogs } from '../src/ui/dialogs.store.ts'
import { moveInto, openApp } from './app.ts'
import { logIn } from './person.ts'

export type OpenedApp = Awaited<ReturnType<typeof openApp>>

/** Opens an app with these answers, moves the page to its origin, and logs in an account with every right. */
export async function enterApp(answers: Parameters<typeof openApp>[0]): Promise<OpenedApp> {
  const app = await openApp(answers)
  moveInto(app.origin)
  closeToasts()
  logIn()
  return app
}

/** A call of an earlier test may fail only after that test has ended. */
function closeToasts(): void {
  for (const one of toast.get()) toast.close(one.id)
}
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10))

/** Cleans up after a test: rendered elements, session, cached answers, drafts, toasts, app. */
export async function leaveApp(app: OpenedApp): Promise<void> {
  cleanup()
  // The toast of an act that is still running belongs to this test. An act that a test keeps waiting is cut off below.
  for (let turn = 0; turn < 30 && queryClient.isMutating() > 0; turn++) await pause()
  await flushPreferences()
  session.end()
  // A read that is cut off by the closing server would show its failure in the next test.
  await queryClient.cancelQueries()
  queryClient.clear()
  localStorage.clear()
  app.close()
  // A call that the closed server cuts off fails only now.
  await pause()
  // A question that is still open would be asked in the next test, and in the next file.
  for (const { answer } of dialogs.get()) answer(undefined)
  closeToasts()
}

/** A page or a drawer with the shell's providers: query cache, router, dialog host. */
const inShell = (page: ReactNode): ReactNode => (
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>
      {page}
      <DialogHost />
    </MemoryRouter>
  </QueryClientProvider>
)

/** Renders it in the shell; `redraw` renders it again with other properties. */
export function draw(page: ReactNode): { redraw: (again: ReactNode) => void } {
  const { rerender } = render(inShell(page))
  return { redraw: (again) => rerender(inShell(again)) }
}
