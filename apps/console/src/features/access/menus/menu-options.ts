import type { MenuRow } from '@huoqiao/contract/access/access.schema'
import { buildTree } from '@huoqiao/kit/tree'
import type { TreeNode } from '@huoqiao/kit/tree'

export type MenuOption = { value: string; title: string; children?: MenuOption[] }

const optionOf = (node: TreeNode<MenuRow>): MenuOption => ({
  value: node.id,
  title: node.name,
  ...(node.children ? { children: node.children.map(optionOf) } : {}),
})

/** The menu for a tree select; `without` leaves out an entry and everything below it, because an entry cannot be moved below itself. */
export const menuOptions = (menus: readonly MenuRow[], without?: ReadonlySet<string>): MenuOption[] =>
  buildTree(menus.filter((menu) => !without?.has(menu.id))).map(optionOf)
