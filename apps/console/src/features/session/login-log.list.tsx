import type { LoginLogEntry } from '@huoqiao/contract/session/session-admin.endpoints'
import { LOGIN_FIELDS } from '@huoqiao/contract/session/session.fields'
import { LOGIN_OUTCOMES } from '@huoqiao/contract/session/session.status'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { CallInput } from '../../lib/contract.ts'
import { call } from '../../lib/client.ts'
import { NO_NUMBER, TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { Can } from '../../lib/permission.tsx'
import type { SlotTabs } from '../../lib/slots.tsx'
import { useRead } from '../../lib/use-call.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SpanFilter } from '../../ui/span-filter.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import { StateTag } from '../../ui/state-tag.tsx'

const DEFAULTS = { keyword: '', outcome: '', from: NO_NUMBER, to: NO_NUMBER }
const OUTCOMES = Object.entries(LOGIN_OUTCOMES).map(([value, { label }]) => ({ value, label }))
const COLUMNS = fieldColumns<LoginLogEntry, typeof LOGIN_FIELDS>(LOGIN_FIELDS, {
  at: { width: 160 },
  userAccount: { width: 180, ellipsis: true },
  outcome: {
    width: 100,
    render: (_, { outcome }) => <StateTag {...LOGIN_OUTCOMES[outcome]} bare />,
  },
  message: { ellipsis: true },
  ip: { width: 140, className: 'hq-mono' },
  device: { width: 220, ellipsis: true },
})

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
            aria-label={LOGIN_FIELDS.outcome.label}
            placeholder={LOGIN_FIELDS.outcome.label}
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
