import { ROLE_PAGE_SIZE } from '@huoqiao/contract/specification'
import type { RoleRow } from '@huoqiao/contract/access/access.schema'
import { ROLE_FIELDS } from '@huoqiao/contract/access/access.fields'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRead } from '../lib/use-call.ts'
import { someFieldColumns } from '../ui/field-columns.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Choices } from './choices.tsx'
import type { ChooserProps } from './choices.tsx'
import styles from './chooser.module.css'

const COLUMNS = someFieldColumns<RoleRow, typeof ROLE_FIELDS>(ROLE_FIELDS, {
  name: { width: 200 },
  note: { ellipsis: true },
  accountCount: { width: 80 },
})

/** Roles in a list to choose from, for pages with enough room; RolePicker is the compact form. */
export function RoleChooser({ keyword = '', isMultiple = true, value, onChange }: ChooserProps): ReactNode {
  const [typed, search] = useState(keyword)
  const list = useRead('queryRoles', { keyword: typed, page: 0, pageSize: ROLE_PAGE_SIZE })
  return (
    <div className={styles.chooser}>
      <div className={styles.filters}>
        <SearchField value={typed} placeholder="角色名称" onSearch={search} />
      </div>
      <Choices
        answer={list}
        columns={COLUMNS}
        none="没有找到角色"
        isMultiple={isMultiple}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
