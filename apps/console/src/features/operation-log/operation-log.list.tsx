import { kindLabel } from '@huoqiao/contract/operation-log/entry-fields'
import { OPERATION_LOG_FIELDS } from '@huoqiao/contract/operation-log/operation-log.fields'
import type { OperationLogEntry } from '@huoqiao/contract/operation-log/operation-log.schema'
import { LOGGED_OUTCOMES } from '@huoqiao/contract/operation-log/operation-log.status'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { CALL_TITLES } from 'virtual:call-titles'
import { CALLS } from 'virtual:contract'
import type { CallInput } from '../../lib/contract.ts'
import { call } from '../../lib/client.ts'
import { NO_NUMBER, TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { Can } from '../../lib/permission.tsx'
import type { SlotTabs } from '../../lib/slots.tsx'
import { useRead } from '../../lib/use-call.ts'
import { AccountPicker } from '../../pickers/account-picker.tsx'
import { ChangeList } from '../../pickers/change-list.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SpanFilter } from '../../ui/span-filter.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import { OPERATION_LOG_COLUMNS } from './operation-log.columns.tsx'
import styles from './operation-log.module.css'

const DEFAULTS = {
  keyword: '',
  accountId: '',
  call: '',
  outcome: '',
  kind: '',
  objectId: '',
  from: NO_NUMBER,
  to: NO_NUMBER,
}
const OUTCOME_OPTIONS = Object.entries(LOGGED_OUTCOMES).map(([value, { label }]) => ({ value, label }))
/** The list offers calls that change something; the few reads that export data are found by keyword. */
const CALL_OPTIONS = Object.entries(CALLS)
  .filter(([, record]) => record.method === 'POST')
  .map(([value]) => ({ value, label: CALL_TITLES[value] ?? value }))
  .map(({ value, label }) => ({ value, label, title: `${label} ${value}` }))
  .sort((a, b) => a.label.localeCompare(b.label, 'zh'))

type OperationLogProps = { head: SlotTabs }

export function OperationLog({ head }: OperationLogProps): ReactNode {
  const query = useListQuery('operation-log', DEFAULTS, { paging: TABLE_PAGING })
  // An empty objectId is left out of the request; an invalid outcome in an edited address is refused by the server with a sentence.
  const log = useRead('findOperationLog', query.input as CallInput<'findOperationLog'>)
  const view = useTableView('operation-log', OPERATION_LOG_COLUMNS, 1040)
  return (
    <TablePage
      {...head}
      title="日志"
      subtitle="谁在什么时候做了什么，改了哪些字段；只增不改"
      action={
        <Can call="exportOperationLog">
          <ExportButton
            fetchSheet={() => call('exportOperationLog', query.filters as CallInput<'exportOperationLog'>)}
          />
        </Can>
      }
      filters={<Filters query={query} />}
      query={query}
      answer={log}
      view={view}
      table={{ expandable: EXPANDABLE }}
      none={{ text: '还没有操作记录', filtered: '没有符合条件的操作' }}
    />
  )
}

type Query = ReturnType<typeof useListQuery<typeof DEFAULTS>>

function Filters({ query }: { query: Query }): ReactNode {
  const { filters, setFilters } = query
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="操作、对象、账号或内容"
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <AccountPicker
        value={filters.accountId || undefined}
        placeholder={OPERATION_LOG_FIELDS.accountName.label}
        width={150}
        onChange={(accountId) => setFilters({ accountId: accountId ?? '' })}
      />
      <Select
        aria-label={OPERATION_LOG_FIELDS.title.label}
        placeholder={OPERATION_LOG_FIELDS.title.label}
        style={{ width: 160 }}
        popupMatchSelectWidth={220}
        allowClear
        options={CALL_OPTIONS}
        showSearch={{ optionFilterProp: 'title' }}
        value={filters.call || undefined}
        onChange={(call: string | undefined) => setFilters({ call: call ?? '' })}
      />
      <Select
        aria-label={OPERATION_LOG_FIELDS.outcome.label}
        placeholder={OPERATION_LOG_FIELDS.outcome.label}
        style={{ width: 96 }}
        allowClear
        options={OUTCOME_OPTIONS}
        value={filters.outcome || undefined}
        onChange={(outcome: string | undefined) => setFilters({ outcome: outcome ?? '' })}
      />
      <SpanFilter filters={filters} setFilters={setFilters} />
    </>
  )
}

function Detail({ entry }: { entry: OperationLogEntry }): ReactNode {
  return (
    <div className={styles.detail}>
      {entry.outcome === 'ok' || entry.message === '' ? null : (
        <p className={styles.message} data-outcome={entry.outcome}>
          {entry.message}
        </p>
      )}
      <ChangeList entry={entry} />
      <dl className={styles.facts}>
        <dt>{OPERATION_LOG_FIELDS.objects.label}</dt>
        <dd>
          {entry.objects.length === 0
            ? '（无）'
            : entry.objects.map((object) => (
                <span key={`${object.kind}:${object.id}`}>
                  {kindLabel(object.kind)} {object.label} <CopyId value={object.id} chars={15} />
                </span>
              ))}
        </dd>
        <dt>{OPERATION_LOG_FIELDS.call.label}</dt>
        <dd className="hq-mono">
          {entry.call} {CALLS[entry.call]?.path}
        </dd>
        <dt>{OPERATION_LOG_FIELDS.requestId.label}</dt>
        <dd>
          <CopyId value={entry.requestId} chars={24} />
        </dd>
      </dl>
    </div>
  )
}

const EXPANDABLE = {
  expandRowByClick: true,
  expandedRowRender: (entry: OperationLogEntry): ReactNode => <Detail entry={entry} />,
}
