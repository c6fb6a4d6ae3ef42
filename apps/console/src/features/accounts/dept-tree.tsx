import { MoreOutlined, PlusOutlined } from '@ant-design/icons'
import type { DeptRow } from '@huoqiao/contract/accounts/accounts.schema'
import { buildTree } from '@huoqiao/kit/tree'
import type { TreeNode } from '@huoqiao/kit/tree'
import { Button, Dropdown, Tree } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { toast } from '../../lib/client.ts'
import { Can, useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { askConfirm } from '../../ui/dialogs.store.ts'
import styles from './accounts.module.css'
import { DeptDrawer } from './dept.drawer.tsx'
import { useFindDeptRoleList } from './use-find-dept-role-list.ts'

type DeptTreeProps = { chosen: string; onChoose: (deptId: string) => void }
type Shown = { key: string; title: ReactNode; children?: Shown[] }
/** What the drawer edits: a department, or a new one below `parentId`. */
type Edited = { row: DeptRow } | { parentId: string | null }

/** The departments; selecting one filters the list of accounts. */
export function DeptTree({ chosen, onChoose }: DeptTreeProps): ReactNode {
  const depts = useFindDeptRoleList()
  const [edited, edit] = useState<Edited>()
  const { run: remove } = useAct('deleteDept')
  const tree = useMemo(() => {
    async function ask(dept: DeptRow): Promise<void> {
      const sure = await askConfirm({
        title: `删除部门“${dept.name}”？`,
        content: '有账号或下级部门时不能删除。',
        okText: '删除',
        danger: true,
      })
      if (!sure) return
      const done = await remove({ id: dept.id, version: dept.version })
      if (done.ok) toast.success(`已删除部门 ${dept.name}`)
    }
    const shown = (node: TreeNode<DeptRow>): Shown => ({
      key: node.id,
      title: (
        <Dept
          dept={node}
          count={countBelow(node)}
          onAdd={() => edit({ parentId: node.id })}
          onEdit={() => edit({ row: node })}
          onDelete={() => void ask(node)}
        />
      ),
      ...(node.children ? { children: node.children.map(shown) } : {}),
    })
    return buildTree(depts).map(shown)
  }, [depts, remove])
  return (
    <aside className={styles.depts} aria-label="部门">
      <header className={styles.deptsHead}>
        <b>部门</b>
        <Can call="addDept">
          <Button
            type="text"
            icon={<PlusOutlined />}
            aria-label="新增部门"
            title="新增部门"
            onClick={() => edit({ parentId: null })}
          />
        </Can>
      </header>
      <button type="button" className={styles.all} aria-pressed={chosen === ''} onClick={() => onChoose('')}>
        全部账号
      </button>
      {tree.length === 0 ? (
        <p className={styles.hint}>还没有部门。部门只用来归类账号，不影响权限。</p>
      ) : (
        <Tree
          key={depts.length}
          blockNode
          defaultExpandAll
          treeData={tree}
          selectedKeys={chosen === '' ? [] : [chosen]}
          onSelect={(keys) => onChoose(keys.length === 0 ? '' : String(keys[0]))}
        />
      )}
      {edited ? (
        <DeptDrawer
          row={'row' in edited ? edited.row : undefined}
          parentId={'parentId' in edited ? edited.parentId : null}
          depts={depts}
          onClose={() => edit(undefined)}
        />
      ) : null}
    </aside>
  )
}

/** Selecting a department shows the accounts of the departments below it too, so the count includes them. */
const countBelow = (node: TreeNode<DeptRow>): number =>
  (node.children ?? []).reduce((sum, child) => sum + countBelow(child), node.accountCount)

type DeptProps = { dept: DeptRow; count: number; onAdd: () => void; onEdit: () => void; onDelete: () => void }

function Dept({ dept, count, onAdd, onEdit, onDelete }: DeptProps): ReactNode {
  const [mayAdd, mayEdit, mayDelete] = [useMay('addDept'), useMay('updateDept'), useMay('deleteDept')]
  const why = dept.can.deleteDept
  const items = [
    ...(mayAdd ? [{ key: 'add', label: '添加下级部门', onClick: onAdd }] : []),
    ...(mayEdit ? [{ key: 'edit', label: '编辑', onClick: onEdit }] : []),
    ...(mayDelete
      ? [
          {
            key: 'delete',
            label: typeof why === 'string' ? <span title={why}>删除</span> : '删除',
            danger: true,
            disabled: typeof why === 'string',
            onClick: onDelete,
          },
        ]
      : []),
  ]
  return (
    <span className={styles.dept}>
      <span className={styles.deptName} title={dept.name}>
        {dept.name}
      </span>
      <span className={styles.deptCount}>{count}</span>
      {items.length === 0 ? null : (
        // A click on the menu must not select the department in the tree.
        <span className={styles.deptMore} role="presentation" onClick={(event) => event.stopPropagation()}>
          <Dropdown menu={{ items }} trigger={['click']}>
            <Button type="text" icon={<MoreOutlined />} aria-label={`${dept.name} 的操作`} />
          </Dropdown>
        </span>
      )}
    </span>
  )
}
