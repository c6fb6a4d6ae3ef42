import type { MenuItem } from '@huoqiao/contract/access/access.schema'

/**
 * With exactly one element its children are the menu, otherwise the array itself (specification, section 7). A single element without
 * children is a page (for example the home page of a role that may see nothing else) and is shown in the menu itself.
 */
export function menuOf(answer: readonly MenuItem[]): readonly MenuItem[] {
  const children = answer.length === 1 ? (answer[0]!.children ?? []) : []
  return children.length > 0 ? children : answer
}

const parts = (url: string): { path: string; query: URLSearchParams } => {
  const [path = '', query = ''] = url.split('#')[0]!.split('?')
  return { path: `/${path.replace(/^\/+|\/+$/g, '')}`, query: new URLSearchParams(query) }
}

/** The path of the page that a menu URL opens. */
export const pathOf = (url: string): string => parts(url).path

/**
 * How well a menu URL matches the address: 0 not at all. A URL with a query matches only when the address has each of its fields, and then
 * scores higher than the same path without a query. A page below the URL's path (a detail page) scores lower than the path itself.
 */
function fit(url: string, pathname: string, search: URLSearchParams): number {
  if (url === '') return 0
  const menu = parts(url)
  const here = parts(pathname).path
  const fields = [...menu.query]
  if (fields.some(([key, value]) => search.get(key) !== value)) return 0
  if (menu.path === here) return 1_000_000 + fields.length * 1000
  const isBelow = menu.path !== '/' && here.startsWith(`${menu.path}/`)
  return isBelow ? menu.path.length * 1000 + fields.length : 0
}

/** The entries from the top of the menu down to the current one: the breadcrumb. Empty when no entry matches. */
export function trailTo(menu: readonly MenuItem[], pathname: string, search: string): MenuItem[] {
  const query = new URLSearchParams(search)
  let best: { trail: MenuItem[]; fit: number } = { trail: [], fit: 0 }
  const walk = (items: readonly MenuItem[], above: readonly MenuItem[]): void => {
    for (const item of items) {
      const trail = [...above, item]
      const score = fit(item.url, pathname, query)
      if (score > best.fit) best = { trail, fit: score }
      walk(item.children ?? [], trail)
    }
  }
  walk(menu, [])
  return best.trail
}

/** The breadcrumb: the trail, followed by the page itself where the menu only has its parent. */
export function crumbsOf(trail: readonly MenuItem[], pathname: string, title: string): readonly MenuItem[] {
  const last = trail.at(-1)
  if (last && parts(last.url).path === parts(pathname).path) return trail
  return last?.name === title ? trail : [...trail, { id: 'page', name: title, url: '', menuIcon: '' }]
}
