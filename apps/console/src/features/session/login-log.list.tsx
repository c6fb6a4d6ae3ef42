import { Select } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import type { CallInput, CallOutput } from '../../lib/contract.ts'
import { call } from '../../lib/client.ts'
import { formatTime } from '../../lib/format.ts'
import { NO_NUMBER, TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { Can } from '../../lib/permission.tsx'
import type { SlotTabs } from '../../lib/slots.tsx'
import { useRead } from '../../lib/use-call.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SpanFilter } from '../../ui/span-filter.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import { StateTag } from '../../ui/state-tag.tsx'

type Entry = CallOutput<'queryLoginLog'>['list'][number]

const DEFAULTS = { keyword: '', outcome: '', from: NO_NUMBER, to: NO_NUMBER }
const OUTCOMES = [
  { value: 'ok', label: '成功' },
  { value: 'refused', label: '失败' },
]
const COLUMNS: TableColumnsType<Entry> = [
  { title: '时间', dataIndex: 'at', width: 160, render: (at: number) => formatTime(at) },
  { title: '登录账号', dataIndex: 'userAccount', width: 180, ellipsis: true },
  {
    title: '结果',
    dataIndex: 'outcome',
    width: 100,
    render: (outcome: Entry['outcome']) =>
      outcome === 'ok' ? <StateTag hue="done" label="成功" bare /> : <StateTag hue="failed" label="失败" bare />,
  },
  { title: '说明', dataIndex: 'message', ellipsis: true },
  { title: '来源', dataIndex: 'ip', width: 140, render: (ip: string) => <span className="hq-mono">{ip}</span> },
  { title: '设备', dataIndex: 'device', width: 220, ellipsis: true },
]

/** 登录日志: who tried to log in, from where, and the result. */
export default function LoginLog({ head }: { head: SlotTabs }): ReactNode {
  const query = useListQuery('login-log', DEFAULTS, { paging: TABLE_PAGING })
  const log = useRead('queryLoginLog', query.input as CallInput<'queryLoginLog'>)
  const { filters, setFilters } = query
  const view = useTableView('login-log', COLUMNS, 900)
  return (
    <TablePage
      {...head}
      title="日志"
      subtitle="每一次登录和失败的尝试"
      action={
        <Can call="exportLoginLog">
          <ExportButton fetchSheet={() => call('exportLoginLog', query.filters as CallInput<'exportLoginLog'>)} />
        </Can>
      }
      filters={
        <>
          <SearchField
            value={filters.keyword}
            placeholder="账号或来源"
            onSearch={(keyword) => setFilters({ keyword })}
          />
          <Select
            aria-label="结果"
            placeholder="结果"
            style={{ width: 96 }}
            allowClear
            options={OUTCOMES}
            value={filters.outcome || undefined}
            onChange={(outcome: string | undefined) => setFilters({ outcome: outcome ?? '' })}
          />
          <SpanFilter filters={filters} setFilters={setFilters} />
        </>
      }
      query={query}
      answer={log}
      view={view}
      none={{ text: '还没有登录记录', filtered: '没有符合条件的登录' }}
    />
  )
}
