import { DIFFERENCE_KINDS, DIFFERENCE_STATES, SEVERITIES } from '@huoqiao/contract/reconciliation/reconciliation.status'
import type { DifferenceKind } from '@huoqiao/contract/reconciliation/reconciliation.status'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../lib/contract.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SpanFilter } from '../../ui/span-filter.tsx'
import type { DifferenceFilters } from './reconciliation.query.ts'

const optionsOf = (table: Readonly<Record<string, { label: string }>>) =>
  Object.entries(table).map(([value, { label }]) => ({ value, label }))
const STATES = optionsOf(DIFFERENCE_STATES)
const LEVELS = optionsOf(SEVERITIES)
const SORTS = [
  { value: 'severity', label: '先看紧急的' },
  { value: 'first', label: '先看最新的' },
  { value: 'amount', label: '先看金额大的' },
]

type FilterRowProps = { list: DifferenceFilters; counts: CallOutput<'getDifferenceCounts'> | undefined }

export function DifferenceFilterRow({ list, counts }: FilterRowProps): ReactNode {
  const { filters, setFilters } = list
  const kinds = (Object.keys(DIFFERENCE_KINDS) as DifferenceKind[])
    .filter((kind) => filters.group === '' || DIFFERENCE_KINDS[kind].group === filters.group)
    .filter((kind) => counts === undefined || (counts.kinds[kind] ?? 0) > 0 || kind === filters.kind)
    .map((kind) => ({ value: kind, label: `${DIFFERENCE_KINDS[kind].label}（${counts?.kinds[kind] ?? 0}）` }))
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="单号、商品、供应商"
        width={200}
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <Select
        aria-label="处理状态"
        style={{ width: 96 }}
        value={filters.state}
        options={STATES}
        onChange={(state: string) => setFilters({ state, kind: '' })}
      />
      <Select
        aria-label="差异种类"
        placeholder="差异种类"
        style={{ width: 190 }}
        allowClear
        value={filters.kind || undefined}
        options={kinds}
        onChange={(kind: string | undefined) => setFilters({ kind: kind ?? '' })}
      />
      <Select
        aria-label="程度"
        placeholder="程度"
        style={{ width: 92 }}
        allowClear
        value={filters.severity || undefined}
        options={LEVELS}
        onChange={(severity: string | undefined) => setFilters({ severity: severity ?? '' })}
      />
      <SpanFilter filters={filters} setFilters={setFilters} placeholder={['发现时间从', '到']} width={280} />
      <Select
        aria-label="排序"
        style={{ width: 130 }}
        value={filters.sort}
        options={SORTS}
        onChange={(sort: string) => setFilters({ sort })}
      />
    </>
  )
}
