import { APPROVAL_FIELDS } from '@huoqiao/contract/approvals/approvals.fields'
import type { Approval } from '@huoqiao/contract/approvals/approvals.schema'
import { APPROVAL_KINDS, APPROVAL_STATES } from '@huoqiao/contract/approvals/approvals.status'
import type { ApprovalKind, ApprovalState } from '@huoqiao/contract/approvals/approvals.status'
import { Button, Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddressParams } from '../../lib/address-params.ts'
import { BLANK, formatTime } from '../../lib/format.ts'
import { some, TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { countedTabs } from '../../ui/list-answer.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import styles from './approvals.module.css'
import { yuan } from './approvals.words.ts'

const ApprovalDrawer = lazy(() => import('./approval.drawer.tsx'))
const LimitsDialog = lazy(() => import('./limits.dialog.tsx'))

const DEFAULTS = { state: '', keyword: '', kind: '', mine: '' }
const STATES = (Object.keys(APPROVAL_STATES) as ApprovalState[]).map((key) => ({ key, ...APPROVAL_STATES[key] }))
const KINDS = (Object.keys(APPROVAL_KINDS) as ApprovalKind[]).map((value) => ({
  value,
  label: APPROVAL_KINDS[value].label,
}))
/** Polls slowly: requests and decisions of others are shown without a reload. */
const CALM = { refetchInterval: 15_000 }

/** /purchase/approvals: requests to people who may spend, with their outcomes. */
export default function ApprovalsPage(): ReactNode {
  const list = useListQuery<typeof DEFAULTS>('approvals', DEFAULTS, { paging: TABLE_PAGING })
  const { filters, setFilters } = list
  const beside = {
    keyword: some(filters.keyword),
    kind: (filters.kind || undefined) as ApprovalKind | undefined,
    mine: filters.mine === 'true' ? ('true' as const) : undefined,
  }
  const state = (filters.state || undefined) as ApprovalState | undefined
  const read = useRead('queryApprovals', { ...beside, state, page: list.page, pageSize: list.pageSize }, CALM)
  const counts = useRead('getApprovalCountByState', beside, CALM)
  const [params, changeParams] = useAddressParams()
  const opened = params.get('id')
  const open = (id: string | null): void =>
    changeParams((now) => {
      if (id === null) now.delete('id')
      else now.set('id', id)
      return now
    })
  const [isLimits, showLimits] = useState(false)
  const mayLimit = useMay('querySpendingLimits')
  const navigate = useNavigate()
  const view = useTableView('approvals', COLUMNS, 1000)
  return (
    <TablePage<Approval>
      name="approvals"
      title="审批"
      subtitle="没有下单或付款权限的人在采购单列表申请，有权限的人在这里核对金额后批准"
      action={mayLimit ? <Button onClick={() => showLimits(true)}>每日限额</Button> : null}
      tabs={countedTabs(counts.data, STATES)}
      tab={filters.state}
      onTab={(next) => setFilters({ state: next })}
      filters={
        <>
          <SearchField
            value={filters.keyword}
            placeholder="采购单号、申请人"
            onSearch={(keyword) => setFilters({ keyword })}
          />
          <Select
            aria-label={APPROVAL_FIELDS.kind.label}
            placeholder="下单或付款"
            allowClear
            options={KINDS}
            value={filters.kind || null}
            onChange={(kind: string | null) => setFilters({ kind: kind ?? '' })}
            style={{ width: 130 }}
          />
          <Checkbox
            checked={filters.mine === 'true'}
            onChange={({ target }) => setFilters({ mine: target.checked ? 'true' : '' })}
          >
            只看我申请的
          </Checkbox>
        </>
      }
      query={{
        ...list,
        changed: [filters.keyword, filters.kind, filters.mine].filter(Boolean).length,
        reset: () => setFilters({ keyword: '', kind: '', mine: '' }),
      }}
      answer={read}
      view={view}
      table={{
        onRow: (row) => ({ onClick: () => open(row.id), className: styles.row }),
      }}
      none={{
        text:
          state === undefined || state === 'asked'
            ? `没有${state === 'asked' ? '等待审批的' : ''}申请。在采购单列表里选中采购单，点“申请下单”或“申请付款”，就会出现在这里。`
            : `没有${APPROVAL_STATES[state].label}的申请。`,
        filtered: '没有符合条件的申请。',
        action: (
          <Button type="primary" onClick={() => void navigate('/purchase/list')}>
            去采购单列表
          </Button>
        ),
      }}
    >
      <Suspense>
        {opened === null ? null : <ApprovalDrawer key={opened} id={opened} onClose={() => open(null)} />}
        {isLimits ? <LimitsDialog onClose={() => showLimits(false)} /> : null}
      </Suspense>
    </TablePage>
  )
}

const COLUMNS = fieldColumns<Approval, typeof APPROVAL_FIELDS>(APPROVAL_FIELDS, {
  by: {
    width: 170,
    render: (_, { by, at }) => (
      <>
        {by}
        <small className={styles.sub}>{formatTime(at)}</small>
      </>
    ),
  },
  at: null,
  kind: { width: 90 },
  purchaseCount: {
    align: 'left',
    width: 220,
    render: (_, { id, numbers, purchaseCount }) => (
      <Button type="link" className={styles.open} href={`/purchase/approvals?id=${id}`} onClick={stopNavigation}>
        {purchaseCount} 张
        <small className={styles.sub}>
          {numbers.join('、')}
          {purchaseCount > numbers.length ? ' 等' : ''}
        </small>
      </Button>
    ),
  },
  numbers: null,
  askedMinor: { width: 120, render: (_, { askedMinor }) => <MoneyText strong amount={yuan(askedMinor)} /> },
  reason: {},
  state: { width: 110, render: (_, { state }) => <TableStateTag table={APPROVAL_STATES} code={state} /> },
  decidedBy: {
    width: 220,
    render: (_, { decidedBy, decidedAt, note }) =>
      decidedAt === null ? (
        BLANK
      ) : (
        <>
          {decidedBy ?? '系统'}
          {note === '' ? null : `：${note}`}
          <small className={styles.sub}>{formatTime(decidedAt)}</small>
        </>
      ),
  },
  decidedAt: null,
  note: null,
})

/** A click opens the request on this page; opening it in another tab uses the link's address. */
function stopNavigation(event: React.MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.preventDefault()
}
