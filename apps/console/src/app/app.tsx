import type { ReactNode } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadPage } from './chunk-loading.ts'
import { ProgressBar } from './progress-bar.tsx'
import { progress } from './progress.store.ts'
import { RootFailure } from './root-failure.tsx'
import { Toasts } from './toasts.tsx'

/**
 * Two entries: the login page, which loads without the shell, and everything else inside the shell. The shell finds the page for the
 * address itself, so that it can keep pages alive after they are left.
 */
const router = createBrowserRouter([
  {
    path: '/login',
    ErrorBoundary: RootFailure,
    HydrateFallback: Nothing,
    lazy: async () => ({ Component: (await loadPage('login', () => import('./login/login.page.tsx'))).default }),
  },
  {
    path: '*',
    ErrorBoundary: RootFailure,
    HydrateFallback: Nothing,
    lazy: async () => ({ Component: (await loadPage('shell', () => import('./shell/shell.tsx'))).default }),
  },
])
progress.start()
router.subscribe(({ navigation }) => {
  if (navigation.state === 'loading') progress.start()
})

function Nothing(): ReactNode {
  return null
}

export function App(): ReactNode {
  return (
    <>
      <ProgressBar />
      <RouterProvider router={router} />
      <Toasts />
    </>
  )
}
