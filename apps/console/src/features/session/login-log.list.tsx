import { Button, Select, Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import type { CallInput, CallOutput } from '../../lib/contract.ts'
import { formatTime } from '../../lib/format.ts'
import { NO_NUMBER, useListQuery } from '../../lib/list-query.ts'
import type { SlotTabs } from '../../lib/slots.tsx'
import { useRead } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { TABLE_PAGE_SIZE, TABLE_PAGE_SIZES } from '../../ui/pager.tsx'
import { QuickDateRange } from '../../ui/quick-date-range.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
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

/** 登录日志: who tried to come in, from where, and what became of it. */
export default function LoginLog({ head }: { head: SlotTabs }): ReactNode {
  const query = useListQuery('login-log', DEFAULTS, { pageSize: TABLE_PAGE_SIZE })
  const log = useRead('queryLoginLog', query.input as CallInput<'queryLoginLog'>, { silent: true })
  const { filters, setFilters } = query
  const rows = log.data?.list
  return (
    <ListPage
      {...head}
      title="日志"
      subtitle="每一次登录和失败的尝试"
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
          <QuickDateRange
            value={Number.isFinite(filters.from) ? { from: filters.from, to: filters.to } : {}}
            onChange={({ from = NO_NUMBER, to = NO_NUMBER }) => setFilters({ from, to })}
          />
        </>
      }
      changedFilters={query.changed}
      onResetFilters={query.reset}
      note={log.isError ? <FailureNote failure={log.error} onRetry={() => void log.refetch()} /> : null}
      isStale={log.isPlaceholderData}
      {...(log.data && log.data.total > 0
        ? {
            pager: {
              page: query.page,
              pageSize: query.pageSize,
              total: log.data.total,
              isCapped: log.data.totalCapped,
              sizes: TABLE_PAGE_SIZES,
              onChange: query.setPage,
            },
          }
        : {})}
    >
      {rows === undefined ? (
        log.isError ? null : (
          <RowSkeletons />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          text={query.changed > 0 ? '没有符合条件的登录' : '还没有登录记录'}
          action={query.changed > 0 ? <Button onClick={query.reset}>清空筛选</Button> : null}
        />
      ) : (
        <Table<Entry> rowKey="id" columns={COLUMNS} dataSource={rows} pagination={false} scroll={{ x: 900 }} />
      )}
    </ListPage>
  )
}
