import { COMPARISONS, DIMENSION_NAMES, DIMENSIONS } from '@huoqiao/contract/analytics/analytics.figures'
import { formatChinaDate, parseChinaTime } from '@huoqiao/kit/time'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../../lib/use-call.ts'
import { StorePicker } from '../../pickers/store-picker.tsx'
import { QuickDateRange } from '../../ui/quick-date-range.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { AnalyticsQuery } from './analytics.query.ts'
import { groupOf, rangeOf } from './analytics.query.ts'
import type { Range } from './ranges.rules.ts'
import { daysOf, RANGES } from './ranges.rules.ts'

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const RANGE_OPTIONS = optionsOf(RANGES)
const COMPARE_OPTIONS = Object.entries(COMPARISONS).map(([value, label]) => ({
  value,
  label: value === 'none' ? label : `比${label}`,
}))
const GROUP_OPTIONS = DIMENSION_NAMES.map((value) => ({ value, label: `按${DIMENSIONS[value].label}` }))
const DAY_MS = 86_400_000

const instantOf = (day: string): number | undefined => parseChinaTime(day)

/** The filters that are always visible: period, comparison, grouping, store. */
export function AnalyticsFilters({ query, now }: { query: AnalyticsQuery; now: number }): ReactNode {
  const { filters, setFilters } = query
  const [start, end] = [instantOf(filters.from), instantOf(filters.to)]
  const isWhole = start !== undefined && end !== undefined
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="商品、规格、SKU"
        width={180}
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <Select<Range>
        aria-label="时间"
        style={{ width: 112 }}
        value={rangeOf(query)}
        options={RANGE_OPTIONS}
        onChange={(range) =>
          setFilters(
            range === 'custom' ? { range, ...(isWhole ? {} : daysOf('last30', now)) } : { range, from: '', to: '' },
          )
        }
      />
      {rangeOf(query) === 'custom' ? (
        <QuickDateRange
          width={320}
          value={isWhole ? { from: start, to: end + DAY_MS - 1 } : {}}
          placeholder={['开始日期', '结束日期']}
          onChange={({ from, to }) =>
            setFilters({
              from: from === undefined ? '' : formatChinaDate(from),
              to: to === undefined ? '' : formatChinaDate(to),
            })
          }
        />
      ) : null}
      <Select
        aria-label="比较"
        style={{ width: 148 }}
        value={filters.compare}
        options={COMPARE_OPTIONS}
        onChange={(compare: string) => setFilters({ compare })}
      />
      <Select
        aria-label="分组"
        style={{ width: 104 }}
        value={groupOf(query)}
        options={GROUP_OPTIONS}
        onChange={(group: string) => setFilters({ group })}
      />
      <StorePicker
        value={filters.storeId || undefined}
        allowClear
        placeholder="全部店铺"
        width={144}
        onChange={(storeId) => setFilters({ storeId: storeId ?? '' })}
      />
    </>
  )
}

const NOTHING = {}

/** The filters by supplier, country and category. */
export function AnalyticsMoreFilters({ query }: { query: AnalyticsQuery }): ReactNode {
  const { filters, setFilters } = query
  const { data } = useRead('getAnalyticsChoices', NOTHING)
  return (
    <>
      <Choice
        label="供应商"
        value={filters.supplier}
        options={data?.suppliers ?? []}
        onChange={(supplier) => setFilters({ supplier })}
      />
      <Choice
        label="国家"
        value={filters.country}
        options={data?.countries ?? []}
        onChange={(country) => setFilters({ country })}
      />
      <Choice
        label="类目"
        value={filters.category}
        options={data?.categories ?? []}
        onChange={(category) => setFilters({ category })}
      />
    </>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly { key: string; name: string }[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      style={{ width: 168 }}
      allowClear
      showSearch
      optionFilterProp="label"
      value={value || undefined}
      options={options.map(({ key, name }) => ({ value: key, label: name }))}
      onChange={(chosen: string | undefined) => onChange(chosen ?? '')}
    />
  )
}
