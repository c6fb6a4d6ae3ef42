import { DEBOUNCE_MS } from '@huoqiao/contract/specification'
import { TRACKING_RETURNS } from '@huoqiao/contract/orders/orders.status'
import { startOfChinaDay } from '@huoqiao/kit/time'
import { Select, Space } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import { formatTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { PriceField } from '../../../ui/price-field.tsx'
import { Choice } from './order-list.filters.tsx'
import type { OrderFilters } from './order-list.query.ts'
import { RISKS } from '@huoqiao/contract/orders/risk.words'
import { COUNTRY_OPTIONS } from '../order.words.ts'

const DAY_MS = 86_400_000
const TRACKING = Object.entries(TRACKING_RETURNS).map(([value, label]) => ({ value, label: `回传：${label}` }))
const SOURCED = [
  { value: 'true', label: '货源齐全' },
  { value: 'false', label: '缺货源' },
]
const RESCUED = [
  { value: 'true', label: '补单' },
  { value: 'false', label: '不是补单' },
]
const TRIALS = [
  { value: 'true', label: '测试单' },
  { value: 'false', label: '不是测试单' },
]
const RETURNED = [
  { value: 'true', label: '有退货' },
  { value: 'open', label: '退货中' },
  { value: 'false', label: '没有退货' },
]

/** The filters that are hidden until opened. */
export default function MoreFilters({ list }: { list: OrderFilters }): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <Totals list={list} />
      <Select
        aria-label="国家"
        placeholder="国家"
        style={{ width: 128 }}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={filters.country || undefined}
        options={[...COUNTRY_OPTIONS]}
        onChange={(country: string | undefined) => setFilters({ country: country ?? '' })}
      />
      <Choice
        label="回传"
        width={124}
        value={filters.tracking}
        options={TRACKING}
        onChange={(tracking) => setFilters({ tracking })}
      />
      <Choice label="风险" width={96} value={filters.risk} options={RISKS} onChange={(risk) => setFilters({ risk })} />
      <Choice
        label="货源"
        width={104}
        value={filters.hasSource}
        options={SOURCED}
        onChange={(hasSource) => setFilters({ hasSource })}
      />
      <Choice
        label="补单"
        width={104}
        value={filters.rescued}
        options={RESCUED}
        onChange={(rescued) => setFilters({ rescued })}
      />
      <Choice
        label="测试单"
        width={116}
        value={filters.test}
        options={TRIALS}
        onChange={(test) => setFilters({ test })}
      />
      <Choice
        label="退货"
        width={104}
        value={filters.hasReturn}
        options={RETURNED}
        onChange={(hasReturn) => setFilters({ hasReturn })}
      />
      <ShipBy list={list} />
    </>
  )
}

/** The shipping deadline: today, or overdue; the address may have another time. */
function ShipBy({ list }: { list: OrderFilters }): ReactNode {
  const { shipBy } = list.filters
  const today = startOfChinaDay(useNow(60_000))
  const options = [
    { value: String(today + DAY_MS - 1), label: '今天要发' },
    { value: String(today - 1), label: '已超期' },
  ]
  const value = Number.isFinite(shipBy) ? String(shipBy) : ''
  const isOther = value !== '' && options.every((option) => option.value !== value)
  return (
    <Choice
      label="发货期限"
      width={144}
      value={value}
      options={isOther ? [...options, { value, label: `${formatTime(shipBy)} 前` }] : options}
      onChange={(chosen) => list.setFilters({ shipBy: chosen === '' ? Number.NaN : Number(chosen) })}
    />
  )
}

/** A range of totals: in one currency, or of all orders in yuan at the rate of their day. */
function Totals({ list }: { list: OrderFilters }): ReactNode {
  const { filters, setFilters } = list
  const { stores } = useGetAllShopifyStores()
  const currency = filters.currency || 'CNY'
  const known = [...new Set((stores ?? []).flatMap((store) => (store.currency ? [store.currency] : [])))]
  return (
    <Space.Compact>
      <Select
        aria-label="币种"
        style={{ width: 92 }}
        value={filters.currency}
        options={[
          { value: '', label: '折合元' },
          ...[...new Set([...known, ...(filters.currency === '' ? [] : [filters.currency])])].map((value) => ({
            value,
            label: value,
          })),
        ]}
        onChange={(value: string) => setFilters({ currency: value, totalFrom: Number.NaN, totalTo: Number.NaN })}
      />
      <Amount
        label="金额从"
        currency={currency}
        value={filters.totalFrom}
        onChange={(totalFrom) => setFilters({ totalFrom })}
      />
      <Amount
        label="金额到"
        currency={currency}
        value={filters.totalTo}
        onChange={(totalTo) => setFilters({ totalTo })}
      />
    </Space.Compact>
  )
}

type AmountProps = { label: string; currency: string; value: number; onChange: (minor: number) => void }

/** Applied DEBOUNCE_MS after the last key, like the search. */
function Amount({ label, currency, value, onChange }: AmountProps): ReactNode {
  const [typed, setTyped] = useState<number | null>()
  const [known, setKnown] = useState(value)
  // The address changed from outside (reset, back): it replaces what was typed before.
  if (!Object.is(value, known)) {
    setKnown(value)
    setTyped(undefined)
  }
  const shown = Number.isNaN(value) ? null : value
  const isResolved = typed === undefined || typed === shown
  useEffect(() => {
    if (isResolved) return undefined
    const timer = setTimeout(() => onChange(typed ?? Number.NaN), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <PriceField
      aria-label={label}
      placeholder={label}
      style={{ width: 104 }}
      currency={currency}
      value={isResolved ? shown : typed}
      onChange={setTyped}
    />
  )
}
