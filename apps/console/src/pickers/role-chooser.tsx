import type { RoleRow } from '@huoqiao/contract/access/access.schema'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRead } from '../lib/use-call.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { RowSkeletons } from '../ui/skeletons.tsx'
import styles from './chooser.module.css'

export type ChooserProps = {
  /** what is searched for at first */
  keyword?: string
  isMultiple?: boolean
  value: readonly string[]
  onChange: (ids: string[]) => void
}

const COLUMNS = [
  { title: '角色', dataIndex: 'name', width: 200 },
  { title: '备注', dataIndex: 'note', ellipsis: true },
  { title: '账号', dataIndex: 'accountCount', width: 80, align: 'right' as const },
]

/** Roles in a list to choose from, for where there is room; RolePicker is the small form. */
export function RoleChooser({ keyword = '', isMultiple = true, value, onChange }: ChooserProps): ReactNode {
  const [typed, search] = useState(keyword)
  const list = useRead('queryRoles', { keyword: typed, page: 0, pageSize: 100 }, { silent: true })
  const rows = list.data?.list
  return (
    <div className={styles.chooser}>
      <div className={styles.filters}>
        <SearchField value={typed} placeholder="角色名称" onSearch={search} />
      </div>
      {list.isError ? <FailureNote failure={list.error} onRetry={() => void list.refetch()} /> : null}
      {rows === undefined ? (
        list.isError ? null : (
          <RowSkeletons count={5} />
        )
      ) : rows.length === 0 ? (
        <EmptyState text="没有找到角色" />
      ) : (
        <Table<RoleRow>
          rowKey="id"
          columns={COLUMNS}
          dataSource={rows}
          pagination={false}
          rowSelection={{
            type: isMultiple ? 'checkbox' : 'radio',
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...value],
            onChange: (keys) => onChange(keys.map(String)),
          }}
        />
      )}
    </div>
  )
}
