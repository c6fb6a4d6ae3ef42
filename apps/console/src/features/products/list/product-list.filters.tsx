import { SOURCE_HEALTH } from '@huoqiao/contract/products/products.status'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { StorePicker } from '../../../pickers/store-picker.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SortSelect } from '../../../ui/sort-select.tsx'
import type { ProductFilters } from './product-list.query.ts'
import { SORTS } from './product-list.query.ts'

const HEALTH = Object.entries(SOURCE_HEALTH).map(([value, { label }]) => ({ value, label }))

/** The filters that are always visible. */
export function MainFilters({ list }: { list: ProductFilters }): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="搜索标题、SKU、货源编号"
        width={240}
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <StorePicker
        value={filters.storeId}
        allowClear
        placeholder="全部店铺"
        width={180}
        onChange={(storeId) => setFilters({ storeId: storeId ?? '' })}
      />
      <Select
        aria-label="货源状态"
        style={{ width: 128 }}
        allowClear
        placeholder="货源状态"
        value={filters.sourceHealth || undefined}
        options={HEALTH}
        onChange={(sourceHealth: string | undefined) => setFilters({ sourceHealth: sourceHealth ?? '' })}
      />
      <SortSelect sorts={SORTS} value={filters} width={136} onChange={setFilters} />
    </>
  )
}
