import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'
import { matchPath } from 'react-router'
import { loadPage } from './chunk-loading.ts'
import type { FeatureRoute } from '../lib/feature-route.ts'

export const NOT_FOUND_PATH = '/404'

/** A page that the console can show: a feature's record with its lazily loaded component. */
export type PageRecord = Omit<FeatureRoute, 'load'> & { element: LazyExoticComponent<ComponentType> }

export const toPage = ({ load, ...route }: FeatureRoute): PageRecord => ({
  ...route,
  element: lazy(() => loadPage(route.name, load)),
})

/** Static addresses before those with parameters, longer before shorter, so that the exact page wins whatever the file order. */
export function sortPages<T extends Pick<FeatureRoute, 'path'>>(pages: readonly T[]): T[] {
  const rank = (path: string): number => path.split('/').reduce((sum, part) => sum + (part.startsWith(':') ? 1 : 10), 0)
  return [...pages].sort((a, b) => rank(b.path) - rank(a.path))
}

export const findPage = <T extends Pick<FeatureRoute, 'path'>>(pages: readonly T[], pathname: string): T | undefined =>
  pages.find((page) => matchPath(`/${page.path}`, pathname) !== null)

/**
 * Specification, section 2: an address without a named route goes to /404, and so does one named "undefined" unless it lies
 * under an admin path.
 */
export function isLost(page: Pick<FeatureRoute, 'name'> | undefined, pathname: string): boolean {
  if (!page?.name) return true
  return page.name === 'undefined' && !pathname.startsWith('/admin')
}

/** What tells one kept view and one tab from another. */
export const viewKey = (page: Pick<FeatureRoute, 'name' | 'tab'>, pathname: string): string =>
  page.tab === 'route' ? `@${page.name}` : pathname.replace(/(.)\/+$/, '$1')
