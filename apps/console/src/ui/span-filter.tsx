import type { ReactNode } from 'react'
import type { QuickDateRangeProps } from './date-range-picker.tsx'
import { QuickDateRange } from './quick-date-range.tsx'

export type SpanFilterProps = Omit<QuickDateRangeProps, 'value' | 'onChange'> & {
  /** the list's filters from the address: NaN means not set (lib/list-query) */
  filters: { from: number; to: number }
  setFilters: (span: { from: number; to: number }) => void
}

/** Filters a list by a time range. */
export function SpanFilter({ filters: { from, to }, setFilters, ...shown }: SpanFilterProps): ReactNode {
  return (
    <QuickDateRange
      {...shown}
      value={Number.isFinite(from) ? { from, to } : {}}
      onChange={(span) => setFilters({ from: span.from ?? Number.NaN, to: span.to ?? Number.NaN })}
    />
  )
}
