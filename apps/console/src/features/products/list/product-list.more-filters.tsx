import { Select } from 'antd'
import type { ReactNode } from 'react'
import { QuickDateRange } from '../../../ui/quick-date-range.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import type { ProductFilters } from './product-list.query.ts'

const ORIGINS = [
  { value: '1688', label: '1688认领' },
  { value: 'manual', label: '手工新建' },
]

const IN_SHOP = [
  { value: 'changed', label: '店铺已改' },
  { value: 'deleted', label: '店铺已删除' },
]

/** The filters that are hidden until opened. */
export default function MoreFilters({ list }: { list: ProductFilters }): ReactNode {
  const { filters, setFilters } = list
  const span = filters.from && filters.to ? { from: filters.from, to: filters.to } : {}
  return (
    <>
      <SearchField
        value={filters.supplier}
        placeholder="供应商"
        width={160}
        onSearch={(supplier) => setFilters({ supplier })}
      />
      <Select
        aria-label="来源"
        style={{ width: 112 }}
        allowClear
        placeholder="来源"
        value={filters.origin || undefined}
        options={ORIGINS}
        onChange={(origin: string | undefined) => setFilters({ origin: origin ?? '' })}
      />
      <Select
        aria-label="店铺端"
        style={{ width: 128 }}
        allowClear
        placeholder="店铺端"
        value={filters.inShop || undefined}
        options={IN_SHOP}
        onChange={(inShop: string | undefined) => setFilters({ inShop: inShop ?? '' })}
      />
      <QuickDateRange
        value={span}
        placeholder={['更新时间从', '到']}
        onChange={({ from = 0, to = 0 }) => setFilters({ from, to })}
      />
    </>
  )
}
