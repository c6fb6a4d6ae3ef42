import type { MenuRow } from '@huoqiao/contract/access/access.schema'
import { buildTree } from '@huoqiao/kit/tree'
import type { TreeNode } from '@huoqiao/kit/tree'
import { Tree } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MenuIcon } from '../../../ui/menu-icon.tsx'
import styles from '../access.module.css'
import { heldWhole } from './grant.rules.ts'

type GrantMenusProps = {
  menus: readonly MenuRow[]
  held: readonly string[]
  isReadOnly: boolean
  onChange: (menuIds: string[]) => void
}

type Shown = { key: string; title: ReactNode; children?: Shown[] }
const shownOf = (node: TreeNode<MenuRow>): Shown => ({
  key: node.id,
  title: (
    <span className={styles.menuName}>
      <MenuIcon name={node.menuIcon} text={node.name} />
      {node.name}
      <span className={styles.faint}>
        {node.url}
        {node.hidden ? ' · 已隐藏' : ''}
      </span>
    </span>
  ),
  ...(node.children ? { children: node.children.map(shownOf) } : {}),
})

/** The menu as a tree of checkboxes; a group that is held in part is shown as indeterminate and is not sent (contract, roleResources). */
export function GrantMenus({ menus, held, isReadOnly, onChange }: GrantMenusProps): ReactNode {
  const tree = useMemo(() => buildTree(menus), [menus])
  const shown = useMemo(() => tree.map(shownOf), [tree])
  const ticked = useMemo(() => heldWhole(tree, new Set(held)), [tree, held])
  if (menus.length === 0) return <EmptyState text="还没有菜单。先在菜单管理里添加。" />
  return (
    <Tree
      blockNode
      checkable
      selectable={false}
      defaultExpandAll
      disabled={isReadOnly}
      treeData={shown}
      checkedKeys={ticked}
      onCheck={(keys) => onChange((Array.isArray(keys) ? keys : keys.checked).map(String))}
    />
  )
}
