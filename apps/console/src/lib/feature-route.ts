import type { ComponentType } from 'react'

/** What a page is, as data. Features export `routes: FeatureRoute[]` from `<feature>.routes.tsx`; the router collects them. */
export type FeatureRoute = {
  /** address without the leading slash, in react-router's syntax: `shop/product/list/:productId?` */
  path: string
  /** one word for the page; it is the key of kept views and tabs */
  name: string
  /** title of the tab, the browser tab and, where the menu has none, the breadcrumb; absent: the page sets it (useTabTitle) */
  title?: string
  /** title of the browser window where it differs from the tab's */
  windowTitle?: string
  /** loads the page; each page is a chunk of its own */
  load: () => Promise<{ default: ComponentType }>
  meta?: RouteMeta
  /** `path`: each address has its own tab and view; `route`: all addresses of the route share one (a drawer with an address) */
  tab?: 'path' | 'route'
}

export type RouteMeta = {
  /** pinned: cannot be closed */
  affix?: boolean
  /** the view is built again each time it is opened */
  noCache?: boolean
  /** no tab and no entry in the sidebar: helpers such as /redirect */
  hidden?: boolean
  /** not offered as a page that a menu may point to */
  notInMenu?: boolean
}
