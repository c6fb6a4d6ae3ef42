import type { Location } from 'react-router'
import type { PageRecord } from '../pages.ts'

/** A page that was opened in this window and may be kept alive behind the one on the screen. */
export type View = {
  key: string
  page: PageRecord
  /** the address when this view was last visible: a hidden view must not follow later navigation */
  location: Location
  /** counts how often the view was built again */
  build: number
}

export type Place = Omit<View, 'build'>

/**
 * The views after the person opened `current`: it is added or updated. Views whose tab was closed, views that are not kept (noCache) and
 * the one to be refreshed are removed. `ahead` is the page that the person is about to open: it is prepared behind the others for as long
 * as that seems so. Returns the same array when nothing changed.
 */
export function placeView(
  views: readonly View[],
  current: Place,
  keep: { openKeys: ReadonlySet<string>; refreshKey?: string | undefined; ahead?: Place | undefined },
): readonly View[] {
  const { ahead } = keep
  const now = placeCurrent(views, current, keep)
  const isThere = !ahead || ahead.key === keep.refreshKey || now.some((view) => view.key === ahead.key)
  return isThere ? now : [...now, { ...ahead, build: 0 }]
}

function placeCurrent(
  views: readonly View[],
  current: Place,
  keep: { openKeys: ReadonlySet<string>; refreshKey?: string | undefined; ahead?: Place | undefined },
): readonly View[] {
  const stays = (view: View): boolean =>
    view.key === current.key ||
    (view.key !== keep.refreshKey &&
      (view.key === keep.ahead?.key || (keep.openKeys.has(view.key) && view.page.meta?.noCache !== true)))
  const kept = views.filter(stays)
  const at = kept.findIndex((view) => view.key === current.key)
  if (at < 0) return [...kept, { ...current, build: 0 }]
  if (isSamePlace(kept[at]!.location, current.location)) return kept.length === views.length ? views : kept
  return kept.with(at, { ...kept[at]!, location: current.location })
}

/** The same address reached in another way: there is nothing new to render. */
const isSamePlace = (a: Location, b: Location): boolean =>
  a === b || (a.pathname === b.pathname && a.search === b.search && a.hash === b.hash && a.state === b.state)
