import type { Store } from '@huoqiao/contract/stores/stores.schema'
import { Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../lib/use-call.ts'
import styles from './store-picker.module.css'
import { noneText } from './none-text.ts'

/** Stores change rarely: one answer serves every picker of a page. */
export const useGetAllShopifyStores = (): {
  stores: readonly Store[] | undefined
  isLoading: boolean
  error: unknown
} => {
  const { data, isLoading, error } = useRead('getAllShopifyStores', {}, { staleTime: 60_000 })
  return { stores: data, isLoading, error }
}

/** The environment of a store, always in words (decisions, section 6). */
export function EnvironmentMark({ environment }: { environment: Store['environment'] }): ReactNode {
  return (
    <span className={styles.environment} data-environment={environment}>
      {environment === 'live' ? '正式' : '沙箱'}
    </span>
  )
}

const options = (stores: readonly Store[] | undefined) =>
  (stores ?? []).map((store) => ({
    value: store.id,
    title: `${store.name} ${store.domain}`,
    label: (
      <span className={styles.option}>
        <span className={styles.name}>{store.name}</span>
        <EnvironmentMark environment={store.environment} />
        {store.health === 'ok' || store.health === 'unchecked' ? null : (
          <span className={styles.ill} title={store.healthMessage}>
            {store.health === 'missing-scopes' ? '缺少权限' : '连接异常'}
          </span>
        )}
      </span>
    ),
  }))

const matches = (typed: string, option: { title?: string } | undefined): boolean =>
  (option?.title ?? '').toLowerCase().includes(typed.trim().toLowerCase())

type OneProps = {
  value: string | undefined
  onChange: (storeId: string | undefined) => void
  /** absent: a store must be chosen */
  allowClear?: boolean
  placeholder?: string
  width?: number
}

/** One store. */
export function StorePicker({
  value,
  onChange,
  allowClear = false,
  placeholder = '店铺',
  width = 160,
}: OneProps): ReactNode {
  const { stores, isLoading, error } = useGetAllShopifyStores()
  return (
    <Select
      aria-label={placeholder}
      style={{ width }}
      placeholder={placeholder}
      allowClear={allowClear}
      loading={isLoading}
      value={value || undefined}
      showSearch={{ filterOption: matches }}
      options={options(stores)}
      notFoundContent={noneText({ isLoading, error: !stores && error }, '还没有店铺')}
      onChange={(chosen: string | undefined) => onChange(chosen)}
    />
  )
}

type ManyProps = {
  value: readonly string[]
  onChange: (storeIds: string[]) => void
  placeholder?: string
  width?: number | string
  disabled?: boolean
}

/** Several stores. */
export function StoresPicker({
  value,
  onChange,
  placeholder = '选择店铺',
  width = '100%',
  disabled = false,
}: ManyProps): ReactNode {
  const { stores, isLoading, error } = useGetAllShopifyStores()
  return (
    <Select
      mode="multiple"
      // The list stays open after a choice. Below the field it would cover the button of the dialog that is clicked next.
      placement="topLeft"
      aria-label={placeholder}
      style={{ width }}
      placeholder={placeholder}
      loading={isLoading}
      disabled={disabled}
      value={[...value]}
      showSearch={{ filterOption: matches }}
      options={options(stores)}
      notFoundContent={noneText({ isLoading, error: !stores && error }, '还没有店铺')}
      onChange={onChange}
    />
  )
}

/** Up to this many stores are shown as checkboxes. */
const FEW = 6

/** Several stores: checkboxes when there are few, which saves opening a list first. */
export function StoresChoice({ value, onChange, placeholder = '选择店铺' }: ManyProps): ReactNode {
  const { stores } = useGetAllShopifyStores()
  if (!stores || stores.length === 0 || stores.length > FEW)
    return <StoresPicker value={value} onChange={onChange} placeholder={placeholder} />
  return (
    <div role="group" aria-label={placeholder}>
      <Checkbox.Group value={[...value]} options={options(stores)} onChange={onChange} />
    </div>
  )
}
