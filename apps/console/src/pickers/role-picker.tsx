import { ROLE_PAGE_SIZE } from '@huoqiao/contract/specification'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useMay } from '../lib/permission.tsx'
import { useRead } from '../lib/use-call.ts'
import { noneText } from './none-text.ts'

/** There are few roles: one page of them (specification, section 9: pages from 0, 100 per page) is enough for every picker. */
const ALL = { page: 0, pageSize: ROLE_PAGE_SIZE }

export function useQueryRoles() {
  const may = useMay('queryRoles')
  const { data, isLoading, error } = useRead('queryRoles', ALL, { enabled: may, staleTime: 60_000 })
  return { roles: data?.list, isLoading, error, may }
}

type OneProps = {
  id?: string
  value?: string | undefined
  onChange?: (roleId: string | undefined) => void
  placeholder?: string
  width?: number | string
}

/** One role. */
export function RolePicker({ id, value, onChange, placeholder = '角色', width = 140 }: OneProps): ReactNode {
  const { roles, isLoading, error, may } = useQueryRoles()
  if (!may) return null
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={placeholder}
      placeholder={placeholder}
      style={{ width }}
      allowClear
      loading={isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={(roles ?? []).map((role) => ({ value: role.id, label: role.name }))}
      notFoundContent={noneText({ isLoading, error: !roles && error }, '没有角色')}
      onChange={(chosen: string | undefined) => onChange?.(chosen)}
    />
  )
}

type ManyProps = Omit<OneProps, 'value' | 'onChange'> & {
  value?: readonly string[]
  onChange?: (roleIds: string[]) => void
  disabled?: boolean
}

/** Several roles; works inside Form.Item. */
export function RolesPicker(props: ManyProps): ReactNode {
  const { id, value = [], onChange, placeholder = '选择角色', width = '100%', disabled } = props
  const { roles, isLoading, error } = useQueryRoles()
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      {...(disabled === undefined ? {} : { disabled })}
      mode="multiple"
      aria-label={placeholder}
      placeholder={placeholder}
      style={{ width }}
      loading={isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...value]}
      options={(roles ?? []).map((role) => ({ value: role.id, label: role.name, title: role.note }))}
      notFoundContent={noneText({ isLoading, error: !roles && error }, '没有角色')}
      onChange={(chosen: string[]) => onChange?.(chosen)}
    />
  )
}
