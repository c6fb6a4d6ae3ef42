import type { MenuRow } from '@huoqiao/contract/access/access.schema'
import type { TreeNode } from '@huoqiao/kit/tree'
import { buildTree } from '@huoqiao/kit/tree'
import type { TreeProps } from 'antd'
import { Button, Tree } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useAddressField } from '../../../lib/address-field.ts'
import { toast } from '../../../lib/client.ts'
import { Can, useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { MenuIcon } from '../../../ui/menu-icon.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from '../access.module.css'
import { MenuDrawer } from './menu.drawer.tsx'
import type { Drop, Move } from './menu.rules.ts'
import { familyOf, moved, movesFor } from './menu.rules.ts'

const NOTHING = {}
const NEW = 'new'

type Shown = { key: string; title: ReactNode; children?: Shown[] }

/** The menu of the app as a tree: dragging changes the order and moves entries to other groups. */
export default function MenuTreePage(): ReactNode {
  const menus = useRead('queryMenus', NOTHING)
  const mayMove = useMay('moveMenus')
  const [edited, edit] = useAddressField('edit')
  const [parent, setParent] = useState<string | null>(null)
  const { rows, move } = useMoves(menus.data)
  const remove = useRemoval(rows)
  const tree = useMemo(() => {
    const shown = (node: TreeNode<MenuRow>): Shown => ({
      key: node.id,
      title: (
        <MenuBranch
          menu={node}
          onAdd={() => {
            setParent(node.id)
            edit(NEW)
          }}
          onEdit={() => edit(node.id)}
          onDelete={() => void remove(node)}
        />
      ),
      ...(node.children ? { children: node.children.map(shown) } : {}),
    })
    return rows && buildTree(rows).map(shown)
  }, [rows, edit, remove])

  const addTop = (): void => {
    setParent(null)
    edit(NEW)
  }
  return (
    <ListPage
      title="菜单管理"
      subtitle="拖动可以调整顺序和上级；看得到哪些由角色决定"
      action={
        <Can call="addMenu">
          <Button type="primary" onClick={addTop}>
            新增菜单
          </Button>
        </Can>
      }
      note={menus.isError ? <FailureNote failure={menus.error} onRetry={() => void menus.refetch()} /> : null}
    >
      {tree === undefined ? (
        menus.isError ? null : (
          <RowSkeletons count={8} />
        )
      ) : tree.length === 0 ? (
        <EmptyState
          text="还没有菜单，侧栏是空的。"
          action={
            <Button type="primary" onClick={addTop}>
              新增菜单
            </Button>
          }
        />
      ) : (
        <div className={styles.sheet}>
          <Tree
            blockNode
            selectable={false}
            defaultExpandAll
            showLine
            draggable={mayMove}
            treeData={tree}
            onDrop={(info) => move(dropOf(info))}
          />
        </div>
      )}
      {edited === undefined || rows === undefined ? null : (
        <MenuDrawer
          key={`${edited}:${parent ?? ''}`}
          row={edited === NEW ? NEW : rows.find((row) => row.id === edited)}
          parentId={parent}
          menus={rows}
          onClose={() => edit(undefined)}
        />
      )}
    </ListPage>
  )
}

type DropInfo = Parameters<NonNullable<TreeProps['onDrop']>>[0]

/** Ant Design reports the gap as an index relative to the target's own: one less means before it, one more after it. */
function dropOf({ dragNode, node, dropToGap, dropPosition }: DropInfo): Drop {
  const own = Number(node.pos.split('-').at(-1))
  const where = !dropToGap ? 'into' : dropPosition < own ? 'before' : 'after'
  return { id: String(dragNode.key), target: String(node.key), where }
}

/** The rows as they were dropped, until the server has saved or refused the move. */
function useMoves(data: MenuRow[] | undefined) {
  const [pending, setPending] = useState<readonly Move[]>()
  const { run } = useAct('moveMenus')
  const rows = useMemo(() => (data && pending ? moved(data, pending) : data), [data, pending])
  async function move(drop: Drop): Promise<void> {
    const moves = rows && movesFor(rows, drop)
    if (!moves || moves.length === 0) return
    setPending(moves)
    const done = await run({ moves })
    setPending(undefined)
    if (done.ok) toast.success('菜单顺序已保存')
  }
  return { rows, move: (drop: Drop): void => void move(drop) }
}

/** Asks for confirmation, with the number of entries that are deleted with it. */
function useRemoval(rows: readonly MenuRow[] | undefined) {
  const { run } = useAct('deleteMenu')
  return useMemo(
    () =>
      async (menu: MenuRow): Promise<void> => {
        const below = familyOf(rows ?? [], menu.id).size - 1
        const sure = await askConfirm({
          title: `删除菜单“${menu.name}”？`,
          content:
            below > 0 ? `它下面的 ${below} 个菜单会一起删除，页面本身不受影响。` : '只删除菜单，页面本身不受影响。',
          okText: '删除',
          danger: true,
        })
        if (!sure) return
        const done = await run({ id: menu.id, version: menu.version })
        if (done.ok) toast.success(`已删除菜单 ${menu.name}`)
      },
    [rows, run],
  )
}

type MenuBranchProps = { menu: MenuRow; onAdd: () => void; onEdit: () => void; onDelete: () => void }

/** One entry of the tree, with its actions. */
function MenuBranch({ menu, onAdd, onEdit, onDelete }: MenuBranchProps): ReactNode {
  return (
    <div className={styles.branch} data-hidden={menu.hidden}>
      <span className={styles.menuName}>
        <MenuIcon name={menu.menuIcon} text={menu.name} />
        {menu.name}
      </span>
      <span className={styles.url}>{menu.url || '（分组）'}</span>
      {menu.hidden ? <StateTag hue="waiting" label="已隐藏" /> : null}
      <span className={styles.branchActions}>
        <Can call="addMenu">
          <Button type="link" onClick={onAdd}>
            添加下级
          </Button>
        </Can>
        <Can call="updateMenu">
          <Button type="link" onClick={onEdit}>
            编辑
          </Button>
        </Can>
        <Can call="deleteMenu">
          <CanButton type="link" danger allowed={menu.can.deleteMenu} onClick={onDelete}>
            删除
          </CanButton>
        </Can>
      </span>
    </div>
  )
}
