import { Select } from 'antd'
import type { ReactNode } from 'react'

export type SortOption = { value: string; label: string; sort: string; direction: string }

type SortSelectProps = {
  sorts: readonly SortOption[]
  value: { sort: string; direction: string }
  width?: number
  onChange: (chosen: { sort: string; direction: string }) => void
}

/** 排序 for a list that is not a table. The value of a sort is `field:direction`. */
export function SortSelect({ sorts, value, width = 126, onChange }: SortSelectProps): ReactNode {
  return (
    <Select
      aria-label="排序"
      style={{ width }}
      value={`${value.sort}:${value.direction}`}
      options={sorts.map(({ value: option, label }) => ({ value: option, label }))}
      onChange={(option: string) => {
        const { sort, direction } = sorts.find((one) => one.value === option)!
        onChange({ sort, direction })
      }}
    />
  )
}
