import { Select } from 'antd'
import type { ReactNode } from 'react'
import { StorePicker } from '../../pickers/store-picker.tsx'
import { QuickDateRange } from '../../ui/quick-date-range.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { InboxFilters } from './inbox.query.ts'
import { SOURCES, TOPIC_OPTIONS } from './inbox.words.ts'

export function InboxFilterRow({ list }: { list: InboxFilters }): ReactNode {
  const { filters, setFilters } = list
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="事件编号或订单号"
        width={200}
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <Select
        aria-label="来源"
        placeholder="来源"
        style={{ width: 88 }}
        allowClear
        value={filters.source || undefined}
        options={[...SOURCES]}
        onChange={(source: string | undefined) => setFilters({ source: source ?? '' })}
      />
      <Select
        aria-label="消息类型"
        placeholder="消息类型"
        style={{ width: 200 }}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={360}
        value={filters.topic || undefined}
        options={[...TOPIC_OPTIONS]}
        onChange={(topic: string | undefined) => setFilters({ topic: topic ?? '' })}
      />
      <StorePicker
        value={filters.ownerId}
        allowClear
        placeholder="全部店铺"
        width={150}
        onChange={(ownerId) => setFilters({ ownerId: ownerId ?? '' })}
      />
      <QuickDateRange
        value={Number.isFinite(filters.from) ? { from: filters.from, to: filters.to } : {}}
        placeholder={['收到时间从', '到']}
        width={300}
        onChange={({ from = Number.NaN, to = Number.NaN }) => setFilters({ from, to })}
      />
    </>
  )
}
