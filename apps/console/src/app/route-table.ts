import type { FeatureRoute } from '../lib/feature-route.ts'

const ofFeatures = import.meta.glob<readonly FeatureRoute[]>('../features/*/*.routes.tsx', {
  eager: true,
  import: 'routes',
})

/** The console's own pages: those that specification section 2 names besides the pages of the features. */
const own: readonly FeatureRoute[] = [
  {
    path: '404',
    name: 'notFound',
    title: '未知页面',
    windowTitle: '页面错误',
    load: () => import('./not-found.page.tsx'),
    meta: { notInMenu: true },
  },
  {
    path: 'redirect',
    name: 'redirect',
    title: '刷新页面',
    load: () => import('./redirect.page.tsx'),
    meta: { hidden: true, noCache: true, notInMenu: true },
  },
]

/** Every page of the console, by feature; the build writes them to pages.json beside the console. */
export const routes: readonly FeatureRoute[] = [...own, ...Object.values(ofFeatures).flat()]

/** A page that a menu may point to. */
export type MenuPage = { url: string; name: string; title: string }

/** Pages with a fixed address, for the menu administration. */
export const menuPages: readonly MenuPage[] = routes
  .filter((route) => route.meta?.notInMenu !== true)
  .map((route) => ({ ...route, path: route.path.replace(/\/:[^/]+\?$/, '') }))
  .filter((route) => !route.path.includes(':'))
  .map((route) => ({ url: `/${route.path}`, name: route.name, title: route.title ?? route.name }))
