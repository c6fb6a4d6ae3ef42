import type { ReactNode } from 'react'
import {
  Activity,
  memo,
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import {
  NavigationType,
  Route,
  Routes,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router'
import type { Stage } from '../../lib/stage.ts'
import { createStage, StageContext } from '../../lib/stage.ts'
import { TabTitleContext } from '../../lib/tab-title.ts'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { progress } from '../progress.store.ts'
import { useKeptScroll } from './kept-scroll.ts'
import { ViewBoundary } from './view-boundary.tsx'
import type { Place, View } from './views.rules.ts'
import { placeView } from './views.rules.ts'
import styles from './views.module.css'

type ViewsProps = {
  current: Place
  /** the page that the person is about to open */
  ahead: Place | undefined
  openKeys: ReadonlySet<string>
  refreshKey: string | undefined
  rename: (key: string, title: string) => void
}

/** The visible page and the hidden pages that are still open: their state is kept while their effects are stopped (React Activity). */
export function Views({ current, ahead, openKeys, refreshKey, rename }: ViewsProps): ReactNode {
  const [views, setViews] = useState<readonly View[]>([])
  const next = placeView(views, current, { openKeys, refreshKey, ahead })
  // Derived during rendering, so that a new page is not rendered one frame late.
  if (next !== views) setViews(next)
  return next.map((view) => (
    <Activity key={view.key} mode={view.key === current.key ? 'visible' : 'hidden'} name={view.page.name}>
      <ViewFrame view={view} rename={rename} arrival={view.key === current.key ? current.location.key : undefined} />
    </Activity>
  ))
}

type ViewFrameProps = {
  view: View
  rename: ViewsProps['rename']
  /** the key of the navigation that led here; undefined while another page is visible */
  arrival: string | undefined
}

/** A kept page is rendered again only when its own address changed: returning to it only shows it. */
const ViewFrame = memo(function ViewFrame({ view, rename, arrival }: ViewFrameProps): ReactNode {
  const { key, page, location } = view
  const { frame, scrolledTo } = useKeptScroll(key)
  // The focus is removed while the element is still visible: the browser removes it from a hidden element a moment later, when a date field
  // has already lost its parts and fails.
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && frame.current?.contains(focused)) focused.blur()
    },
    [frame],
  )
  const [stage, turn] = useStage(arrival === undefined)
  const shown = useMemo(
    () => (
      <AtAddress location={location}>
        <StageContext value={stage}>
          <TabTitleContext value={(title) => rename(key, title)}>
            <Routes location={location}>
              <Route path={page.path} element={<Page page={page} turn={turn} />} />
            </Routes>
          </TabTitleContext>
        </StageContext>
      </AtAddress>
    ),
    [key, page, location, rename, stage, turn],
  )
  return (
    <div
      ref={frame}
      className={styles.view}
      data-view={page.name}
      onScroll={(event) => {
        if (event.target === event.currentTarget) scrolledTo(event.currentTarget.scrollTop)
      }}
    >
      <ViewBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Arrived key={arrival} />
          {shown}
        </Suspense>
      </ViewBoundary>
    </div>
  )
})

/** A view that is prepared is rendered again with each answer until it is visible; from then on it subscribes itself. */
function useStage(isAhead: boolean): [stage: Stage, turn: number] {
  const [turn, again] = useReducer((count: number) => count + 1, 0)
  const [stage] = useState(() => createStage(isAhead, () => startTransition(again)))
  // Effects do not run until the view is visible for the first time.
  useLayoutEffect(() => stage.enter(), [stage])
  return [stage, turn]
}

/** `turn`: counts the answers that the page was rendered again for. */
function Page({ page }: { page: View['page']; turn: number }): ReactNode {
  return <page.element />
}

const NOWHERE = { outlet: null, matches: [], isDataRoute: false }

/** The router as this page sees it: its address does not change while the person is on another page. */
function AtAddress({ location, children }: { location: View['location']; children: ReactNode }): ReactNode {
  const here = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  return (
    <LocationContext value={here}>
      <RouteContext value={NOWHERE}>{children}</RouteContext>
    </LocationContext>
  )
}

/** Rendered after the page: its effect runs when the page has been rendered. */
function Arrived(): null {
  useEffect(() => {
    const timer = setTimeout(progress.done, 0)
    return () => clearTimeout(timer)
  }, [])
  return null
}
