import { PAYMENT_FIELDS } from '@huoqiao/contract/placement/placement.fields'
import type { PaymentRow } from '@huoqiao/contract/placement/placement.schema'
import type { PaymentState } from '@huoqiao/contract/placement/placement.status'
import { PAYMENT_STATES } from '@huoqiao/contract/placement/placement.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatTime, yuan } from '../../../lib/format.ts'
import { NO_NUMBER, TABLE_PAGING, countSet, known, useListQuery } from '../../../lib/list-query.ts'
import { useRead } from '../../../lib/use-call.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { countedTabs } from '../../../ui/list-answer.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SpanFilter } from '../../../ui/span-filter.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { purchaseAddress } from '../placement.addresses.ts'
import styles from '../placement.module.css'

const DEFAULTS = { state: '', keyword: '', from: NO_NUMBER, to: NO_NUMBER }
/** A person pays at 1688's cashier, so the list polls while it is open. */
const CALM = { refetchInterval: 15_000 }

const STATES = (Object.keys(PAYMENT_STATES) as PaymentState[]).map((key) => ({ key, ...PAYMENT_STATES[key] }))

/** /purchase/payments: every payment that was requested or made. */
export default function PaymentsPage(): ReactNode {
  const list = useListQuery<typeof DEFAULTS>('payments', DEFAULTS, { paging: TABLE_PAGING })
  const { filters, setFilters } = list
  const navigate = useNavigate()
  const beside = { keyword: filters.keyword || undefined, from: known(filters.from), to: known(filters.to) }
  const read = useRead(
    'getPayments',
    {
      ...beside,
      state: (filters.state || undefined) as PaymentState | undefined,
      page: list.page,
      pageSize: list.pageSize,
    },
    CALM,
  )
  const counts = useRead('getPaymentCountByState', beside, CALM)
  const view = useTableView('payments', COLUMNS, 1000)
  return (
    <TablePage<PaymentRow>
      name="payments"
      title="付款记录"
      subtitle="每一次申请的付款链接和免密支付；钱在1688的收银台付"
      tabs={countedTabs(counts.data, STATES)}
      tab={filters.state}
      onTab={(state) => setFilters({ state })}
      filters={
        <>
          <SearchField
            value={filters.keyword}
            placeholder="采购单号或1688订单号"
            onSearch={(keyword) => setFilters({ keyword })}
          />
          <SpanFilter filters={filters} setFilters={setFilters} placeholder={['申请时间从', '到']} />
        </>
      }
      query={{
        ...list,
        changed: countSet([filters.keyword], filters),
        reset: () => setFilters({ keyword: '', from: NO_NUMBER, to: NO_NUMBER }),
      }}
      answer={read}
      view={view}
      none={{
        text:
          filters.state === ''
            ? '没有付款记录。在采购单列表里选中待付款的采购单，点“付款”。'
            : `没有${STATES.find(({ key }) => key === filters.state)?.label ?? '这样'}的付款。`,
        filtered: '没有符合条件的付款。',
        action:
          filters.state === '' ? (
            <Button type="primary" onClick={() => void navigate('/purchase/list?state=to-pay')}>
              去待付款的采购单
            </Button>
          ) : (
            <Button onClick={() => setFilters({ state: '' })}>看全部付款</Button>
          ),
      }}
    />
  )
}

const COLUMNS = fieldColumns<PaymentRow, typeof PAYMENT_FIELDS>(PAYMENT_FIELDS, {
  at: {
    width: 150,
    render: (_, { at, by }) => (
      <>
        {formatTime(at)}
        <small className={styles.sub}>{by}</small>
      </>
    ),
  },
  by: null,
  state: { width: 100, render: (_, { state }) => <TableStateTag table={PAYMENT_STATES} code={state} /> },
  way: { width: 120 },
  totalMinor: { width: 110, render: (_, { totalMinor }) => <MoneyText strong amount={yuan(totalMinor)} /> },
  parts: {
    title: `${PAYMENT_FIELDS.purchases.label} / ${PAYMENT_FIELDS.orderIds.label}`,
    width: 290,
    render: (_, { purchases, parts }) =>
      parts.map(({ purchaseId, orderId, stage }) => (
        <div key={orderId} className={styles.links}>
          <Link to={purchaseAddress(purchaseId)}>{purchases.find(({ id }) => id === purchaseId)?.number}</Link>
          <span className="hq-mono">{orderId}</span>
          {stage === null ? null : <small className={styles.sub}>第{stage}阶段</small>}
        </div>
      )),
  },
  purchases: null,
  orderIds: null,
  resolvedAt: {
    width: 150,
    // Set for every payment that ended, but the time of the payment only if it was paid.
    render: (_, { state, resolvedAt }) => formatTime(state === 'paid' ? resolvedAt : null),
  },
  message: {
    render: (_, { message, payUrl, state }) =>
      state === 'requested' && payUrl ? (
        <a href={payUrl} target="_blank" rel="noreferrer">
          打开付款链接
        </a>
      ) : (
        message
      ),
  },
  payUrl: null,
})
