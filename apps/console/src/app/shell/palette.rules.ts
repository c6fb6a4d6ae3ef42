import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { pinyinInitials } from '../../lib/pinyin.ts'

export type PalettePage = { title: string; trail: string; to: string }

/** The pages of a person's menu, with the groups that they belong to. */
export function menuPages(menu: readonly MenuItem[], above: readonly string[] = []): PalettePage[] {
  return menu.flatMap((item) => {
    const children = item.children ?? []
    if (children.length > 0) return menuPages(children, [...above, item.name])
    if (item.url === '') return []
    return [{ title: item.name, trail: above.join(' / '), to: item.url.startsWith('/') ? item.url : `/${item.url}` }]
  })
}

/**
 * How well a page matches: 3 its name begins with the text, 2 its initials do, 1 the text is somewhere in name, initials or address; 0 no
 * match.
 */
function pageFit(page: Pick<PalettePage, 'title' | 'to'>, words: string): number {
  const wanted = words.toLowerCase().replaceAll(/\s+/g, '')
  const title = page.title.toLowerCase()
  const initials = pinyinInitials(page.title)
  if (title.startsWith(wanted)) return 3
  if (initials.startsWith(wanted)) return 2
  return title.includes(wanted) || initials.includes(wanted) || page.to.toLowerCase().includes(wanted) ? 1 : 0
}

/** The matching pages, best first, in menu order among equals. */
export const findPages = <P extends Pick<PalettePage, 'title' | 'to'>>(pages: readonly P[], words: string): P[] =>
  pages
    .map((page) => ({ page, fit: pageFit(page, words) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ page }) => page)
