import type { MenuRow } from '@huoqiao/contract/access/access.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { MenuIcon } from '../../../ui/menu-icon.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from '../access.module.css'

type MenuBranchProps = { menu: MenuRow; onAdd: () => void; onEdit: () => void; onDelete: () => void }

/** One entry of the tree, with what may be done to it. */
export function MenuBranch({ menu, onAdd, onEdit, onDelete }: MenuBranchProps): ReactNode {
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
