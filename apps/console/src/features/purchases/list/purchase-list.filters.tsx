import { PURCHASE_PAYMENTS, PURCHASE_RECONCILIATIONS } from '@huoqiao/contract/purchases/purchases.status'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { SearchField } from '../../../ui/search-field.tsx'
import { SortSelect } from '../../../ui/sort-select.tsx'
import { QuickDateRange } from '../../../ui/quick-date-range.tsx'
import { AccountSelect, AddressSelect } from '../places.tsx'
import type { PurchaseFilters } from './purchase-list.query.ts'
import { SORTS } from './purchase-list.query.ts'

const optionsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }))

type ListProps = { list: PurchaseFilters }

/** The filters that are always visible. */
export function MainFilters({ list }: ListProps): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="采购单、供应商、商品、订单"
        width={240}
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <AccountSelect
        value={filters.accountId || undefined}
        placeholder="全部1688账号"
        width={150}
        onChange={(accountId) => setFilters({ accountId: accountId ?? '' })}
      />
      <Choice label="付款状态" table={PURCHASE_PAYMENTS} list={list} name="payment" />
      <Choice label="对账状态" table={PURCHASE_RECONCILIATIONS} list={list} name="reconciliation" />
      <SortSelect sorts={SORTS} value={filters} width={124} onChange={setFilters} />
    </>
  )
}

/** The filters that are hidden until opened. */
export function MoreFilters({ list }: ListProps): ReactNode {
  const { filters, setFilters } = list
  const span = filters.from && filters.to ? { from: filters.from, to: filters.to } : {}
  const words: readonly ['number' | 'alibabaOrderId' | 'sku' | 'orderName', string, number][] = [
    ['number', '采购单号', 150],
    ['alibabaOrderId', '1688订单号', 160],
    ['sku', '1688商品或规格编号', 170],
    ['orderName', '店铺订单号', 130],
  ]
  return (
    <>
      {words.map(([name, label, width]) => (
        <SearchField
          key={name}
          value={filters[name]}
          placeholder={label}
          width={width}
          onSearch={(text) => setFilters({ [name]: text })}
        />
      ))}
      <AddressSelect
        value={filters.addressId || undefined}
        placeholder="全部收货地址"
        width={150}
        onChange={(addressId) => setFilters({ addressId: addressId ?? '' })}
      />
      <QuickDateRange
        value={span}
        placeholder={['创建时间从', '到']}
        onChange={({ from = 0, to = 0 }) => setFilters({ from, to })}
      />
    </>
  )
}

type ChoiceProps = ListProps & {
  label: string
  table: Readonly<Record<string, string>>
  name: 'payment' | 'reconciliation'
}

function Choice({ label, table, list, name }: ChoiceProps): ReactNode {
  return (
    <Select
      aria-label={label}
      style={{ width: 110 }}
      allowClear
      placeholder={label}
      value={list.filters[name] || undefined}
      options={optionsOf(table)}
      onChange={(value: string | undefined) => list.setFilters({ [name]: value ?? '' })}
    />
  )
}
