import { CONTEXT_MENU_MAX_X } from '@huoqiao/contract/specification'
import type { RouteMeta } from '../lib/feature-route.ts'

/**
 * A visited page (specification, section 3). `key` identifies the tab: the path, or the route's name where several addresses share a tab.
 */
export type VisitedTab = {
  key: string
  path: string
  fullPath: string
  query: Readonly<Record<string, string>>
  name: string
  /** absent while the page is still loading what it shows */
  title?: string
  meta: RouteMeta
}

const LOADING_TITLE = '加载中...'
export const tabTitle = (tab: Pick<VisitedTab, 'title'>): string => tab.title ?? LOADING_TITLE

/** Adds a tab at the end, or updates the existing one without moving it; a title that the page set is kept. */
export function addVisited(tabs: readonly VisitedTab[], tab: VisitedTab): VisitedTab[] {
  const at = tabs.findIndex((one) => one.key === tab.key)
  if (at < 0) return [...tabs, tab]
  const title = tab.title ?? tabs[at]!.title
  return tabs.with(at, { ...tab, ...(title === undefined ? {} : { title }) })
}

const isPinned = (tab: VisitedTab): boolean => tab.meta.affix === true

/** Pinned tabs stay. */
export const deleteOne = (tabs: readonly VisitedTab[], key: string): VisitedTab[] =>
  tabs.filter((tab) => tab.key !== key || isPinned(tab))
/** Keeps the pinned tabs and the given one. */
export const deleteOthers = (tabs: readonly VisitedTab[], key: string): VisitedTab[] =>
  tabs.filter((tab) => tab.key === key || isPinned(tab))
/** Keeps the pinned tabs. */
export const deleteAll = (tabs: readonly VisitedTab[]): VisitedTab[] => tabs.filter(isPinned)

/** Which page to open when the visible tab was closed: the last remaining one, otherwise home. Undefined: stay. */
export function afterClose(remaining: readonly VisitedTab[], currentKey: string): string | undefined {
  if (remaining.some((tab) => tab.key === currentKey)) return undefined
  return remaining.at(-1)?.fullPath ?? '/'
}

export const rename = (tabs: readonly VisitedTab[], key: string, title: string): VisitedTab[] =>
  tabs.map((tab) => (tab.key === key && tab.title !== title ? { ...tab, title } : tab))

export const contextMenuX = (x: number): number => Math.min(x, CONTEXT_MENU_MAX_X)
