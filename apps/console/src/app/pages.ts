import type { ComponentType } from 'react'
import { createElement, use } from 'react'
import { matchPath } from 'react-router'
import { loadPage } from './chunk-loading.ts'
import type { FeatureRoute } from '../lib/feature-route.ts'

export const NOT_FOUND_PATH = '/404'

/** A page that the console can show: a feature's record with its lazily loaded component. */
export type PageRecord = Omit<FeatureRoute, 'load'> & {
  element: ComponentType
  /** Begins to fetch the code of a page that is about to be shown, in parallel with its data. */
  start: (this: void) => void
  /** Fetches the code in advance; a failure is ignored. */
  warm: (this: void) => Promise<void>
}

type Loaded = { default: ComponentType }

export function toPage({ load, ...route }: FeatureRoute): PageRecord {
  let here: Loaded | undefined
  let loading: Promise<Loaded> | undefined
  const keep = (page: Loaded): Loaded => (here = page)
  const once = (): Promise<Loaded> => (loading ??= loadPage(route.name, load).then(keep))
  const unneeded = (error: unknown): void => console.warn('a page was not fetched ahead', error)
  return {
    ...route,
    // Code that is loaded already is rendered at once: for a promise, even a resolved one, React shows the skeleton for at least 300 ms.
    element: () => createElement((here ?? use(once())).default),
    // The view that shows the page reports the failure.
    start: () => void once().catch(unneeded),
    warm: () => load().then((page) => void keep(page), unneeded),
  }
}

/**
 * Static addresses before those with parameters, longer before shorter, so that the exact page matches first, whatever the order of the
 * files.
 */
export function sortPages<T extends Pick<FeatureRoute, 'path'>>(pages: readonly T[]): T[] {
  const rank = (path: string): number => path.split('/').reduce((sum, part) => sum + (part.startsWith(':') ? 1 : 10), 0)
  return [...pages].sort((a, b) => rank(b.path) - rank(a.path))
}

export const findPage = <T extends Pick<FeatureRoute, 'path'>>(pages: readonly T[], pathname: string): T | undefined =>
  pages.find((page) => matchPath({ path: `/${page.path}`, caseSensitive: true }, pathname) !== null)

/**
 * Specification, section 2: an address without a named route goes to /404, and so does one named "undefined" unless it lies
 * under an admin path.
 */
export function isLost(page: Pick<FeatureRoute, 'name'> | undefined, pathname: string): boolean {
  if (!page?.name) return true
  return page.name === 'undefined' && !pathname.startsWith('/admin')
}

/** The key that identifies a kept view and its tab. */
export const viewKey = (page: Pick<FeatureRoute, 'name' | 'tab'>, pathname: string): string =>
  page.tab === 'route' ? `@${page.name}` : pathname.replace(/(.)\/+$/, '$1')
