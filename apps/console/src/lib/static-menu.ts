import type { MenuItem } from '@huoqiao/contract/access/access.schema'

/** The menu file that is served beside the console, read without any cache (specification, section 7). */
export async function loadStaticMenu(now: number = Date.now()): Promise<MenuItem[]> {
  const response = await fetch(`/static/menu.json?t=${now}`)
  if (!response.ok) throw new Error(`the menu file answered HTTP ${response.status}`)
  const menu: unknown = await response.json()
  if (!Array.isArray(menu)) throw new Error('the menu file holds no list')
  return menu as MenuItem[]
}
