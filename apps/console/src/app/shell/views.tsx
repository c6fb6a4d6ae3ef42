import type { ReactNode } from 'react'
import { Activity, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Route, Routes } from 'react-router'
import { TabTitleContext } from '../../lib/tab-title.ts'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { progress } from '../progress.store.ts'
import { ViewBoundary } from './view-boundary.tsx'
import type { View } from './views.rules.ts'
import { placeView } from './views.rules.ts'
import styles from './views.module.css'

type ViewsProps = {
  current: Omit<View, 'build'>
  openKeys: ReadonlySet<string>
  refreshKey: string | undefined
  rename: (key: string, title: string) => void
}

/** The page on the screen and, behind it, the pages left open: their state lives on while their effects rest (React Activity). */
export function Views({ current, openKeys, refreshKey, rename }: ViewsProps): ReactNode {
  const [views, setViews] = useState<readonly View[]>([])
  const next = placeView(views, current, { openKeys, refreshKey })
  // Derived while rendering, so that a new page is never drawn one beat late.
  if (next !== views) setViews(next)
  return next.map((view) => (
    <Activity key={view.key} mode={view.key === current.key ? 'visible' : 'hidden'} name={view.page.name}>
      <ViewFrame view={view} rename={rename} />
    </Activity>
  ))
}

function ViewFrame({ view, rename }: { view: View; rename: ViewsProps['rename'] }): ReactNode {
  const { key, page } = view
  const name = useMemo(() => (title: string) => rename(key, title), [key, rename])
  const frame = useRef<HTMLDivElement>(null)
  const scrolled = useRef(0)
  // A hidden element may forget how far it was scrolled; it is put back before the view is seen again.
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = scrolled.current
  }, [])
  const Page = page.element
  return (
    <div
      ref={frame}
      className={styles.view}
      data-view={page.name}
      onScroll={(event) => {
        if (event.target === event.currentTarget) scrolled.current = event.currentTarget.scrollTop
      }}
    >
      <ViewBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Arrived key={view.location.key} />
          <TabTitleContext value={name}>
            <Routes location={view.location}>
              <Route path={page.path} element={<Page />} />
            </Routes>
          </TabTitleContext>
        </Suspense>
      </ViewBoundary>
    </div>
  )
}

/** Stands beside the page: its effect runs when the page has been drawn. */
function Arrived(): null {
  useEffect(() => {
    const timer = setTimeout(progress.done, 0)
    return () => clearTimeout(timer)
  }, [])
  return null
}
