import { ACCOUNT_FIELDS } from '@huoqiao/contract/accounts/accounts.fields'
import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { TABLE_PAGING } from '../lib/list-query.ts'
import { useRead } from '../lib/use-call.ts'
import { someFieldColumns } from '../ui/field-columns.tsx'
import { Pager } from '../ui/pager.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Choices } from './choices.tsx'
import type { ChooserProps } from './choices.tsx'
import styles from './chooser.module.css'
import { RolePicker } from './role-picker.tsx'

const COLUMNS = someFieldColumns<AdminUser, typeof ACCOUNT_FIELDS>(ACCOUNT_FIELDS, {
  userAccount: { width: 180, ellipsis: true },
  name: { width: 140, ellipsis: true },
  deptName: {},
  status: { width: 100 },
})

/** Accounts in a list to choose from, for pages with enough room; AccountPicker is the compact form. */
export function AccountChooser({ keyword = '', isMultiple = true, value, onChange }: ChooserProps): ReactNode {
  const [typed, search] = useState(keyword)
  const [roleId, setRole] = useState<string>()
  const [page, setPage] = useState({ page: 1, pageSize: TABLE_PAGING.first })
  const list = useRead('pagingQuery', { keyword: typed, roleId, ...page })
  const first = (): void => setPage({ ...page, page: 1 })
  return (
    <div className={styles.chooser}>
      <div className={styles.filters}>
        <SearchField
          value={typed}
          placeholder="账号或姓名"
          onSearch={(next) => {
            search(next)
            first()
          }}
        />
        <RolePicker
          value={roleId}
          onChange={(next) => {
            setRole(next)
            first()
          }}
        />
      </div>
      <Choices
        answer={list}
        columns={COLUMNS}
        none="没有找到账号"
        isMultiple={isMultiple}
        value={value}
        onChange={onChange}
      />
      {list.data && (list.data.total > TABLE_PAGING.first || page.page > 1) ? (
        <Pager
          {...page}
          isStale={list.isPlaceholderData}
          total={list.data.total}
          isCapped={list.data.totalCapped}
          sizes={TABLE_PAGING.sizes}
          onChange={(next, pageSize) => setPage({ page: next, pageSize })}
        />
      ) : null}
    </div>
  )
}
