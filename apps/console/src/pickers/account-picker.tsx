import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMay } from '../lib/permission.tsx'
import { useRead } from '../lib/use-call.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { noneText } from './none-text.ts'

const FOUND = 20

const options = (accounts: readonly AdminUser[] | undefined) =>
  (accounts ?? []).map((account) => ({
    value: account.id,
    title: account.userAccount,
    label: `${account.name}（${account.userAccount}${account.status === 'suspended' ? '，已停用' : ''}）`,
  }))

/** Accounts that match the typed text, read from the server half a second after the last key. */
function useAccounts() {
  const [typed, type] = useState('')
  const keyword = useDebounced(typed.trim())
  const may = useMay('pagingQuery')
  const found = useRead('pagingQuery', { keyword, page: 1, pageSize: FOUND }, { enabled: may, staleTime: 30_000 })
  return { type, found, may }
}

type OneProps = {
  id?: string
  value?: string | undefined
  onChange?: (accountId: string | undefined) => void
  placeholder?: string
  width?: number | string
}

/** One account, searched on the server; works inside Form.Item. Renders nothing for people who may not list accounts. */
export function AccountPicker({ id, value, onChange, placeholder = '账号', width = 200 }: OneProps): ReactNode {
  const { type, found, may } = useAccounts()
  if (!may) return null
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={placeholder}
      placeholder={placeholder}
      style={{ width }}
      popupMatchSelectWidth={240}
      allowClear
      showSearch={{ filterOption: false, onSearch: type }}
      loading={found.isFetching}
      value={value}
      options={options(found.data?.list)}
      notFoundContent={noneText({ isLoading: found.isFetching, error: !found.data && found.error }, '没有找到账号')}
      onChange={(chosen: string | undefined) => onChange?.(chosen)}
    />
  )
}
