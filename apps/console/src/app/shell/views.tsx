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
  /** where the person is about to go */
  ahead: Place | undefined
  openKeys: ReadonlySet<string>
  refreshKey: string | undefined
  rename: (key: string, title: string) => void
}

/** The page on the screen and, behind it, the pages left open: their state lives on while their effects rest (React Activity). */
export function Views({ current, ahead, openKeys, refreshKey, rename }: ViewsProps): ReactNode {
  const [views, setViews] = useState<readonly View[]>([])
  const next = placeView(views, current, { openKeys, refreshKey, ahead })
  // Derived while rendering, so that a new page is never drawn one beat late.
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
  /** which way led here; undefined while another page is on the screen */
  arrival: string | undefined
}

/** A kept page is drawn again only when its own address changed: going back to it costs nothing but to show it. */
const ViewFrame = memo(function ViewFrame({ view, rename, arrival }: ViewFrameProps): ReactNode {
  const { key, page, location } = view
  const { frame, scrolledTo } = useKeptScroll(key)
  // Left while it still stands: the browser takes the focus from what is hidden a moment later, when a date field has lost its own parts
  // and breaks on that.
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

/** A view that is drawn ahead is drawn again with each answer that comes, until it is on the screen: there it looks for itself. */
function useStage(isAhead: boolean): [stage: Stage, turn: number] {
  const [turn, again] = useReducer((count: number) => count + 1, 0)
  const [stage] = useState(() => createStage(isAhead, () => startTransition(again)))
  // Effects rest until the view is on the screen for the first time.
  useLayoutEffect(() => stage.enter(), [stage])
  return [stage, turn]
}

/** `turn`: counts the answers that it was drawn again with. */
function Page({ page }: { page: View['page']; turn: number }): ReactNode {
  return <page.element />
}

const NOWHERE = { outlet: null, matches: [], isDataRoute: false }

/** The router as this page sees it: not moving while the person is elsewhere. */
function AtAddress({ location, children }: { location: View['location']; children: ReactNode }): ReactNode {
  const here = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  return (
    <LocationContext value={here}>
      <RouteContext value={NOWHERE}>{children}</RouteContext>
    </LocationContext>
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
