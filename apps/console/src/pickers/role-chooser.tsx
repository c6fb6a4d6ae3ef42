import { ROLE_PAGE_SIZE } from '@huoqiao/contract/specification'
import type { RoleRow } from '@huoqiao/contract/access/access.schema'
import { ROLE_FIELDS } from '@huoqiao/contract/access/access.fields'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRead } from '../lib/use-call.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Choices } from './choices.tsx'
import type { ChooserProps } from './choices.tsx'
import styles from './chooser.module.css'

const COLUMNS: TableColumnsType<RoleRow> = [
  { title: '角色', dataIndex: 'name', width: 200 },
  { title: ROLE_FIELDS.note.label, dataIndex: 'note', ellipsis: true },
  { title: ROLE_FIELDS.accountCount.label, dataIndex: 'accountCount', width: 80, align: 'right' },
]

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
