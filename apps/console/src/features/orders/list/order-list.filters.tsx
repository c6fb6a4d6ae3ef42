import { ORDER_PAYMENTS } from '@huoqiao/contract/orders/orders.status'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SortSelect } from '../../../ui/sort-select.tsx'
import { SpanFilter } from '../../../ui/span-filter.tsx'
import type { OrderFilters } from './order-list.query.ts'
import { SORTS } from './order-list.query.ts'

const PAYMENTS = Object.entries(ORDER_PAYMENTS).map(([value, label]) => ({ value, label }))

/** The filters that are always visible. */
export function MainFilters({ list }: { list: OrderFilters }): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="单号、SKU、商品、客户"
        width={200}
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <StorePicker
        value={filters.storeId}
        allowClear
        placeholder="全部店铺"
        width={144}
        onChange={(storeId) => setFilters({ storeId: storeId ?? '' })}
      />
      <SpanFilter filters={filters} setFilters={setFilters} placeholder={['下单时间从', '到']} width={290} />
      <Choice
        label="付款"
        width={96}
        value={filters.payment}
        options={PAYMENTS}
        onChange={(payment) => setFilters({ payment })}
      />
      <SortSelect sorts={SORTS} value={filters} width={120} onChange={setFilters} />
    </>
  )
}

type ChoiceProps = {
  label: string
  width: number
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A choice of one value, or none. */
export function Choice({ label, width, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      style={{ width }}
      allowClear
      value={value || undefined}
      options={[...options]}
      onChange={(chosen: string | undefined) => onChange(chosen ?? '')}
    />
  )
}
