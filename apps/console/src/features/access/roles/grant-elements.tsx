import type { ElementRow, MenuRow } from '@huoqiao/contract/access/access.schema'
import { groupBy } from '@huoqiao/kit/group'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '../../../ui/empty-state.tsx'
import styles from '../access.module.css'
import { withAll } from './grant.rules.ts'

type GrantElementsProps = {
  elements: readonly ElementRow[]
  menus: readonly MenuRow[]
  held: readonly string[]
  isReadOnly: boolean
  onChange: (elementIds: string[]) => void
}

/** Buttons and fields of pages that have their own right, grouped by their page. */
export function GrantElements({ elements, menus, held, isReadOnly, onChange }: GrantElementsProps): ReactNode {
  const names = new Map(menus.map((menu) => [menu.id, menu.name]))
  const groups = groupBy(elements, ({ menuId }) => (menuId && names.get(menuId)) || '不属于某个页面')
  if (elements.length === 0) {
    return (
      <EmptyState
        text="还没有登记页面元素。登记后可以单独授权页面上的按钮和字段。"
        action={<Link to="/system/element">去登记</Link>}
      />
    )
  }
  return (
    <div className={styles.stack}>
      {[...groups].map(([page, these]) => (
        <fieldset key={page} className={styles.rights}>
          <legend>
            <b>{page}</b>
          </legend>
          {these.map((element) => (
            <Checkbox
              key={element.id}
              checked={held.includes(element.id)}
              disabled={isReadOnly}
              onChange={(event) => onChange(withAll(held, [element.id], event.target.checked))}
            >
              <span title={element.code}>{element.name}</span>
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
