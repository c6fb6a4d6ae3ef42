import type { MenuItem } from '@huoqiao/contract/access/access.schema'

/**
 * Exactly one element: its children are the menu; otherwise the array itself is (specification, section 7). One without children is a
 * page, such as the home of a role that may see nothing else, and stands in the menu itself.
 */
export function menuOf(answer: readonly MenuItem[]): readonly MenuItem[] {
  const children = answer.length === 1 ? (answer[0]!.children ?? []) : []
  return children.length > 0 ? children : answer
}

const parts = (url: string): { path: string; query: URLSearchParams } => {
  const [path = '', query = ''] = url.split('#')[0]!.split('?')
  return { path: `/${path.replace(/^\/+|\/+$/g, '')}`, query: new URLSearchParams(query) }
}

/** The path of a page that a menu url leads to. */
export const pathOf = (url: string): string => parts(url).path

/**
 * How well a menu url fits where the person is: 0 not at all; a url with a query must find each of its fields in the address
 * and then beats the same path without; a page below a url's path (a detail) fits less than the path itself.
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

/** The entries from the top of the menu down to the current one: the breadcrumb. Empty where no entry fits. */
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

/** The breadcrumb: the trail, and behind it the page itself where the menu only knows what stands above it. */
export function crumbsOf(trail: readonly MenuItem[], pathname: string, title: string): readonly MenuItem[] {
  const last = trail.at(-1)
  if (last && parts(last.url).path === parts(pathname).path) return trail
  return last?.name === title ? trail : [...trail, { id: 'page', name: title, url: '', menuIcon: '' }]
}
